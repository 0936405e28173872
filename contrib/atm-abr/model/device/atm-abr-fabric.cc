/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-fabric.h"

#include "atm-abr-cell-writer.h"
#include "atm-abr-edge-device.h"
#include "atm-abr-switch-port.h"

#include "ns3/atm-abr-cell-engine.h"
#include "ns3/atm-abr-data-supply.h"
#include "ns3/atm-abr-destination.h"
#include "ns3/atm-abr-lazy-engine.h"
#include "ns3/atm-abr-switch-algorithm.h"
#include "ns3/boolean.h"
#include "ns3/burst-core-check.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/object-vector.h"
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

namespace
{

/** @param size of what is counted @param count of one, by number @return of all */
template <typename Count>
uint64_t
Sum(std::size_t size, Count count)
{
    uint64_t sum = 0;
    for (std::size_t number = 0; number < size; ++number)
    {
        sum += count(number);
    }
    return sum;
}

} // namespace

TypeId
AtmFabric::GetTypeId()
{
    const auto beforeBuild = burst::MakeAccessorsUntil(&AtmFabric::IsBuilt, "Build");
    const auto beforeStart =
        burst::MakeAccessorsUntil(&AtmFabric::IsRunning, "the simulation starts");
    const auto beforeVcs = burst::MakeAccessorsUntil(&AtmFabric::HasVcs, "a VC is added");
    static TypeId tid = burst::AddStatistics<AtmFabric>(
        TypeId("ns3::AtmFabric")
            .SetParent<fabric::EngineChannel>()
            .SetGroupName("AtmAbr")
            .AddConstructor<AtmFabric>()
            .AddAttribute(
                "Rate",
                "Rate of the links of which the topology says none, in bits per second of "
                "whole cells.",
                DataRateValue(DataRate("155Mbps")),
                beforeBuild(MakeDataRateAccessor(&AtmFabric::m_rate)),
                MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Delay of the links of which the topology says none.",
                          TimeValue(MicroSeconds(20)),
                          beforeBuild(MakeTimeAccessor(&AtmFabric::m_delay)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "Engine",
                "What moves the cells; both give the same results.",
                EnumValue(LAZY),
                beforeStart(burst::MakeEnumerationAccessor<EngineKind>(&AtmFabric::m_kind)),
                MakeEnumChecker(LAZY, "Lazy", CELL, "Cell"))
            .AddAttribute("SourceBehavior",
                          "The AbrSourceBehavior of sources that are given none of their own.",
                          StringValue("ns3::AbrSourceBehaviorDraft95"),
                          beforeVcs(burst::MakeObjectTextAccessor(&AtmFabric::m_behavior)),
                          burst::MakeObjectTextChecker<AbrSourceBehavior>())
            .AddAttribute("DestinationBehavior",
                          "The AbrDestinationBehavior of each VC.",
                          StringValue("ns3::AbrDestinationBehavior"),
                          beforeVcs(burst::MakeObjectTextAccessor(&AtmFabric::m_end)),
                          burst::MakeObjectTextChecker<AbrDestinationBehavior>())
            .AddAttribute("Marking",
                          "The AbrMarking of each output port of a switch; empty: none.",
                          StringValue("ns3::AbrMarking"),
                          beforeStart(burst::MakeObjectTextAccessor(&AtmFabric::m_marking)),
                          burst::MakeObjectTextChecker<AbrMarking>(true))
            .AddAttribute("SwitchAlgorithm",
                          "The AbrSwitchAlgorithm of each output port of a switch; empty: explicit "
                          "rates stay as they are.",
                          StringValue(""),
                          beforeStart(burst::MakeObjectTextAccessor(&AtmFabric::m_algorithm)),
                          burst::MakeObjectTextChecker<AbrSwitchAlgorithm>(true))
            .AddAttribute("BufferCells",
                          "Cells for which an output port of a switch has room, that in service "
                          "included; 0: no limit.",
                          UintegerValue(0),
                          beforeStart(MakeUintegerAccessor(&AtmFabric::m_buffer)),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "EpdThreshold",
                "Cells of an output port above which it refuses new frames whole (early "
                "packet discard); 0: never. Above 0 the cells of all VCs have to be of frames.",
                UintegerValue(0),
                beforeStart(MakeUintegerAccessor(&AtmFabric::m_frameThreshold)),
                MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "PartialDiscard",
                "Whether an output port refuses the rest of a frame that lost a cell, but "
                "for its last one (partial packet discard). If so, the cells of all VCs have to be "
                "of frames.",
                BooleanValue(false),
                beforeStart(MakeBooleanAccessor(&AtmFabric::m_partialDiscard)),
                MakeBooleanChecker())
            .AddAttribute("PerVcQueues",
                          "Whether an output port of a switch has a queue for each VC, served in "
                          "turn.",
                          BooleanValue(false),
                          beforeStart(MakeBooleanAccessor(&AtmFabric::m_perVc)),
                          MakeBooleanChecker())
            .AddAttribute("ExactRates",
                          "Whether RM cells carry any rate; else the 16-bit numbers of TM 4.0.",
                          BooleanValue(false),
                          beforeVcs(MakeBooleanAccessor(&AtmFabric::m_exactRates)),
                          MakeBooleanChecker())
            .AddAttribute("FrameCells",
                          "Cells of a frame, of the VCs of AddVc, also greedy ones; 0: "
                          "there are no frames.",
                          UintegerValue(0),
                          beforeVcs(MakeUintegerAccessor(&AtmFabric::m_frameCells)),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("SampleInterval",
                          "How often what changes with each cell is told, while somebody listens.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&AtmFabric::m_sampleInterval),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("VcList",
                          "The AtmVc of each VC. Before the simulation starts and without a VC: "
                          "of the frame VCs that the fabric then makes.",
                          TypeId::ATTR_GET,
                          ObjectVectorValue(),
                          MakeObjectVectorAccessor(&AtmFabric::GetVc, &AtmFabric::GetVcCount),
                          MakeObjectVectorChecker<AtmVc>())
            .AddTraceSource(
                "Rate",
                "A source has sent a forward RM cell or received a backward one: number of the "
                "VC, time, and its allowed cell rate ACR after that, cells per second.",
                burst::MakeSinkAccessor(&AtmFabric::m_rateTrace, &AtmFabric::ChangeSinks),
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
    : m_frames([this](uint32_t vc, const auto& departure) { Left(vc, departure); })
{
    NS_LOG_FUNCTION(this);
}

AtmFabric::~AtmFabric() = default;

void
AtmFabric::Build(const fabric::Topology& topology)
{
    NS_LOG_FUNCTION(this);
    if (m_network)
    {
        throw std::invalid_argument("an AtmFabric is built twice; allowed is once");
    }
    auto network = std::make_unique<AtmNetwork>(topology, m_rate.GetBitRate(), m_delay);
    MakePort(); // what does not go together is found now
    m_network = std::move(network);
    const auto& nodes = m_network->GetTopology().GetNodes();
    for (uint32_t node = 0; node < nodes.size(); ++node)
    {
        if (nodes[node].role == fabric::Topology::DEVICE)
        {
            m_nodes.push_back(node);
        }
    }
    SetDeviceCount(m_nodes.size());
    m_ports.resize(m_network->GetChannels().size());
    m_algorithms.resize(m_ports.size());
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
    CheckOpen();
    CheckNoSinks();
    if (start.IsStrictlyNegative())
    {
        throw std::invalid_argument("a VC from '" + source + "' to '" + destination +
                                    "' starts at " + std::to_string(start.GetSeconds()) +
                                    " s; allowed are times from 0 on");
    }
    auto settings = MakeVc(behavior);
    settings.start = ToAtmTime(start, "the start of a VC");
    if (process)
    {
        settings.supply = std::make_unique<AtmArrivalSupply>(process, settings.start, m_frameCells);
        m_processes.push_back(process);
    }
    else
    {
        settings.supply = std::make_unique<AtmGreedySupply>(settings.start, m_frameCells);
        m_greedy = true;
    }
    const uint32_t vc = m_network->AddVc(source, destination);
    AddOne(std::move(settings));
    return vc;
}

void
AtmFabric::CheckOpen() const
{
    if (!m_network || m_engine)
    {
        throw std::invalid_argument("a VC is added to an AtmFabric that " +
                                    std::string(m_engine ? "has started" : "was not built") +
                                    "; allowed is one that is built and not started");
    }
}

AtmEngine::VcSettings
AtmFabric::MakeVc(Ptr<const AbrSourceBehavior> behavior) const
{
    AtmEngine::VcSettings settings;
    if (!behavior)
    {
        behavior = m_behavior.Create<AbrSourceBehavior>();
    }
    settings.rules = behavior->MakeRules();
    settings.destination = m_end.Create<AbrDestinationBehavior>()->MakeDestination();
    settings.exactRates = m_exactRates;
    return settings;
}

void
AtmFabric::AddOne(AtmEngine::VcSettings settings)
{
    const auto& ends = m_network->GetVcs()[m_vcs.size()];
    auto& wouldBe = m_wouldBe[{FindNumber(ends.source), FindNumber(ends.destination)}];
    m_vcObjects.push_back(wouldBe ? std::exchange(wouldBe, nullptr) : CreateObject<AtmVc>());
    m_vcObjects.back()->SetNumber(m_vcs.size());
    m_vcObjects.back()->SetChannel(this);
    m_vcs.push_back(std::move(settings));
}

uint32_t
AtmFabric::AddFrameVcs(const std::string& one,
                       const std::string& other,
                       Ptr<const AbrSourceBehavior> behavior)
{
    NS_LOG_FUNCTION(this << one << other << behavior);
    CheckOpen();
    CheckNoSinks();
    const auto& topology = m_network->GetTopology();
    if (m_frames.Find(topology.FindNode(one), topology.FindNode(other)) != AtmNetwork::NONE)
    {
        throw std::invalid_argument("there are frame VCs between '" + one + "' and '" + other +
                                    "'; allowed is one each way");
    }
    const uint32_t vc = AddFrameVc(one, other, behavior);
    m_vcs[vc].peer = AddFrameVc(other, one, behavior);
    m_vcs[m_vcs[vc].peer].peer = vc;
    return vc;
}

uint32_t
AtmFabric::AddFrameVc(const std::string& source,
                      const std::string& destination,
                      Ptr<const AbrSourceBehavior> behavior)
{
    auto settings = MakeVc(behavior);
    const uint32_t number = m_network->AddVc(source, destination);
    settings.supply = m_frames.Add(*m_network, number);
    settings.notifyFrames = true;
    AddOne(std::move(settings));
    return number;
}

uint32_t
AtmFabric::FindFrameVc(uint32_t from, uint32_t to) const
{
    return m_frames.Find(m_nodes.at(from), m_nodes.at(to));
}

uint32_t
AtmFabric::FindNumber(uint32_t node) const
{
    return std::lower_bound(m_nodes.begin(), m_nodes.end(), node) - m_nodes.begin();
}

AtmEdgeDevice*
AtmFabric::FindEdge(uint32_t node) const
{
    return FindDevice<AtmEdgeDevice>(FindNumber(node));
}

std::vector<AtmFabric::Pair>
AtmFabric::GetAllPairs() const
{
    std::vector<Pair> pairs;
    const uint32_t count = GetNDevices();
    for (uint32_t one = 0; one < count; ++one)
    {
        for (uint32_t other = one + 1; GetDevice(one) && other < count; ++other)
        {
            if (GetDevice(other))
            {
                pairs.emplace_back(one, other);
                pairs.emplace_back(other, one);
            }
        }
    }
    return pairs;
}

void
AtmFabric::ConnectAll()
{
    m_connecting = true;
    const auto pairs = GetAllPairs();
    for (std::size_t i = 0; i < pairs.size(); i += 2)
    {
        AddFrameVcs(GetDeviceName(pairs[i].first), GetDeviceName(pairs[i].second));
    }
}

uint32_t
AtmFabric::GetVcCount() const
{
    return m_vcObjects.empty() && !m_engine ? GetAllPairs().size() : m_vcObjects.size();
}

Ptr<AtmVc>
AtmFabric::GetVc(uint32_t vc) const
{
    if (!m_vcObjects.empty() || m_engine)
    {
        return m_vcObjects.at(vc);
    }
    auto& object = m_wouldBe[GetAllPairs().at(vc)];
    if (!object)
    {
        object = CreateObject<AtmVc>();
    }
    object->SetNumber(vc);
    return object;
}

void
AtmFabric::CheckNoSinks() const
{
    const bool heard = std::any_of(m_wouldBe.begin(), m_wouldBe.end(), [](const auto& vc) {
        return vc.second && (vc.second->HasRateSinks() || vc.second->HasSampleSinks());
    });
    if (heard && !m_connecting && m_vcObjects.empty())
    {
        throw std::invalid_argument("a VC is added to an AtmFabric whose frame VCs have sinks "
                                    "already; allowed is to add VCs before sinks are connected to "
                                    "VcList");
    }
}

uint32_t
AtmFabric::Send(uint32_t vc, Ptr<const Packet> sdu, uint64_t room)
{
    NS_LOG_FUNCTION(this << vc << sdu << room);
    burst::CheckParameter(room > 0, "the room for cells of a frame", room, "1 or more");
    CheckStarted();
    GetBundle().CheckNotNotifying();
    uint32_t cells = 0;
    GetBundle().Act([&] {
        cells = m_frames.Push(vc, Simulator::Now().GetPicoSeconds() + 1, sdu, room);
        m_engine->Notify(vc);
    });
    return cells;
}

uint64_t
AtmFabric::GetFrameCells(uint32_t number) const
{
    auto& engine = GetEngine();
    return m_frames.CountWaiting(m_nodes.at(number),
                                 [&engine](uint32_t vc) { return engine.GetVcCounts(vc).data; });
}

void
AtmFabric::TellCongestion(uint32_t vc)
{
    NS_LOG_FUNCTION(this << vc);
    GetBundle().CheckNotNotifying();
    GetBundle().Act([this, vc] { GetEngine().NotifyCongestion(vc); });
}

bool
AtmFabric::IsBuilt() const
{
    return m_network != nullptr;
}

bool
AtmFabric::TracesCells(uint32_t number) const
{
    return m_tracesCells.at(number);
}

bool
AtmFabric::HasVcs() const
{
    return !m_vcs.empty() || IsRunning();
}

bool
AtmFabric::IsRunning() const
{
    return m_engine != nullptr;
}

int64_t
AtmFabric::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    if (IsRunning())
    {
        throw std::invalid_argument("AssignStreams() of an AtmFabric in a simulation that has "
                                    "started; allowed is it before");
    }
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
    if (m_vcs.empty())
    {
        ConnectAll();
    }
    CheckFrames();
    if (!AtmBuffer(MakePort().buffer, 0).IsAlwaysOpen())
    {
        m_frames.Listen(*m_network);
    }
    FindCellSinks();
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
    for (uint32_t port = 0; port < channels.size(); ++port)
    {
        if (!channels[port].fromDevice)
        {
            auto settings = MakePort();
            m_algorithms[port] = settings.algorithm;
            settings.buffer.listener = m_frames.GetListener(port);
            m_engine->SetPort(port, std::move(settings));
        }
    }
    for (uint32_t vc = 0; vc < m_vcs.size(); ++vc)
    {
        m_vcObjects[vc]->SetRate(GetBundle(), m_vcs[vc].rules->GetRate());
        m_engine->SetVc(vc, std::move(m_vcs[vc]));
    }
    m_engine->Start();
    UpdateSinks();
    EngineChannel::DoInitialize();
}

void
AtmFabric::CheckFrames() const
{
    const bool needed = m_frameThreshold > 0 || m_partialDiscard;
    for (uint32_t vc = 0; needed && vc < m_vcs.size(); ++vc)
    {
        if (!m_vcs[vc].supply->HasFrames())
        {
            throw std::invalid_argument(
                std::string(m_partialDiscard ? "PartialDiscard" : "EpdThreshold") +
                " of an AtmFabric is set and the cells of VC " + std::to_string(vc) +
                " are of no frame; allowed is FrameCells above 0, or neither of them");
        }
    }
}

void
AtmFabric::DoDispose()
{
    NS_LOG_FUNCTION(this);
    EngineChannel::DoDispose();
    for (const auto& vc : m_vcObjects)
    {
        vc->SetChannel(nullptr);
    }
    m_processes.clear();
    m_wouldBe.clear();
    std::fill(m_ports.begin(), m_ports.end(), nullptr);
}

const AtmNetwork&
AtmFabric::GetNetwork() const
{
    return *m_network;
}

void
AtmFabric::CheckStarted() const
{
    if (!m_engine)
    {
        throw std::invalid_argument("an AtmFabric is asked for its engine before the simulation "
                                    "starts; allowed is from then on");
    }
}

AtmEngine&
AtmFabric::GetEngine() const
{
    CheckStarted();
    GetBundle().Advance();
    return *m_engine;
}

double
AtmFabric::GetRate(uint32_t vc) const
{
    return GetEngine().GetRate(vc);
}

uint64_t
AtmFabric::GetWaiting(uint32_t vc) const
{
    return GetEngine().GetWaiting(vc);
}

int64_t
AtmFabric::GetQueue(uint32_t port) const
{
    return GetEngine().GetQueue(port);
}

Ptr<AbrSwitchAlgorithm>
AtmFabric::GetAlgorithm(uint32_t port) const
{
    return m_engine ? GetEngine().GetAlgorithm(port) : m_algorithms.at(port);
}

void
AtmFabric::SetIdealRates(const std::vector<double>& rates)
{
    NS_LOG_FUNCTION(this);
    CheckStarted();
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
    return !m_rateTrace.IsEmpty() || m_ratesTraced || m_cellsTraced || m_frames.AreUnderWay();
}

bool
AtmFabric::IsBusy() const
{
    return m_greedy || !m_processes.empty() || m_frames.AreUnderWay();
}

void
AtmFabric::AdvanceEngine()
{
    if (m_frames.IsEmpty())
    {
        Move();
    }
}

void
AtmFabric::HandOver()
{
    if (!m_frames.IsEmpty())
    {
        Move(); // it tells devices
    }
}

void
AtmFabric::Move()
{
    if (!m_engine)
    {
        return;
    }
    if (Simulator::Now().GetSeconds() > 4e6)
    {
        throw std::runtime_error(
            "an AtmFabric is used after 4000000 s of simulated time; allowed is "
            "before, since it counts picoseconds");
    }
    const AtmTime now = Simulator::Now().GetPicoSeconds();
    while (!m_frames.IsEmpty() && m_engine->GetNextTime() < now)
    {
        m_engine->Advance(m_engine->GetNextTime()); // alone, so that Left knows its time
    }
    m_engine->Advance(now);
}

fabric::EngineChannel::NextEvent
AtmFabric::FindNextEvent()
{
    if (m_samplesTraced && IsBusy() && !m_sampling)
    {
        m_sampling = true;
        const Time interval = std::max(m_sampleInterval, TimeStep(1));
        Simulator::ScheduleWithContext(Simulator::NO_CONTEXT,
                                       interval - Rem(Simulator::Now(), interval),
                                       &AtmFabric::Sample,
                                       this);
    }
    const AtmTime next = IsExact() ? m_engine->GetNextTime() : AtmEngine::NEVER;
    if (next == AtmEngine::NEVER)
    {
        return {};
    }
    const Time time = PicoSeconds(next);
    return {next, time.GetPicoSeconds() < next ? time + TimeStep(1) : time};
}

void
AtmFabric::FindSinks()
{
    NotifySamples(true); // a new sink begins with the values of now
    FindSampled();
}

void
AtmFabric::FindSampled()
{
    m_ratesTraced = std::any_of(m_vcObjects.begin(), m_vcObjects.end(), [](const auto& vc) {
        return vc->HasRateSinks();
    });
    m_samplesTraced = std::any_of(m_vcObjects.begin(),
                                  m_vcObjects.end(),
                                  [](const auto& vc) { return vc->HasSampleSinks(); }) ||
                      std::any_of(m_ports.begin(), m_ports.end(), [](const auto& port) {
                          return port && port->HasSampleSinks();
                      });
}

void
AtmFabric::Sample()
{
    m_sampling = false;
    if (!IsDisposed())
    {
        GetBundle().Act([this] {
            FindSampled();
            NotifySamples(false);
        });
    }
}

void
AtmFabric::NotifySamples(bool unheard)
{
    for (const auto& vc : m_vcObjects)
    {
        if (vc->HasSampleSinks() != unheard)
        {
            vc->Sample(GetBundle(), *m_engine);
        }
    }
    for (const auto& port : m_ports)
    {
        if (port && port->HasSampleSinks() != unheard)
        {
            port->Sample(*m_engine);
        }
    }
}

void
AtmFabric::OnRate(uint32_t vc, AtmTime time, double rate)
{
    if (!m_rateTrace.IsEmpty())
    {
        GetBundle().NotifyOfPast(
            [this, vc, when = PicoSeconds(time), rate] { m_rateTrace(vc, when, rate); });
    }
    m_vcObjects[vc]->SetRate(GetBundle(), rate);
}

void
AtmFabric::Left(uint32_t vc, const AtmFrameVc::Departure& departure)
{
    if (auto* const device = FindEdge(m_network->GetVcs()[vc].source))
    {
        device->Left(vc, m_engine->GetTime(), departure);
    }
}

void
AtmFabric::OnFrame(uint32_t vc, AtmTime time, uint64_t cell)
{
    const auto arrival = m_frames.Arrive(vc, cell);
    const auto& ends = m_network->GetVcs()[vc];
    if (auto* const device = FindEdge(ends.destination))
    {
        device->Receive(vc, FindNumber(ends.source), time, arrival);
    }
}

void
AtmFabric::FindCellSinks()
{
    m_tracesCells.resize(GetNDevices());
    for (uint32_t number = 0; number < m_tracesCells.size(); ++number)
    {
        const auto* const device = FindDevice<AtmEdgeDevice>(number);
        m_tracesCells[number] = device && device->HasCellSinks();
    }
    for (uint32_t vc = 0; vc < m_vcs.size(); ++vc)
    {
        const auto& ends = m_network->GetVcs()[vc];
        for (const uint32_t node : {ends.source, ends.destination})
        {
            const auto* const device = FindEdge(node);
            m_vcs[vc].notifyCells |= device && device->HasCellSinks();
        }
        m_cellsTraced |= m_vcs[vc].notifyCells;
        if (m_vcs[vc].notifyCells && vc > UINT16_MAX - FIRST_VCI)
        {
            throw std::invalid_argument("the cells of VC " + std::to_string(vc) +
                                        " have sinks; allowed are those of VCs up to " +
                                        std::to_string(UINT16_MAX - FIRST_VCI) +
                                        ", whose VCI has 16 bits");
        }
    }
}

void
AtmFabric::OnCell(uint32_t vc, AtmTime time, const Cell& cell)
{
    const auto& ends = m_network->GetVcs()[vc];
    const bool atSource = cell.arrives == cell.backward;
    auto* const device = FindEdge(atSource ? ends.source : ends.destination);
    if (device && device->HasCellSinks())
    {
        device->NotifyCell(vc, time, MakeCell(vc, cell));
    }
}

Ptr<const Packet>
AtmFabric::MakeCell(uint32_t vc, const Cell& cell) const
{
    const uint32_t vci = FIRST_VCI + vc;
    return cell.content ? AtmCellWriter::WriteRm(vci, cell)
                        : AtmCellWriter::WriteData(vci, cell, m_frames.GetPayload(vc, cell.number));
}

const std::string&
AtmFabric::GetDeviceName(uint32_t number) const
{
    return m_network->GetTopology().GetNodes()[m_nodes.at(number)].name;
}

void
AtmFabric::Attach(uint32_t number, Ptr<AtmEdgeDevice> device)
{
    NS_LOG_FUNCTION(this << number << device);
    SetDevice(number, device);
}

void
AtmFabric::Attach(uint32_t port, Ptr<AtmSwitchPort> device)
{
    NS_LOG_FUNCTION(this << port << device);
    if (port >= m_ports.size() || m_network->GetChannels()[port].fromDevice || m_ports[port])
    {
        throw std::invalid_argument("port " + std::to_string(port) +
                                    " of a fabric is taken or is none of a switch");
    }
    m_ports[port] = device;
}

Ptr<AtmSwitchPort>
AtmFabric::GetSwitchPort(uint32_t port) const
{
    return m_ports.at(port);
}

void
AtmFabric::UpdateCounts() const
{
    if (m_engine)
    {
        GetEngine().GetPortCounts(0);
    }
}

uint64_t
AtmFabric::GetFramesSent() const
{
    UpdateCounts();
    return m_frames.GetCounts().sent;
}

uint64_t
AtmFabric::GetFramesDelivered() const
{
    UpdateCounts();
    return m_frames.GetCounts().delivered;
}

uint64_t
AtmFabric::GetFramesLost() const
{
    UpdateCounts();
    return m_frames.GetCounts().lost;
}

uint32_t
AtmFabric::Report(fabric::ConservationLedger& ledger, const std::string& account) const
{
    const uint32_t handle = ledger.AddAccount(account);
    ledger.Inject(handle, GetFramesSent());
    ledger.Deliver(handle, GetFramesDelivered());
    ledger.Drop(handle, ledger.AddReason(CELLS_LOST), GetFramesLost());
    ledger.StateInFlight(handle, m_frames.CountInFlight());
    return handle;
}

uint64_t
AtmFabric::GetSent() const
{
    if (!m_engine)
    {
        return 0;
    }
    auto& engine = GetEngine();
    return Sum(m_network->GetVcs().size(),
               [&](uint32_t vc) { return engine.GetVcCounts(vc).data; });
}

uint64_t
AtmFabric::GetDelivered() const
{
    if (!m_engine)
    {
        return 0;
    }
    auto& engine = GetEngine();
    return Sum(m_network->GetVcs().size(),
               [&](uint32_t vc) { return engine.GetVcCounts(vc).delivered; });
}

uint64_t
AtmFabric::GetLost() const
{
    if (!m_engine)
    {
        return 0;
    }
    auto& engine = GetEngine();
    return Sum(m_network->GetChannels().size(),
               [&](uint32_t port) { return engine.GetPortCounts(port).lost; });
}

} // namespace ns3
