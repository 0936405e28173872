/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_CONTROL_CHANNEL_H
#define PATH_MEASUREMENT_CONTROL_CHANNEL_H

#include "ns3/callback.h"
#include "ns3/event-id.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"
#include "ns3/tcp-header.h"

#include <string>

namespace ns3
{

class TcpSocketBase;

} // namespace ns3

namespace ns3::measurement
{

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

    /** @param socket of TCP that is not connected yet; it will use no timestamps
     * @param refused told in an event of its own if the connection is refused */
    void Watch(Ptr<Socket> socket, Callback<void> refused);
    void Stop(); //!< Tell nothing any more. May be called twice.

  private:
    /** @param packet that came
     * @param header of it
     * @param socket that got it */
    void Receive(Ptr<const Packet> packet,
                 const TcpHeader& header,
                 Ptr<const TcpSocketBase> socket);

    Ptr<Socket> m_socket;     //!< watched, or null
    Callback<void> m_refused; //!< told
    EventId m_telling;        //!< tells
};

} // namespace ns3::measurement

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief Lines of text over a TCP socket, by which a monitor and the agent of a remote host speak.
 *
 * Whoever holds a channel closes it. A line takes its bytes in the network, and its round trips.
 */
class ControlChannel : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    using Received = Callback<void, Ptr<ControlChannel>, const std::string&>; //!< told of a line
    using Ended = Callback<void, Ptr<ControlChannel>>; //!< told that it has ended

    /** @param socket that is connected, or will be
     * @param received told of lines
     * @param ended told of the end, unless Close() was called */
    void SetSocket(Ptr<Socket> socket, Received received, Ended ended);

    void SendLine(const std::string& line); //!< @param line to send, without its end
    void Close();          //!< Close the socket; nobody is told of anything any more.
    bool IsBroken() const; //!< @return whether it ended because the other side answered no more

  protected:
    void DoDispose() override;

  private:
    void Receive(Ptr<Socket> socket); //!< @param socket that has bytes
    /** @param socket that takes bytes
     * @param room */
    void Flush(Ptr<Socket> socket, uint32_t room);
    void End(Ptr<Socket> socket);   //!< @param socket that was closed by the other side
    void Break(Ptr<Socket> socket); //!< @param socket whose segments nobody acknowledges

    Ptr<Socket> m_socket; //!< null once closed
    Received m_received;  //!< told of lines
    Ended m_ended;        //!< told of the end
    std::string m_in;     //!< begin of a line
    std::string m_out;    //!< what the socket has not taken yet
    bool m_broken{false}; //!< nobody acknowledges segments
};

} // namespace ns3

#endif // PATH_MEASUREMENT_CONTROL_CHANNEL_H
