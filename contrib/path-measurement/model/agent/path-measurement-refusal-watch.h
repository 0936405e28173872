/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_REFUSAL_WATCH_H
#define PATH_MEASUREMENT_REFUSAL_WATCH_H

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"
#include "ns3/tcp-header.h"

namespace ns3
{

class TcpSocketBase;

/**
 * @ingroup path-measurement
 * @brief Detects that a TCP connection is refused.
 *
 * The TCP of ns-3 answers a connection to a closed port by a reset, as it should. But while it
 * connects it ignores such a reset: with timestamps because the reset has none, without them
 * because an acknowledgement alone has no effect in SYN_SENT. So a refused connection looks like a
 * host that does not answer.
 */
class RefusalWatch
{
  public:
    RefusalWatch() = default;
    RefusalWatch(const RefusalWatch&) = delete;            //!< the socket knows this one
    RefusalWatch& operator=(const RefusalWatch&) = delete; //!< the socket knows this one
    ~RefusalWatch();                                       //!< Stops.

    /** @param socket of TCP that is not connected yet; it will use no timestamps @param refused
     * told in an event of its own if the connection is refused */
    void Watch(Ptr<Socket> socket, Callback<void> refused);
    void Stop(); //!< Tell nothing any more. May be called twice.

  private:
    /** @param packet that came @param header of it @param socket that got it */
    void Receive(Ptr<const Packet> packet,
                 const TcpHeader& header,
                 Ptr<const TcpSocketBase> socket);

    Ptr<Socket> m_socket;     //!< watched, or null
    Callback<void> m_refused; //!< told
    EventId m_telling;        //!< tells
};

} // namespace ns3

#endif // PATH_MEASUREMENT_REFUSAL_WATCH_H
