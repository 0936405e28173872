/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-pipechar.h"

#include "ns3/burst-core-trace-accessor.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/path-measurement-packet-pairs.h"
#include "ns3/path-measurement-probe-train.h"
#include "ns3/simulator.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PipecharProbe");

NS_OBJECT_ENSURE_REGISTERED(PipecharProbe);

namespace
{

constexpr uint32_t MAX_TRAINS = 100; //!< trains of a hop and datagrams of a train: ports suffice
constexpr uint32_t MAX_SILENT = 3;   //!< hops without answer in sequence that end it
constexpr double SAME = 0.1;         //!< part by which equal capacities differ at most

} // namespace

TypeId
PipecharProbe::GetTypeId()
{
    using Self = PipecharProbe;
    static TypeId tid =
        TypeId("ns3::PipecharProbe")
            .SetParent<MeasurementProbe>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<Self>()
            .AddAttribute("Trains",
                          "Trains to each hop (our choice).",
                          UintegerValue(20),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_trains)),
                          MakeUintegerChecker<uint32_t>(1, MAX_TRAINS))
            .AddAttribute("TrainLength",
                          "Packets of a train (our choice).",
                          UintegerValue(10),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_length)),
                          MakeUintegerChecker<uint32_t>(2, MAX_TRAINS))
            .AddAttribute("PacketSize",
                          "Size of the packets in bytes, with the headers of IP and UDP.",
                          UintegerValue(1500),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_size)),
                          MakeUintegerChecker<uint32_t>(measurement::TrainPlan::MIN_SIZE,
                                                        measurement::TrainPlan::MAX_SIZE))
            .AddAttribute("Interval",
                          "Time from a train to the next one (our choice).",
                          TimeValue(MilliSeconds(50)),
                          BetweenMeasurements(MakeTimeAccessor(&Self::m_interval)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("MaxHops",
                          "Greatest TTL.",
                          UintegerValue(30),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_maxHops)),
                          MakeUintegerChecker<uint8_t>(1))
            .AddAttribute("Wait",
                          "How long answers of a hop are waited for after its last train.",
                          TimeValue(Seconds(2)),
                          BetweenMeasurements(MakeTimeAccessor(&Self::m_wait)),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("ExpectedHops",
                          "Hops of a path, for predictions of schedules.",
                          UintegerValue(6),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_likely)),
                          MakeUintegerChecker<uint8_t>(1))
            .AddTraceSource("Hop",
                            "A hop has been asked.",
                            burst::MakeTraceSourceAccessor(&Self::m_hopTrace),
                            "ns3::PipecharProbe::HopTracedCallback");
    return tid;
}

Time
PipecharProbe::GetExpectedDuration(double rate, Time roundTrip) const
{
    return m_likely * (m_interval * (m_trains - 1) + roundTrip); // no hop is farther than the host
}

double
PipecharProbe::GetExpectedBytes(double rate) const
{
    return static_cast<double>(m_likely) * m_trains * m_length *
           (m_size - measurement::TrainPlan::HEADERS);
}

void
PipecharProbe::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_capacities.clear();
    m_sent = 0;
    m_lost = 0;
    m_silent = 0;
    m_reached = false;
    m_refused = false;
    m_clock = HostClock::Get(GetNode());
    m_icmp.Connect(GetNode(), GetRemote(), MakeCallback(&PipecharProbe::Receive, this));
    BeginHop();
}

void
PipecharProbe::DoStop()
{
    NS_LOG_FUNCTION(this);
    m_next.Cancel();
    m_icmp.Close();
    if (const auto socket = std::exchange(m_udp, nullptr))
    {
        socket->Close();
    }
    Report("sent", static_cast<double>(m_sent), "1");
    Report("lost", static_cast<double>(m_lost + m_times.size() - m_answered), "1");
}

void
PipecharProbe::BeginHop()
{
    NS_LOG_FUNCTION(this);
    if (const auto socket = std::exchange(m_udp, nullptr))
    {
        socket->Close();
    }
    m_udp = Socket::CreateSocket(GetNode(), UdpSocketFactory::GetTypeId());
    m_udp->Bind();
    m_udp->SetIpTtl(m_capacities.size() + 1);
    Address local;
    m_udp->GetSockName(local);
    m_source = InetSocketAddress::ConvertFrom(local).GetPort();
    m_came.clear();
    m_times.clear();
    m_answered = 0;
    m_hop = Ipv4Address();
    SendTrain();
}

void
PipecharProbe::SendTrain()
{
    NS_LOG_FUNCTION(this);
    m_came.emplace_back(m_size, m_length);
    const uint32_t payload = m_size - measurement::TrainPlan::HEADERS;
    for (uint32_t i = 0; i < m_length; ++i)
    {
        const InetSocketAddress to(GetRemote(),
                                   measurement::IcmpSocket::FIRST_PORT + m_times.size());
        m_times.push_back(m_clock->Read());
        ++m_sent;
        if (measurement::SendWithTos(m_udp, Create<Packet>(payload), GetTos(), to) >= 0)
        {
            AddBytes(payload);
        }
    }
    m_next = m_came.size() < m_trains
                 ? Simulator::Schedule(m_interval, &PipecharProbe::SendTrain, this)
                 : Simulator::Schedule(m_wait, &PipecharProbe::EndHop, this);
}

void
PipecharProbe::Receive(const measurement::IcmpSocket::Answer& answer)
{
    NS_LOG_FUNCTION(this);
    const uint32_t number = answer.port - measurement::IcmpSocket::FIRST_PORT;
    if (answer.source != m_source || answer.port < measurement::IcmpSocket::FIRST_PORT ||
        number >= m_times.size())
    {
        return; // to a datagram of another hop or of another probe
    }
    m_reached = m_reached || answer.IsPortUnreachable();
    m_refused = m_refused || answer.IsRefusal();
    m_hop = answer.from;
    auto& train = m_came[number / m_length];
    const uint32_t before = train.GetReceived();
    train.Add(number % m_length, m_times[number], m_clock->Arrive());
    m_answered += train.GetReceived() - before;
    if (m_answered == m_trains * m_length)
    {
        m_next.Cancel();
        m_next = Simulator::ScheduleNow(&PipecharProbe::EndHop, this);
    }
}

void
PipecharProbe::EndHop()
{
    NS_LOG_FUNCTION(this);
    const measurement::PacketPairs pairs(m_came);
    const auto capacity = pairs.GetMedianGapRate();
    m_least = pairs.GetMinGapRate();
    m_capacities.push_back(capacity);
    m_hopTrace(m_capacities.size(), m_hop, capacity.value_or(NAN));
    m_lost += m_times.size() - m_answered;
    m_silent = m_answered ? 0 : m_silent + 1;
    m_times.clear();
    m_answered = 0;
    if (m_reached)
    {
        ReportPath();
        Finish(MeasurementResult::OK,
               capacity           ? ""
               : pairs.GetWhole() ? "the clock of the host resolved no train"
                                  : "no train was answered whole and in order");
    }
    else if (m_refused)
    {
        Finish(MeasurementResult::UNREACHABLE, "a router has no way to the host");
    }
    else if (m_silent == MAX_SILENT || m_capacities.size() == m_maxHops)
    {
        Finish(MeasurementResult::UNREACHABLE, "no answer from the host");
    }
    else
    {
        BeginHop();
    }
}

void
PipecharProbe::ReportPath()
{
    NS_LOG_FUNCTION(this);
    const auto hops = m_capacities.size();
    Report("hops", static_cast<double>(hops), "1");
    std::optional<double> least;
    for (const auto& capacity : m_capacities)
    {
        if (capacity)
        {
            least = std::min(least.value_or(*capacity), *capacity);
        }
    }
    if (least)
    {
        const auto narrow =
            std::find_if(m_capacities.begin(), m_capacities.end(), [&](const auto& capacity) {
                return capacity && *capacity <= (1 + SAME) * *least;
            });
        Report("narrow_hop", static_cast<double>(narrow - m_capacities.begin() + 1), "1");
    }
    for (std::size_t i = 0; i + 1 < hops; ++i)
    {
        if (m_capacities[i])
        {
            Report("capacity_" + std::to_string(i + 1), *m_capacities[i], "bit/s");
        }
    }
    if (m_capacities.back())
    {
        Report("capacity", *m_capacities.back(), "bit/s");
        Report("capacity_least", *m_least, "bit/s");
    }
}

} // namespace ns3
