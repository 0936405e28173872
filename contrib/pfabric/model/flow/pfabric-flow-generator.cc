/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-flow-generator.h"

#include "ns3/burst-core-object-text-value.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricFlowGenerator");

NS_OBJECT_ENSURE_REGISTERED(PFabricFlowGenerator);

TypeId
PFabricFlowGenerator::GetTypeId()
{
    const auto untilStart = burst::MakeAccessorsUntil(&PFabricFlowGenerator::HasStarted, "Start");
    static TypeId tid =
        TypeId("ns3::PFabricFlowGenerator")
            .SetParent<Object>()
            .SetGroupName("PFabric")
            .AddConstructor<PFabricFlowGenerator>()
            .AddAttribute("Rate",
                          "Flows of all pairs together, per second; 0: there are none.",
                          DoubleValue(0),
                          untilStart(MakeDoubleAccessor(&PFabricFlowGenerator::m_rate)),
                          MakeDoubleChecker<double>(0))
            .AddAttribute(
                "Sizes",
                "The RandomVariableStream of the sizes, bytes, such as "
                "ns3::EmpiricalSizeVariable[File=sizes.txt|Interpolate=true|Unit=1460].",
                StringValue("ns3::ConstantRandomVariable[Constant=1460]"),
                untilStart(burst::MakeObjectTextAccessor(&PFabricFlowGenerator::SetSizes,
                                                         &PFabricFlowGenerator::GetSizes)),
                burst::MakeObjectTextChecker<RandomVariableStream>())
            .AddAttribute(
                "Begin",
                "Before the first gap between starts; the time of Start if that is later.",
                TimeValue(Time(0)),
                untilStart(MakeTimeAccessor(&PFabricFlowGenerator::m_begin)),
                MakeTimeChecker(Time(0)))
            .AddAttribute("End",
                          "No flow starts then or later; 0: they go on.",
                          TimeValue(Time(0)),
                          untilStart(MakeTimeAccessor(&PFabricFlowGenerator::m_end)),
                          MakeTimeChecker(TimeStep(0)))
            .AddAttribute("MaxFlows",
                          "After which there are no more; 0: they go on.",
                          UintegerValue(0),
                          untilStart(MakeUintegerAccessor(&PFabricFlowGenerator::m_most)),
                          MakeUintegerChecker<uint64_t>());
    return tid;
}

PFabricFlowGenerator::PFabricFlowGenerator()
    : m_gaps(CreateObject<ExponentialRandomVariable>()),
      m_pairs(CreateObject<UniformRandomVariable>())
{
    NS_LOG_FUNCTION(this);
}

void
PFabricFlowGenerator::Start(Ptr<PFabricFlowTransport> transport, uint32_t hosts)
{
    NS_LOG_FUNCTION(this << transport << hosts);
    m_transport = transport;
    m_hosts = hosts;
    m_started = true;
    m_flow.start = Max(m_begin, Simulator::Now());
    Schedule();
}

bool
PFabricFlowGenerator::HasStarted() const
{
    return m_started;
}

void
PFabricFlowGenerator::Burst(Ptr<PFabricFlowTransport> transport, uint32_t hosts, Time at)
{
    NS_LOG_FUNCTION(this << transport << hosts << at);
    m_transport = transport;
    auto flow = m_flow; // beside the one that Start has drawn
    flow.start = at;
    for (uint32_t from = 0; from < hosts; ++from)
    {
        for (uint32_t to = 0; to < hosts; ++to)
        {
            if (from != to)
            {
                flow.number = m_flow.number++;
                flow.from = from;
                flow.to = to;
                flow.bytes = DrawSize();
                m_transport->Plan(flow);
                m_bytes += flow.bytes;
            }
        }
    }
}

void
PFabricFlowGenerator::Schedule()
{
    if (m_rate == 0 || (m_most > 0 && m_flow.number >= m_most))
    {
        return;
    }
    // A size and two hosts are drawn for each flow, whether it comes or not.
    const double gap = m_gaps->GetValue(1, 0) / m_rate;
    if (gap >= (Time::Max() - m_flow.start).GetSeconds())
    {
        return; // never
    }
    m_flow.start += Seconds(gap);
    m_flow.from = m_pairs->GetInteger(0, m_hosts - 1);
    m_flow.to = m_pairs->GetInteger(0, m_hosts - 2);
    m_flow.to += m_flow.to >= m_flow.from ? 1 : 0;
    m_flow.bytes = DrawSize();
    if (!m_end.IsZero() && m_flow.start >= m_end)
    {
        return;
    }
    m_event = Simulator::Schedule(m_transport->GetTimeToAnnounce(m_flow.start),
                                  &PFabricFlowGenerator::Announce,
                                  this);
}

void
PFabricFlowGenerator::Announce()
{
    m_transport->Announce(m_flow);
    m_bytes += m_flow.bytes;
    ++m_flow.number;
    Schedule();
}

uint64_t
PFabricFlowGenerator::DrawSize()
{
    constexpr double MAX = std::numeric_limits<uint32_t>::max();
    const double bytes = std::ceil(m_sizes->GetValue());
    if (!(bytes >= 1 && bytes <= MAX))
    {
        throw std::invalid_argument("a size of PFabricFlowGenerator is " + std::to_string(bytes) +
                                    " bytes; allowed are 1 to 4294967295");
    }
    return static_cast<uint64_t>(bytes);
}

uint64_t
PFabricFlowGenerator::GetFlows() const
{
    return m_flow.number;
}

uint64_t
PFabricFlowGenerator::GetBytes() const
{
    return m_bytes;
}

int64_t
PFabricFlowGenerator::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_stream = stream;
    m_gaps->SetStream(stream);
    m_pairs->SetStream(stream + 1);
    m_sizes->SetStream(stream + 2);
    return 3;
}

void
PFabricFlowGenerator::SetSizes(const burst::ObjectText& sizes)
{
    m_sizesText = sizes;
    m_sizes = sizes.Create<RandomVariableStream>();
    if (m_stream)
    {
        m_sizes->SetStream(*m_stream + 2);
    }
}

burst::ObjectText
PFabricFlowGenerator::GetSizes() const
{
    return m_sizesText;
}

void
PFabricFlowGenerator::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_event.Cancel();
    m_transport = nullptr;
    Object::DoDispose();
}

} // namespace ns3
