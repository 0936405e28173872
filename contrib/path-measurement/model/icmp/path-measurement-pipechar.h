/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_PIPECHAR_H
#define PATH_MEASUREMENT_PIPECHAR_H

#include "path-measurement-icmp-socket.h"

#include "ns3/event-id.h"
#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-host-clock.h"
#include "ns3/path-measurement-probe-train.h"
#include "ns3/path-measurement-probe.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief pipechar: the capacity up to each hop, from one end, by trains of datagrams.
 *
 * The datagrams of a train leave back to back with the TTL of a hop, to ports that nobody listens
 * on. The hop answers each with a small ICMP message: a router with "time exceeded", the remote
 * host with "port unreachable". Answers come as far apart as their datagrams came to the hop, 8L/C
 * with the least capacity C of the links so far; so hop h has min(C_1 .. C_h), and no link behind a
 * narrower one is seen. Nothing runs at the remote host.
 *
 * Numbers: "capacity", that of the remote host, the median over trains of 8L / (median gap), and
 * "capacity_least", the least of these, in bit/s; "capacity_1" and so on, of the routers; "hops";
 * "narrow_hop", the first hop whose capacity is within 10 % of the least one of all hops; "sent"
 * and "lost", datagrams and those without answer. A capacity is absent where no train is answered
 * whole and in order, or the clock resolves none. Slide 30 of
 * the IEPM-BW talk says that one end suffices. No description of the method was at hand: trains for
 * each hop are our reading.
 */
class PipecharProbe : public MeasurementProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    Time GetExpectedDuration(double rate, Time roundTrip) const override;
    double GetExpectedBytes(double rate) const override;

    /** @param ttl of the hop
     * @param address of it, unset if no datagram was answered
     * @param capacity up to it in bit/s, NaN: none */
    typedef void (*HopTracedCallback)(uint8_t ttl, Ipv4Address address, double capacity);

  private:
    void DoStart() override;
    void DoStop() override;

    void BeginHop();                                             //!< Ask the next hop.
    void SendTrain();                                            //!< Send the next train.
    void Receive(const measurement::IcmpSocket::Answer& answer); //!< @param answer to a datagram
    void EndHop();     //!< All is answered, or nobody answers any more.
    void ReportPath(); //!< Report what all hops together say.

    uint32_t m_trains; //!< attribute Trains
    uint32_t m_length; //!< attribute TrainLength
    uint32_t m_size;   //!< attribute PacketSize
    Time m_interval;   //!< attribute Interval
    uint8_t m_maxHops; //!< attribute MaxHops
    Time m_wait;       //!< attribute Wait
    uint8_t m_likely;  //!< attribute ExpectedHops

    measurement::IcmpSocket m_icmp;              //!< hears answers
    Ptr<HostClock> m_clock;                      //!< of the node
    Ptr<Socket> m_udp;                           //!< of the hop
    uint16_t m_source{0};                        //!< port of m_udp
    std::vector<measurement::ProbeTrain> m_came; //!< trains of the hop so far
    std::vector<int64_t> m_times;                //!< when the datagrams of the hop were sent, in ns
    uint32_t m_answered{0};                      //!< datagrams of the hop
    Ipv4Address m_hop;                           //!< who answered
    std::vector<std::optional<double>> m_capacities; //!< of the hops so far
    std::optional<double> m_least;                   //!< least of the trains of the last hop
    uint32_t m_silent{0};                            //!< hops in sequence that answered nothing
    uint64_t m_sent{0};                              //!< datagrams of all hops
    uint64_t m_lost{0};    //!< those of hops that are over, without answer
    bool m_reached{false}; //!< whether the remote host has answered
    bool m_refused{false}; //!< whether a router has no way to the remote host
    EventId m_next;        //!< the next train, or the end of waiting

    TracedCallback<uint8_t, Ipv4Address, double> m_hopTrace; //!< trace source Hop
};

} // namespace ns3

#endif // PATH_MEASUREMENT_PIPECHAR_H
