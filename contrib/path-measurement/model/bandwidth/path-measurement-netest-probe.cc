/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-netest-probe.h"

#include "ns3/path-measurement-packet-pairs.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

constexpr uint32_t PING_SIZE = 56;  //!< data of a ping in bytes
constexpr double MODE_WIDTH = 0.02; //!< as the default of PathrateEstimator

} // namespace

NS_OBJECT_ENSURE_REGISTERED(NetestProbe);

TypeId
NetestProbe::GetTypeId()
{
    using Self = NetestProbe;
    static TypeId tid =
        TypeId("ns3::NetestProbe")
            .SetParent<UdpProbe>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<Self>()
            .AddAttribute("Pings",
                          "Pings, before the packets.",
                          UintegerValue(10),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_pings)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("PingInterval",
                          "Time from a ping to the next one, and from the last one to the packets.",
                          TimeValue(MilliSeconds(500)),
                          BetweenMeasurements(MakeTimeAccessor(&Self::m_pingInterval)),
                          MakeTimeChecker(MicroSeconds(1)))
            .AddAttribute("Pairs",
                          "Packet pairs.",
                          UintegerValue(100),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_pairs)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Trains",
                          "Trains, after the pairs.",
                          UintegerValue(10),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_trains)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("TrainLength",
                          "Packets of a train.",
                          UintegerValue(50),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_length)),
                          MakeUintegerChecker<uint32_t>(3))
            .AddAttribute(
                "PacketSize",
                "Size of the packets in bytes, with the headers of IP and UDP.",
                UintegerValue(1500),
                BetweenMeasurements(MakeUintegerAccessor(&Self::m_size)),
                MakeUintegerChecker<uint32_t>(TrainPlan::LEAST_SIZE, TrainPlan::MOST_SIZE))
            .AddAttribute("Interval",
                          "Time from a pair or train to the next one.",
                          TimeValue(MilliSeconds(50)),
                          BetweenMeasurements(MakeTimeAccessor(&Self::m_interval)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MaxWindow",
                          "Largest window of TCP that the hosts allow, in bytes.",
                          UintegerValue(1048576),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_maxWindow)),
                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

UdpProbe::Values
NetestProbe::Estimate(const std::vector<ProbeTrain>& trains) const
{
    const PacketPairs pairs(trains);
    Values values;
    if (const auto capacity = pairs.GetCapacity(MODE_WIDTH))
    {
        values.push_back({"capacity", *capacity, "bit/s"});
    }
    if (const auto rate = pairs.GetDispersionRate())
    {
        values.push_back({"dispersion_rate", *rate, "bit/s"});
    }
    return values;
}

Time
NetestProbe::GetExpectedDuration(double rate, Time roundTrip) const
{
    return UdpProbe::GetExpectedDuration(rate, roundTrip) +
           NanoSeconds(m_pingInterval.GetNanoSeconds() * m_pings);
}

double
NetestProbe::GetExpectedBytes(double rate) const
{
    return UdpProbe::GetExpectedBytes(rate) + m_pings * PING_SIZE;
}

TrainPlan
NetestProbe::MakePlan(const Draw& draw) const
{
    TrainPlan plan;
    for (uint32_t i = 0; i < m_pairs + m_trains; ++i)
    {
        plan.AddTrain(i * m_interval.GetNanoSeconds(), m_size, i < m_pairs ? 2 : m_length, 0);
    }
    return plan;
}

void
NetestProbe::Begin()
{
    m_sent.clear();
    m_rtt.reset();
    m_icmp.Open(GetNode(), GetRemote(), MakeCallback(&NetestProbe::Hear, this));
    Ping();
}

void
NetestProbe::Conclude(const Values& values, bool current)
{
    Report(values);
    const double known = Find(values, "capacity");
    const double capacity = known > 0 ? known : Find(values, "dispersion_rate");
    if (m_rtt)
    {
        Report("rtt", m_rtt->GetSeconds(), "s");
    }
    if (!m_rtt || !capacity)
    {
        Complete(m_rtt ? "the packets told no capacity" : "no ping was answered");
        return;
    }
    const double product = capacity * m_rtt->GetSeconds() / 8;
    const double streams = std::max(std::ceil(product / m_maxWindow), 1.0);
    Report("bdp", product, "B");
    Report("streams", streams, "1");
    Report("window", product / streams, "B");
    Complete();
}

void
NetestProbe::DoEnd()
{
    m_next.Cancel();
    m_icmp.Close();
    UdpProbe::DoEnd();
}

void
NetestProbe::Ping()
{
    if (m_sent.size() == m_pings)
    {
        m_icmp.Close();
        UdpProbe::Begin();
        return;
    }
    m_icmp.SendEcho(m_sent.size(), PING_SIZE, 0, GetTos());
    AddBytes(PING_SIZE);
    m_sent.push_back(Simulator::Now());
    m_next = Simulator::Schedule(m_pingInterval, &NetestProbe::Ping, this);
}

void
NetestProbe::Hear(const IcmpSocket::Answer& answer)
{
    if (answer.type == Icmpv4Header::ICMPV4_ECHO_REPLY && answer.sequence < m_sent.size())
    {
        const Time time = Simulator::Now() - m_sent[answer.sequence];
        m_rtt = m_rtt ? Min(*m_rtt, time) : time;
    }
}

} // namespace ns3
