/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-cases.h"

#include "ns3/fabric-topology-reader.h"
#include "ns3/servernet-event-engine.h"
#include "ns3/servernet-flit-engine.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <stdexcept>

using namespace ns3;

namespace
{

using Random = std::mt19937;

uint32_t
Draw(Random& random, uint32_t least, uint32_t most)
{
    return least + random() % (most - least + 1);
}

/** Puts a topology together: router i has index i. */
class Builder
{
  public:
    Builder(uint32_t routers, std::function<fabric::Topology::SharedAttributes()> attributes)
        : m_attributes(std::move(attributes))
    {
        for (uint32_t i = 0; i < routers; ++i)
        {
            topology.AddNode("r" + std::to_string(i), fabric::Topology::ROUTER);
        }
    }

    void Link(uint32_t a, uint32_t b)
    {
        topology.AddLink({a, fabric::Topology::NONE},
                         {b, fabric::Topology::NONE},
                         fabric::Topology::NONE,
                         m_attributes());
    }

    void AddDevice(uint32_t router)
    {
        const uint32_t device = topology.AddNode("d" + std::to_string(topology.GetNodes().size()),
                                                 fabric::Topology::DEVICE);
        Link(device, router);
    }

    bool HasFreePort(uint32_t router) const
    {
        return topology.GetNodes()[router].channels.size() < ServerNetNetwork::ROUTER_PORTS;
    }

    fabric::Topology topology;

  private:
    std::function<fabric::Topology::SharedAttributes()> m_attributes;
};

/** Round a ring, but never through router 0: that would be a cycle of dependencies. */
void
RouteRing(fabric::Topology& topology, uint32_t routers)
{
    for (uint32_t device = routers; device < topology.GetNodes().size(); ++device)
    {
        const uint32_t channel = topology.GetNodes()[device].channels.begin()->second;
        const uint32_t home = topology.GetChannel(channel).to.node;
        for (uint32_t router = 0; router < routers; ++router)
        {
            if (router == home)
            {
                continue; // a node finds the device on its own link
            }
            const bool up = router == 0 ? home <= routers / 2
                            : home == 0 ? router > routers / 2
                                        : home > router;
            const uint32_t next = (router + (up ? 1 : routers - 1)) % routers;
            topology.AddRoute(router, device, topology.FindPort(router, next));
        }
    }
    const uint32_t up = topology.FindPort(0, 1);
    const uint32_t down = topology.FindPort(0, routers - 1);
    topology.DisablePath(0, up, down);
    topology.DisablePath(0, down, up);
}

fabric::Topology
MakeTopology(Kind kind,
             Random& random,
             const std::function<fabric::Topology::SharedAttributes()>& attributes)
{
    if (kind == CHAIN)
    {
        return MakeChain(Draw(random, 2, 6), Draw(random, 1, 4), attributes);
    }
    const uint32_t routers = kind == SINGLE_ROUTER ? 1 : Draw(random, 4, 9);
    Builder builder(routers, attributes);
    for (uint32_t i = 1; i < routers; ++i)
    {
        // A tree has two routers below each; a random graph grows where there is a port.
        uint32_t parent = kind == RING ? i - 1 : kind == TREE ? (i - 1) / 2 : random() % i;
        while (!builder.HasFreePort(parent))
        {
            parent = (parent + 1) % i;
        }
        builder.Link(parent, i);
    }
    if (kind == RING)
    {
        builder.Link(routers - 1, 0);
    }
    for (uint32_t i = 0; kind == RANDOM_GRAPH && i < Draw(random, 0, 2); ++i)
    {
        const uint32_t a = random() % routers;
        const uint32_t b = random() % routers;
        if (a != b && builder.HasFreePort(a) && builder.HasFreePort(b))
        {
            builder.Link(a, b);
        }
    }
    for (uint32_t i = 0; i < routers; ++i)
    {
        for (uint32_t count = Draw(random, kind == SINGLE_ROUTER ? 3 : 1, 5);
             count > 0 && builder.HasFreePort(i);
             --count)
        {
            builder.AddDevice(i);
        }
    }
    if (kind == RING)
    {
        RouteRing(builder.topology, routers);
    }
    return builder.topology;
}

Network
MakeNetwork(Kind kind, Random& random)
{
    const ServerNetTiming timing = DrawTiming(random);
    if (kind == TETRA)
    {
        return ReadTetra(timing);
    }
    const bool everyLinkItsOwn = random() % 2;
    while (true)
    {
        const auto attributes = [&] { return everyLinkItsOwn ? DrawAttributes(random) : nullptr; };
        try
        {
            return std::make_shared<ServerNetNetwork>(MakeTopology(kind, random, attributes),
                                                      timing);
        }
        catch (const std::invalid_argument&)
        {
            // a random graph with a cycle of dependencies or without a free port: the next one
        }
    }
}

std::vector<Case::Moment>
MakeInjections(Random& random, uint32_t devices, uint32_t packets)
{
    const uint32_t hot = std::min(devices, random() % 3 == 0 ? 4U : random() % 2 ? 16U : devices);
    const uint32_t sizes = random() % 3;
    static constexpr uint32_t TYPES[] = {12, 16, 76, 80};
    // Mean ticks between two packets of a device, from far beyond what a link carries to light
    // load.
    const double gap = std::exp(std::uniform_real_distribution(0.0, 7.0)(random)) / devices;
    std::exponential_distribution<double> gaps(1 / gap);
    std::vector<Case::Moment> moments;
    double tick = 0;
    for (uint32_t id = 1; id <= packets; ++id, tick += gaps(random))
    {
        const uint32_t source = random() % devices;
        uint32_t destination = random() % hot;
        if (destination == source)
        {
            destination = (source + 1) % devices;
        }
        const uint32_t flits = sizes == 0   ? 80
                               : sizes == 1 ? Draw(random, 1, 120)
                                            : TYPES[random() % 4];
        const auto now = static_cast<int64_t>(tick);
        moments.push_back(
            {now,
             Case::INJECT,
             {id, source, destination, flits, now - static_cast<int64_t>(random() % 50)},
             0,
             false});
    }
    return moments;
}

} // namespace

EngineFactory
MakeFlitEngine()
{
    return [](const Network& network, Engine::Listener* listener) -> std::unique_ptr<Engine> {
        return std::make_unique<ServerNetFlitEngine>(network, listener);
    };
}

EngineFactory
MakeEventEngine()
{
    return [](const Network& network, Engine::Listener* listener) -> std::unique_ptr<Engine> {
        return std::make_unique<ServerNetEventEngine>(network, listener);
    };
}

ServerNetTiming
DrawTiming(Random& random)
{
    ServerNetTiming timing;
    timing.bodyTicks = Draw(random, 1, 4);
    timing.headTicks = timing.bodyTicks + Draw(random, 0, 14);
    timing.creditTicks = Draw(random, 1, 4);
    timing.refillTicks = Draw(random, 1, 12);
    const uint32_t least = timing.bodyTicks + timing.creditTicks;
    timing.fifoFlits = Draw(random, least, random() % 2 ? 24 : 200);
    return timing;
}

fabric::Topology::SharedAttributes
DrawAttributes(Random& random)
{
    const ServerNetTiming timing = DrawTiming(random);
    return std::make_shared<const fabric::Topology::Attributes>(
        fabric::Topology::Attributes{{"fifo", std::to_string(timing.fifoFlits)},
                                     {"head", std::to_string(timing.headTicks)},
                                     {"body", std::to_string(timing.bodyTicks)},
                                     {"credit", std::to_string(timing.creditTicks)},
                                     {"refill", std::to_string(timing.refillTicks)}});
}

fabric::Topology
MakeChain(uint32_t routers,
          uint32_t devices,
          const std::function<fabric::Topology::SharedAttributes()>& attributes)
{
    Builder builder(routers, attributes);
    for (uint32_t i = 1; i < routers; ++i)
    {
        builder.Link(i - 1, i);
    }
    for (uint32_t i = 0; i < routers * devices; ++i)
    {
        builder.AddDevice(i / devices);
    }
    return builder.topology;
}

Network
ReadTetra(const ServerNetTiming& timing)
{
    const auto file = std::filesystem::path(__FILE__).parent_path() /
                      "../../../fabric/examples/topologies/tetra-16.topology";
    return std::make_shared<ServerNetNetwork>(fabric::ReadTopology(file.string()), timing);
}

Case
MakeCase(Kind kind, uint32_t seed, uint32_t packets)
{
    Random random(1000 * kind + seed);
    Case test;
    test.text = "kind " + std::to_string(kind) + ", seed " + std::to_string(seed);
    test.network = MakeNetwork(kind, random);
    test.moments = MakeInjections(random, test.network->GetDeviceCount(), packets);
    test.arbiterSeed = random() % 2 * random();
    test.echo = random() % 3 == 0;
    const int64_t end = test.moments.back().tick + 2000;
    const uint32_t channels = test.network->GetChannels().size();
    const auto insert = [&](Case::What what, uint32_t count) {
        std::set<int64_t> ticks;
        for (uint32_t i = 0; i < count; ++i)
        {
            ticks.insert(random() % end);
        }
        Case::Moment last{0, what, {}, 0, false};
        for (const int64_t tick : ticks) // each that goes down comes up again, some at once
        {
            last.tick = last.down && random() % 4 == 0 ? last.tick : tick;
            last.down = !last.down;
            last.channel = last.down ? random() % channels : last.channel;
            test.moments.push_back(last);
        }
    };
    insert(Case::SAMPLE, 5);
    insert(Case::CLOSE, random() % 3 == 0 ? 5 : 0);
    insert(Case::FAULT, random() % 3 == 0 ? 2 * Draw(random, 1, 6) : 0);
    std::stable_sort(test.moments.begin(), test.moments.end(), [](const auto& a, const auto& b) {
        return a.tick < b.tick;
    });
    return test;
}

Case
WithTiming(Case test, const std::function<void(ServerNetTiming&)>& change)
{
    ServerNetTiming timing = test.network->GetChannels().front().timing;
    change(timing);
    test.network = std::make_shared<ServerNetNetwork>(test.network->GetTopology(), timing);
    return test;
}
