/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_QBSS_STREAMS_H
#define PATH_MEASUREMENT_QBSS_STREAMS_H

#include "qbss-bins.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/socket.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/** Parallel TCP streams from a host to another one, as iperf has them, and what comes of them. */
class QbssStreams
{
  public:
    /** What the streams are like. */
    struct Settings
    {
        burst::ObjectText congestion; //!< a TcpCongestionOps
        uint32_t window;              //!< bytes of the buffers at both ends
        uint32_t initialWindow;       //!< segments
        uint8_t dscp;                 //!< code point of data
    };

    static constexpr uint32_t SEGMENT = 1460; //!< bytes: a packet of 1,500 without options
    static constexpr uint16_t PORT = 5001;    //!< of iperf

    /** @param sender host @param receiver host @param settings of all streams */
    QbssStreams(Ptr<Node> sender, Ptr<Node> receiver, const Settings& settings);

    /** Open a stream now, which sends until Stop. */
    void Start();
    /** Close all streams: what is in their buffers is still sent. */
    void Stop();

    const QbssBins& GetBytes() const; //!< @return payload that came

  private:
    Ptr<Socket> Open(Ptr<Node> node) const; //!< @param node any @return a socket with the settings
    /** @param socket that has room */
    void Fill(Ptr<Socket> socket, uint32_t room);
    /** @param socket that is connected */
    void Connected(Ptr<Socket> socket);
    /** @param socket of a stream that came */
    void Accept(Ptr<Socket> socket, const Address& from);
    /** @param socket that has bytes */
    void Receive(Ptr<Socket> socket);

    Ptr<Node> m_sender;              //!< host
    Ipv4Address m_to;                //!< of the other host
    Settings m_settings;             //!< of all streams
    Ptr<Socket> m_listener;          //!< of the other host
    std::vector<Ptr<Socket>> m_open; //!< streams that send
    QbssBins m_bytes;                //!< payload that came
};

} // namespace ns3

#endif // PATH_MEASUREMENT_QBSS_STREAMS_H
