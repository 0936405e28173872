/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-ping.h"

#include "ns3/burst-core-trace-accessor.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PingProbe");

NS_OBJECT_ENSURE_REGISTERED(PingProbe);

namespace
{

constexpr uint32_t HEADERS = 28; //!< bytes of IPv4 and ICMP

} // namespace

TypeId
PingProbe::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PingProbe")
            .SetParent<MeasurementProbe>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<PingProbe>()
            .AddAttribute("Count",
                          "Requests that count.",
                          UintegerValue(10),
                          BetweenMeasurements(MakeUintegerAccessor(&PingProbe::m_count)),
                          MakeUintegerChecker<uint32_t>(1, 60'000))
            .AddAttribute("Discard",
                          "Requests before those that count, as of PingER 1.",
                          UintegerValue(0),
                          BetweenMeasurements(MakeUintegerAccessor(&PingProbe::m_discard)),
                          MakeUintegerChecker<uint32_t>(0, 1000))
            .AddAttribute("Size",
                          "Bytes of data in a request, without the headers of ICMP and IP.",
                          UintegerValue(100),
                          BetweenMeasurements(MakeUintegerAccessor(&PingProbe::m_size)),
                          MakeUintegerChecker<uint32_t>(0, 65'000))
            .AddAttribute("Interval",
                          "Time between requests.",
                          TimeValue(Seconds(1)),
                          BetweenMeasurements(MakeTimeAccessor(&PingProbe::m_interval)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Wait",
                          "How long the last replies are waited for; a reply later is a loss.",
                          TimeValue(Seconds(20)),
                          BetweenMeasurements(MakeTimeAccessor(&PingProbe::m_wait)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddTraceSource("Rtt",
                            "The first reply to a request.",
                            burst::MakeTraceSourceAccessor(&PingProbe::m_rttTrace),
                            "ns3::PingProbe::RttTracedCallback");
    return tid;
}

Time
PingProbe::GetExpectedDuration(double rate, Time roundTrip) const
{
    return (m_count + m_discard - 1) * m_interval + roundTrip;
}

double
PingProbe::GetExpectedBytes(double rate) const
{
    return static_cast<double>(m_count + m_discard) * (m_size + HEADERS);
}

const measurement::RoundTrips&
PingProbe::GetRoundTrips() const
{
    return m_roundTrips;
}

void
PingProbe::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_roundTrips = measurement::RoundTrips(m_count);
    m_sent.clear();
    m_socket.Connect(GetNode(), GetRemote(), MakeCallback(&PingProbe::Receive, this));
    Send();
}

void
PingProbe::DoStop()
{
    NS_LOG_FUNCTION(this);
    m_next.Cancel();
    m_last.Cancel();
    m_socket.Close();
    m_roundTrips.Shorten(std::max<std::size_t>(m_sent.size(), m_discard) - m_discard);
    Report("sent", m_roundTrips.GetSent(), "1");
    Report("received", m_roundTrips.GetReceived(), "1");
    Report("loss", m_roundTrips.GetLoss(), "1");
    Report("duplicates", m_roundTrips.GetDuplicates(), "1");
    Report("reordered", m_roundTrips.GetReordered(), "1");
    const auto maybe = [this](const char* name, std::optional<double> value, const char* unit) {
        if (value)
        {
            Report(name, *value, unit);
        }
    };
    maybe("rtt_min", m_roundTrips.GetMin(), "s");
    maybe("rtt_mean", m_roundTrips.GetMean(), "s");
    maybe("rtt_max", m_roundTrips.GetMax(), "s");
    maybe("rtt_deviation", m_roundTrips.GetDeviation(), "s");
    maybe("rtt_iqr", m_roundTrips.GetIqr(), "s");
    maybe("ipdv_iqr", m_roundTrips.GetIpdvIqr(), "s");
    maybe("ipdv_mean", m_roundTrips.GetIpdvMean(), "s");
    maybe("conditional_loss", m_roundTrips.GetConditionalLoss(), "1");
}

void
PingProbe::Send()
{
    NS_LOG_FUNCTION(this);
    const auto sequence = static_cast<uint16_t>(m_sent.size());
    m_sent.push_back(Simulator::Now());
    AddBytes(m_size + HEADERS);
    m_socket.SendEcho(sequence, m_size, 0, GetTos());
    if (m_sent.size() < m_count + m_discard)
    {
        m_next = Simulator::Schedule(m_interval, &PingProbe::Send, this);
    }
    else
    {
        m_next = Simulator::Schedule(m_wait, [this] {
            // What comes at that very time is in time.
            m_next = Simulator::ScheduleNow(&PingProbe::Conclude, this);
        });
    }
}

void
PingProbe::Receive(const measurement::IcmpSocket::Answer& answer)
{
    NS_LOG_FUNCTION(this);
    if (answer.type != Icmpv4Header::ICMPV4_ECHO_REPLY || answer.sequence >= m_sent.size())
    {
        return;
    }
    const Time time = Simulator::Now() - m_sent[answer.sequence];
    if (time > m_wait)
    {
        return;
    }
    const bool counts = answer.sequence >= m_discard;
    const auto before = m_roundTrips.GetDuplicates();
    if (counts)
    {
        m_roundTrips.Add(answer.sequence - m_discard, time.GetSeconds());
    }
    if (counts && m_roundTrips.GetDuplicates() == before)
    {
        m_rttTrace(answer.sequence, time);
    }
    if (m_sent.size() == m_count + m_discard && m_roundTrips.GetReceived() == m_count &&
        m_last.IsExpired())
    {
        m_last = Simulator::ScheduleNow(&PingProbe::Conclude, this);
    }
}

void
PingProbe::Conclude()
{
    Finish(m_roundTrips.GetReceived() ? MeasurementResult::OK : MeasurementResult::UNREACHABLE);
}

} // namespace ns3
