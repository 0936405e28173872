/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_PORT_H
#define LOSSLESS_ETHERNET_PORT_H

#include "ns3/lossless-ethernet-congestion-message.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * A port as its fabric knows it: the device of a station, or a port of a switch.
 */
class LosslessEthernetPort
{
  public:
    virtual ~LosslessEthernetPort() = default;

    /** @return whether anybody listens to its traces, so that they have to fire in time */
    virtual bool HasListeners() const = 0;
    virtual bool WantsStarted() const = 0;  //!< @return whether Started is to be called
    virtual bool WantsReceived() const = 0; //!< @return whether Received is to be called

    virtual void Started(Ptr<const Packet> bytes) = 0;  //!< @param bytes of a frame that starts
    virtual void Received(Ptr<const Packet> bytes) = 0; //!< @param bytes of a frame that has come

    /** The port is told not to send. @param begin when @param priorities a bit for each
     * @param duration at most; 0: it may go on */
    virtual void Paused(const Time& begin, uint8_t priorities, const Time& duration) = 0;

    using PauseTracedCallback = void (*)(const Time& begin,
                                         uint8_t priorities,
                                         const Time& duration); //!< of Paused
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_PORT_H
