/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_NETEST_PROBE_H
#define PATH_MEASUREMENT_NETEST_PROBE_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-icmp-socket.h"
#include "ns3/path-measurement-udp-probe.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief The windows and streams that TCP should use, predicted by pings and trains of UDP packets.
 *
 * Slide 18 says of netest (LBNL) no more than that it "predicts window sizes and streams using
 * packet streams". All laws here are ours: the capacity C is that of PacketPairs::GetCapacity(), or
 * the dispersion rate if the clock resolves no pair, the round trip R the least of some pings, the
 * bandwidth-delay product B = C R / 8, the number of streams the least with which no window is
 * larger than MaxWindow, and the window B divided by that number. That netest also runs TCP is left
 * to the throughput probe.
 *
 * Numbers: "capacity" and "dispersion_rate" in bit/s, "rtt" in s, "bdp" and "window" in bytes, and
 * "streams". Without an answer to a ping there is no prediction, and a note says so.
 */
class NetestProbe : public UdpProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    Values Estimate(const std::vector<ProbeTrain>& trains) const override;
    Time GetExpectedDuration(double rate, Time roundTrip) const override;
    double GetExpectedBytes(double rate) const override;

  private:
    TrainPlan MakePlan(const Draw& draw) const override;
    void Begin() override;
    void Conclude(const Values& values, bool current) override;
    void DoEnd() override;

    void Ping();                                 //!< Send the next ping, or go on without.
    void Hear(const IcmpSocket::Answer& answer); //!< @param answer to a ping

    uint32_t m_pings;     //!< attribute Pings
    Time m_pingInterval;  //!< attribute PingInterval
    uint32_t m_pairs;     //!< attribute Pairs
    uint32_t m_trains;    //!< attribute Trains
    uint32_t m_length;    //!< attribute TrainLength
    uint32_t m_size;      //!< attribute PacketSize
    Time m_interval;      //!< attribute Interval
    uint32_t m_maxWindow; //!< attribute MaxWindow

    IcmpSocket m_icmp;         //!< of the pings
    std::vector<Time> m_sent;  //!< when, by number of the ping
    std::optional<Time> m_rtt; //!< the least round trip
    EventId m_next;            //!< the next ping, or the packets
};

} // namespace ns3

#endif // PATH_MEASUREMENT_NETEST_PROBE_H
