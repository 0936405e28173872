/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-throughput-server.h"

#include "ns3/simulator.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3
{

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
    m_begin = Simulator::Now();
    m_counting = true;
    m_busy = GetProcessor() ? GetProcessor()->GetBusy() : Time(0);
    m_used = GetCycles();
    m_next = Simulator::Schedule(m_duration, &ThroughputServer::End, this);
}

void
ThroughputServer::End()
{
    m_end = Simulator::Now();
    m_counting = false;
    m_busy = GetProcessor() ? GetProcessor()->GetBusy() - m_busy : Time(0);
    m_used = GetCycles() - m_used;
}

void
ThroughputServer::DoStop()
{
    m_next.Cancel();
    TransferServer::DoStop();
}

} // namespace ns3
