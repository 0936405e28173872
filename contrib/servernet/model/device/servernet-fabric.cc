/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-fabric.h"

#include "servernet-net-device.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetFabric");

NS_OBJECT_ENSURE_REGISTERED(ServerNetFabric);

TypeId
ServerNetFabric::GetTypeId()
{
    const auto beforeBuild = burst::MakeAccessorsUntil(&ServerNetFabric::IsBuilt, "Build");
    // One checker for each: ObjectFactory finds what is set for an attribute by its checker.
    const auto ticks = [] { return MakeUintegerChecker<uint32_t>(1, ServerNetTiming::MOST_TICKS); };
    static TypeId tid = burst::AddStatistics<ServerNetFabric>(
        TypeId("ns3::ServerNetFabric")
            .SetParent<fabric::EngineChannel>()
            .SetGroupName("ServerNet")
            .AddConstructor<ServerNetFabric>()
            .AddAttribute(
                "Tick",
                "Time of a flit, one byte, on a link; at least 1 ns, and one step of Time.",
                TimeValue(NanoSeconds(20)),
                beforeBuild(MakeTimeAccessor(&ServerNetFabric::m_tickTime)),
                MakeTimeChecker(TimeStep(1)))
            .AddAttribute("FifoFlits",
                          "Flits that the FIFO at the end of a link holds, at least BodyTicks + "
                          "CreditTicks.",
                          UintegerValue(64),
                          beforeBuild(MakeUintegerAccessor(&ServerNetFabric::m_fifoFlits)),
                          MakeUintegerChecker<uint32_t>(2, ServerNetTiming::MOST_FLITS))
            .AddAttribute("HeadTicks",
                          "Ticks from the start of a head on a link to its request for the next, "
                          "at least BodyTicks.",
                          UintegerValue(15),
                          beforeBuild(MakeUintegerAccessor(&ServerNetFabric::m_headTicks)),
                          ticks())
            .AddAttribute("BodyTicks",
                          "Ticks from the start of another flit on a link to its earliest start on "
                          "the next.",
                          UintegerValue(2),
                          beforeBuild(MakeUintegerAccessor(&ServerNetFabric::m_bodyTicks)),
                          ticks())
            .AddAttribute("CreditTicks",
                          "Ticks from the start of a flit out of a full FIFO to that of the flit "
                          "that takes its place.",
                          UintegerValue(2),
                          beforeBuild(MakeUintegerAccessor(&ServerNetFabric::m_creditTicks)),
                          ticks())
            .AddAttribute("RefillTicks",
                          "Ticks from the start of a tail out of a FIFO to the request of the "
                          "next head in it.",
                          UintegerValue(3),
                          beforeBuild(MakeUintegerAccessor(&ServerNetFabric::m_refillTicks)),
                          ticks())
            .AddAttribute(
                "Engine",
                "What moves the packets: Event, or the slow reference Flit. Both do "
                "exactly the same.",
                EnumValue(ServerNetEngine::EVENT),
                burst::MakeAccessorUntil(burst::MakeEnumerationAccessor<ServerNetEngine::Kind>(
                                             &ServerNetFabric::m_engineKind),
                                         &ServerNetFabric::IsPrepared,
                                         "the simulation starts or streams are assigned"),
                MakeEnumChecker(ServerNetEngine::EVENT, "Event", ServerNetEngine::FLIT, "Flit"))
            .AddAttribute(
                "Arbiter",
                "The ServerNetArbiter of each router output, unless the settings of the "
                "router name another, such as ns3::ServerNetRandomArbiter.",
                StringValue("ns3::ServerNetRandomArbiter"),
                burst::MakeAccessorUntil(burst::MakeObjectTextAccessor(&ServerNetFabric::m_arbiter),
                                         &ServerNetFabric::IsPrepared,
                                         "the simulation starts or streams are assigned"),
                burst::MakeObjectTextChecker<ServerNetArbiter>())
            .AddAttribute("AllowCyclicRoutes",
                          "Accept cyclic routes, on which packets can deadlock.",
                          BooleanValue(false),
                          beforeBuild(MakeBooleanAccessor(&ServerNetFabric::m_allowCyclic)),
                          MakeBooleanChecker())
            .AddAttribute("Watchdog",
                          "The watchdog that ends a run in which packets wait and nothing moves.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&ServerNetFabric::m_watchdog),
                          MakePointerChecker<fabric::ProgressWatchdog>())
            .AddTraceSource("TailStarted",
                            "The tail of a packet has started on a channel, with the ticks of the "
                            "packet there.",
                            burst::MakeSinkAccessor(&ServerNetFabric::m_tailStartedTrace,
                                                    &ServerNetFabric::ChangeSinks),
                            "ns3::ServerNetFabric::HopTracedCallback")
            .AddTraceSource("Stalled",
                            "A packet was stalled on a channel, with the ticks and the blame.",
                            burst::MakeSinkAccessor(&ServerNetFabric::m_stalledTrace,
                                                    &ServerNetFabric::ChangeSinks),
                            "ns3::ServerNetFabric::StallTracedCallback")
            .AddTraceSource("Delivered",
                            "A packet has come to its destination, with the tick.",
                            burst::MakeTraceSourceAccessor(&ServerNetFabric::m_deliveredTrace),
                            "ns3::ServerNetFabric::PacketTracedCallback")
            .AddTraceSource("Discarded",
                            "A packet was thrown away, with the tick and the reason.",
                            burst::MakeTraceSourceAccessor(&ServerNetFabric::m_discardedTrace),
                            "ns3::ServerNetFabric::DiscardTracedCallback"),
        {{"servernet.packets", "1", "packets put into the network", &ServerNetFabric::GetInjected},
         {"servernet.delivered", "1", "packets delivered", &ServerNetFabric::GetDelivered},
         {"servernet.discarded",
          "1",
          "packets the network threw away",
          [](const ServerNetFabric& fabric) { return fabric.GetDrops().GetTotal().number; }},
         {"servernet.missing",
          "1",
          "packets put in, not delivered and not in flight",
          &ServerNetFabric::GetMissing},
         {"servernet.engine_events",
          "1",
          "steps of the engine",
          &ServerNetFabric::GetEngineEvents}});
    return tid;
}

ServerNetFabric::ServerNetFabric()
    : m_watchdog(CreateObject<fabric::ProgressWatchdog>())
{
    NS_LOG_FUNCTION(this);
}

ServerNetFabric::~ServerNetFabric() = default;

void
ServerNetFabric::Build(const fabric::Topology& topology)
{
    NS_LOG_FUNCTION(this);
    if (m_network)
    {
        throw std::invalid_argument("a ServerNetFabric is built twice; allowed is once");
    }
    if (m_tickTime < TimeStep(1)) // the default is, with a resolution of microseconds
    {
        throw std::invalid_argument("Tick of a ServerNetFabric is 0 at the resolution of Time; "
                                    "allowed is at least one step");
    }
    ServerNetTiming timing;
    timing.fifoFlits = m_fifoFlits;
    timing.headTicks = m_headTicks;
    timing.bodyTicks = m_bodyTicks;
    timing.creditTicks = m_creditTicks;
    timing.refillTicks = m_refillTicks;
    m_arbiter.CreateObject(); // what a setter refuses is found now
    m_network = std::make_shared<const ServerNetNetwork>(topology, timing, m_allowCyclic);
    SetDeviceCount(m_network->GetDeviceCount());
    m_down.resize(m_network->GetChannels().size());
    m_left.resize(m_network->GetDeviceCount());
    m_started.resize(m_network->GetDeviceCount(), UINT64_MAX);
}

bool
ServerNetFabric::IsBuilt() const
{
    return m_network != nullptr;
}

bool
ServerNetFabric::IsPrepared() const
{
    return m_engine != nullptr;
}

void
ServerNetFabric::SetRouter(uint32_t node, Ptr<ServerNetRouterSettings> settings)
{
    if (m_engine)
    {
        throw std::invalid_argument("settings of the router at node " + std::to_string(node) +
                                    " are given to a ServerNetFabric that has its arbiters; "
                                    "allowed is before the simulation starts or streams are "
                                    "assigned");
    }
    m_routers[node] = settings;
}

void
ServerNetFabric::Join(Ptr<ServerNetFabric> y)
{
    JoinWith(*y);
}

void
ServerNetFabric::Prepare()
{
    if (m_engine)
    {
        return;
    }
    if (!m_network)
    {
        throw std::invalid_argument("a ServerNetFabric was not built before the simulation");
    }
    for (const auto& [node, settings] : m_routers)
    {
        settings->SetUsed();
    }
    m_arbiters.emplace(*m_network, [this](uint32_t channel) {
        const auto router = m_routers.find(m_network->GetChannels()[channel].from.node);
        const bool own = router != m_routers.end() && router->second->GetArbiter();
        return (own ? router->second->GetArbiter() : m_arbiter).Create<ServerNetArbiter>();
    });
    m_engine = ServerNetEngine::Make(m_engineKind, m_network, this);
    m_arbiters->Connect(*m_engine);
    for (uint32_t number = 0; number < m_left.size(); ++number)
    {
        if (m_left[number])
        {
            CutOff(number);
        }
    }
}

void
ServerNetFabric::Detach(uint32_t number)
{
    NS_LOG_FUNCTION(this << number);
    m_left[number] = true;
    if (m_engine)
    {
        m_toCutOff.push_back(number);
    }
}

void
ServerNetFabric::CutOff(uint32_t number)
{
    const uint32_t channel = m_network->GetInjectionChannels()[number];
    m_engine->SetDown(channel, true);
    m_engine->SetDown(channel ^ 1, true); // the other direction
}

void
ServerNetFabric::CheckRunning(const std::string& what) const
{
    if (IsDisposed())
    {
        throw std::invalid_argument(what + " is called after the fabric was disposed; allowed is a "
                                           "call before, as during the simulation");
    }
}

void
ServerNetFabric::CheckNotInitialized(const std::string& function) const
{
    if (IsInitialized())
    {
        throw std::invalid_argument(function + " of a ServerNetFabric in a simulation that has "
                                               "started; allowed is it before");
    }
}

void
ServerNetFabric::SetTraffic(const ServerNetExpectedLoad& load)
{
    NS_LOG_FUNCTION(this);
    CheckNotInitialized("SetTraffic()");
    Prepare();
    m_arbiters->SetTraffic(load);
}

int64_t
ServerNetFabric::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    CheckNotInitialized("AssignStreams()");
    Prepare();
    return m_arbiters->AssignStreams(stream);
}

void
ServerNetFabric::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    Prepare();
    m_watchdog->Start(
        [this] {
            GetBundle().Advance();
            return m_engine->GetProgress();
        },
        [this] { return m_engine->GetHeld(); },
        [this] { return m_engine->GetWaits(); });
    m_watchdog->SetBusy(m_engine->GetInFlight() > 0);
    UpdateSinks();
    EngineChannel::DoInitialize();
}

void
ServerNetFabric::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_watchdog->Dispose();
    EngineChannel::DoDispose();
    m_routers.clear();
    m_book.Clear();
}

const ServerNetNetwork&
ServerNetFabric::GetNetwork() const
{
    return *m_network;
}

void
ServerNetFabric::Attach(uint32_t number, Ptr<ServerNetNetDevice> device)
{
    SetDevice(number, device);
}

ServerNetNetDevice*
ServerNetFabric::FindDevice(uint32_t number) const
{
    return EngineChannel::FindDevice<ServerNetNetDevice>(number);
}

Time
ServerNetFabric::GetTickTime() const
{
    return m_tickTime;
}

int64_t
ServerNetFabric::GetTick() const
{
    const int64_t now = Simulator::Now().GetTimeStep();
    return GetPastTicks() + (now % m_tickTime.GetTimeStep() > 0);
}

int64_t
ServerNetFabric::GetPastTicks() const
{
    return Simulator::Now().GetTimeStep() / m_tickTime.GetTimeStep();
}

void
ServerNetFabric::Send(ServerNetPacket packet)
{
    GetBundle().CheckNotNotifying();
    GetBundle().Act([this, &packet] {
        const int64_t tick = GetTick();
        NS_LOG_DEBUG("packet " << m_book.GetNextId() << " from " << packet.source << " to "
                               << packet.destination << " at tick " << tick);
        m_engine->Inject({m_book.GetNextId(),
                          packet.source,
                          packet.destination,
                          packet.GetFlits(),
                          packet.createTick},
                         tick);
        m_book.Add(std::move(packet));
    });
}

void
ServerNetFabric::AdvanceEngine()
{
    Prepare();
    const int64_t tick = GetPastTicks();
    m_engine->Advance(tick);
    if (tick > m_lastTick) // Simulator::Destroy cuts devices off, which is no step of the run
    {
        m_lastTick = tick;
        m_steps = m_engine->GetEventCount();
    }
    for (; !m_toCutOff.empty(); m_toCutOff.pop_back())
    {
        CutOff(m_toCutOff.back());
    }
}

void
ServerNetFabric::HandOver()
{
    while (m_book.HasEnds())
    {
        HandOver(m_book.TakeEnd());
    }
}

void
ServerNetFabric::HandOver(const ServerNetPacketBook::End& end)
{
    if (end.reason && !m_discardedTrace.IsEmpty())
    {
        GetBundle().NotifyLater(Simulator::NO_CONTEXT, [this, end] {
            m_discardedTrace(end.packet, end.tick, end.reason);
        });
    }
    if (!end.reason && !m_deliveredTrace.IsEmpty())
    {
        GetBundle().NotifyLater(Simulator::NO_CONTEXT,
                                [this, end] { m_deliveredTrace(end.packet, end.tick); });
    }
    NotifyDevices(end);
}

void
ServerNetFabric::NotifyDevices(const ServerNetPacketBook::End& end) const
{
    const auto& [packet, tick, reason] = end;
    const bool request = ServerNetPacket::IsRequest(packet.type);
    auto* const sender = FindDevice(packet.source);
    auto* const receiver = FindDevice(packet.destination);
    if (sender && !request)
    {
        sender->NotifyResponseSent();
    }
    const bool unanswered = request && receiver && receiver->IsDisposed();
    if (!reason && !unanswered)
    {
        if (receiver)
        {
            receiver->Receive(packet, tick);
        }
        else
        {
            NS_LOG_LOGIC("nobody is device " << packet.destination << ", its packet ends there");
        }
    }
    else if (auto* const requester = request ? sender : receiver)
    {
        requester->AttemptDiscarded(packet.transaction, packet.attempt);
    }
}

bool
ServerNetFabric::IsRunning() const
{
    return m_engine && !IsDisposed();
}

fabric::EngineChannel::NextEvent
ServerNetFabric::FindNextEvent()
{
    int64_t next = m_book.HasEnds() ? GetPastTicks() : m_engine->GetNextTick();
    if (!m_traced.empty() || HasHopSinks() || !m_stalledTrace.IsEmpty())
    {
        next = std::min({next, m_engine->GetNextStep(), NotifyStarts()});
    }
    m_watchdog->SetBusy(m_engine->GetInFlight() > 0);
    if (next > INT64_MAX / m_tickTime.GetTimeStep()) // simulated time ends before
    {
        return {};
    }
    return {next, m_tickTime * next};
}

int64_t
ServerNetFabric::NotifyStarts()
{
    int64_t next = INT64_MAX;
    for (const uint32_t number : m_traced)
    {
        const auto start = m_engine->FindStart(m_network->GetInjectionChannels()[number]);
        if (!start || start->packet == m_started[number])
        {
            continue;
        }
        if (start->tick > GetPastTicks())
        {
            next = std::min(next, start->tick);
        }
        else if (start->tick == GetTick()) // and not between two ticks
        {
            m_started[number] = start->packet;
            FindDevice(number)->NotifyTx(m_book.Get(start->packet).ToPacket());
        }
    }
    return next;
}

void
ServerNetFabric::FindSinks()
{
    m_traced.clear();
    for (uint32_t number = 0; number < GetNDevices(); ++number)
    {
        const auto* const device = FindDevice(number);
        if (device && device->HasTxSinks())
        {
            m_traced.push_back(number);
        }
    }
}

void
ServerNetFabric::SetDown(uint32_t channel, bool down)
{
    NS_LOG_FUNCTION(this << channel << down);
    CheckChannel(channel);
    GetBundle().CheckNotNotifying();
    GetBundle().Act([this, channel, down] {
        m_down[channel] = down;
        const auto& end = m_network->GetChannels()[channel];
        const bool ofDevice = end.device != fabric::Topology::NONE;
        m_engine->SetDown(channel, down || (ofDevice && m_left[end.device]));
        auto* const device = ofDevice ? FindDevice(end.device) : nullptr;
        if (device)
        {
            device->LinkChanged();
        }
    });
}

bool
ServerNetFabric::IsDown(uint32_t channel) const
{
    CheckChannel(channel);
    return m_down[channel];
}

ServerNetEngine::LinkState
ServerNetFabric::GetLinkState(uint32_t channel)
{
    CheckChannel(channel);
    GetBundle().Advance();
    return m_engine->GetState(channel);
}

void
ServerNetFabric::CheckChannel(uint32_t channel) const
{
    if (channel >= m_down.size())
    {
        throw std::invalid_argument("channel is " + std::to_string(channel) +
                                    "; allowed is a number below " + std::to_string(m_down.size()));
    }
}

void
ServerNetFabric::SetLateStallSink(const Callback<void, const ServerNetEngine::Stall&>& sink,
                                  bool listens)
{
    if (listens)
    {
        m_lateStalls.ConnectWithoutContext(sink);
    }
    else
    {
        m_lateStalls.DisconnectWithoutContext(sink);
    }
}

void
ServerNetFabric::CloseStalls()
{
    GetBundle().Act([this] { m_engine->CloseStalls(); });
    GetBundle().NotifyNow();
}

uint64_t
ServerNetFabric::GetInjected() const
{
    CatchUp(); // devices inject when the engine makes room
    return m_book.GetInjected();
}

uint64_t
ServerNetFabric::GetDelivered() const
{
    CatchUp();
    return m_book.GetDelivered();
}

const burst::DropCounter&
ServerNetFabric::GetDrops() const
{
    CatchUp();
    return m_book.GetDrops();
}

uint64_t
ServerNetFabric::GetInFlight() const
{
    CatchUp();
    return m_engine ? m_engine->GetInFlight() : 0;
}

int64_t
ServerNetFabric::GetMissing() const
{
    CatchUp();
    return static_cast<int64_t>(GetInjected() - GetDelivered() - GetDrops().GetTotal().number -
                                GetInFlight());
}

uint64_t
ServerNetFabric::GetEngineEvents() const
{
    CatchUp();
    return m_steps;
}

void
ServerNetFabric::CheckResponses() const
{
    NS_LOG_FUNCTION(this);
    uint64_t requests = 0;
    for (uint32_t number = 0; number < GetNDevices(); ++number)
    {
        const auto* const device = FindDevice(number);
        if (!device || device->HasAbandoned())
        {
            return;
        }
        requests += device->GetMostOutstanding();
    }
    for (uint32_t number = 0; number < GetNDevices(); ++number)
    {
        const auto* const device = FindDevice(number);
        const uint64_t bound = requests - device->GetMostOutstanding();
        if (device->GetMostResponses() > bound)
        {
            throw std::runtime_error("device " + std::to_string(number) + " had " +
                                     std::to_string(device->GetMostResponses()) +
                                     " responses under way, more than the others had requests, " +
                                     std::to_string(bound));
        }
    }
}

uint32_t
ServerNetFabric::Report(fabric::ConservationLedger& ledger, const std::string& account) const
{
    const uint32_t handle = ledger.AddAccount(account);
    ledger.Inject(handle, GetInjected());
    ledger.Deliver(handle, GetDelivered());
    GetDrops().Report([&ledger, handle](const std::string& reason, const auto& count) {
        ledger.Drop(handle, ledger.AddReason(reason), count.number);
    });
    ledger.StateInFlight(handle, GetInFlight());
    CheckResponses();
    return handle;
}

void
ServerNetFabric::Delivered(const ServerNetEngine::Packet& packet, int64_t tick)
{
    m_book.Finish(packet.id, tick);
}

void
ServerNetFabric::Discarded(const ServerNetEngine::Packet& packet, uint32_t channel, int64_t tick)
{
    NS_LOG_INFO("packet " << packet.id << " is discarded behind channel " << channel << " at tick "
                          << tick << ": " << LINK_DOWN);
    m_book.Finish(packet.id, tick, LINK_DOWN);
}

bool
ServerNetFabric::HasHopSinks() const
{
    return !m_tailStartedTrace.IsEmpty();
}

void
ServerNetFabric::TailStarted(const ServerNetEngine::Hop& hop)
{
    GetBundle().NotifyOfPast([this, hop] { m_tailStartedTrace(hop); });
}

bool
ServerNetFabric::HasStallSinks() const
{
    return !m_stalledTrace.IsEmpty() || !m_lateStalls.IsEmpty();
}

void
ServerNetFabric::Stalled(const ServerNetEngine::Stall& stall)
{
    GetBundle().NotifyOfPast([this, stall] {
        m_stalledTrace(stall);
        m_lateStalls(stall);
    });
}

} // namespace ns3
