/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "session-scenario.h"

#include "ns3/atm-abr-switch-algorithm.h"
#include "ns3/atm-abr-topologies.h"
#include "ns3/boolean.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/fabric-helper.h"
#include "ns3/node.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace ns3
{

namespace
{

constexpr double PICOSECONDS = 1e12; // in a second
constexpr double MBPS = 1e6;

bool
HasAttribute(TypeId type, const std::string& name)
{
    TypeId::AttributeInformation information;
    return type.LookupAttributeByName(name, &information);
}

} // namespace

TypeId
AtmAbrSessionScenario::AddNetwork(TypeId type, const Defaults& defaults)
{
    using Self = AtmAbrSessionScenario;
    return AddStreamBase(
        type.SetParent<scenario::Scenario>()
            .SetGroupName("atm-abr")
            .AddAttribute("Topology",
                          "Name of a topology, such as two-node[Sessions=6|TrunkKm=4000], "
                          "parking-lot, gfc-1 or gfc-2, or path of a topology file.",
                          StringValue(defaults.topology),
                          MakeStringAccessor(&Self::m_topology),
                          burst::MakeFileChecker(&GetAtmTopologyFiles))
            .AddAttribute("Demands",
                          "Words SOURCE:MBPS or SOURCE:MBPS@SECONDS: what a session sends, in Mb/s "
                          "of data cells or greedy, and when it begins; D* is all that begin with "
                          "D. The others are as the topology says, or greedy.",
                          StringValue(defaults.demands),
                          MakeStringAccessor(&Self::m_demands),
                          MakeStringChecker())
            .AddAttribute("SourceBehavior",
                          "The ns3::AbrSourceBehavior of each source.",
                          StringValue("ns3::AbrSourceBehaviorDraft95["
                                      "UseItOrLoseIt=ns3::AbrUseItOrLoseItAdtf]"),
                          burst::MakeObjectTextAccessor(&Self::m_behavior),
                          burst::MakeObjectTextChecker<AbrSourceBehavior>())
            .AddAttribute("Marking",
                          "The ns3::AbrMarking of each output port of a switch, or nothing.",
                          StringValue(defaults.marking),
                          burst::MakeObjectTextAccessor(&Self::m_marking),
                          burst::MakeObjectTextChecker<AbrMarking>(true))
            .AddAttribute(
                "SwitchAlgorithm",
                "The ns3::AbrSwitchAlgorithm of each output port of a switch, or nothing.",
                StringValue(defaults.algorithm),
                burst::MakeObjectTextAccessor(&Self::m_algorithm),
                burst::MakeObjectTextChecker<AbrSwitchAlgorithm>(true))
            .AddAttribute("BufferCells",
                          "Cells for which an output port of a switch has room; 0: no limit.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Self::m_buffer),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("EpdThreshold",
                          "Cells of an output port above which it refuses new frames; 0: never.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&Self::m_epd),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("PartialDiscard",
                          "Whether an output port refuses the rest of a frame that lost a cell.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Self::m_ppd),
                          MakeBooleanChecker())
            .AddAttribute("PerVcQueues",
                          "Whether an output port of a switch has a queue for each VC.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&Self::m_perVc),
                          MakeBooleanChecker())
            .AddAttribute(
                "ExactRates",
                "Whether RM cells carry any rate; else 16-bit numbers, by which no source "
                "gets beyond 154.78 Mb/s.",
                BooleanValue(true),
                MakeBooleanAccessor(&Self::m_exactRates),
                MakeBooleanChecker())
            .AddAttribute("Engine",
                          "What moves the cells; both give the same results.",
                          EnumValue(AtmFabric::LAZY),
                          burst::MakeEnumerationAccessor<AtmFabric::EngineKind>(&Self::m_engine),
                          MakeEnumChecker(AtmFabric::LAZY, "Lazy", AtmFabric::CELL, "Cell"))
            .AddAttribute("LinkRate",
                          "Of links that do not say otherwise, bits per second of whole cells.",
                          DataRateValue(DataRate("155Mbps")),
                          MakeDataRateAccessor(&Self::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("LinkDelay",
                          "Of links that do not say otherwise; 20 us are 4 km.",
                          TimeValue(MicroSeconds(20)),
                          MakeTimeAccessor(&Self::m_delay),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("WarmUp",
                          "Time before that over which means are taken.",
                          TimeValue(defaults.warmUp),
                          MakeTimeAccessor(&Self::m_warmUp),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Duration",
                          "Time of the whole run, more than WarmUp.",
                          TimeValue(defaults.duration),
                          MakeTimeAccessor(&Self::m_duration),
                          MakeTimeChecker(TimeStep(1))));
}

TypeId
AtmAbrSessionScenario::AddProcess(TypeId type, const std::string& process)
{
    using Self = AtmAbrSessionScenario;
    return type.AddAttribute(
        "Process",
        "When cells come to a source that is not greedy: any ns3::ArrivalProcess, "
        "in ticks of 1 ps. Its Rate or Interval is set by the demand; one without "
        "is a demand of its own.",
        StringValue(process),
        burst::MakeObjectTextAccessor(&Self::m_process),
        burst::MakeObjectTextChecker<ArrivalProcess>());
}

TypeId
AtmAbrSessionScenario::AddCells(TypeId type)
{
    using Self = AtmAbrSessionScenario;
    return type
        .AddAttribute("Fairness",
                      "What is a fair share, for the allocation that stands beside the results "
                      "and that ns3::IdealAlgorithm is told.",
                      EnumValue(AtmMaxMin::SHARE),
                      burst::MakeEnumerationAccessor<AtmMaxMin::Fairness>(&Self::m_fairness),
                      MakeEnumChecker(AtmMaxMin::SHARE,
                                      "Share",
                                      AtmMaxMin::MCR_PLUS_SHARE,
                                      "McrPlusShare",
                                      AtmMaxMin::MCR_OR_SHARE,
                                      "McrOrShare",
                                      AtmMaxMin::PROPORTIONAL_TO_MCR,
                                      "ProportionalToMcr"))
        .AddAttribute("FrameCells",
                      "Cells of a frame; 0: there are no frames.",
                      UintegerValue(0),
                      MakeUintegerAccessor(&Self::m_frameCells),
                      MakeUintegerChecker<uint32_t>());
}

TypeId
AtmAbrSessionScenario::AddEdges(TypeId type, uint32_t frames)
{
    using Self = AtmAbrSessionScenario;
    return type.AddAttribute(
        "BufferFrames",
        "Frames for which an edge device has room beside the one that is being "
        "sent; 0: no limit.",
        UintegerValue(frames),
        MakeUintegerAccessor(&Self::m_room),
        MakeUintegerChecker<uint32_t>(0, 1'000'000));
}

Time
AtmAbrSessionScenario::GetDuration() const
{
    return m_duration;
}

void
AtmAbrSessionScenario::BuildFabric()
{
    if (m_duration <= m_warmUp)
    {
        throw std::invalid_argument("Duration is " + burst::WriteTime(m_duration) +
                                    "; allowed is more than WarmUp, " + burst::WriteTime(m_warmUp));
    }
    m_fabric = CreateObject<AtmFabric>();
    m_fabric->SetAttribute("Rate", DataRateValue(m_rate));
    m_fabric->SetAttribute("Delay", TimeValue(m_delay));
    m_fabric->SetAttribute("Engine", EnumValue(m_engine));
    m_fabric->SetAttribute("Marking", burst::ObjectTextValue(m_marking));
    m_fabric->SetAttribute("SwitchAlgorithm", burst::ObjectTextValue(m_algorithm));
    m_fabric->SetAttribute("BufferCells", UintegerValue(m_buffer));
    m_fabric->SetAttribute("FrameCells", UintegerValue(m_frameCells));
    m_fabric->SetAttribute("EpdThreshold", UintegerValue(m_epd));
    m_fabric->SetAttribute("PartialDiscard", BooleanValue(m_ppd));
    m_fabric->SetAttribute("PerVcQueues", BooleanValue(m_perVc));
    m_fabric->SetAttribute("ExactRates", BooleanValue(m_exactRates));
    const auto topology = AtmTopology(m_topology);
    m_fabric->Build(topology);
    m_sessions = ReadAtmSessions(topology);
    SetDemands();
}

void
AtmAbrSessionScenario::BuildNetwork()
{
    BuildFabric();
    for (AtmSession& session : m_sessions)
    {
        const auto process = MakeProcess(session);
        m_fabric->AddVc(session.source,
                        session.destination,
                        process,
                        session.start,
                        MakeBehavior(session));
    }
    m_fabric->AssignStreams(GetStreamBase());
    m_fair = AllocateAtmSessions(m_fabric->GetNetwork(), m_sessions, m_fairness, GetNrm());
    BeginFabric();
    m_fabric->SetIdealRates(m_fair);
}

void
AtmAbrSessionScenario::BeginFabric()
{
    m_fabric->Initialize();
    m_meter.emplace(m_fabric, m_sessions, m_duration);
}

Ptr<AtmEdgeDevice>
AtmAbrSessionScenario::AddEdgeDevice(const std::string& name, uint32_t cells, bool cut)
{
    if (m_algorithm && m_algorithm.GetTypeId() == IdealAlgorithm::GetTypeId())
    {
        throw std::invalid_argument("SwitchAlgorithm is ns3::IdealAlgorithm; allowed is one that "
                                    "nobody has to tell the shares");
    }
    uint32_t number = 0;
    while (m_fabric->GetDeviceName(number) != name)
    {
        ++number;
    }
    auto device = CreateObject<AtmEdgeDevice>();
    if (m_room > 0)
    {
        device->SetAttribute("CellDiscard", BooleanValue(cut));
        device->SetAttribute("QueueCells", UintegerValue(cut ? (m_room + 1) * cells : 1));
        device->SetAttribute(
            "TxQueue",
            StringValue("ns3::DropTailQueue<Packet>[MaxSize=" + std::to_string(m_room) + "p]"));
    }
    device->Attach(number, m_fabric);
    fabric::AddDevice(CreateObject<Node>(), device);
    return device;
}

void
AtmAbrSessionScenario::SetDemands()
{
    std::istringstream words(m_demands);
    for (std::string word; words >> word;)
    {
        const auto colon = word.find(':');
        const auto at = word.find('@');
        const bool whole = colon != std::string::npos && colon > 0;
        const std::string name = word.substr(0, colon);
        const std::string rate = whole ? word.substr(colon + 1, at - colon - 1) : "";
        const auto mbps = burst::ToDouble(rate);
        const auto start =
            at == std::string::npos ? std::optional(0.0) : burst::ToDouble(word.substr(at + 1));
        if (!whole || !start || !(*start >= 0) || (rate != "greedy" && !(mbps && *mbps > 0)))
        {
            throw std::invalid_argument("Demands has the word '" + word +
                                        "'; allowed is SOURCE:MBPS or SOURCE:MBPS@SECONDS, with a "
                                        "number above 0 or greedy, as D*:76@0.1");
        }
        const bool all = name.back() == '*';
        const std::string begin = name.substr(0, name.size() - all);
        bool found = false;
        for (AtmSession& session : m_sessions)
        {
            if (all ? session.source.compare(0, begin.size(), begin) == 0 : session.source == name)
            {
                session.demand = mbps ? *mbps * MBPS : AtmSession::GREEDY;
                session.start = Seconds(*start);
                found = true;
            }
        }
        if (!found)
        {
            throw std::invalid_argument("Demands has the word '" + word +
                                        "'; allowed is a source of the topology, as '" +
                                        m_sessions.front().source + "'");
        }
    }
}

Ptr<ArrivalProcess>
AtmAbrSessionScenario::MakeProcess(AtmSession& session) const
{
    const bool greedy = std::isinf(session.demand);
    const bool byRate = HasAttribute(m_process.GetTypeId(), "Rate");
    const bool byInterval = HasAttribute(m_process.GetTypeId(), "Interval");
    if (!greedy && !byRate && !byInterval)
    {
        throw std::invalid_argument("Process is " + m_process.Write() + ", and source '" +
                                    session.source +
                                    "' has a demand; allowed is one with an attribute Rate or "
                                    "Interval");
    }
    if (greedy && (byRate || byInterval))
    {
        return nullptr;
    }
    const auto process = m_process.Create<ArrivalProcess>();
    const double rate = session.demand / AtmNetwork::CELL_BITS / PICOSECONDS;
    if (byRate)
    {
        process->SetAttribute("Rate", DoubleValue(rate));
    }
    else if (byInterval)
    {
        process->SetAttribute("Interval", DoubleValue(1 / rate));
    }
    else
    {
        session.demand = process->GetMeanRate() * PICOSECONDS * AtmNetwork::CELL_BITS;
    }
    return process;
}

Ptr<AbrSourceBehavior>
AtmAbrSessionScenario::MakeBehavior(const AtmSession& session) const
{
    const auto behavior = m_behavior.Create<AbrSourceBehavior>();
    SetAtmSessionRates(session, behavior);
    return behavior;
}

uint32_t
AtmAbrSessionScenario::GetNrm() const
{
    UintegerValue nrm;
    m_behavior.Create<AbrSourceBehavior>()->GetAttribute("Nrm", nrm);
    return nrm.Get();
}

double
AtmAbrSessionScenario::GetPcr() const
{
    DataRateValue pcr;
    m_behavior.Create<AbrSourceBehavior>()->GetAttribute("PeakCellRate", pcr);
    return static_cast<double>(pcr.Get().GetBitRate()) / AtmNetwork::CELL_BITS;
}

} // namespace ns3
