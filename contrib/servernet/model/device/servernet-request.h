/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_REQUEST_H
#define SERVERNET_REQUEST_H

#include "ns3/servernet-packet.h"

#include <cstdint>

namespace ns3
{

/** @ingroup servernet @brief A request of a device to another device. */
struct ServerNetRequest
{
    uint32_t destination{0};                          //!< device, not the asking one
    ServerNetPacketType type{SERVERNET_READ_REQUEST}; //!< of the request
    uint16_t bytes{0};                                //!< of data, up to ServerNetPacket::MOST_DATA
    uint32_t address{0};                              //!< where at the destination
    Ptr<Packet> data;                                 //!< user data to write, null for zeros
};

/** @ingroup servernet @brief Creates requests when the window has room. */
class ServerNetRequestSource
{
  public:
    /** Whether a source that waits for room has a request. */
    enum Readiness
    {
        READY, //!< DrawRequest gives one
        LATER, //!< at the same moment, in the context of the device's node
        GONE   //!< it has none any more
    };

    virtual ~ServerNetRequestSource() = default;

    /** @return whether what was offered is still to be asked; by default READY */
    virtual Readiness GetReadiness();

    /**
     * A slot of a device's window is free for a request that was offered. This may be in the middle
     * of an event of whatever node; it answers and does nothing else.
     * @param device the asking device
     * @return the request, which is sent at once
     */
    virtual ServerNetRequest DrawRequest(uint32_t device) = 0;
};

inline ServerNetRequestSource::Readiness
ServerNetRequestSource::GetReadiness()
{
    return READY;
}

} // namespace ns3

#endif // SERVERNET_REQUEST_H
