/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lossless-ethernet-topologies.h"

#include "ns3/fabric-routes.h"
#include "ns3/lossless-ethernet-network.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

std::string
GetRefusal(const std::string& nameOrPath)
{
    try
    {
        LosslessTopology(nameOrPath);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

/** Flows between nodes, by their numbers from 1 on, each with a rate in Gb/s. */
using Flows = std::map<std::pair<uint32_t, uint32_t>, double>;

/** @return by ends, such as leaf1>core1, what is offered to each channel between them */
std::map<std::string, double>
GetOffered(const std::string& name, const Flows& flows)
{
    const fabric::Routes routes(LosslessTopology(name));
    const auto& nodes = routes.GetTopology().GetNodes();
    std::map<std::string, double> offered;
    for (const auto& [pair, rate] : flows)
    {
        const auto path = routes.Trace(pair.first - 1, pair.second - 1);
        EXPECT_EQ(path.outcome, fabric::Routes::ARRIVES);
        for (const uint32_t index : path.channels)
        {
            const auto channel = routes.GetTopology().GetChannel(index);
            offered[nodes[channel.from.node].name + ">" + nodes[channel.to.node].name] += rate;
        }
    }
    return offered;
}

/** @return numbers of pairs on channels, by the kinds of their ends, such as leaf>top */
std::map<std::string, std::set<uint64_t>>
GetLoads(const fabric::Routes& routes)
{
    const auto& topology = routes.GetTopology();
    std::vector<uint64_t> pairs(topology.GetChannelCount());
    const uint32_t nodes = topology.GetDeviceValues("kind").size();
    for (uint32_t destination = 0; destination < nodes; ++destination)
    {
        for (uint32_t source = 0; source < nodes; ++source)
        {
            if (source != destination)
            {
                const auto path = routes.Trace(source, destination);
                EXPECT_EQ(path.outcome, fabric::Routes::ARRIVES);
                for (const uint32_t channel : path.channels)
                {
                    ++pairs[channel];
                }
            }
        }
    }
    std::map<std::string, std::set<uint64_t>> loads;
    for (uint32_t index = 0; index < pairs.size(); ++index)
    {
        const auto channel = topology.GetChannel(index);
        loads[topology.GetNodes()[channel.from.node].kind + ">" +
              topology.GetNodes()[channel.to.node].kind]
            .insert(pairs[index]);
    }
    return loads;
}

/** @return numbers of linked ports, by kind of the switch */
std::map<std::string, std::set<std::size_t>>
GetPorts(const fabric::Topology& topology)
{
    std::map<std::string, std::set<std::size_t>> ports;
    for (const auto& node : topology.GetNodes())
    {
        ports[node.kind].insert(node.channels.size());
    }
    return ports;
}

} // namespace

// Also congestion messages, which begin at a switch.
TEST(LosslessTopologies, EverySwitchKnowsAWayToEveryNode)
{
    for (const std::string name : {"single-stage[Nodes=3]",
                                   "multi-hop",
                                   "two-switch",
                                   "ring",
                                   "fat-tree[Nodes=32]",
                                   "fat-tree[Nodes=24|Stages=5]"})
    {
        const LosslessNetwork network(LosslessTopology(name), 10'000'000'000, NanoSeconds(500));
        for (uint32_t number = 0; number < network.GetSwitches().size(); ++number)
        {
            for (uint32_t station = 0; station < network.GetStations().size(); ++station)
            {
                uint32_t at = number;
                for (uint32_t hops = 0;; ++hops)
                {
                    ASSERT_LT(hops, 5U);
                    const uint32_t port = network.GetNext(at, station);
                    ASSERT_NE(port, LosslessNetwork::NONE) << name;
                    const auto& channel = network.GetChannels()[port];
                    at = channel.to;
                    if (channel.toStation)
                    {
                        break;
                    }
                }
                EXPECT_EQ(at, station);
            }
        }
    }
}

TEST(LosslessTopologies, StationsAreNumberedAsNodesAreNamed)
{
    for (const std::string name : {"single-stage", "multi-hop", "two-switch", "ring", "fat-tree"})
    {
        const auto topology = LosslessTopology(name);
        const auto stations = topology.GetDeviceValues("subtree");
        for (uint32_t i = 0; i < topology.GetNodes().size(); ++i)
        {
            const auto& node = topology.GetNodes()[i];
            EXPECT_EQ(node.role == fabric::Topology::DEVICE, i < stations.size());
            if (i < stations.size())
            {
                EXPECT_EQ(node.name, "node" + std::to_string(i + 1));
            }
        }
    }
    EXPECT_EQ(LosslessTopology("multi-hop").GetDeviceValues("subtree"),
              (std::vector<std::string>{"0", "0", "0", "1", "1", "1", "2", "2", "3", "3"}));
    EXPECT_EQ(LosslessTopology("two-switch").GetDeviceValues("subtree"),
              (std::vector<std::string>{"0", "0", "0", "1", "1", "0", "1", "1"}));
}

// Case 2 of the benchmark: culprits of 2 Gb/s to node 7, which is served at 2; victims of 7. No
// link is congested but for the slow node, and each victim shares an uplink with one culprit.
TEST(LosslessTopologies, MultiHopHasTheLoadsOfCase2)
{
    const auto offered = GetOffered("multi-hop",
                                    {{{1, 7}, 2},
                                     {{4, 7}, 2},
                                     {{8, 7}, 2},
                                     {{9, 7}, 2},
                                     {{2, 9}, 7},
                                     {{5, 3}, 7},
                                     {{10, 6}, 7}});
    EXPECT_EQ(offered.at("leaf1>core1"), 9);
    EXPECT_EQ(offered.at("leaf2>core1"), 9);
    EXPECT_EQ(offered.at("leaf4>core1"), 9);
    EXPECT_EQ(offered.at("core1>leaf3"), 6);
    EXPECT_EQ(offered.at("leaf3>node7"), 8);
    EXPECT_EQ(offered.count("leaf3>core1"), 0);
}

// Case 3: uniform traffic of 2.5 Gb/s from nodes 1 to 6 and of 4 Gb/s from the others; digest 1.3.
TEST(LosslessTopologies, MultiHopHasTheLoadsOfCase3)
{
    Flows flows;
    for (uint32_t source = 1; source <= 10; ++source)
    {
        for (uint32_t destination = 1; destination <= 10; ++destination)
        {
            if (source != destination)
            {
                flows[{source, destination}] = (source <= 6 ? 2.5 : 4) / 9;
            }
        }
    }
    const auto offered = GetOffered("multi-hop", flows);
    EXPECT_NEAR(offered.at("leaf1>core1"), 5.83, 0.005);
    EXPECT_NEAR(offered.at("leaf2>core1"), 5.83, 0.005);
    EXPECT_NEAR(offered.at("leaf3>core1"), 7.11, 0.005);
    EXPECT_NEAR(offered.at("leaf4>core1"), 7.11, 0.005);
    EXPECT_NEAR(offered.at("leaf3>node7"), 3.0, 0.005);
    EXPECT_NEAR(offered.at("core1>leaf1"), 7.83, 0.005);
}

// Cases 5 and 6: one flow to node 8 crosses beside that to node 4; four flows cross.
TEST(LosslessTopologies, TwoSwitchHasTheLoadsOfCases5And6)
{
    const auto light =
        GetOffered("two-switch", {{{1, 8}, 9}, {{4, 8}, 9}, {{5, 8}, 9}, {{7, 8}, 9}, {{2, 4}, 9}});
    EXPECT_EQ(light.at("switch1>switch2"), 2 * 9);
    EXPECT_EQ(light.at("switch2>node8"), 4 * 9);
    const auto heavy =
        GetOffered("two-switch", {{{1, 8}, 9}, {{4, 8}, 9}, {{2, 4}, 9}, {{3, 5}, 9}, {{6, 7}, 9}});
    EXPECT_EQ(heavy.at("switch1>switch2"), 4 * 9);
    EXPECT_EQ(heavy.at("switch2>node8"), 2 * 9);
    EXPECT_EQ(heavy.count("switch2>switch1"), 0);
}

// With a nodes at a leaf there are a top switches, and each way up from a leaf is that of 1/a of
// the nodes elsewhere. n = 2048: a = 32 and switches of 64 ports.
TEST(LosslessTopologies, FatTreesOfTwoLevelsSpreadTheirLoad)
{
    const std::map<uint32_t, std::pair<uint32_t, uint32_t>> shapes{{8, {2, 4}},
                                                                   {16, {4, 8}},
                                                                   {32, {4, 8}},
                                                                   {50, {5, 10}},
                                                                   {128, {8, 16}},
                                                                   {100, {10, 20}}};
    for (const auto& [n, shape] : shapes)
    {
        const auto& [a, largest] = shape;
        SCOPED_TRACE(n);
        const fabric::Routes routes(LosslessTopology("fat-tree[Nodes=" + std::to_string(n) + "]"));
        const auto ports = GetPorts(routes.GetTopology());
        EXPECT_EQ(ports.at("leaf"), std::set<std::size_t>{2 * a});
        EXPECT_EQ(ports.at("top"), std::set<std::size_t>{n / a});
        EXPECT_EQ(std::max(2 * a, n / a), largest);
        const auto loads = GetLoads(routes);
        EXPECT_EQ(loads.at("device>leaf"), std::set<uint64_t>{n - 1});
        EXPECT_EQ(loads.at("leaf>device"), std::set<uint64_t>{n - 1});
        EXPECT_EQ(loads.at("leaf>top"), std::set<uint64_t>{a * (n - a) / a});
        EXPECT_EQ(loads.at("top>leaf"), std::set<uint64_t>{n - a});
        EXPECT_EQ(loads.size(), 4);
        const auto summary = routes.Summarize();
        EXPECT_EQ(summary.pairsByRouters, (std::vector<uint64_t>{0, n * (a - 1), 0, n * (n - a)}));
        EXPECT_NO_THROW(routes.CheckAcyclic(summary));
    }
}

// With a nodes at a leaf and b leaves in a pod: a way up from a leaf is that of n/a - 1 nodes
// elsewhere for a sources, one from a pod that of n/(ab) - 1 for ab sources. The trees of k^3/4
// nodes are those of the literature, of k pods and switches of k ports.
TEST(LosslessTopologies, FatTreesOfThreeLevelsSpreadTheirLoad)
{
    const std::map<uint32_t, std::pair<uint32_t, uint32_t>> shapes{{8, {2, 2}},
                                                                   {16, {2, 2}},
                                                                   {54, {3, 3}},
                                                                   {128, {4, 4}},
                                                                   {64, {4, 4}},
                                                                   {48, {3, 4}}};
    for (const auto& [n, shape] : shapes)
    {
        const auto& [a, b] = shape;
        SCOPED_TRACE(n);
        const fabric::Routes routes(
            LosslessTopology("fat-tree[Stages=5|Nodes=" + std::to_string(n) + "]"));
        const auto ports = GetPorts(routes.GetTopology());
        EXPECT_EQ(ports.at("leaf"), std::set<std::size_t>{2 * a});
        EXPECT_EQ(ports.at("middle"), std::set<std::size_t>{2 * b});
        EXPECT_EQ(ports.at("top"), std::set<std::size_t>{n / a / b});
        const auto loads = GetLoads(routes);
        EXPECT_EQ(loads.at("leaf>middle"), std::set<uint64_t>{a * (n / a - 1)});
        EXPECT_EQ(loads.at("middle>top"), std::set<uint64_t>{a * b * (n / (a * b) - 1)});
        EXPECT_EQ(loads.at("top>middle"), std::set<uint64_t>{n - a * b});
        EXPECT_EQ(loads.at("middle>leaf"), std::set<uint64_t>{n - a});
        EXPECT_EQ(loads.size(), 6);
        const auto summary = routes.Summarize();
        EXPECT_EQ(summary.pairsByRouters,
                  (std::vector<uint64_t>{0, n * (a - 1), 0, n * (a * b - a), 0, n * (n - a * b)}));
        EXPECT_NO_THROW(routes.CheckAcyclic(summary));
    }
}

TEST(LosslessTopologies, TheLargestFatTrees)
{
    for (const auto& [name, ports] :
         {std::pair("fat-tree[Nodes=2048]", 64), std::pair("fat-tree[Nodes=2048|Stages=5]", 32)})
    {
        const LosslessNetwork network(LosslessTopology(name), 10'000'000'000, NanoSeconds(500));
        EXPECT_EQ(network.GetStations().size(), 2048);
        std::size_t largest = 0;
        for (const auto& one : network.GetSwitches())
        {
            largest = std::max(largest, one.ports.size());
        }
        EXPECT_EQ(largest, ports);
    }
}

TEST(LosslessTopologies, ARingIsRefusedByTheCheckOfRoutes)
{
    for (const uint32_t n : {3, 4, 7})
    {
        const fabric::Routes routes(LosslessTopology("ring[Switches=" + std::to_string(n) + "]"));
        const auto summary = routes.Summarize();
        EXPECT_TRUE(summary.failures.empty());
        // A pair that is i switches on has i + 1 of them on its way.
        std::vector<uint64_t> expected(n + 1, n);
        expected[0] = expected[1] = 0;
        EXPECT_EQ(summary.pairsByRouters, expected);
        EXPECT_THROW(routes.CheckAcyclic(summary), std::invalid_argument);
    }
}

TEST(LosslessTopologies, OthersHaveNoCircle)
{
    for (const std::string name : {"single-stage", "multi-hop", "two-switch"})
    {
        const fabric::Routes routes(LosslessTopology(name));
        EXPECT_NO_THROW(routes.CheckAcyclic(routes.Summarize())) << name;
    }
}

TEST(LosslessTopologies, NamesAndPaths)
{
    const auto path = (std::filesystem::path(__FILE__).parent_path() /
                       "../../../fabric/examples/topologies/leaf-spine.topology")
                          .string();
    EXPECT_EQ(LosslessTopology(path).GetLinks().size(), 14);
    EXPECT_EQ(GetLosslessTopologyFiles(path), std::vector<std::string>{path});
    EXPECT_TRUE(GetLosslessTopologyFiles("fat-tree[Nodes=64]").empty());
    EXPECT_EQ(GetRefusal("two-switches"),
              "'two-switches' is neither a file that can be read nor a topology; nearest: "
              "two-switch");
    EXPECT_EQ(GetRefusal("ring[Switches=2]"),
              "'Switches=2' is no parameter of the topology ring; allowed are Switches from 3 to "
              "2048");
    EXPECT_EQ(GetRefusal("fat-tree[Stages=4]"), "Stages of fat-tree is 4; allowed are 3 and 5");
    EXPECT_EQ(
        GetRefusal("fat-tree[Nodes=11]"),
        "Nodes of fat-tree is 11, for which there are no full switches of at most 64 ports in "
        "3 stages; allowed is such as 10");
    EXPECT_EQ(GetRefusal("fat-tree[Nodes=9|Stages=5]"),
              "Nodes of fat-tree is 9, for which there are no full switches of at most 64 ports in "
              "5 stages; allowed is such as 8");
}
