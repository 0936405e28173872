/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-fabric.h"

#include "lossless-ethernet-net-device.h"
#include "lossless-ethernet-switch-port.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/log.h"
#include "ns3/lossless-ethernet-headroom.h"
#include "ns3/lossless-ethernet-scheduler.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LosslessEthernetFabric");

NS_OBJECT_ENSURE_REGISTERED(LosslessEthernetFabric);

TypeId
LosslessEthernetFabric::GetTypeId()
{
    const auto beforeBuild = burst::MakeAccessorsUntil(&LosslessEthernetFabric::IsBuilt, "Build");
    static TypeId tid = burst::AddStatistics<LosslessEthernetFabric>(
        TypeId("ns3::LosslessEthernetFabric")
            .SetParent<fabric::EngineChannel>()
            .SetGroupName("LosslessEthernet")
            .AddConstructor<LosslessEthernetFabric>()
            .AddAttribute("Rate",
                          "Rate of the links of which the topology says none.",
                          DataRateValue(DataRate("10Gbps")),
                          beforeBuild(MakeDataRateAccessor(&LosslessEthernetFabric::m_rate)),
                          MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Delay of the links of which the topology says none.",
                          TimeValue(NanoSeconds(500)),
                          beforeBuild(MakeTimeAccessor(&LosslessEthernetFabric::m_delay)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute(
                "Memory",
                "The LosslessMemory of each switch.",
                StringValue("ns3::PartitionedMemory"),
                beforeBuild(burst::MakeObjectTextAccessor(&LosslessEthernetFabric::m_memory)),
                burst::MakeObjectTextChecker<LosslessMemory>())
            .AddAttribute(
                "Scheduler",
                "The SwitchScheduler of each switch; empty: an output sends what came "
                "first.",
                StringValue(""),
                beforeBuild(burst::MakeObjectTextAccessor(&LosslessEthernetFabric::m_scheduler)),
                burst::MakeObjectTextChecker<SwitchScheduler>(true))
            .AddAttribute("CongestionPoint",
                          "The CongestionPoint of each output of a switch and each of "
                          "CongestionPriorities; empty: none.",
                          StringValue(""),
                          beforeBuild(burst::MakeObjectTextAccessor(
                              &LosslessEthernetFabric::m_congestionPoint)),
                          burst::MakeObjectTextChecker<CongestionPoint>(true))
            .AddAttribute(
                "CongestionPriorities",
                "Priorities that have a congestion point of their own, a bit for each: 1 "
                "for priority 0; the others have none.",
                UintegerValue(UINT8_MAX),
                beforeBuild(MakeUintegerAccessor(&LosslessEthernetFabric::m_congestionPriorities)),
                MakeUintegerChecker<uint8_t>(1))
            .AddAttribute(
                "MessagePriority",
                "Priority of the messages of congestion points; Memory has to have it "
                "where messages cross a second switch.",
                UintegerValue(7),
                beforeBuild(MakeUintegerAccessor(&LosslessEthernetFabric::m_messagePriority)),
                MakeUintegerChecker<uint8_t>(0, LosslessFrame::PRIORITIES - 1))
            .AddAttribute("ReactionPoint",
                          "The ReactionPoint of each station; empty: none.",
                          StringValue(""),
                          beforeBuild(burst::MakeObjectTextAccessor(
                              &LosslessEthernetFabric::m_reactionPoint)),
                          burst::MakeObjectTextChecker<ReactionPoint>(true))
            .AddAttribute("Quanta",
                          "How long an input asks for a pause, in units of 512 bit times of its "
                          "link; it asks again after half of that.",
                          UintegerValue(65535),
                          beforeBuild(MakeUintegerAccessor(&LosslessEthernetFabric::m_quanta)),
                          MakeUintegerChecker<uint32_t>(1, 65535))
            .AddAttribute("ResponseDelay",
                          "From the reception of a PAUSE or PFC frame to its effect.",
                          TimeValue(Time(0)),
                          beforeBuild(MakeTimeAccessor(&LosslessEthernetFabric::m_responseDelay)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Headroom",
                          "Bytes that an input keeps free for what comes after it has asked for a "
                          "pause; 0: what the link needs. See AllowLoss.",
                          UintegerValue(0),
                          beforeBuild(MakeUintegerAccessor(&LosslessEthernetFabric::m_headroom)),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute(
                "LargestFrame",
                "Bytes of the largest frame, of which the headroom makes use; longer "
                "ones are refused.",
                UintegerValue(1518),
                beforeBuild(MakeUintegerAccessor(&LosslessEthernetFabric::m_largestFrame)),
                MakeUintegerChecker<uint32_t>(64, 65535))
            .AddAttribute("AllowCyclicRoutes",
                          "Whether routes on which frames can block each other forever are "
                          "accepted, and ns3::SharedMemory in several switches.",
                          BooleanValue(false),
                          beforeBuild(MakeBooleanAccessor(&LosslessEthernetFabric::m_allowCyclic)),
                          MakeBooleanChecker())
            .AddAttribute("AllowLoss",
                          "Whether Headroom and Quanta are accepted, with a warning, that are so "
                          "small that frames may be lost.",
                          BooleanValue(false),
                          beforeBuild(MakeBooleanAccessor(&LosslessEthernetFabric::m_allowLoss)),
                          MakeBooleanChecker())
            .AddAttribute("Watchdog",
                          "What ends a run in which frames are held and nothing moves.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&LosslessEthernetFabric::m_watchdog),
                          MakePointerChecker<fabric::ProgressWatchdog>())
            .AddTraceSource("Delivered",
                            "A station has received a data frame, with the tick.",
                            burst::MakeSinkAccessor(&LosslessEthernetFabric::m_deliveredTrace,
                                                    &LosslessEthernetFabric::ChangeSinks),
                            "ns3::LosslessEthernetFabric::FrameTracedCallback"),
        {{"lossless.frames", "1", "data frames sent", &LosslessEthernetFabric::GetSent},
         {"lossless.delivered",
          "1",
          "data frames delivered",
          &LosslessEthernetFabric::GetDelivered},
         {"lossless.dropped",
          "1",
          "frames that were thrown away, messages too",
          [](const LosslessEthernetFabric& fabric) { return fabric.GetDrops().GetTotal().number; }},
         {"lossless.missing",
          "1",
          "data frames sent, not delivered, not dropped and not in flight",
          &LosslessEthernetFabric::GetMissing},
         {"lossless.messages",
          "1",
          "messages of congestion points",
          &LosslessEthernetFabric::GetMessages},
         {"lossless.pauses",
          "1",
          "PAUSE and PFC frames that ask for a pause",
          &LosslessEthernetFabric::GetPauses},
         {"lossless.high_water",
          "B",
          "most bytes that an input of a switch held",
          &LosslessEthernetFabric::GetHighWater},
         {"lossless.engine_steps", "1", "steps of the engine", &LosslessEthernetFabric::GetSteps}});
    return tid;
}

LosslessEthernetFabric::LosslessEthernetFabric()
    : m_watchdog(CreateObject<fabric::ProgressWatchdog>())
{
    NS_LOG_FUNCTION(this);
}

LosslessEthernetFabric::~LosslessEthernetFabric() = default;

void
LosslessEthernetFabric::Build(const fabric::Topology& topology)
{
    NS_LOG_FUNCTION(this);
    if (m_engine)
    {
        throw std::invalid_argument("a LosslessEthernetFabric is built twice; allowed is once");
    }
    try
    {
        MakeNetwork(topology);
    }
    catch (...)
    {
        m_engine.reset(); // what was refused can be mended
        m_network.reset();
        m_congestionPoints.clear();
        throw;
    }
}

void
LosslessEthernetFabric::MakeNetwork(const fabric::Topology& topology)
{
    m_network = std::make_shared<const LosslessNetwork>(topology,
                                                        m_rate.GetBitRate(),
                                                        m_delay,
                                                        m_allowCyclic);
    const uint32_t stations = m_network->GetStations().size();
    const uint32_t channels = m_network->GetChannels().size();
    m_reactionPoints.resize(stations);
    m_congestionPoints.resize(channels);
    m_switchPorts.resize(channels);
    m_ports.resize(channels);
    const LosslessEngine::Settings settings{m_quanta,
                                            m_network->GetTicks(m_responseDelay),
                                            m_largestFrame,
                                            m_messagePriority};
    LosslessEngineListener* const listener = this;
    m_engine = std::make_unique<LosslessEngine>(m_network, settings, listener);
    MakeSwitches();
    if (m_reactionPoint)
    {
        for (uint32_t station = 0; station < stations; ++station)
        {
            m_reactionPoints[station] = m_reactionPoint.Create<ReactionPoint>();
        }
        const auto rate = [this](uint32_t port) { return m_network->GetChannels()[port].rate; };
        const auto& ports = m_network->GetStationPorts();
        const auto slowest =
            std::min_element(ports.begin(), ports.end(), [&](uint32_t a, uint32_t b) {
                return rate(a) < rate(b);
            });
        // what does not go together is found now
        m_reactionPoint.Create<ReactionPoint>()->Start(static_cast<double>(rate(*slowest)));
    }
    SetDeviceCount(stations);
}

void
LosslessEthernetFabric::MakeSwitches()
{
    const auto& switches = m_network->GetSwitches();
    for (uint32_t number = 0; number < switches.size(); ++number)
    {
        auto memory = m_memory.Create<LosslessMemory>();
        m_priorities = memory->GetPriorities();
        std::vector<uint64_t> headroom;
        for (const uint32_t port : switches[number].ports)
        {
            headroom.push_back(GetHeadroom(port, memory->GetControlFrames()));
            if (m_congestionPoint)
            {
                GetCongestionPoint(port, __builtin_ctz(m_congestionPriorities));
            }
        }
        memory->Configure(headroom.size(), headroom);
        m_engine->SetMemory(number, memory);
        if (m_scheduler)
        {
            auto scheduler = m_scheduler.Create<SwitchScheduler>();
            scheduler->Configure(headroom.size());
            m_engine->SetScheduler(number, scheduler);
        }
    }
    CheckMemory();
    if (!m_warning.empty())
    {
        std::cerr << "warning: " << m_warning << "\n";
    }
}

void
LosslessEthernetFabric::CheckMemory() const
{
    const auto memory = m_memory.Create<LosslessMemory>();
    const auto name = m_memory.GetTypeId().GetName();
    if (memory->JoinsInputs() && !m_allowCyclic)
    {
        m_network->CheckJoinedInputs(name);
    }
    if (m_congestionPoint)
    {
        const auto point = m_congestionPoint.Create<CongestionPoint>();
        point->Start(1); // as above
        if (point->GetSetPoint() > memory->GetCapacity())
        {
            throw std::invalid_argument("SetPoint of " + m_congestionPoint.GetTypeId().GetName() +
                                        " is " + std::to_string(point->GetSetPoint()) +
                                        " bytes; allowed is at most the Capacity of a port in " +
                                        name + ", " + std::to_string(memory->GetCapacity()) +
                                        " bytes");
        }
        if (m_network->GetSwitches().size() > 1 && !HasPriority(m_messagePriority))
        {
            throw std::invalid_argument(
                "MessagePriority is " + std::to_string(m_messagePriority) +
                "; allowed are priorities for which " + name +
                " has memory, since messages cross several switches: the bits of " +
                std::to_string(m_priorities));
        }
    }
}

uint64_t
LosslessEthernetFabric::GetHeadroom(uint32_t port, uint32_t controlFrames)
{
    const auto& channel = m_network->GetChannels()[port];
    LosslessHeadroom needed{channel.rate,
                            m_network->GetTime(channel.delayTicks),
                            m_largestFrame,
                            m_responseDelay};
    needed.controlFrames = controlFrames;
    const uint64_t headroom = m_headroom == 0 ? needed.GetBytes() : m_headroom;
    const auto warning = needed.Check(headroom, m_quanta);
    if (warning && m_warning.empty())
    {
        m_warning = "port " + m_network->GetTopology().GetChannelName(port) + ": " + *warning;
        if (!m_allowLoss)
        {
            throw std::invalid_argument(m_warning + "; allowed is that with AllowLoss");
        }
    }
    return headroom;
}

void
LosslessEthernetFabric::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    if (!m_engine)
    {
        throw std::invalid_argument("a LosslessEthernetFabric was not built before the simulation");
    }
    if (m_congestionPoint)
    {
        m_engine->SetCongestionPoints(
            m_congestionPriorities,
            [this](uint32_t port, uint8_t priority) { return GetCongestionPoint(port, priority); });
    }
    for (uint32_t station = 0; station < m_reactionPoints.size(); ++station)
    {
        m_engine->SetReactionPoint(station, m_reactionPoints[station]);
    }
    m_watchdog->Start(
        [this] {
            GetBundle().Advance();
            return m_engine->GetHops();
        },
        [this] {
            GetBundle().Advance();
            return m_engine->IsStopped() ? 0 : m_engine->GetHeld();
        },
        [this] { return m_engine->GetWaits(); });
    m_started = true;
    GetBundle().Advance();
    EngineChannel::DoInitialize();
}

void
LosslessEthernetFabric::DoDispose()
{
    NS_LOG_FUNCTION(this);
    GetBundle().Settle(); // what is counted late is counted now
    m_started = false;
    m_watchdog->Dispose();
    for (uint32_t station = 0; station < GetNDevices(); ++station)
    {
        if (const Ptr<LosslessEthernetNetDevice> device = FindStation(station))
        {
            Simulator::ScheduleNow([device] { // not at the end of the simulation
                if (const auto fabric = device->GetFabric())
                {
                    fabric->GetBundle().Act([device] { device->LinkChanged(); });
                }
            });
        }
    }
    EngineChannel::DoDispose();
    m_switchPorts.clear();
    for (const auto& points : m_congestionPoints)
    {
        for (const auto& point : points)
        {
            if (point)
            {
                point->SetSinkOwner(nullptr);
            }
        }
    }
    m_traced.clear();
    m_levelsTraced.clear();
    m_ports.clear();
    m_entering.clear();
    m_packets.Clear();
}

void
LosslessEthernetFabric::SetSource(uint32_t station, LosslessSource* source)
{
    NS_LOG_FUNCTION(this << station);
    CheckBuilt();
    if (station >= m_network->GetStations().size())
    {
        throw std::invalid_argument("a source is given to station " + std::to_string(station) +
                                    "; allowed are those below " +
                                    std::to_string(m_network->GetStations().size()));
    }
    m_hasSource = m_hasSource || source;
    GetBundle().Act([this, station, source] { m_engine->SetSource(station, source); });
}

void
LosslessEthernetFabric::SetServiceRate(uint32_t port, double rate, const Time& delay)
{
    NS_LOG_FUNCTION(this << port << rate << delay);
    if (port >= m_ports.size() || !(rate >= 0) || delay.IsStrictlyNegative())
    {
        throw std::invalid_argument(
            "the service rate of port " + std::to_string(port) + " is " + std::to_string(rate) +
            " bit/s from " + std::to_string(delay.GetSeconds()) +
            " s on; allowed are a port below " + std::to_string(m_ports.size()) +
            ", 0 or more bit/s and 0 or more s");
    }
    if (delay > Time::Max() - Simulator::Now())
    {
        return; // beyond the end of time
    }
    GetBundle().Act([this, port, rate, &delay] {
        const Time when = Simulator::Now() + delay;
        m_engine->SetServiceRate(port, rate, m_network->GetTicks(when));
    });
    if (auto* const at = FindSwitchPort(port))
    {
        at->ScheduleServiceRate(rate, delay);
    }
}

int64_t
LosslessEthernetFabric::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    CheckBuilt();
    if (IsInitialized())
    {
        throw std::invalid_argument("AssignStreams() of a LosslessEthernetFabric in a simulation "
                                    "that has started; allowed is it before");
    }
    const int64_t first = stream;
    for (const auto& one : m_network->GetSwitches())
    {
        for (const uint32_t port : one.ports)
        {
            if (m_congestionPoint)
            {
                GetCongestionPoint(port, __builtin_ctz(m_congestionPriorities))
                    ->AssignStreams(stream);
            }
            ++stream;
        }
    }
    for (const auto& point : m_reactionPoints)
    {
        if (point)
        {
            point->AssignStreams(stream);
        }
        ++stream;
    }
    return stream - first;
}

bool
LosslessEthernetFabric::IsBuilt() const
{
    return m_engine != nullptr;
}

const LosslessNetwork&
LosslessEthernetFabric::GetNetwork() const
{
    CheckBuilt();
    return *m_network;
}

const std::string&
LosslessEthernetFabric::GetWarning() const
{
    return m_warning;
}

uint32_t
LosslessEthernetFabric::GetLargestFrame() const
{
    return m_largestFrame;
}

LosslessEngine&
LosslessEthernetFabric::GetEngine() const
{
    CheckBuilt();
    GetBundle().Advance();
    return *m_engine;
}

Ptr<CongestionPoint>
LosslessEthernetFabric::GetCongestionPoint(uint32_t port, uint8_t priority)
{
    auto& points = m_congestionPoints.at(port);
    if (points.at(priority) || !m_congestionPoint || !(m_congestionPriorities >> priority & 1) ||
        m_network->GetChannels()[port].fromStation)
    {
        return points[priority];
    }
    points[priority] = m_congestionPoint.Create<CongestionPoint>();
    points[priority]->SetSinkOwner(
        [this, port](const burst::SinkChange& change) { ChangeSinksOf(port, change); });
    if (const auto& first = points[__builtin_ctz(m_congestionPriorities)];
        first != points[priority])
    {
        points[priority]->ShareStream(*first);
    }
    return points[priority];
}

uint8_t
LosslessEthernetFabric::GetCongestionPriorities() const
{
    return m_congestionPoint ? m_congestionPriorities : 0;
}

Ptr<ReactionPoint>
LosslessEthernetFabric::GetReactionPoint(uint32_t station) const
{
    return m_reactionPoints.at(station);
}

bool
LosslessEthernetFabric::IsLimited(uint32_t station, uint32_t destination, uint8_t priority) const
{
    return std::isfinite(m_engine->GetStation(station).GetRate(destination, priority));
}

bool
LosslessEthernetFabric::HasPriority(uint8_t priority) const
{
    return m_priorities >> priority & 1;
}

Mac48Address
LosslessEthernetFabric::GetStationAddress(uint32_t station) const
{
    if (const auto* const device =
            station < GetNDevices() ? FindDevice<LosslessEthernetNetDevice>(station) : nullptr)
    {
        return Mac48Address::ConvertFrom(device->GetAddress());
    }
    return fabric::EthernetDevice::MakeAddress(LosslessEthernetNetDevice::ADDRESS_KIND,
                                               GetId(),
                                               station);
}

Mac48Address
LosslessEthernetFabric::GetPortAddress(uint32_t port) const
{
    if (GetId() > UINT16_MAX || port >= 1U << 24)
    {
        throw std::invalid_argument("port " + std::to_string(port) + " of channel " +
                                    std::to_string(GetId()) +
                                    " has no address; allowed are ports below 16777216 and "
                                    "channels below 65536");
    }
    const uint8_t bytes[] = {0x06, // locally administered
                             static_cast<uint8_t>(GetId() >> 8),
                             static_cast<uint8_t>(GetId()),
                             static_cast<uint8_t>(port >> 16),
                             static_cast<uint8_t>(port >> 8),
                             static_cast<uint8_t>(port)};
    Mac48Address address;
    address.CopyFrom(bytes);
    return address;
}

void
LosslessEthernetFabric::Attach(uint32_t number, Ptr<LosslessEthernetNetDevice> device)
{
    NS_LOG_FUNCTION(this << number << device);
    SetDevice(number, device);
    const uint32_t port = m_network->GetStationPorts()[number];
    m_ports[port] = PeekPointer(device);
    GetBundle().Act([this, port] { FindSinksOf(port); });
}

void
LosslessEthernetFabric::Attach(uint32_t port, Ptr<LosslessEthernetSwitchPort> device)
{
    NS_LOG_FUNCTION(this << port << device);
    if (port >= m_ports.size() || m_network->GetChannels()[port].fromStation || m_ports[port])
    {
        throw std::invalid_argument("port " + std::to_string(port) +
                                    " of a fabric is taken or is none of a switch");
    }
    m_switchPorts[port] = device;
    m_ports[port] = PeekPointer(device);
    GetBundle().Act([this, port] { FindSinksOf(port); });
}

Ptr<LosslessEthernetSwitchPort>
LosslessEthernetFabric::GetSwitchPort(uint32_t port) const
{
    return m_switchPorts.at(port);
}

void
LosslessEthernetFabric::Detach(uint32_t port)
{
    NS_LOG_FUNCTION(this << port);
    GetBundle().Act([this, port] {
        if (port < m_ports.size())
        {
            m_ports[port] = nullptr;
            FindSinksOf(port);
        }
    });
}

void
LosslessEthernetFabric::CheckBuilt() const
{
    if (!m_engine)
    {
        throw std::invalid_argument("a LosslessEthernetFabric has no network before Build");
    }
}

LosslessEthernetNetDevice*
LosslessEthernetFabric::FindStation(uint32_t station) const
{
    return station < GetNDevices() && !m_ports.empty() &&
                   m_ports[m_network->GetStationPorts()[station]]
               ? FindDevice<LosslessEthernetNetDevice>(station)
               : nullptr;
}

LosslessEthernetSwitchPort*
LosslessEthernetFabric::FindSwitchPort(uint32_t port) const
{
    return port < m_ports.size() && m_ports[port] ? PeekPointer(m_switchPorts[port]) : nullptr;
}

void
LosslessEthernetFabric::Send(LosslessFrame frame, Ptr<const Packet> packet)
{
    GetBundle().CheckNotNotifying();
    GetBundle().Act([this, &frame, &packet] {
        frame.content = m_packets.Add(packet);
        m_entering.emplace_back(GetTick(), frame);
    });
}

int64_t
LosslessEthernetFabric::GetTick() const
{
    return m_network->GetTicks(Simulator::Now());
}

int64_t
LosslessEthernetFabric::GetPastTicks() const
{
    const int64_t tick = GetTick();
    return m_network->GetTime(tick) > Simulator::Now() ? tick - 1 : tick;
}

bool
LosslessEthernetFabric::IsExact() const
{
    return !m_traced.empty() || !m_deliveredTrace.IsEmpty() || m_packets.GetCount() > 0;
}

bool
LosslessEthernetFabric::IsRunning() const
{
    return m_started;
}

void
LosslessEthernetFabric::HandOver()
{
    if (!m_started)
    {
        return;
    }
    const int64_t now = GetPastTicks();
    while (!m_entering.empty() && m_entering.front().first <= now)
    {
        const auto [tick, frame] = m_entering.front();
        m_entering.pop_front();
        m_engine->Send(frame, tick);
    }
    m_engine->Advance(now);
    for (const uint32_t port : m_levelsTraced)
    {
        m_switchPorts[port]->NotifyLevels(*m_engine);
    }
}

void
LosslessEthernetFabric::ChangeSinksOf(uint32_t port, const burst::SinkChange& change)
{
    GetBundle().Act([this, port, &change] {
        if (auto* const at = FindSwitchPort(port))
        {
            at->NotifyLevels(*m_engine); // a new sink begins with those of now
        }
        change();
        if (port < m_ports.size())
        {
            FindSinksOf(port);
        }
    });
}

void
LosslessEthernetFabric::FindSinksOf(uint32_t port)
{
    const auto put = [port](std::set<uint32_t>& ports, bool is) {
        if (is)
        {
            ports.insert(port);
        }
        else
        {
            ports.erase(port);
        }
    };
    const auto& points = m_congestionPoints[port];
    const auto& channel = m_network->GetChannels()[port];
    const auto* const at = FindSwitchPort(port);
    const auto* const device = channel.fromStation ? FindStation(channel.from) : nullptr;
    put(m_traced,
        (device && device->HasSinks()) || (at && at->HasSinks()) ||
            std::any_of(points.begin(), points.end(), [](const auto& point) {
                return point && point->HasSinks();
            }));
    put(m_levelsTraced, at && at->HasLevelSinks());
}

fabric::EngineChannel::NextEvent
LosslessEthernetFabric::FindNextEvent()
{
    const int64_t coming = m_engine->GetNextTick();
    int64_t next = IsExact() ? coming : NEVER;
    if (!m_entering.empty())
    {
        next = std::min(next, m_entering.front().first);
    }
    const uint64_t ended = m_engine->GetDelivered() + m_engine->GetDropped();
    m_watchdog->SetBusy(m_engine->GetSent() > ended || (m_hasSource && coming != NEVER));
    return {next, next == NEVER ? Time() : m_network->GetTime(next)};
}

LosslessFrameWriter::Ends
LosslessEthernetFabric::GetEnds(uint32_t station, uint32_t other) const
{
    return {GetStationAddress(station), GetStationAddress(other)};
}

Ptr<const Packet>
LosslessEthernetFabric::Write(const LosslessFrame& frame, uint32_t port) const
{
    if (frame.kind == LosslessFrame::CONTROL)
    {
        const auto memory = m_engine->GetMemory(m_network->GetChannels()[port].from);
        return LosslessFrameWriter::WriteControl(frame,
                                                 GetPortAddress(port),
                                                 memory->PausesByPriority());
    }
    if (frame.kind == LosslessFrame::DATA)
    {
        const auto packet =
            frame.content == LosslessFrame::NONE ? nullptr : m_packets.Get(frame.content);
        return LosslessFrameWriter::WriteData(frame,
                                              GetEnds(frame.destination, frame.source),
                                              packet);
    }
    const auto& message = m_engine->GetMessage(frame);
    LosslessFrame sampled{frame.destination, message.destination, 0};
    sampled.priority = message.priority;
    return LosslessFrameWriter::WriteMessage(
        frame,
        {GetStationAddress(frame.destination), GetPortAddress(frame.source)},
        message.content,
        sampled,
        GetEnds(message.destination, frame.destination));
}

void
LosslessEthernetFabric::Delivered(const LosslessFrame& frame, int64_t tick)
{
    const bool counted = frame.content == LosslessFrame::NONE;
    const auto packet = counted ? nullptr : m_packets.Take(frame.content);
    auto* const device = FindStation(frame.destination);
    if (!device && !(counted && !FindDevice<LosslessEthernetNetDevice>(frame.destination)))
    {
        m_drops.Add(NO_DEVICE, frame.bytes);
        return;
    }
    if (!m_deliveredTrace.IsEmpty())
    {
        GetBundle().NotifyLater(Simulator::NO_CONTEXT,
                                [this, frame, tick] { m_deliveredTrace(frame, tick); });
    }
    if (packet)
    {
        device->Receive(packet);
    }
}

void
LosslessEthernetFabric::Dropped(const LosslessFrame& frame, uint32_t port, int64_t tick)
{
    NS_LOG_WARN("no room for a frame of " << frame.bytes << " bytes that came by "
                                          << m_network->GetTopology().GetChannelName(port)
                                          << " at tick " << tick);
    const bool isData = frame.kind == LosslessFrame::DATA;
    const char* const reason = isData ? NO_ROOM : NO_ROOM_FOR_MESSAGE;
    m_drops.Add(reason, frame.bytes);
    if (isData && frame.content != LosslessFrame::NONE)
    {
        m_packets.Take(frame.content);
    }
    if (auto* const at = FindSwitchPort(port ^ 1))
    {
        at->DropFrame(frame, reason);
    }
}

bool
LosslessEthernetFabric::TracesFrames() const
{
    return IsExact();
}

void
LosslessEthernetFabric::Started(const LosslessFrame& frame, uint32_t port, int64_t /* tick */)
{
    const auto& channel = m_network->GetChannels()[port];
    if (channel.fromStation && frame.kind == LosslessFrame::DATA &&
        frame.content != LosslessFrame::NONE)
    {
        FindDevice<LosslessEthernetNetDevice>(channel.from)->NotifyTxStart(frame);
    }
    if (m_ports[port] && m_ports[port]->HasTxSinks())
    {
        m_ports[port]->NotifyTx(Write(frame, port));
    }
}

void
LosslessEthernetFabric::Received(const LosslessFrame& frame, uint32_t port, int64_t /* tick */)
{
    const auto& at = m_ports[port ^ 1];
    if (at && at->HasRxSinks())
    {
        at->NotifyRx(Write(frame, port));
    }
}

void
LosslessEthernetFabric::Paused(uint32_t port, uint8_t priorities, uint32_t quanta, int64_t tick)
{
    const auto& channel = m_network->GetChannels()[port];
    const Time begin = m_network->GetTime(tick);
    const Time duration =
        m_network->GetTime(quanta * LosslessEngine::QUANTUM_BYTES * channel.byteTicks);
    if (auto* const at = FindSwitchPort(port))
    {
        at->NotifyPause(begin, priorities, duration);
    }
    else if (auto* const device = channel.fromStation ? FindStation(channel.from) : nullptr)
    {
        device->NotifyPause(begin, priorities, duration);
    }
}

void
LosslessEthernetFabric::CongestionNotified(uint32_t port,
                                           const lossless::CongestionMessage& message,
                                           const LosslessFrame& /* sampled */,
                                           int64_t /* tick */)
{
    if (auto* const at = FindSwitchPort(port))
    {
        at->NotifyCongestion(message);
    }
}

void
LosslessEthernetFabric::Limited(uint32_t station,
                                uint32_t destination,
                                uint8_t priority,
                                double rate,
                                int64_t /* tick */)
{
    if (auto* const device = FindStation(station))
    {
        device->NotifyRate(destination, priority, rate);
    }
}

uint64_t
LosslessEthernetFabric::GetSent() const
{
    return GetEngine().GetSent();
}

uint64_t
LosslessEthernetFabric::GetDelivered() const
{
    const auto& drops = GetDrops(); // first, as it advances the engine
    return GetEngine().GetDelivered() - drops.Get(NO_DEVICE).number;
}

const burst::DropCounter&
LosslessEthernetFabric::GetDrops() const
{
    GetBundle().Advance();
    return m_drops;
}

uint64_t
LosslessEthernetFabric::GetInFlight() const
{
    return GetEngine().GetInFlight();
}

int64_t
LosslessEthernetFabric::GetMissing() const
{
    const auto& drops = GetDrops();
    return static_cast<int64_t>(GetSent() - GetDelivered() - drops.Get(NO_ROOM).number -
                                drops.Get(NO_DEVICE).number - GetInFlight());
}

uint64_t
LosslessEthernetFabric::GetMessages() const
{
    return GetEngine().GetMessages();
}

uint64_t
LosslessEthernetFabric::GetPauses() const
{
    const auto& engine = GetEngine();
    uint64_t pauses = 0;
    for (const auto& one : m_network->GetSwitches())
    {
        for (const uint32_t port : one.ports)
        {
            pauses += engine.GetPauses(port);
        }
    }
    return pauses;
}

uint64_t
LosslessEthernetFabric::GetSteps() const
{
    return GetEngine().GetSteps();
}

uint64_t
LosslessEthernetFabric::GetHighWater() const
{
    const auto& engine = GetEngine();
    uint64_t most = 0;
    for (uint32_t number = 0; number < m_network->GetSwitches().size(); ++number)
    {
        const auto memory = engine.GetMemory(number);
        for (uint32_t input = 0; input < memory->GetPorts(); ++input)
        {
            most = std::max(most, memory->GetHighWater(input));
        }
    }
    return most;
}

uint32_t
LosslessEthernetFabric::Report(fabric::ConservationLedger& ledger, const std::string& account) const
{
    const uint32_t handle = ledger.AddAccount(account);
    ledger.Inject(handle, GetSent());
    ledger.Deliver(handle, GetDelivered());
    for (const char* const reason : {NO_ROOM, NO_DEVICE})
    {
        if (const uint64_t dropped = GetDrops().Get(reason).number; dropped > 0)
        {
            ledger.Drop(handle, ledger.AddReason(reason), dropped);
        }
    }
    ledger.StateInFlight(handle, GetInFlight());
    return handle;
}

} // namespace ns3
