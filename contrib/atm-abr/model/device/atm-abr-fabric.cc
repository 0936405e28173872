/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-fabric.h"

#include "ns3/abort.h"
#include "ns3/atm-abr-arrival-supply.h"
#include "ns3/atm-abr-cell-engine.h"
#include "ns3/atm-abr-destination-behavior.h"
#include "ns3/atm-abr-ideal.h"
#include "ns3/atm-abr-lazy-engine.h"
#include "ns3/boolean.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/net-device.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AtmFabric");

NS_OBJECT_ENSURE_REGISTERED(AtmFabric);

TypeId
AtmFabric::GetTypeId()
{
    static TypeId tid = burst::AddStatistics<AtmFabric>(
        TypeId("ns3::AtmFabric")
            .SetParent<Channel>()
            .SetGroupName("AtmAbr")
            .AddConstructor<AtmFabric>()
            .AddAttribute(
                "Rate",
                "Rate of the links of which the topology says none, in bits per second of "
                "whole cells.",
                DataRateValue(DataRate("155Mbps")),
                MakeDataRateAccessor(&AtmFabric::m_rate),
                MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Delay of the links of which the topology says none.",
                          TimeValue(MicroSeconds(20)),
                          MakeTimeAccessor(&AtmFabric::m_delay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Engine",
                          "What moves the cells; both give the same results.",
                          EnumValue(LAZY),
                          burst::MakeEnumerationAccessor<EngineKind>(&AtmFabric::m_kind),
                          MakeEnumChecker(LAZY, "Lazy", CELL, "Cell"))
            .AddAttribute("SourceBehavior",
                          "The AbrSourceBehavior of sources that are given none of their own.",
                          StringValue("ns3::AbrSourceBehaviorDraft95"),
                          burst::MakeObjectTextAccessor(&AtmFabric::m_behavior),
                          burst::MakeObjectTextChecker<AbrSourceBehavior>())
            .AddAttribute("DestinationBehavior",
                          "The AbrDestinationBehavior of each VC.",
                          StringValue("ns3::AbrDestinationBehavior"),
                          burst::MakeObjectTextAccessor(&AtmFabric::m_end),
                          burst::MakeObjectTextChecker<AbrDestinationBehavior>())
            .AddAttribute("Marking",
                          "The AbrMarking of each output port of a switch; empty: none.",
                          StringValue("ns3::AbrMarking"),
                          burst::MakeObjectTextAccessor(&AtmFabric::m_marking),
                          burst::MakeObjectTextChecker<AbrMarking>(true))
            .AddAttribute("SwitchAlgorithm",
                          "The AbrSwitchAlgorithm of each output port of a switch; empty: explicit "
                          "rates stay as they are.",
                          StringValue(""),
                          burst::MakeObjectTextAccessor(&AtmFabric::m_algorithm),
                          burst::MakeObjectTextChecker<AbrSwitchAlgorithm>(true))
            .AddAttribute("BufferCells",
                          "Cells for which an output port of a switch has room, that in service "
                          "included; 0: no limit.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&AtmFabric::m_buffer),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("EpdThreshold",
                          "Cells of an output port above which it refuses new frames whole (early "
                          "packet discard); 0: never.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&AtmFabric::m_frameThreshold),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "PartialDiscard",
                "Whether an output port refuses the rest of a frame that lost a cell, but "
                "for its last one (partial packet discard).",
                BooleanValue(false),
                MakeBooleanAccessor(&AtmFabric::m_partialDiscard),
                MakeBooleanChecker())
            .AddAttribute("PerVcQueues",
                          "Whether an output port of a switch has a queue for each VC, served in "
                          "turn.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&AtmFabric::m_perVc),
                          MakeBooleanChecker())
            .AddAttribute("ExactRates",
                          "Whether RM cells carry any rate; else the 16-bit numbers of TM 4.0.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&AtmFabric::m_exactRates),
                          MakeBooleanChecker())
            .AddAttribute("FrameCells",
                          "Cells of a frame, of VCs whose cells come from arrival processes; 0: "
                          "there are no frames.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&AtmFabric::m_frameCells),
                          MakeUintegerChecker<uint32_t>())
            .AddTraceSource("Rate",
                            "A source has sent or received an RM cell: number of the VC, time, and "
                            "its allowed cell rate ACR after that, cells per second.",
                            MakeTraceSourceAccessor(&AtmFabric::m_rateTrace),
                            "ns3::AtmFabric::RateTracedCallback"),
        {{"atm.sent", "1", "data cells that left their sources", &AtmFabric::GetSent},
         {"atm.delivered",
          "1",
          "data cells that came to their destinations",
          &AtmFabric::GetDelivered},
         {"atm.lost", "1", "cells that a full buffer refused", &AtmFabric::GetLost}});
    return tid;
}

AtmFabric::AtmFabric()
{
    NS_LOG_FUNCTION(this);
}

AtmFabric::~AtmFabric() = default;

void
AtmFabric::Build(const fabric::Topology& topology)
{
    NS_LOG_FUNCTION(this);
    m_network = std::make_unique<AtmNetwork>(topology, m_rate.GetBitRate(), m_delay);
    MakePort(); // what does not go together is found now
}

AtmEngine::PortSettings
AtmFabric::MakePort() const
{
    AtmEngine::PortSettings port;
    port.buffer.limit = m_buffer == 0 ? AtmBuffer::UNLIMITED : m_buffer;
    port.buffer.frameThreshold = m_frameThreshold == 0 ? AtmBuffer::UNLIMITED : m_frameThreshold;
    port.buffer.partialDiscard = m_partialDiscard;
    port.perVc = m_perVc;
    port.marking = m_marking ? m_marking.Create<AbrMarking>() : nullptr;
    port.algorithm = m_algorithm ? m_algorithm.Create<AbrSwitchAlgorithm>() : nullptr;
    return port;
}

uint32_t
AtmFabric::AddVc(const std::string& source,
                 const std::string& destination,
                 Ptr<ArrivalProcess> process,
                 const Time& start,
                 Ptr<const AbrSourceBehavior> behavior)
{
    NS_LOG_FUNCTION(this << source << destination << process << start << behavior);
    NS_ABORT_MSG_IF(!m_network || m_engine, "AddVc comes between Build and Initialize");
    AtmEngine::VcSettings vc;
    if (!behavior)
    {
        behavior = m_behavior.Create<AbrSourceBehavior>();
    }
    vc.rules = behavior->MakeRules();
    vc.start = start.GetPicoSeconds();
    vc.supply = std::make_unique<AtmArrivalSupply>(process, vc.start, m_frameCells);
    vc.destination = m_end.Create<AbrDestinationBehavior>()->MakeDestination();
    vc.exactRates = m_exactRates;
    const uint32_t number = m_network->AddVc(source, destination);
    m_vcs.push_back(std::move(vc));
    m_processes.push_back(process);
    return number;
}

int64_t
AtmFabric::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    const int64_t first = stream;
    for (const auto& process : m_processes)
    {
        stream += process->AssignStreams(stream);
    }
    return stream - first;
}

void
AtmFabric::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    if (!m_network)
    {
        throw std::invalid_argument("an AtmFabric was not built before the simulation");
    }
    AtmEngineListener* const listener = this;
    if (m_kind == LAZY)
    {
        m_engine = std::make_unique<AtmLazyEngine>(*m_network, listener);
    }
    else
    {
        m_engine = std::make_unique<AtmCellEngine>(*m_network, listener);
    }
    const auto& channels = m_network->GetChannels();
    m_algorithms.resize(channels.size());
    for (uint32_t port = 0; port < channels.size(); ++port)
    {
        if (!channels[port].fromDevice)
        {
            auto settings = MakePort();
            m_algorithms[port] = settings.algorithm;
            m_engine->SetPort(port, std::move(settings));
        }
    }
    for (uint32_t vc = 0; vc < m_vcs.size(); ++vc)
    {
        m_engine->SetVc(vc, std::move(m_vcs[vc]));
    }
    m_engine->Start();
    GetBundle().Advance();
    Channel::DoInitialize();
}

void
AtmFabric::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Leave();
    m_processes.clear();
    m_algorithms.clear();
    Channel::DoDispose();
}

const AtmNetwork&
AtmFabric::GetNetwork() const
{
    return *m_network;
}

AtmEngine&
AtmFabric::GetEngine() const
{
    NS_ABORT_MSG_IF(!m_engine, "the engine begins when the fabric is initialized");
    GetBundle().Advance();
    return *m_engine;
}

Ptr<AbrSwitchAlgorithm>
AtmFabric::GetAlgorithm(uint32_t port) const
{
    return m_algorithms.at(port);
}

void
AtmFabric::SetIdealRates(const std::vector<double>& rates)
{
    NS_LOG_FUNCTION(this);
    std::vector<std::vector<double>> byPort(m_algorithms.size());
    for (uint32_t vc = 0; vc < m_network->GetVcs().size(); ++vc)
    {
        for (const uint32_t port : m_network->GetVcs()[vc].forward)
        {
            byPort[port].push_back(rates.at(vc));
        }
    }
    for (uint32_t port = 0; port < byPort.size(); ++port)
    {
        if (const auto ideal = DynamicCast<IdealAlgorithm>(m_algorithms[port]))
        {
            ideal->SetRates(byPort[port]);
        }
    }
}

bool
AtmFabric::IsExact() const
{
    return !m_rateTrace.IsEmpty();
}

void
AtmFabric::AdvanceEngine()
{
    if (m_engine)
    {
        m_engine->Advance(Simulator::Now().GetPicoSeconds());
    }
}

void
AtmFabric::HandOver()
{
}

void
AtmFabric::ScheduleNext()
{
    if (!m_engine || !IsExact())
    {
        return;
    }
    const AtmTime next = m_engine->GetNextTime();
    if (next != AtmEngine::NEVER)
    {
        const Time time = PicoSeconds(next);
        WakeAt(next, time.GetPicoSeconds() < next ? time + TimeStep(1) : time);
    }
}

void
AtmFabric::OnRate(uint32_t vc, AtmTime time, double rate)
{
    if (!m_rateTrace.IsEmpty())
    {
        GetBundle().TellOfPast(
            [this, vc, when = PicoSeconds(time), rate] { m_rateTrace(vc, when, rate); });
    }
}

std::size_t
AtmFabric::GetNDevices() const
{
    return 0;
}

Ptr<NetDevice>
AtmFabric::GetDevice(std::size_t /* number */) const
{
    return nullptr;
}

uint64_t
AtmFabric::GetSent() const
{
    auto& engine = GetEngine();
    uint64_t sum = 0;
    for (uint32_t vc = 0; vc < m_network->GetVcs().size(); ++vc)
    {
        sum += engine.GetVcCounts(vc).data;
    }
    return sum;
}

uint64_t
AtmFabric::GetDelivered() const
{
    auto& engine = GetEngine();
    uint64_t sum = 0;
    for (uint32_t vc = 0; vc < m_network->GetVcs().size(); ++vc)
    {
        sum += engine.GetVcCounts(vc).delivered;
    }
    return sum;
}

uint64_t
AtmFabric::GetLost() const
{
    auto& engine = GetEngine();
    uint64_t sum = 0;
    for (uint32_t port = 0; port < m_network->GetChannels().size(); ++port)
    {
        sum += engine.GetPortCounts(port).lost;
    }
    return sum;
}

} // namespace ns3
