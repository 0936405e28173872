/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-throughput-probe.h"

#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <numeric>
#include <sstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ThroughputProbe");

NS_OBJECT_ENSURE_REGISTERED(ThroughputProbe);

TypeId
ThroughputProbe::GetTypeId()
{
    using Self = ThroughputProbe;
    static TypeId tid = AddStreams(
        TypeId("ns3::ThroughputProbe")
            .SetParent<TransferProbe>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<Self>()
            .AddAttribute("Duration",
                          "Time of the test.",
                          TimeValue(Seconds(10)),
                          BetweenMeasurements(MakeTimeAccessor(&Self::m_duration)),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute("Omit",
                          "Time before Duration that does not count, as for slow start.",
                          TimeValue(Time(0)),
                          BetweenMeasurements(MakeTimeAccessor(&Self::m_omit)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Length",
                          "Bytes that are written at a time, 1 to 16,777,216; whole segments of "
                          "them are, at least one. iperf has 8 KB.",
                          UintegerValue(8192),
                          BetweenMeasurements(MakeUintegerAccessor(&Self::m_length)),
                          MakeUintegerChecker<uint32_t>(1, 1 << 24)),
        1,
        65'536);
    return tid;
}

Time
ThroughputProbe::GetExpectedDuration(double rate, Time roundTrip) const
{
    // A round trip to connect to the agent, to start the server, to connect to that, and to ask.
    return m_omit + m_duration + roundTrip + roundTrip + roundTrip + roundTrip;
}

double
ThroughputProbe::GetExpectedBytes(double rate) const
{
    return rate * (m_omit + m_duration).GetSeconds() / 8;
}

std::string
ThroughputProbe::GetServer() const
{
    std::ostringstream text;
    text << "ns3::ThroughputServer[Window=" << GetWindow() << "|Omit=" << m_omit.GetNanoSeconds()
         << "ns|Duration=" << m_duration.GetNanoSeconds() << "ns]";
    return text.str();
}

void
ThroughputProbe::Begin()
{
    NS_LOG_FUNCTION(this);
    std::vector<measurement::WorkLine::Stage> stages;
    if (GetProcessor())
    {
        stages.emplace_back([this, cycles = GetPerByte()](const measurement::TransferBlock& block) {
            return Work(block.payload * cycles);
        });
    }
    m_broken = 0;
    m_counting = Simulator::Schedule(m_omit, &ThroughputProbe::BeginAccount, this);
    m_concluding = Simulator::Schedule(m_omit + m_duration, &ThroughputProbe::Conclude, this);
    const auto supply = [length = Fit(m_length)](measurement::TransferBlock& block) {
        block.data = block.payload = length;
        return true;
    };
    GetSender().Start(GetConnections(), stages, supply, 0, false);
}

void
ThroughputProbe::Break(uint32_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    ++m_broken;
    if (!GetConnections().GetAlive())
    {
        FinishBroken(stream, "all streams broke");
    }
}

void
ThroughputProbe::DoEnd()
{
    NS_LOG_FUNCTION(this);
    m_counting.Cancel();
    m_concluding.Cancel();
    TransferProbe::DoEnd();
}

void
ThroughputProbe::Conclude()
{
    NS_LOG_FUNCTION(this);
    EndAccount();
    RequestReport(); // data go on until the answer comes, so that the server counts to its end
}

void
ThroughputProbe::ReceiveReport(const std::vector<MeasurementResult::Value>& values)
{
    NS_LOG_FUNCTION(this);
    if (values.empty())
    {
        Finish(MeasurementResult::BLOCKED, "no data came to the server");
        return;
    }
    measurement::TransferCause::Host sink;
    for (const auto& value : values)
    {
        if (value.name == "processor")
        {
            sink.processor = value.value;
        }
        else
        {
            Report(value.name, value.value, value.unit);
        }
    }
    auto note = ReportAccount(sink, 0);
    if (m_broken)
    {
        note += "; " + std::to_string(m_broken) + " of " + std::to_string(GetStreams()) +
                " streams broke";
    }
    Finish(MeasurementResult::OK, note);
}

NS_OBJECT_ENSURE_REGISTERED(ThroughputServer);

TypeId
ThroughputServer::GetTypeId()
{
    using Self = ThroughputServer;
    static TypeId tid = TypeId("ns3::ThroughputServer")
                            .SetParent<TransferServer>()
                            .SetGroupName("PathMeasurement")
                            .AddConstructor<Self>()
                            .AddAttribute("Omit",
                                          "Time after the first byte that does not count.",
                                          TimeValue(Time(0)),
                                          UntilStart(MakeTimeAccessor(&Self::m_omit)),
                                          MakeTimeChecker(Time(0)))
                            .AddAttribute("Duration",
                                          "Time of the test, after Omit.",
                                          TimeValue(Seconds(10)),
                                          UntilStart(MakeTimeAccessor(&Self::m_duration)),
                                          MakeTimeChecker(MilliSeconds(1)));
    return tid;
}

std::vector<MeasurementResult::Value>
ThroughputServer::GetReport() const
{
    const Time until = m_counting ? Simulator::Now() : m_end;
    const double seconds = (until - m_begin).GetSeconds();
    if (seconds <= 0)
    {
        return {};
    }
    auto bytes = m_bytes;
    bytes.resize(std::max<std::size_t>(bytes.size(), GetStreams()));
    const auto rate = [seconds](uint64_t some) { return 8 * static_cast<double>(some) / seconds; };
    std::vector<MeasurementResult::Value> values{
        {"throughput", rate(std::accumulate(bytes.begin(), bytes.end(), uint64_t(0))), "bit/s"},
        {"stream_least", rate(*std::min_element(bytes.begin(), bytes.end())), "bit/s"},
        {"stream_most", rate(*std::max_element(bytes.begin(), bytes.end())), "bit/s"},
    };
    if (const auto processor = GetProcessor())
    {
        const Time busy = m_counting ? processor->GetBusy() - m_busy : m_busy;
        const double cycles = m_counting ? GetCycles() - m_used : m_used;
        values.push_back({"processor", busy.GetSeconds() / seconds, "1"});
        values.push_back({"cpu_receiver", cycles / seconds / 1e6, "MHz"});
    }
    return values;
}

void
ThroughputServer::Read(uint32_t stream, Ptr<Packet> packet)
{
    if (!std::exchange(m_begun, true))
    {
        m_next = Simulator::Schedule(m_omit, &ThroughputServer::Begin, this);
        if (m_omit.IsZero())
        {
            m_next.Cancel();
            Begin();
        }
    }
    if (m_counting)
    {
        m_bytes.resize(std::max<std::size_t>(m_bytes.size(), stream + 1));
        m_bytes[stream] += packet->GetSize();
    }
}

void
ThroughputServer::Begin()
{
    NS_LOG_FUNCTION(this);
    m_begin = Simulator::Now();
    m_counting = true;
    m_busy = GetProcessor() ? GetProcessor()->GetBusy() : Time(0);
    m_used = GetCycles();
    m_next = Simulator::Schedule(m_duration, &ThroughputServer::End, this);
}

void
ThroughputServer::End()
{
    NS_LOG_FUNCTION(this);
    m_end = Simulator::Now();
    m_counting = false;
    m_busy = GetProcessor() ? GetProcessor()->GetBusy() - m_busy : Time(0);
    m_used = GetCycles() - m_used;
}

void
ThroughputServer::DoStop()
{
    NS_LOG_FUNCTION(this);
    m_next.Cancel();
    TransferServer::DoStop();
}

} // namespace ns3
