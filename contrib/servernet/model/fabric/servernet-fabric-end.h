/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_FABRIC_END_H
#define SERVERNET_FABRIC_END_H

#include "ns3/fabric-ethernet-device.h"
#include "ns3/servernet-packet.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief The interface of a device to a fabric: callbacks, and queries at the end of a run.
 */
class ServerNetFabricEnd : public fabric::EthernetDevice
{
  public:
    /** A packet has come through a fabric. @param packet the packet @param tick now */
    virtual void Receive(const ServerNetPacket& packet, int64_t tick) = 0;
    /** The first flit of a packet of this device starts now. @param packet the packet */
    virtual void Started(const ServerNetPacket& packet) = 0;
    virtual bool WantsStarts() const = 0; //!< @return whether Started is to be called
    virtual void ResponseGone() = 0;      //!< A response of this device has left the fabric.
    /** A fabric discarded a packet of a transaction of this device. @param transaction number
     * @param attempt number of the attempt that the packet belonged to */
    virtual void AttemptDiscarded(uint64_t transaction, uint32_t attempt) = 0;

    /** @return largest number of requests of this device that were outstanding at a time */
    virtual uint32_t GetMostOutstanding() const = 0;
    /** @return largest number of responses that were under way at a time */
    virtual uint32_t GetMostResponses() const = 0;
    /** @return whether an attempt was given up before its response */
    virtual bool HasAbandoned() const = 0;
    virtual bool IsDisposed() const = 0; //!< @return whether it takes part no more
};

} // namespace ns3

#endif // SERVERNET_FABRIC_END_H
