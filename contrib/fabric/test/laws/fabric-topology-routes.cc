/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-routes-samples.h"

#include "ns3/fabric-resource-graph.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

using namespace ns3;

namespace
{

std::string
Trace(const fabric::Routes& routes, const std::string& source, const std::string& destination)
{
    static const char* outcomes[] = {"arrives", "no route", "disabled", "loops"};
    const fabric::Topology& topology = routes.GetTopology();
    const auto path = routes.Trace(topology.FindNode(source), topology.FindNode(destination));
    std::string text;
    for (uint32_t channel : path.channels)
    {
        text += topology.GetChannelName(channel) + " ";
    }
    return text + outcomes[path.outcome];
}

} // namespace

// studies/servernet.md, section 2.3: channels, dependencies, hop distribution and categories of
// Tetra 16.
TEST(FabricRoutes, Tetra16HasTheNumbersOfTheStudy)
{
    const fabric::Routes routes = ReadSample("tetra-16");
    const fabric::Topology& topology = routes.GetTopology();
    const auto summary = routes.Summarize();
    EXPECT_EQ(topology.GetNodes().size(), 16U + 104 + 32);
    EXPECT_EQ(topology.GetChannelCount(), 308U);
    EXPECT_EQ(summary.pairs, 14280U);
    EXPECT_TRUE(summary.failures.empty());
    EXPECT_EQ(summary.dependencies.size(), 896U);
    EXPECT_EQ(summary.pairsByRouters, (std::vector<uint64_t>{0, 480, 0, 2000, 1300, 3000, 7500}));
    EXPECT_EQ(GetRefusal(routes), "");

    std::map<std::string, uint32_t> links;
    for (const auto& link : topology.GetLinks())
    {
        ++links[topology.GetCategories().at(link.category).name];
    }
    EXPECT_EQ(links,
              (std::map<std::string, uint32_t>{{"1", 104},
                                               {"2", 16},
                                               {"3", 8},
                                               {"4", 4},
                                               {"5", 8},
                                               {"6", 4},
                                               {"7", 6},
                                               {"8", 4}}));
    // T_q port p meets T_(q+1+p) port 2 - p.
    for (uint32_t q = 0; q < 4; ++q)
    {
        for (uint32_t p = 0; p < 3; ++p)
        {
            const auto& node = topology.GetNodes()[topology.FindNode("t" + std::to_string(q))];
            const auto end = topology.GetChannel(node.channels.at(p)).to;
            EXPECT_EQ(topology.GetNodes()[end.node].name, "t" + std::to_string((q + 1 + p) % 4));
            EXPECT_EQ(end.port, 2 - p);
        }
    }
}

// Section 2.3 again: with the path disables every turn a table could ask for leads up in rank;
// without those of the tetrahedron T0 -> T1 -> T2 -> T0 is possible.
TEST(FabricRoutes, DisablesOfTetra16MakeEveryTableSafe)
{
    const fabric::Routes routes = ReadSample("tetra-16");
    const fabric::Topology& topology = routes.GetTopology();
    fabric::ResourceGraph permitted;
    fabric::ResourceGraph withoutTetrahedron;
    for (uint32_t channel = 0; channel < topology.GetChannelCount(); ++channel)
    {
        permitted.AddResource(topology.GetChannelName(channel));
        withoutTetrahedron.AddResource(topology.GetChannelName(channel));
    }
    for (uint32_t in = 0; in < topology.GetChannelCount(); ++in)
    {
        const auto at = topology.GetChannel(in).to;
        const auto& node = topology.GetNodes()[at.node];
        for (const auto& [out, channel] : node.channels)
        {
            if (node.role == fabric::Topology::ROUTER &&
                !topology.IsDisabled(at.node, at.port, out))
            {
                permitted.AddWait(in, channel);
            }
            if (node.role == fabric::Topology::ROUTER && at.port != out)
            {
                withoutTetrahedron.AddWait(in, channel);
            }
        }
    }
    EXPECT_TRUE(permitted.FindCycle().empty());
    EXPECT_EQ(withoutTetrahedron.FindCycle().size(), 3U);
}

// studies/pfabric.md, PF-01: 138 links; same rack 128 * 15 pairs, same aggregation 128 * 48, the
// rest 128 * 64.
TEST(FabricRoutes, ServerTreeHasThePairsOfEachLevel)
{
    const fabric::Routes routes = ReadSample("server-tree");
    const auto summary = routes.Summarize();
    EXPECT_EQ(routes.GetTopology().GetLinks().size(), 138U);
    EXPECT_EQ(summary.pairsByRouters,
              (std::vector<uint64_t>{0, 128 * 15, 0, 128 * 48, 0, 128 * 64}));
    // A tree of switches turns every way but back: n (n - 1) dependencies at a switch with n links.
    EXPECT_EQ(summary.dependencies.size(), 8U * 17 * 16 + 2 * 5 * 4 + 2 * 1);
    EXPECT_EQ(GetRefusal(routes), "");
    const fabric::Topology& topology = routes.GetTopology();
    const auto up = topology.GetNodes()[topology.FindNode("agg0")].channels.at(4);
    EXPECT_EQ(topology.GetChannelName(up), "agg0:4>core:0");
    EXPECT_EQ(summary.pairsByChannel[up], 64U * 64);
}

// studies/lossless-ethernet.md, section 1.2: node 1 to 7 crosses leaf 1, the core and leaf 3; pairs
// below one leaf cross one switch: 3*2 + 3*2 + 2*1 + 2*1 of 10*9.
TEST(FabricRoutes, LeafSpineAndParkingLotAreTrees)
{
    const fabric::Routes leaves = ReadSample("leaf-spine");
    EXPECT_EQ(leaves.Summarize().pairsByRouters, (std::vector<uint64_t>{0, 16, 0, 74}));
    EXPECT_EQ(Trace(leaves, "n1", "n7"),
              "n1:0>leaf1:1 leaf1:0>core:0 core:2>leaf3:0 leaf3:1>n7:0 arrives");
    // studies/atm-abr.md, section 1.4: A on all three trunks, D on the first, E on the second, C
    // and F on the last.
    const fabric::Routes lot = ReadSample("parking-lot");
    for (const auto& [session, trunks] :
         std::map<std::string, std::string>{{"a", "s1s2 s2s3 s3s4 "},
                                            {"b", "s2s3 s3s4 "},
                                            {"c", "s3s4 "},
                                            {"d", "s1s2 "},
                                            {"e", "s2s3 "},
                                            {"f", "s3s4 "}})
    {
        const fabric::Topology& topology = lot.GetTopology();
        std::string used;
        for (uint32_t channel :
             lot.Trace(topology.FindNode(session + "1"), topology.FindNode(session + "2")).channels)
        {
            if (topology.GetLinks()[channel / 2].category == topology.FindCategory("trunk"))
            {
                const auto [from, to] = topology.GetChannel(channel);
                used +=
                    topology.GetNodes()[from.node].name + topology.GetNodes()[to.node].name + " ";
            }
        }
        EXPECT_EQ(used, trunks);
    }
}

TEST(FabricRoutes, ALineComesBeforeTheOwnDeviceAndThatBeforeAllOthers)
{
    const std::string base =
        "router r\nrouter s\nlink r s\ndevice a\ndevice b\nlink a r\nlink b r\nlink b s\n";
    EXPECT_EQ(Trace(Read(base + "route r * s\n"), "a", "b"), "a:0>r:1 r:2>b:0 arrives");
    EXPECT_EQ(Trace(Read(base + "route r b s\n"), "a", "b"), "a:0>r:1 r:0>s:0 s:1>b:1 arrives");
}

TEST(FabricRoutes, PacketsThatDoNotArriveSayWhy)
{
    const std::string base =
        "router r[0..2]\ndevice d[0..2]\nlink r[0..2] r[1,2,0]\nlink d[0..2] r[0..2]\n";
    EXPECT_EQ(Trace(Read(base + "route r0 d0 d0\n"), "d0", "d1"), "d0:0>r0:2 no route");
    EXPECT_EQ(Trace(Read(base + "route r0 d1 d0\n"), "d0", "d1"), "d0:0>r0:2 r0:2>d0:0 no route");
    EXPECT_EQ(Trace(Read(base + "route r0 d1 r2\nroute r2 d1 r0\n"), "d0", "d1"),
              "d0:0>r0:2 r0:1>r2:1 r2:1>r0:1 r0:1>r2:1 loops");
    EXPECT_EQ(Trace(Read(base + "route r0 d1 r2\nroute r2 d1 r0\ndisable * * same\n"), "d0", "d1"),
              "d0:0>r0:2 r0:1>r2:1 disabled");
    EXPECT_EQ(Trace(Read(base), "d0", "d1"), "d0:0>r0:2 r0:0>r1:0 r1:2>d1:0 arrives");
    EXPECT_EQ(Trace(Read("device a\ndevice b\ndevice c\nlink a b\nlink b c\n"), "a", "c"),
              "no route");
    EXPECT_EQ(Trace(Read("device a\ndevice b\nlink a b\n"), "b", "a"), "b:0>a:0 arrives");
}

// Oracle: distances by the Floyd-Warshall recurrence, and the stated tie rule.
TEST(FabricRoutes, ShortestPathsAreShortestAndTakeTheLowestPort)
{
    std::mt19937 random(1);
    for (int round = 0; round < 100; ++round)
    {
        const uint32_t routers = 1 + random() % 12;
        const fabric::Routes routes(MakeRandom(random, routers));
        const auto& nodes = routes.GetTopology().GetNodes();
        std::vector<std::vector<uint32_t>> distance(routers, std::vector<uint32_t>(routers, 1000));
        for (uint32_t i = 0; i < routers; ++i)
        {
            distance[i][i] = 0;
            for (const auto& [port, channel] : nodes[i].channels)
            {
                const uint32_t other = routes.GetTopology().GetChannel(channel).to.node;
                if (other < routers && other != i)
                {
                    distance[i][other] = 1;
                }
            }
        }
        for (uint32_t k = 0; k < routers; ++k)
        {
            for (uint32_t i = 0; i < routers; ++i)
            {
                for (uint32_t j = 0; j < routers; ++j)
                {
                    distance[i][j] = std::min(distance[i][j], distance[i][k] + distance[k][j]);
                }
            }
        }
        for (uint32_t destination = 0; destination < routers; ++destination)
        {
            const auto ports = routes.GetPorts(routers + destination);
            for (uint32_t source = 0; source < routers; ++source)
            {
                if (source != destination)
                {
                    const auto path = routes.Trace(routers + source, routers + destination);
                    EXPECT_EQ(path.outcome, fabric::Routes::ARRIVES);
                    EXPECT_EQ(path.channels.size(), distance[source][destination] + 2);
                    uint32_t lowest = 0;
                    while (distance[routes.GetTopology()
                                        .GetChannel(nodes[source].channels.at(lowest))
                                        .to.node][destination] +
                               1 !=
                           distance[source][destination])
                    {
                        ++lowest;
                    }
                    EXPECT_EQ(ports[source], lowest);
                }
            }
        }
    }
}

// Oracle: a walker that knows nothing but the tables and gives up after more steps than there are
// channels.
TEST(FabricRoutes, RandomTablesGoWhereTheyPoint)
{
    std::mt19937 random(2);
    std::map<fabric::Routes::Outcome, uint32_t> seen;
    uint32_t cyclic = 0;
    for (int round = 0; round < 200; ++round)
    {
        const uint32_t routers = 2 + random() % 6;
        fabric::Topology topology = MakeRandom(random, routers);
        for (uint32_t router = 0; router < routers; ++router)
        {
            const uint32_t ports = topology.GetNodes()[router].channels.size();
            for (uint32_t destination = 0; destination < routers; ++destination)
            {
                if (random() % 8)
                {
                    topology.AddRoute(router, routers + destination, random() % ports);
                }
            }
            topology.DisablePath(router, random() % ports, random() % ports);
        }
        topology.AddRoute(0, fabric::Topology::NONE, 0);
        const fabric::Routes routes(topology);
        const auto summary = routes.Summarize();

        std::vector<uint64_t> uses(topology.GetChannelCount());
        std::map<std::pair<uint32_t, uint32_t>, uint64_t> dependencies;
        auto failure = summary.failures.begin();
        for (uint32_t destination = routers; destination < 2 * routers; ++destination)
        {
            for (uint32_t source = routers; source < 2 * routers; ++source)
            {
                if (source == destination)
                {
                    continue;
                }
                std::vector<uint32_t> channels{topology.GetNodes()[source].channels.at(0)};
                auto outcome = fabric::Routes::LOOPS;
                std::set<std::pair<uint32_t, uint32_t>> turns;
                while (channels.size() <= topology.GetChannelCount())
                {
                    const auto at = topology.GetChannel(channels.back()).to;
                    uint32_t port = topology.GetRoute(at.node, destination);
                    if (port == fabric::Topology::NONE && at.node == destination - routers)
                    {
                        port =
                            topology.GetNodes()[at.node].channels.rbegin()->first; // devices were
                                                                                   // linked last
                    }
                    port = port == fabric::Topology::NONE
                               ? topology.GetRoute(at.node, fabric::Topology::NONE)
                               : port;
                    if (at.node >= routers || port == fabric::Topology::NONE)
                    {
                        outcome = at.node == destination ? fabric::Routes::ARRIVES
                                                         : fabric::Routes::NO_ROUTE;
                        break;
                    }
                    if (topology.IsDisabled(at.node, at.port, port))
                    {
                        outcome = fabric::Routes::DISABLED;
                        break;
                    }
                    channels.push_back(topology.GetNodes()[at.node].channels.at(port));
                    turns.emplace(channels[channels.size() - 2], channels.back());
                }
                for (const auto& turn : turns)
                {
                    ++dependencies[turn];
                }
                ++seen[outcome];
                EXPECT_EQ(routes.Trace(source, destination).outcome, outcome);
                if (outcome == fabric::Routes::ARRIVES)
                {
                    for (uint32_t channel : channels)
                    {
                        ++uses[channel];
                    }
                    continue;
                }
                ASSERT_NE(failure, summary.failures.end());
                EXPECT_EQ(failure->source, source);
                EXPECT_EQ(failure->destination, destination);
                EXPECT_EQ(failure->outcome, outcome);
                ++failure;
            }
        }
        EXPECT_EQ(failure, summary.failures.end());
        EXPECT_EQ(summary.pairsByChannel, uses);
        ASSERT_EQ(summary.dependencies.size(), summary.pairsByDependency.size());
        std::map<std::pair<uint32_t, uint32_t>, uint64_t> found;
        for (std::size_t i = 0; i < summary.dependencies.size(); ++i)
        {
            found[summary.dependencies[i]] = summary.pairsByDependency[i];
        }
        EXPECT_EQ(found, dependencies);
        cyclic += GetRefusal(routes).empty() ? 0 : 1;
    }
    EXPECT_EQ(seen.size(), 4U); // every outcome was met, or the test would show little
    EXPECT_GT(cyclic, 20U);
    EXPECT_LT(cyclic, 180U);
}

// Several links end at the destination: the port of the lowest number at the node, whatever the
// order of the links, unless an entry names another one. Other nodes keep their entries.
TEST(FabricRoutes, TheLowestOfSeveralLinksToTheDestination)
{
    const std::string base = "router r\ndevice a\ndevice b\nlink a r:4\nlink b:0 r:3\n"
                             "link b:1 r:1\nlink b:2 r:2\n";
    EXPECT_EQ(Trace(Read(base), "a", "b"), "a:0>r:4 r:1>b:1 arrives");
    EXPECT_EQ(Trace(Read(base + "route r * 3\n"), "a", "b"), "a:0>r:4 r:1>b:1 arrives");
    EXPECT_EQ(Trace(Read(base + "route r b 3\n"), "a", "b"), "a:0>r:4 r:3>b:0 arrives");
}

// With tables a device needs no entry for its only link, and one for each of several.
TEST(FabricRoutes, ADeviceWithOneLinkNeedsNoEntry)
{
    const std::string base = "router r\ndevice a\ndevice b\nlink a r\nlink b r\nlink b r\n"
                             "route r a a\n";
    EXPECT_EQ(Trace(Read(base), "a", "b"), "a:0>r:0 r:1>b:0 arrives");
    EXPECT_EQ(Trace(Read(base), "b", "a"), "no route");
    EXPECT_EQ(Trace(Read(base + "route b * 1\n"), "b", "a"), "b:1>r:2 r:0>a:0 arrives");
}

// By hand on a ring of three routers: r1 knows no way to d0, what is for d1 goes round between r0
// and r2, and r2 may not pass on to d2 what comes from r0. Two of six pairs are left, over two
// routers.
TEST(FabricRoutes, UnreachablePairsHaveAReason)
{
    const auto routes = Read("router r[0..2]\ndevice d[0..2]\nlink r[0..2] r[1,2,0]\n"
                             "link d[0..2] r[0..2]\nroute r2 d0 r0\nroute r0 d1 r2\n"
                             "route r2 d1 r0\nroute r0 d2 r2\nroute r1 d2 r2\n"
                             "disable r2 r0 d2\n");
    const auto summary = routes.Summarize();
    std::string told;
    for (const auto& [source, destination, outcome] : summary.failures)
    {
        const auto& nodes = routes.GetTopology().GetNodes();
        told += nodes[source].name + ">" + nodes[destination].name + " " +
                fabric::Routes::GetWords(outcome) + ", ";
    }
    EXPECT_EQ(told, "d1>d0 no route, d0>d1 a circle, d2>d1 a circle, d0>d2 a path disable, ");
    EXPECT_EQ(summary.pairs, 6U);
    EXPECT_EQ(summary.pairsByRouters, (std::vector<uint64_t>{0, 0, 2}));
}
