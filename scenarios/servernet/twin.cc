/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/burst-traffic-destination.h"
#include "ns3/random-variable-stream.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/servernet-arbiter-set.h"
#include "ns3/servernet-engine.h"
#include "ns3/servernet-packet.h"
#include "ns3/servernet-topologies.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * The same load through both engines: compares every head, every tail and the stalled ticks of
 * every channel. Requests come from an arrival process, without a window; each is answered at its
 * delivery. Both engines run until they are empty.
 */
class ServernetTwinScenario : public scenario::Scenario
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    std::string GetHelp() const override;

  private:
    using Packet = ServerNetEngine::Packet;

    /** The result of one engine. */
    struct Record : ServerNetEngine::Listener
    {
        void Delivered(const Packet& packet, int64_t tick) override;
        bool HasHopSinks() const override;
        void TailStarted(const ServerNetEngine::Hop& hop) override;

        ServerNetEngine* engine{nullptr};
        std::vector<ServerNetEngine::Hop> hops;
        uint64_t delivered{0};
    };

    void DoBuild() override;

    /** @return the requests, in order of time */
    std::vector<Packet> DrawRequests(const ServerNetNetwork& network) const;

    /** Let an engine carry the requests. @param kind which @param network it moves them through
     * @param requests in order of time @param record what it did @return the engine */
    std::unique_ptr<ServerNetEngine> Carry(ServerNetEngine::Kind kind,
                                           std::shared_ptr<const ServerNetNetwork> network,
                                           const std::vector<Packet>& requests,
                                           Record& record) const;

    std::string m_topology;      //!< attribute Topology
    burst::ObjectText m_pattern; //!< attribute Pattern
    burst::ObjectText m_process; //!< attribute Process
    burst::ObjectText m_arbiter; //!< attribute Arbiter
    uint32_t m_ticks;            //!< attribute Ticks
};

NS_OBJECT_ENSURE_REGISTERED(ServernetTwinScenario);

TypeId
ServernetTwinScenario::GetTypeId()
{
    static TypeId tid = AddStreamBase(
        TypeId("ns3::ServernetTwinScenario")
            .SetParent<scenario::Scenario>()
            .SetGroupName("servernet")
            .AddConstructor<ServernetTwinScenario>()
            .AddAttribute("Topology",
                          "Name of a topology, such as tetra-16, or path of a topology file.",
                          StringValue("tetra-16"),
                          MakeStringAccessor(&ServernetTwinScenario::m_topology),
                          burst::MakeFileChecker(&GetServerNetTopologyFiles))
            .AddAttribute("Pattern",
                          "Where devices send to, any ns3::DestinationPattern.",
                          StringValue("ns3::UniformDestinations"),
                          burst::MakeObjectTextAccessor(&ServernetTwinScenario::m_pattern),
                          burst::MakeObjectTextChecker<DestinationPattern>())
            .AddAttribute("Process",
                          "Requests of each device, any ns3::ArrivalProcess.",
                          StringValue("ns3::PoissonArrivals[Rate=0.0004]"),
                          burst::MakeObjectTextAccessor(&ServernetTwinScenario::m_process),
                          burst::MakeObjectTextChecker<ArrivalProcess>())
            .AddAttribute("Arbiter",
                          "Arbiter of every output of a router, any ns3::ServerNetArbiter.",
                          StringValue("ns3::ServerNetRandomArbiter"),
                          burst::MakeObjectTextAccessor(&ServernetTwinScenario::m_arbiter),
                          burst::MakeObjectTextChecker<ServerNetArbiter>())
            .AddAttribute("Ticks",
                          "Requests come in the ticks before this one.",
                          UintegerValue(10'000),
                          MakeUintegerAccessor(&ServernetTwinScenario::m_ticks),
                          MakeUintegerChecker<uint32_t>(1)));
    return tid;
}

std::string
ServernetTwinScenario::GetHelp() const
{
    return "Sends the same load through the event-driven and the flit-by-flit engine and counts "
           "where they differ.";
}

void
ServernetTwinScenario::Record::Delivered(const Packet& packet, int64_t tick)
{
    ++delivered;
    if (packet.id % 2 == 0)
    {
        const auto type = packet.flits == ServerNetPacket::GetFlits(SERVERNET_READ_REQUEST, 64)
                              ? SERVERNET_READ_RESPONSE
                              : SERVERNET_WRITE_RESPONSE;
        engine->Inject({packet.id + 1,
                        packet.destination,
                        packet.source,
                        ServerNetPacket::GetFlits(type, 64),
                        packet.createTick},
                       tick);
    }
}

bool
ServernetTwinScenario::Record::HasHopSinks() const
{
    return true;
}

void
ServernetTwinScenario::Record::TailStarted(const ServerNetEngine::Hop& hop)
{
    hops.push_back(hop);
}

std::vector<ServerNetEngine::Packet>
ServernetTwinScenario::DrawRequests(const ServerNetNetwork& network) const
{
    const auto pattern = m_pattern.Create<DestinationPattern>();
    pattern->SetDevices(network.GetTopology().GetDeviceValues("subtree"),
                        network.GetTopology().GetDeviceValues("kind"));
    int64_t stream = GetStreamBase() + pattern->AssignStreams(GetStreamBase());
    const auto type = CreateObject<UniformRandomVariable>();
    type->SetStream(stream++);

    std::vector<Packet> requests;
    for (uint32_t device = 0; device < network.GetDeviceCount(); ++device)
    {
        const auto process = m_process.Create<ArrivalProcess>();
        stream += process->AssignStreams(stream);
        while (process->Peek() < m_ticks)
        {
            const auto kind =
                type->GetValue() < 0.5 ? SERVERNET_READ_REQUEST : SERVERNET_WRITE_REQUEST;
            requests.push_back({2 * requests.size(),
                                device,
                                pattern->Draw(device),
                                ServerNetPacket::GetFlits(kind, 64),
                                process->Next()});
        }
    }
    std::stable_sort(requests.begin(), requests.end(), [](const Packet& a, const Packet& b) {
        return a.createTick < b.createTick;
    });
    return requests;
}

std::unique_ptr<ServerNetEngine>
ServernetTwinScenario::Carry(ServerNetEngine::Kind kind,
                             std::shared_ptr<const ServerNetNetwork> network,
                             const std::vector<Packet>& requests,
                             Record& record) const
{
    auto engine = ServerNetEngine::Make(kind, network, &record);
    record.engine = engine.get();
    const int64_t stream = GetStreamBase() + 2 + network->GetDeviceCount(); // one for each channel
    const ServerNetArbiterSet arbiters(*network, [this, stream](uint32_t channel) {
        const auto arbiter = m_arbiter.Create<ServerNetArbiter>();
        arbiter->AssignStreams(stream + channel);
        return arbiter;
    });
    arbiters.Connect(*engine);
    engine->Carry(requests);
    std::sort(record.hops.begin(), record.hops.end(), [](const auto& a, const auto& b) {
        return std::tie(a.packet.id, a.hop) < std::tie(b.packet.id, b.hop);
    });
    return engine;
}

void
ServernetTwinScenario::DoBuild()
{
    const auto network =
        std::make_shared<const ServerNetNetwork>(ServerNetTopology(m_topology), ServerNetTiming());
    const auto requests = DrawRequests(*network);
    Record first;
    Record second;
    const auto event = Carry(ServerNetEngine::EVENT, network, requests, first);
    const auto flit = Carry(ServerNetEngine::FLIT, network, requests, second);

    const std::size_t common = std::min(first.hops.size(), second.hops.size());
    const uint64_t missing = std::max(first.hops.size(), second.hops.size()) - common;
    uint64_t heads = missing;
    uint64_t tails = missing;
    for (std::size_t i = 0; i < common; ++i)
    {
        heads += first.hops[i].head != second.hops[i].head;
        tails += first.hops[i].tail != second.hops[i].tail;
    }
    uint64_t stalls = 0;
    uint64_t stalled = 0;
    for (uint32_t channel = 0; channel < network->GetChannels().size(); ++channel)
    {
        const int64_t ticks = flit->GetState(channel).stalled;
        stalls += std::abs(event->GetState(channel).stalled - ticks);
        stalled += ticks;
    }
    Report("servernet.packets",
           second.delivered,
           "1",
           "requests and responses delivered by the flit engine");
    Report("servernet.hops", second.hops.size(), "1", "packets on channels");
    Report("servernet.stalled_ticks", stalled, "1", "stalled ticks of all channels");
    Report("servernet.different_heads", heads, "1", "hops whose first flit starts at another tick");
    Report("servernet.different_tails", tails, "1", "hops whose last flit starts at another tick");
    Report("servernet.different_stalls",
           stalls,
           "1",
           "ticks by which stalled times of channels differ");
}

} // namespace ns3
