/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-fabric.h"

#include "servernet-end-node.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-compat.h"
#include "ns3/enum.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#if __has_include("servernet-event-engine.h")
#include "servernet-event-engine.h"
#endif
#if __has_include("servernet-flit-engine.h")
#include "servernet-flit-engine.h"
#endif

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ServerNetFabric);

namespace
{

/** Bits of a packet's id that say where the fabric keeps it; the others count packets. */
constexpr uint32_t SLOT_BITS = 24;

} // namespace

TypeId
ServerNetFabric::GetTypeId()
{
    const auto ticks = MakeUintegerChecker<uint32_t>(1, ServerNetTiming::MOST_TICKS);
    static TypeId tid =
        TypeId("ns3::ServerNetFabric")
            .SetParent<Channel>()
            .SetGroupName("ServerNet")
            .AddConstructor<ServerNetFabric>()
            .AddAttribute("Tick",
                          "Time of a flit, one byte, on a link; more than 0.",
                          TimeValue(NanoSeconds(20)),
                          MakeTimeAccessor(&ServerNetFabric::m_tickTime),
                          MakeTimeChecker(TimeStep(1)))
            .AddAttribute("FifoFlits",
                          "Flits that the FIFO at the end of a link holds, at least BodyTicks + "
                          "CreditTicks.",
                          UintegerValue(64),
                          MakeUintegerAccessor(&ServerNetFabric::m_fifoFlits),
                          MakeUintegerChecker<uint32_t>(2, ServerNetTiming::MOST_FLITS))
            .AddAttribute("HeadTicks",
                          "Ticks from the start of a head on a link to its request for the next, "
                          "at least BodyTicks.",
                          UintegerValue(15),
                          MakeUintegerAccessor(&ServerNetFabric::m_headTicks),
                          ticks)
            .AddAttribute("BodyTicks",
                          "Ticks from the start of another flit on a link to its earliest start on "
                          "the next.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&ServerNetFabric::m_bodyTicks),
                          ticks)
            .AddAttribute("CreditTicks",
                          "Ticks from the start of a flit out of a full FIFO to that of the flit "
                          "that takes its place.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&ServerNetFabric::m_creditTicks),
                          ticks)
            .AddAttribute("RefillTicks",
                          "Ticks from the start of a tail out of a FIFO to the request of the "
                          "next head in it.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&ServerNetFabric::m_refillTicks),
                          ticks)
            .AddAttribute("Engine",
                          "What moves the packets: Event, or the slow reference Flit. Both do "
                          "exactly the same.",
                          EnumValue(EVENT),
                          MakeEnumerationAccessor<EngineKind>(&ServerNetFabric::m_engineKind),
                          MakeEnumChecker(EVENT, "Event", FLIT, "Flit"))
            .AddAttribute("Arbiter",
                          "The ServerNetArbiter of each output of a router that does not say "
                          "otherwise, as ns3::ServerNetRandomArbiter.",
                          StringValue("ns3::ServerNetRandomArbiter"),
                          MakeStringAccessor(&ServerNetFabric::m_arbiter),
                          MakeStringChecker())
            .AddAttribute("AllowCyclicRoutes",
                          "Whether routes on which packets can block each other forever are "
                          "accepted.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&ServerNetFabric::m_allowCyclic),
                          MakeBooleanChecker())
            .AddAttribute("Watchdog",
                          "What ends a run in which packets are held and nothing moves.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&ServerNetFabric::m_watchdog),
                          MakePointerChecker<ProgressWatchdog>())
            .AddTraceSource("TailStarted",
                            "The tail of a packet has started on a channel: what the packet did "
                            "there.",
                            MakeTraceSourceAccessor(&ServerNetFabric::m_tailStartedTrace),
                            "ns3::ServerNetFabric::HopTracedCallback")
            .AddTraceSource("Stalled",
                            "A packet owned a channel and could not go on, and what it waited for.",
                            MakeTraceSourceAccessor(&ServerNetFabric::m_stalledTrace),
                            "ns3::ServerNetFabric::StallTracedCallback")
            .AddTraceSource("Delivered",
                            "A packet has come to its destination, with the tick.",
                            MakeTraceSourceAccessor(&ServerNetFabric::m_deliveredTrace),
                            "ns3::ServerNetFabric::PacketTracedCallback")
            .AddTraceSource("Discarded",
                            "A packet was thrown away, with the tick: its next channel is down.",
                            MakeTraceSourceAccessor(&ServerNetFabric::m_discardedTrace),
                            "ns3::ServerNetFabric::PacketTracedCallback");
    return tid;
}

ServerNetFabric::ServerNetFabric()
    : m_watchdog(CreateObject<ProgressWatchdog>())
{
}

ServerNetFabric::~ServerNetFabric() = default;

void
ServerNetFabric::Build(const Topology& topology)
{
    ServerNetTiming timing;
    timing.fifoFlits = m_fifoFlits;
    timing.headTicks = m_headTicks;
    timing.bodyTicks = m_bodyTicks;
    timing.creditTicks = m_creditTicks;
    timing.refillTicks = m_refillTicks;
    m_network = std::make_shared<const ServerNetNetwork>(topology, timing, m_allowCyclic);
    CreateFromText<ServerNetArbiter>(m_arbiter);
    m_arbiters.resize(m_network->GetChannels().size());
    m_devices.resize(m_network->GetDeviceCount());
    m_down.resize(m_network->GetChannels().size());
}

void
ServerNetFabric::SetRouter(uint32_t node, Ptr<ServerNetRouter> router)
{
    m_routers[node] = router;
}

void
ServerNetFabric::SetTraffic(std::vector<std::vector<double>> flits)
{
    const std::size_t devices = m_devices.size();
    const auto fits = [devices](const auto& row) { return row.size() == devices; };
    if (flits.size() != devices || !std::all_of(flits.begin(), flits.end(), fits))
    {
        throw std::invalid_argument("the traffic of a fabric with " + std::to_string(devices) +
                                    " devices is a matrix with as many rows and columns");
    }
    m_traffic = std::move(flits);
}

int64_t
ServerNetFabric::AssignStreams(int64_t stream)
{
    Prepare();
    const int64_t first = stream;
    for (const auto& arbiter : m_arbiters)
    {
        stream += arbiter ? arbiter->AssignStreams(stream) : 0;
    }
    return stream - first;
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
    m_engine = MakeEngine();
    const auto& channels = m_network->GetChannels();
    std::vector<std::vector<double>> traffic(channels.size());
    if (!m_traffic.empty())
    {
        AddTraffic(traffic);
    }
    for (uint32_t channel = 0; channel < channels.size(); ++channel)
    {
        if (channels[channel].fromDevice)
        {
            continue;
        }
        const auto router = m_routers.find(channels[channel].from.node);
        const bool own = router != m_routers.end() && !router->second->GetArbiter().empty();
        m_arbiters[channel] =
            CreateFromText<ServerNetArbiter>(own ? router->second->GetArbiter() : m_arbiter);
        if (!traffic[channel].empty())
        {
            m_arbiters[channel]->SetTraffic(traffic[channel]);
        }
        m_engine->SetArbiter(channel, m_arbiters[channel]);
    }
}

void
ServerNetFabric::AddTraffic(std::vector<std::vector<double>>& byChannel) const
{
    const auto& channels = m_network->GetChannels();
    for (auto& ports : byChannel)
    {
        ports.resize(ServerNetNetwork::ROUTER_PORTS);
    }
    for (uint32_t source = 0; source < m_devices.size(); ++source)
    {
        for (uint32_t destination = 0; destination < m_devices.size(); ++destination)
        {
            const auto path = m_network->GetPath(source, destination);
            for (uint32_t hop = 1; hop < path.GetSize(); ++hop)
            {
                const uint32_t port = channels[path[hop - 1]].to.port;
                byChannel[path[hop]][port] += m_traffic[source][destination];
            }
        }
    }
}

std::unique_ptr<ServerNetEngine>
ServerNetFabric::MakeEngine()
{
#if __has_include("servernet-event-engine.h")
    if (m_engineKind == EVENT)
    {
        return std::make_unique<ServerNetEventEngine>(m_network, this);
    }
#endif
#if __has_include("servernet-flit-engine.h")
    return std::make_unique<ServerNetFlitEngine>(m_network, this);
#else
    return nullptr;
#endif
}

void
ServerNetFabric::DoInitialize()
{
    Prepare();
    m_watchdog->Start(
        [this] {
            Advance();
            return m_engine->GetProgress();
        },
        [this] { return m_engine->GetHeld(); },
        [this] { return m_engine->GetWaits(); });
    Channel::DoInitialize();
}

void
ServerNetFabric::DoDispose()
{
    m_wake.Cancel();
    m_watchdog->Dispose();
    m_devices.clear();
    m_routers.clear();
    m_slots.clear();
    Channel::DoDispose();
}

const ServerNetNetwork&
ServerNetFabric::GetNetwork() const
{
    return *m_network;
}

std::size_t
ServerNetFabric::GetNDevices() const
{
    return m_devices.size();
}

Ptr<NetDevice>
ServerNetFabric::GetDevice(std::size_t number) const
{
    return m_devices.at(number);
}

Time
ServerNetFabric::GetTickTime() const
{
    return m_tickTime;
}

int64_t
ServerNetFabric::GetTick() const
{
    const int64_t tick = m_tickTime.GetTimeStep();
    return (Simulator::Now().GetTimeStep() + tick - 1) / tick;
}

void
ServerNetFabric::Advance()
{
    if (!m_advancing)
    {
        m_advancing = true;
        m_engine->Advance(Simulator::Now().GetTimeStep() / m_tickTime.GetTimeStep());
        m_advancing = false;
    }
}

void
ServerNetFabric::ScheduleNext()
{
    const int64_t next = m_engine->GetNextTick();
    if (m_advancing || next == INT64_MAX || (!m_wake.IsExpired() && m_wakeTick <= next))
    {
        return;
    }
    m_wake.Cancel();
    m_wakeTick = next;
    m_wake =
        Simulator::Schedule(m_tickTime * next - Simulator::Now(), &ServerNetFabric::Wake, this);
}

void
ServerNetFabric::Wake()
{
    Advance();
    ScheduleNext();
}

void
ServerNetFabric::SetDown(uint32_t channel, bool down)
{
    Prepare();
    m_down.at(channel) = down;
    Advance();
    m_engine->SetDown(channel, down);
    ScheduleNext();
    const auto& end = m_network->GetChannels()[channel];
    if (end.device != Topology::NONE && m_devices[end.device])
    {
        m_devices[end.device]->LinkChanged();
    }
}

bool
ServerNetFabric::IsDown(uint32_t channel) const
{
    return m_down.at(channel);
}

ServerNetEngine::LinkState
ServerNetFabric::GetLinkState(uint32_t channel)
{
    Advance();
    return m_engine->GetState(channel);
}

void
ServerNetFabric::CloseStalls()
{
    Advance();
    m_engine->CloseStalls();
}

uint64_t
ServerNetFabric::GetInjected() const
{
    return m_injected;
}

uint64_t
ServerNetFabric::GetDelivered() const
{
    return m_delivered;
}

uint64_t
ServerNetFabric::GetDiscarded() const
{
    return m_discarded;
}

uint64_t
ServerNetFabric::GetInFlight() const
{
    return m_engine ? m_engine->GetInFlight() : 0;
}

uint64_t
ServerNetFabric::GetEngineEvents() const
{
    return m_engine ? m_engine->GetEventCount() : 0;
}

void
ServerNetFabric::Report(ConservationLedger& ledger, const std::string& account) const
{
    const uint32_t handle = ledger.AddAccount(account);
    ledger.Inject(handle, m_injected);
    ledger.Deliver(handle, m_delivered);
    ledger.Drop(handle, ledger.AddReason("link down"), m_discarded);
    ledger.StateInFlight(handle, GetInFlight());

    // Every response waiting at a device answers an outstanding request of another one, unless
    // requests were sent again.
    uint64_t limits = 0;
    for (const auto& device : m_devices)
    {
        if (!device || device->HasRetried())
        {
            return;
        }
        limits += device->GetMaxOutstanding();
    }
    for (const auto& device : m_devices)
    {
        const uint64_t bound = limits - device->GetMaxOutstanding();
        if (device->GetMostResponses() > bound)
        {
            throw std::runtime_error(
                "device " + std::to_string(device->GetNumber()) + " had " +
                std::to_string(device->GetMostResponses()) +
                " responses under way, more than the others can have requests, " +
                std::to_string(bound));
        }
    }
}

void
ServerNetFabric::Attach(uint32_t number, Ptr<ServerNetEndNode> device)
{
    if (number >= m_devices.size() || m_devices[number])
    {
        throw std::invalid_argument("device " + std::to_string(number) +
                                    " of a fabric is taken or does not exist; there are " +
                                    std::to_string(m_devices.size()));
    }
    m_devices[number] = device;
}

uint32_t
ServerNetFabric::FindDevice(const Mac48Address& address) const
{
    const auto found = m_numbers.find(address);
    return found != m_numbers.end() ? found->second : Topology::NONE;
}

void
ServerNetFabric::SetAddress(uint32_t number, const Mac48Address& address)
{
    for (auto entry = m_numbers.begin(); entry != m_numbers.end();)
    {
        entry = entry->second == number ? m_numbers.erase(entry) : std::next(entry);
    }
    m_numbers[address] = number;
}

void
ServerNetFabric::Send(ServerNetPacket packet)
{
    if (m_freeSlots.empty())
    {
        m_freeSlots.push_back(m_slots.size());
        m_slots.emplace_back();
    }
    const uint32_t slot = m_freeSlots.back();
    m_freeSlots.pop_back();
    const ServerNetEngine::Packet worm{m_injected++ << SLOT_BITS | slot,
                                       packet.source,
                                       packet.destination,
                                       packet.GetFlits(),
                                       packet.createTick};
    m_slots[slot] = std::move(packet);
    Advance();
    m_engine->Inject(worm, GetTick());
    ScheduleNext();
}

ServerNetPacket
ServerNetFabric::Take(uint64_t id)
{
    const uint32_t slot = id & ((1U << SLOT_BITS) - 1);
    m_freeSlots.push_back(slot);
    return std::move(m_slots[slot]);
}

void
ServerNetFabric::Delivered(const ServerNetEngine::Packet& packet, int64_t tick)
{
    ++m_delivered;
    const ServerNetPacket arrived = Take(packet.id);
    m_deliveredTrace(arrived, tick);
    if (!ServerNetPacket::IsRequest(arrived.type))
    {
        m_devices[arrived.source]->ResponseGone();
    }
    m_devices[arrived.destination]->Receive(arrived, tick);
}

void
ServerNetFabric::Discarded(const ServerNetEngine::Packet& packet,
                           uint32_t /* channel */,
                           int64_t tick)
{
    ++m_discarded;
    const ServerNetPacket lost = Take(packet.id);
    m_discardedTrace(lost, tick);
    const bool request = ServerNetPacket::IsRequest(lost.type);
    if (!request)
    {
        m_devices[lost.source]->ResponseGone();
    }
    m_devices[request ? lost.source : lost.destination]->TransactionDiscarded(lost.transaction);
}

bool
ServerNetFabric::WantsHops() const
{
    return !m_tailStartedTrace.IsEmpty();
}

void
ServerNetFabric::TailStarted(const ServerNetEngine::Hop& hop)
{
    m_tailStartedTrace(hop);
}

bool
ServerNetFabric::WantsStalls() const
{
    return !m_stalledTrace.IsEmpty();
}

void
ServerNetFabric::Stalled(const ServerNetEngine::Stall& stall)
{
    m_stalledTrace(stall);
}

} // namespace ns3
