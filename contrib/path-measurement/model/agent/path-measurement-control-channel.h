/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_CONTROL_CHANNEL_H
#define PATH_MEASUREMENT_CONTROL_CHANNEL_H

#include "ns3/callback.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"

#include <string>

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

    using Heard = Callback<void, Ptr<ControlChannel>, const std::string&>; //!< told of a line
    using Ended = Callback<void, Ptr<ControlChannel>>; //!< told that it has ended

    /** @param socket that is connected, or will be @param heard told of lines @param ended told of
     * the end, unless Close() was called */
    void Take(Ptr<Socket> socket, Heard heard, Ended ended);

    void Say(const std::string& line); //!< @param line to send, without its end
    void Close();                      //!< Close the socket; nobody is told of anything any more.
    bool IsBroken() const; //!< @return whether it ended because the other side answered no more

  protected:
    void DoDispose() override;

  private:
    void Receive(Ptr<Socket> socket);              //!< @param socket that has bytes
    void Flush(Ptr<Socket> socket, uint32_t room); //!< @param socket that takes bytes @param room
    void End(Ptr<Socket> socket);   //!< @param socket that was closed by the other side
    void Break(Ptr<Socket> socket); //!< @param socket whose segments nobody acknowledges

    Ptr<Socket> m_socket; //!< null once closed
    Heard m_heard;        //!< told of lines
    Ended m_ended;        //!< told of the end
    std::string m_in;     //!< begin of a line
    std::string m_out;    //!< what the socket has not taken yet
    bool m_broken{false}; //!< nobody acknowledges segments
};

} // namespace ns3

#endif // PATH_MEASUREMENT_CONTROL_CHANNEL_H
