/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-transfer-probe.h"

#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TransferProbe");

NS_OBJECT_ENSURE_REGISTERED(TransferProbe);

TypeId
TransferProbe::GetTypeId()
{
    using Self = TransferProbe;
    static TypeId tid =
        TypeId("ns3::TransferProbe")
            .SetParent<RemoteProbe>()
            .SetGroupName("PathMeasurement")
            .AddAttribute("Interval",
                          "Time between reports of progress, of whose rates the deviation is a "
                          "value of the result; 0: none.",
                          TimeValue(Seconds(1)),
                          BetweenMeasurements(MakeTimeAccessor(&Self::m_interval)),
                          MakeTimeChecker(Time(0)));
    return tid;
}

TypeId
TransferProbe::AddStreams(TypeId tid, uint32_t streams, uint32_t window)
{
    using Self = TransferProbe;
    return tid
        .AddAttribute("Streams",
                      "Parallel streams, 1 to 1,000.",
                      UintegerValue(streams),
                      MakeUintegerAccessor(&Self::m_number),
                      MakeUintegerChecker<uint32_t>(1, 1000))
        .AddAttribute("Window",
                      "Socket buffers of each stream at both ends, 1,460 bytes to 1 GiB.",
                      UintegerValue(window),
                      MakeUintegerAccessor(&Self::m_window),
                      MakeUintegerChecker<uint32_t>(1460, 1 << 30));
}

bool
TransferProbe::IsHeavy() const
{
    return true;
}

void
TransferProbe::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_opened = {m_number, m_window};
    RemoteProbe::DoStart();
}

void
TransferProbe::DoMeasure(uint16_t port)
{
    NS_LOG_FUNCTION(this << port);
    m_processor = GetNode()->GetObject<HostProcessor>();
    m_disk = GetNode()->GetObject<HostDisk>();
    m_rates.clear();
    m_streams.SetBroken([this](uint32_t stream) { Break(stream); });
    m_streams.Connect(
        GetNode(),
        InetSocketAddress(GetRemote(), port),
        {m_opened.streams, m_opened.window, GetTos(), GetConnectTimeout()},
        [this]() { Begin(); },
        [this](const std::string& why) { Finish(MeasurementResult::BLOCKED, why); });
}

void
TransferProbe::DoEnd()
{
    NS_LOG_FUNCTION(this);
    m_intervalEnd.Cancel();
    AddBytes(m_sender.TakeBytes());
    m_sender.Stop();
    m_streams.Abort();
}

void
TransferProbe::BeginAccount()
{
    NS_LOG_FUNCTION(this);
    m_streams.BeginAccount();
    m_begin = Simulator::Now();
    m_cycles = 0;
    m_processing = m_processor ? m_processor->GetBusy() : Time(0);
    m_reading = m_disk ? m_disk->GetBusy() : Time(0);
    if (m_interval.IsStrictlyPositive())
    {
        m_before = m_streams.GetAcknowledged();
        m_intervalEnd = Simulator::Schedule(m_interval, &TransferProbe::NotifyInterval, this);
    }
}

void
TransferProbe::EndAccount()
{
    NS_LOG_FUNCTION(this);
    m_intervalEnd.Cancel();
    m_streams.EndAccount();
    m_time = Simulator::Now() - m_begin;
    m_processing = m_processor ? m_processor->GetBusy() - m_processing : Time(0);
    m_reading = m_disk ? m_disk->GetBusy() - m_reading : Time(0);
}

std::string
TransferProbe::ReportAccount(const measurement::TransferCause::Host& sink, double limit)
{
    const auto account = m_streams.GetAccount();
    const double seconds = m_time.GetSeconds();
    measurement::TransferCause::Evidence evidence;
    evidence.limits = account.limits;
    evidence.again = account.again;
    evidence.sink = sink;
    evidence.limit = limit;
    if (seconds > 0)
    {
        evidence.source = {m_processing.GetSeconds() / seconds, m_reading.GetSeconds() / seconds};
    }
    if (account.samples)
    {
        evidence.roundTrip =
            1e-9 * static_cast<double>(account.roundTrips) / static_cast<double>(account.samples);
        evidence.leastRoundTrip = 1e-9 * static_cast<double>(account.leastRoundTrip);
        Report("rtt_mean", evidence.roundTrip, "s");
        Report("rtt_least", evidence.leastRoundTrip, "s");
    }
    if (account.segments)
    {
        const double again = account.again;
        Report("loss", again / static_cast<double>(account.segments), "1");
    }
    Report("retransmits", account.again, "1");
    Report("limited_window", account.limits.GetShare(measurement::SenderLimits::WINDOW), "1");
    Report("limited_path", account.limits.GetShare(measurement::SenderLimits::PATH), "1");
    Report("limited_sender", account.limits.GetShare(measurement::SenderLimits::SENDER), "1");
    if (m_processor && seconds > 0)
    {
        Report("cpu_sender", m_cycles / seconds / 1e6, "MHz");
    }
    if (m_rates.size() > 1)
    {
        Report("rate_deviation", GetDeviation(), "bit/s");
    }
    const auto cause = measurement::TransferCause::Judge(evidence);
    Report("limited_by", cause, "1");
    return "limited by " + measurement::TransferCause::ToText(cause);
}

Time
TransferProbe::Work(double cycles)
{
    m_cycles += cycles;
    return m_processor->Work(cycles);
}

double
TransferProbe::GetPerByte() const
{
    return m_processor->GetCost().GetPerByte(m_streams.Get(0)->GetSegment(), m_opened.window);
}

uint32_t
TransferProbe::GetStreams() const
{
    return m_opened.streams;
}

uint32_t
TransferProbe::GetWindow() const
{
    return m_opened.window;
}

Ptr<HostProcessor>
TransferProbe::GetProcessor() const
{
    return m_processor;
}

Ptr<HostDisk>
TransferProbe::GetDisk() const
{
    return m_disk;
}

uint32_t
TransferProbe::Fit(uint32_t length) const
{
    const uint32_t segment = m_streams.Get(0)->GetSegment();
    return std::max(length / segment, 1U) * segment;
}

void
TransferProbe::FinishBroken(uint32_t stream, const std::string& note)
{
    NS_LOG_FUNCTION(this << stream << note);
    if (m_streams.IsUnanswered(stream))
    {
        FinishUnanswered();
        return;
    }
    Finish(MeasurementResult::SERVER_DIED, note);
}

measurement::TransferStreams&
TransferProbe::GetConnections()
{
    return m_streams;
}

measurement::TransferSender&
TransferProbe::GetSender()
{
    return m_sender;
}

void
TransferProbe::NotifyInterval()
{
    NS_LOG_FUNCTION(this);
    const uint64_t bytes = m_streams.GetAcknowledged();
    m_rates.push_back(8 * static_cast<double>(bytes - m_before) / m_interval.GetSeconds());
    m_before = bytes;
    m_intervalEnd = Simulator::Schedule(m_interval, &TransferProbe::NotifyInterval, this);
    NotifyProgress(bytes); // may end the measurement
}

double
TransferProbe::GetDeviation() const
{
    const double n = m_rates.size();
    const double mean = std::accumulate(m_rates.begin(), m_rates.end(), 0.0) / n;
    double squares = 0;
    for (const double rate : m_rates)
    {
        squares += (rate - mean) * (rate - mean);
    }
    return std::sqrt(squares / (n - 1));
}

} // namespace ns3
