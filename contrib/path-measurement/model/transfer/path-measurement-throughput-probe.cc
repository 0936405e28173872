/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-throughput-probe.h"

#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <sstream>

namespace ns3
{

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
    std::vector<WorkLine::Stage> stages;
    if (GetProcessor())
    {
        stages.emplace_back([this, cycles = GetPerByte()](const TransferBlock& block) {
            return Work(block.payload * cycles);
        });
    }
    m_broken = 0;
    m_counting = Simulator::Schedule(m_omit, &ThroughputProbe::BeginAccount, this);
    m_concluding = Simulator::Schedule(m_omit + m_duration, &ThroughputProbe::Conclude, this);
    const auto supply = [length = Fit(m_length)](TransferBlock& block) {
        block.data = block.payload = length;
        return true;
    };
    GetSender().Start(GetConnections(), stages, supply, 0, false);
}

void
ThroughputProbe::Break(uint32_t stream)
{
    ++m_broken;
    if (!GetConnections().GetAlive())
    {
        FinishBroken(stream, "all streams broke");
    }
}

void
ThroughputProbe::DoEnd()
{
    m_counting.Cancel();
    m_concluding.Cancel();
    TransferProbe::DoEnd();
}

void
ThroughputProbe::Conclude()
{
    EndAccount();
    AskReport(); // data go on until the answer comes, so that the server counts to its end
}

void
ThroughputProbe::HearReport(const std::vector<MeasurementResult::Value>& values)
{
    if (values.empty())
    {
        Finish(MeasurementResult::BLOCKED, "no data came to the server");
        return;
    }
    TransferCause::Host sink;
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

} // namespace ns3
