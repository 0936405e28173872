/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-throughput-probe.h"

#include "ns3/inet-socket-address.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ThroughputProbe);

TypeId
ThroughputProbe::GetTypeId()
{
    using Self = ThroughputProbe;
    static TypeId tid =
        TypeId("ns3::ThroughputProbe")
            .SetParent<RemoteProbe>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<Self>()
            .AddAttribute("Duration",
                          "Time of the test.",
                          TimeValue(Seconds(10)),
                          MakeTimeAccessor(&Self::m_duration),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("Omit",
                          "Time before Duration that does not count, as for slow start.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&Self::m_omit),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Interval",
                          "Time between reports of progress; 0: none.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&Self::m_interval),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Window",
                          "Socket buffers of each stream at both ends, 1,460 bytes to 1 GiB.",
                          UintegerValue(65'536),
                          MakeUintegerAccessor(&Self::m_window),
                          MakeUintegerChecker<uint32_t>(1460, 1 << 30))
            .AddAttribute("Streams",
                          "Parallel streams, 1 to 1,000.",
                          UintegerValue(1),
                          MakeUintegerAccessor(&Self::m_number),
                          MakeUintegerChecker<uint32_t>(1, 1000))
            .AddAttribute("Length",
                          "Bytes that are written at a time; whole segments of them are, at least "
                          "one. iperf has 8 KB.",
                          UintegerValue(8192),
                          MakeUintegerAccessor(&Self::m_length),
                          MakeUintegerChecker<uint32_t>(1, 1 << 24));
    return tid;
}

Time
ThroughputProbe::GetExpectedDuration(double rate, Time roundTrip) const
{
    return m_omit + m_duration + roundTrip + roundTrip + roundTrip + roundTrip;
}

double
ThroughputProbe::GetExpectedBytes(double rate) const
{
    return rate * (m_omit + m_duration).GetSeconds() / 8;
}

bool
ThroughputProbe::IsHeavy() const
{
    return true;
}

std::string
ThroughputProbe::GetServer() const
{
    std::ostringstream text;
    text << "ns3::ThroughputServer[Window=" << m_window << "|Omit=" << m_omit.GetNanoSeconds()
         << "ns|Duration=" << m_duration.GetNanoSeconds() << "ns]";
    return text.str();
}

void
ThroughputProbe::DoMeasure(uint16_t port)
{
    m_streams.SetBroken([this](uint32_t stream) { Break(stream); });
    m_streams.Open(
        GetNode(),
        InetSocketAddress(GetRemote(), port),
        {m_number, m_window, GetTos(), GetConnectTimeout()},
        [this]() { Begin(); },
        [this](const std::string& why) { Finish(MeasurementResult::BLOCKED, why); });
}

void
ThroughputProbe::DoEnd()
{
    m_next.Cancel();
    m_telling.Cancel();
    AddBytes(m_sender.GetBytes());
    m_sender.Stop();
    m_streams.Abort();
}

void
ThroughputProbe::Begin()
{
    const uint32_t segment = m_streams.Get(0)->GetSegment();
    const uint32_t length = std::max(m_length / segment, 1U) * segment;
    m_broken = 0;
    m_rates.clear();
    std::vector<WorkLine::Stage> stages;
    m_processor = GetNode()->GetObject<HostProcessor>();
    if (m_processor)
    {
        m_perByte = m_processor->GetCost().GetPerByte(segment, m_window);
        stages.emplace_back([this](const TransferBlock& block) { return Work(block); });
    }
    m_next = Simulator::Schedule(m_omit, &ThroughputProbe::Count, this);
    m_sender.Start(
        m_streams,
        stages,
        [length](TransferBlock& block) {
            block.data = block.payload = length;
            return true;
        },
        0);
}

void
ThroughputProbe::Count()
{
    m_streams.BeginAccount();
    m_cycles = 0;
    m_busy = m_processor ? m_processor->GetBusy() : Time(0);
    m_next = Simulator::Schedule(m_duration, &ThroughputProbe::Conclude, this);
    if (m_interval.IsStrictlyPositive())
    {
        m_before = m_streams.GetAcknowledged();
        m_telling = Simulator::Schedule(m_interval, &ThroughputProbe::Tell, this);
    }
}

void
ThroughputProbe::Tell()
{
    const uint64_t bytes = m_streams.GetAcknowledged();
    m_rates.push_back(8 * static_cast<double>(bytes - m_before) / m_interval.GetSeconds());
    m_before = bytes;
    TellProgress(bytes);
    m_telling = Simulator::Schedule(m_interval, &ThroughputProbe::Tell, this);
}

void
ThroughputProbe::Conclude()
{
    m_telling.Cancel();
    m_streams.EndAccount();
    m_busy = m_processor ? m_processor->GetBusy() - m_busy : Time(0);
    AskReport(); // what is in the buffers goes on until the answer comes
}

void
ThroughputProbe::Break(uint32_t stream)
{
    ++m_broken;
    if (!m_streams.GetAlive())
    {
        Finish(MeasurementResult::SERVER_DIED, "all streams broke");
    }
}

Time
ThroughputProbe::Work(const TransferBlock& block)
{
    const double cycles = block.payload * m_perByte;
    m_cycles += cycles;
    return m_processor->Work(cycles);
}

double
ThroughputProbe::GetDeviation() const
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

void
ThroughputProbe::HearReport(const std::vector<MeasurementResult::Value>& values)
{
    const auto account = m_streams.GetAccount();
    TransferCause::Evidence evidence;
    evidence.limits = account.limits;
    evidence.again = account.again;
    evidence.leastRoundTrip = 1e-9 * static_cast<double>(account.leastRoundTrip);
    evidence.source.processor = m_busy.GetSeconds() / m_duration.GetSeconds();
    for (const auto& value : values)
    {
        if (value.name == "processor")
        {
            evidence.sink.processor = value.value;
        }
        else
        {
            Report(value.name, value.value, value.unit);
        }
    }
    if (account.samples)
    {
        evidence.roundTrip =
            1e-9 * static_cast<double>(account.roundTrips) / static_cast<double>(account.samples);
        Report("rtt_mean", evidence.roundTrip, "s");
        Report("rtt_least", evidence.leastRoundTrip, "s");
    }
    if (account.segments)
    {
        Report("loss",
               static_cast<double>(account.again) / static_cast<double>(account.segments),
               "1");
    }
    Report("retransmits", static_cast<double>(account.again), "1");
    Report("limited_window", account.limits.GetShare(SenderLimits::WINDOW), "1");
    Report("limited_path", account.limits.GetShare(SenderLimits::PATH), "1");
    Report("limited_sender", account.limits.GetShare(SenderLimits::SENDER), "1");
    if (m_processor)
    {
        Report("cpu_sender", m_cycles / m_duration.GetSeconds() / 1e6, "MHz");
    }
    if (m_rates.size() > 1)
    {
        Report("rate_deviation", GetDeviation(), "bit/s");
    }
    const auto cause = TransferCause::Judge(evidence);
    Report("limited_by", cause, "1");
    std::string note = "limited by " + TransferCause::ToText(cause);
    if (m_broken)
    {
        note +=
            "; " + std::to_string(m_broken) + " of " + std::to_string(m_number) + " streams broke";
    }
    Finish(MeasurementResult::OK, note);
}

} // namespace ns3
