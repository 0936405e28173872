/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-end-node.h"
#include "servernet-event-engine.h"
#include "servernet-fabric.h"
#include "servernet-flit-engine.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/enum.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <stdexcept>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ServerNetFabric);

TypeId
ServerNetFabric::GetTypeId()
{
    // One checker for each: ObjectFactory finds what is set for an attribute by its checker.
    const auto ticks = [] { return MakeUintegerChecker<uint32_t>(1, ServerNetTiming::MOST_TICKS); };
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
                          ticks())
            .AddAttribute("BodyTicks",
                          "Ticks from the start of another flit on a link to its earliest start on "
                          "the next.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&ServerNetFabric::m_bodyTicks),
                          ticks())
            .AddAttribute("CreditTicks",
                          "Ticks from the start of a flit out of a full FIFO to that of the flit "
                          "that takes its place.",
                          UintegerValue(2),
                          MakeUintegerAccessor(&ServerNetFabric::m_creditTicks),
                          ticks())
            .AddAttribute("RefillTicks",
                          "Ticks from the start of a tail out of a FIFO to the request of the "
                          "next head in it.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&ServerNetFabric::m_refillTicks),
                          ticks())
            .AddAttribute(
                "Engine",
                "What moves the packets: Event, or the slow reference Flit. Both do "
                "exactly the same.",
                EnumValue(EVENT),
                burst::MakeEnumerationAccessor<EngineKind>(&ServerNetFabric::m_engineKind),
                MakeEnumChecker(EVENT, "Event", FLIT, "Flit"))
            .AddAttribute("Arbiter",
                          "The ServerNetArbiter of each output of a router that does not say "
                          "otherwise, as ns3::ServerNetRandomArbiter.",
                          StringValue("ns3::ServerNetRandomArbiter"),
                          burst::MakeObjectTextAccessor(&ServerNetFabric::m_arbiter),
                          burst::MakeObjectTextChecker<ServerNetArbiter>())
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
                          MakePointerChecker<fabric::ProgressWatchdog>())
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
    : m_watchdog(CreateObject<fabric::ProgressWatchdog>()),
      m_bundle(std::make_shared<Bundle>(Bundle{{this}}))
{
}

ServerNetFabric::~ServerNetFabric() = default;

void
ServerNetFabric::Build(const fabric::Topology& topology)
{
    ServerNetTiming timing;
    timing.fifoFlits = m_fifoFlits;
    timing.headTicks = m_headTicks;
    timing.bodyTicks = m_bodyTicks;
    timing.creditTicks = m_creditTicks;
    timing.refillTicks = m_refillTicks;
    m_network = std::make_shared<const ServerNetNetwork>(topology, timing, m_allowCyclic);
    m_arbiter.CreateObject(); // what a setter refuses is found now
    m_arbiters.resize(m_network->GetChannels().size());
    m_devices.resize(m_network->GetDeviceCount());
    m_down.resize(m_network->GetChannels().size());
}

void
ServerNetFabric::Join(Ptr<ServerNetFabric> y)
{
    if (m_bundle != y->m_bundle)
    {
        m_bundle->fabrics.push_back(PeekPointer(y));
        y->m_bundle = m_bundle;
    }
}

void
ServerNetFabric::SetRouter(uint32_t node, Ptr<ServerNetRouter> router)
{
    m_routers[node] = router;
}

void
ServerNetFabric::SetTraffic(const ServerNetExpectedLoad& load)
{
    Prepare();
    for (uint32_t channel = 0; channel < m_arbiters.size(); ++channel)
    {
        if (m_arbiters[channel])
        {
            m_arbiters[channel]->SetTraffic(load.GetInputs(channel));
        }
    }
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
    m_engine = MakeEngine(m_engineKind, m_network, this);
    const auto& channels = m_network->GetChannels();
    for (uint32_t channel = 0; channel < channels.size(); ++channel)
    {
        if (channels[channel].fromDevice)
        {
            continue;
        }
        const auto router = m_routers.find(channels[channel].from.node);
        const bool own = router != m_routers.end() && router->second->GetArbiter();
        const burst::ObjectText& arbiter = own ? router->second->GetArbiter() : m_arbiter;
        m_arbiters[channel] = arbiter.Create<ServerNetArbiter>();
        m_engine->SetArbiter(channel, m_arbiters[channel]);
    }
}

std::unique_ptr<ServerNetEngine>
ServerNetFabric::MakeEngine(EngineKind kind,
                            std::shared_ptr<const ServerNetNetwork> network,
                            ServerNetEngine::Listener* listener)
{
    if (kind == FLIT)
    {
        return std::make_unique<ServerNetFlitEngine>(std::move(network), listener);
    }
    return std::make_unique<ServerNetEventEngine>(std::move(network), listener);
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
    m_watchdog->SetBusy(m_engine->GetInFlight() > 0);
    Channel::DoInitialize();
}

void
ServerNetFabric::DoDispose()
{
    m_wakeTick = INT64_MAX;
    m_watchdog->Dispose();
    m_bundle->fabrics.clear();
    m_bundle->news.Clear();
    m_devices.clear();
    m_routers.clear();
    m_slots.clear();
    Channel::DoDispose();
}

} // namespace ns3
