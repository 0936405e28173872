/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/pfabric-routes.h"

#include "ns3/fabric-routes.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/pfabric-forwarding.h"
#include "ns3/pfabric-tiers.h"
#include "ns3/pfabric-topologies.h"
#include "ns3/string.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** @param topology with links @return how many of its links have each rate */
std::map<std::string, uint32_t>
CountRates(const fabric::Topology& topology)
{
    std::map<std::string, uint32_t> rates;
    for (const auto& link : topology.GetLinks())
    {
        ++rates[link.attributes->at("rate")];
    }
    return rates;
}

/** The forwarding of all nodes of a network. */
class Network
{
  public:
    /** @param text of a topology with a name @param spreading text of the attribute */
    explicit Network(const std::string& text, const std::string& spreading = "RoundRobin")
        : m_routes(std::make_shared<const PFabricRoutes>(PFabricTopology(text)))
    {
        const auto& topology = m_routes->GetTopology();
        for (uint32_t node = 0; node < topology.GetNodes().size(); ++node)
        {
            m_nodes.push_back(CreateObject<PFabricForwarding>());
            m_nodes.back()->SetAttribute("Spreading", StringValue(spreading));
            m_nodes.back()->SetRoutes(m_routes, node);
            m_nodes.back()->AssignStreams(node);
        }
    }

    /** @param from host @param to host @param equalLength kind of way @param flow any
     * @return channels on the way of a packet */
    std::vector<uint32_t> Walk(uint32_t from, uint32_t to, bool equalLength, uint64_t flow)
    {
        const auto& topology = m_routes->GetTopology();
        std::vector<uint32_t> channels;
        uint32_t node = m_routes->GetHosts()[from];
        uint32_t in = PFabricForwarding::NOWHERE;
        while (node != m_routes->GetHosts()[to] && channels.size() < 20)
        {
            const uint32_t port = m_nodes[node]->GetPort(to, in, equalLength, flow);
            channels.push_back(m_routes->GetChannel(node, port));
            node = topology.GetChannel(channels.back()).to.node;
            const uint32_t back = channels.back() ^ 1;
            for (in = 0; m_routes->GetChannel(node, in) != back; ++in)
            {
            }
        }
        return channels;
    }

    const PFabricRoutes& GetRoutes() const
    {
        return *m_routes;
    }

  private:
    std::shared_ptr<const PFabricRoutes> m_routes;
    std::vector<Ptr<PFabricForwarding>> m_nodes;
};

/** @param text of a topology file @return what is said of its routes of equal length, or of it */
std::string
Refuse(const std::string& text)
{
    std::istringstream input(text);
    try
    {
        PFabricRoutes(fabric::ReadTopology(input, "file")).GetEqualLength();
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

TEST(PFabricTopologies, TheTreeIsThatOfTheDocument)
{
    for (const auto& [mbps, ratio] : std::map<uint32_t, uint32_t>{{1000, 16}, {2000, 8}, {4000, 4}})
    {
        const auto topology = PFabricTopology("tree[CoreMbps=" + std::to_string(mbps) + "]");
        std::map<std::string, uint32_t> kinds;
        for (const auto& node : topology.GetNodes())
        {
            ++kinds[node.kind];
        }
        EXPECT_EQ(
            kinds,
            (std::map<std::string, uint32_t>{{"core", 1}, {"agg", 2}, {"tor", 8}, {"host", 128}}));
        EXPECT_EQ(topology.GetLinks().size(), 138U);
        // Capacity of all servers : ToR uplinks is 16, 8, 4; of ToR : aggregation uplinks it is 4.
        EXPECT_EQ(128 * 1000 / (8 * mbps), ratio);
        auto rates = CountRates(topology);
        EXPECT_EQ(rates[std::to_string(mbps) + "Mbps"], mbps == 1000 ? 138U : 10U);
    }
}

TEST(PFabricTopologies, LeafSpineAndFatTree)
{
    const auto leafSpine = PFabricTopology("leaf-spine");
    EXPECT_EQ(leafSpine.GetNodes().size(), 144U + 9 + 4);
    EXPECT_EQ(CountRates(leafSpine),
              (std::map<std::string, uint32_t>{{"10000Mbps", 144}, {"40000Mbps", 36}}));
    for (const uint32_t k : {2, 4, 6, 8})
    {
        const auto topology = PFabricTopology("fat-tree[Ports=" + std::to_string(k) + "]");
        EXPECT_EQ(topology.GetNodes().size(), k * k * k / 4 + 5 * k * k / 4);
        EXPECT_EQ(topology.GetLinks().size(), 3 * k * k * k / 4);
        for (const auto& node : topology.GetNodes())
        {
            EXPECT_EQ(node.channels.size(), node.kind == "host" ? 1 : k) << node.name;
        }
    }
}

TEST(PFabricRoutes, WaysAreShortestOrOfEqualLength)
{
    for (const std::string text : {"tree[Hosts=3]",
                                   "tree[Pods=3|Tors=2|Hosts=2]",
                                   "leaf-spine[Leaves=3|Hosts=4]",
                                   "fat-tree[Ports=4]",
                                   "fat-tree[Ports=6]"})
    {
        for (const std::string spreading : {"RoundRobin", "Random", "Flow"})
        {
            Network network(text, spreading);
            const fabric::Routes reference(network.GetRoutes().GetTopology());
            const auto& hosts = network.GetRoutes().GetHosts();
            const uint32_t equal = network.GetRoutes().GetEqualLength();
            EXPECT_EQ(equal, text[0] == 'l' ? 4U : 6U);
            for (uint32_t from = 0; from < hosts.size(); ++from)
            {
                for (uint32_t to = 0; to < hosts.size(); ++to)
                {
                    if (from == to)
                    {
                        continue;
                    }
                    const auto shortest = reference.Trace(hosts[from], hosts[to]).channels.size();
                    for (uint64_t flow = 0; flow < 4; ++flow)
                    {
                        ASSERT_EQ(network.Walk(from, to, false, flow).size(), shortest);
                        const auto way = network.Walk(from, to, true, flow);
                        ASSERT_EQ(way.size(), equal);
                        const std::set<uint32_t> once(way.begin(), way.end());
                        ASSERT_EQ(once.size(), equal) << "a link is taken once in a direction";
                    }
                }
            }
        }
    }
}

TEST(PFabricRoutes, PacketsAreSpreadOverAllWays)
{
    // 8 spines: 800 packets take each 100 times, or chi-squared with 7 degrees of freedom.
    const std::map<std::string, double> most{{"RoundRobin", 0}, {"Random", 24.3}, {"Flow", 24.3}};
    for (const auto& [spreading, limit] : most)
    {
        Network network("leaf-spine[Leaves=2|Spines=8|Hosts=2]", spreading);
        std::map<uint32_t, double> taken;
        for (uint64_t i = 0; i < 800; ++i)
        {
            ++taken[network.Walk(0, 3, false, PFabricForwarding::GetFlow(1, 2, 6, i))[1]];
        }
        double squares = 0;
        for (const auto& [channel, count] : taken)
        {
            squares += (count - 100) * (count - 100) / 100;
        }
        EXPECT_EQ(taken.size(), 8U) << spreading;
        EXPECT_LE(squares, limit) << spreading; // by chance more in one case of a thousand
    }
    // A flow takes one way, also at each of the two tiers of a fat tree.
    Network network("fat-tree[Ports=8]", "Flow");
    std::set<std::vector<uint32_t>> ways;
    for (uint64_t i = 0; i < 400; ++i)
    {
        const auto flow = PFabricForwarding::GetFlow(1, 2, 6, i);
        const auto way = network.Walk(0, 127, false, flow);
        EXPECT_EQ(way, network.Walk(0, 127, false, flow));
        ways.insert(way);
    }
    EXPECT_EQ(ways.size(), 16U) << "tiers choose independently of each other";
}

TEST(PFabricRoutes, MarkedPacketsAloneTakeWaysOfEqualLength)
{
    auto forwarding = CreateObject<PFabricForwarding>();
    EXPECT_FALSE(forwarding->IsEqualLength(0));
    EXPECT_TRUE(forwarding->IsEqualLength(4));
    forwarding->SetAttribute("EqualLengthDscp", StringValue("9"));
    EXPECT_FALSE(forwarding->IsEqualLength(4));
    EXPECT_TRUE(forwarding->IsEqualLength(9));
    forwarding->SetAttribute("EqualLength", StringValue("Never"));
    EXPECT_FALSE(forwarding->IsEqualLength(9));
    forwarding->SetAttribute("EqualLength", StringValue("Always"));
    EXPECT_TRUE(forwarding->IsEqualLength(0));
    EXPECT_EQ(PFabricForwarding::GetAddress(0), Ipv4Address("10.0.0.1"));
    EXPECT_EQ(PFabricForwarding::GetAddress(300), Ipv4Address("10.0.1.45"));
    EXPECT_THROW(PFabricForwarding::GetAddress(1 << 24), std::invalid_argument);
}

// Of 128 hosts, 16 a rack, 64 below an aggregation switch: a rack sends to 112 others, half of all
// to the other half. Ratios of the digest, section 1.3: 14.11 and 32.25 Gb/s of 128.
TEST(PFabricTiers, ShareTheTraffic)
{
    Network tree("tree");
    const auto& topology = tree.GetRoutes().GetTopology();
    const PFabricTiers tiers(tree.GetRoutes());
    ASSERT_EQ(tiers.GetCount(), 3U);
    const std::vector<double> expected{1.0 / 128, 16.0 * 112 / 128 / 127, 64.0 * 64 / 128 / 127};
    for (uint32_t channel = 0; channel < topology.GetChannelCount(); ++channel)
    {
        EXPECT_NEAR(tiers.GetShare(channel), expected[tiers.GetTier(channel)], 1e-12);
    }
    const std::vector<double> rates(topology.GetChannelCount(), 1e9);
    EXPECT_NEAR(tiers.GetCapacity(0, rates) / 1e9, 128, 1e-9);
    EXPECT_NEAR(128 / (tiers.GetCapacity(1, rates) / 1e9), 14.11, 0.005);
    EXPECT_NEAR(128 / (tiers.GetCapacity(2, rates) / 1e9), 32.25, 0.005);

    // Each of 4 spines carries a quarter of what leaves a leaf; links of a fat tree are all alike.
    Network leafSpine("leaf-spine");
    const PFabricTiers two(leafSpine.GetRoutes());
    ASSERT_EQ(two.GetCount(), 2U);
    Network fatTree("fat-tree[Ports=6]");
    const PFabricTiers three(fatTree.GetRoutes());
    ASSERT_EQ(three.GetCount(), 3U);
    for (uint32_t channel = 0; channel < 2 * 180; ++channel)
    {
        EXPECT_NEAR(two.GetShare(channel),
                    two.GetTier(channel) == 0 ? 1.0 / 144 : 16.0 * 128 / 144 / 143 / 4,
                    1e-12);
    }
    for (uint32_t channel = 0; channel < 2 * 162; ++channel)
    {
        const std::vector<double> parts{1, 51.0 / 53, 45.0 / 53}; // of what a host sends
        EXPECT_NEAR(three.GetShare(channel) * 54, parts[three.GetTier(channel)], 1e-12);
    }
}

TEST(PFabricRoutes, WhatIsRefused)
{
    const std::string two = "router s1\nrouter s2\ndevice a\ndevice b\ndevice c\n";
    EXPECT_EQ(Refuse("router s1\ndevice a\ndevice b\nlink a s1\nlink b s1\n"), "");
    EXPECT_EQ(Refuse(two + "link a s1\nlink b s1\nlink c s2\nlink s1 s2\n"),
              "equal-length routing needs a core, switches that are as many links from every host: "
              "no link leads from s2 away from the hosts, and a is 2 links from it, allowed are 1");
    EXPECT_NE(Refuse(two + "link a s1\nlink a s2\nlink b s1\nlink c s2\n").find("host a has 2"),
              std::string::npos);
    EXPECT_NE(Refuse(two + "link a s1\nlink b s1\nlink c s2\n").find("no way from c to a"),
              std::string::npos);
    EXPECT_NE(Refuse("router s1\nrouter s2\ndevice a\ndevice b\nlink a s1\nlink b s1\n")
                  .find("no host reaches"),
              std::string::npos);
    EXPECT_NE(Refuse("router s1\ndevice a\nlink a s1\n").find("1 hosts"), std::string::npos);
}
