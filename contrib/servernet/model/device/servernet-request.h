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
    uint32_t destination{0};                          //!< number of another device
    ServerNetPacketType type{SERVERNET_READ_REQUEST}; //!< type of the request
    uint16_t bytes{0};                                //!< data bytes, up to MOST_DATA of packets
    uint32_t address{0};                              //!< address at the destination
    Ptr<Packet> data;                                 //!< data to write, null for zeros
};

/** @ingroup servernet @brief Creates requests when the window has room. */
class ServerNetRequestSource
{
  public:
    /** Answer of a source that waits for room in the window. */
    enum Readiness
    {
        READY, //!< DrawRequest may be called now
        LATER, //!< call in an event of the device's node, at the same simulated time
        GONE   //!< the source has no more requests
    };

    virtual ~ServerNetRequestSource() = default;

    /** @return whether DrawRequest may be called; by default READY */
    virtual Readiness GetReadiness();

    /**
     * Draw a request that was offered, because the window has room. May be called within an event
     * of any node, so that an implementation has no other side effects.
     * @param device number of the requesting device
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
