/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_QBSS_STREAMS_H
#define PATH_MEASUREMENT_QBSS_STREAMS_H

#include "ns3/burst-core-object-text.h"
#include "ns3/event-id.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/socket.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/** Bytes that were counted, in bins of equal length from the start of the run on. */
class QbssBins
{
  public:
    static constexpr int64_t LENGTH_MS = 100; //!< of a bin

    void Add(uint64_t bytes); //!< @param bytes that are counted now

    /** @param from when @param until when @return bits per second, in whole bins */
    double GetRate(Time from, Time until) const;

  private:
    std::vector<uint64_t> m_bytes; //!< by bin
};

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
        bool timestamps{false};       //!< of TCP, 12 bytes of a segment
    };

    static constexpr uint32_t SEGMENT = 1460; //!< bytes: a packet of 1,500 without options
    static constexpr uint32_t OPTION = 12;    //!< bytes of a segment that timestamps take
    static constexpr uint16_t PORT = 5001;    //!< of iperf

    /** @param sender host @param receiver host @param settings of all streams */
    QbssStreams(Ptr<Node> sender, Ptr<Node> receiver, const Settings& settings);

    /** Open a stream now, which sends until Stop. */
    void Start();
    /** Close all streams: what is in their buffers is still sent. */
    void Stop();
    /** Let the first streams send and the others wait: these send what is in their buffers. @param
     * count of streams that send, before this is called all of them */
    void SetActive(uint32_t count);
    /** Hand segments to streams in turn, at a rate and without catching up. @param rate of payload
     * of all streams, bit/s; 0 for no such limit */
    void SetRate(double rate);

    /** @param from when @param until when @return Mb/s of payload that came, in whole bins */
    double GetRate(Time from, Time until) const;

  private:
    Ptr<Socket> CreateSocket(
        Ptr<Node> node) const;   //!< @param node any @return a socket with the settings
    uint32_t GetSegment() const; //!< @return bytes of payload of a full packet
    void Pace();                 //!< The next segment of those with a rate.
    /** @param socket that has room */
    void Fill(Ptr<Socket> socket, uint32_t room);
    /** @param socket that is connected */
    void NotifyConnected(Ptr<Socket> socket);
    /** @param socket of a stream that came */
    void Accept(Ptr<Socket> socket, const Address& from);
    /** @param socket that has bytes */
    void Receive(Ptr<Socket> socket);

    Ptr<Node> m_sender;              //!< host
    Ipv4Address m_to;                //!< of the other host
    Settings m_settings;             //!< of all streams
    Ptr<Socket> m_listener;          //!< of the other host
    std::vector<Ptr<Socket>> m_open; //!< streams that send
    uint32_t m_active{UINT32_MAX};   //!< see SetActive
    double m_rate{0};                //!< see SetRate
    uint32_t m_turn{0};              //!< stream that has the next segment of those with a rate
    EventId m_pace;                  //!< when that is due
    QbssBins m_bytes;                //!< payload that came
};

} // namespace ns3

#endif // PATH_MEASUREMENT_QBSS_STREAMS_H
