/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/servernet-expected-load.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/fabric-topology-reader.h"

#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

fabric::Topology
Read(const std::string& text)
{
    std::istringstream input(text);
    return fabric::ReadTopology(input, "f");
}

fabric::Topology
ReadTetra16()
{
    const auto folder =
        std::filesystem::path(__FILE__).parent_path() / "../../../fabric/examples/topologies";
    return fabric::ReadTopology((folder / "tetra-16.topology").string());
}

Ptr<DestinationPattern>
Make(const std::string& text, const fabric::Topology& topology)
{
    auto pattern = burst::CreateFromText<DestinationPattern>("ns3::" + text);
    pattern->AssignStreams(1);
    pattern->SetDevices(topology.GetDeviceValues("subtree"), topology.GetDeviceValues("kind"));
    return pattern;
}

/** @return largest and mean load of the channels of each category */
std::map<std::string, std::pair<double, double>>
GetCategoryLoads(const ServerNetNetwork& network, const ServerNetExpectedLoad& load)
{
    std::map<std::string, std::pair<double, double>> loads;
    std::map<std::string, double> counts;
    const auto& channels = network.GetChannels();
    for (std::size_t i = 0; i < channels.size(); ++i)
    {
        const auto& name = network.GetTopology().GetCategories().at(channels[i].category).name;
        const double flits = load.GetChannels()[i];
        auto& [largest, mean] = loads[name];
        largest = std::max(largest, flits);
        mean += (flits - mean) / ++counts[name];
    }
    return loads;
}

const std::vector<std::string> PATTERNS{"UniformDestinations",
                                        "CommonSubtreeDestinations",
                                        "CommonSubtreeDestinations[LocalFraction=0.6]",
                                        "CommonSubtreeDestinations[CpusOnly=1|LocalFraction=0.3]",
                                        "TransposeDestinations"};

// Two CPUs and an I/O device in each of two subtrees, in mixed order.
const std::string SMALL = "router r\n"
                          "device io1 kind=io subtree=b\n"
                          "device cpu[1..2] kind=cpu subtree=a\n"
                          "device cpu3 kind=cpu subtree=b\n"
                          "device io0 kind=disk subtree=a\n"
                          "device cpu4 kind=cpu subtree=b\n"
                          "link io1 r\nlink cpu1 r\nlink cpu2 r\nlink cpu3 r\nlink io0 r\n"
                          "link cpu4 r\n";

} // namespace

// The table of studies/servernet.md, section 2.4, to its last digits: largest under U and means
// under U, CS (with I/O devices of the subtree, other than section 1.3 says) and T; its last
// column, in requests per device and millisecond of 50,000 ticks.
TEST(ServerNetExpectedLoad, Tetra16HasTheLoadsOfTheStudy)
{
    const ServerNetNetwork network(ReadTetra16(), {});
    const std::map<std::string, std::vector<double>> table{
        {"1", {53.9, 52.2, 52.3, 46.0}},
        {"2", {269.6, 260.9, 261.7, 230.0}},
        {"3", {362.1, 350.8, 349.8, 391.0}},
        {"4", {834.8, 817.5, 693.2, 920.0}},
        {"5", {362.1, 350.8, 349.8, 391.0}},
        {"6", {834.8, 817.5, 693.2, 920.0}},
        {"7", {690.8, 690.8, 0, 920.0}},
        {"8", {1617.6, 1600.2, 693.2, 1840.0}},
    };
    std::map<std::string, std::vector<double>> loads;
    for (const uint32_t i : {0, 1, 4})
    {
        const auto pattern = Make(PATTERNS[i], network.GetTopology());
        const ServerNetExpectedLoad load(network, *pattern);
        for (const auto& [category, largestAndMean] : GetCategoryLoads(network, load))
        {
            if (i == 0)
            {
                loads[category].push_back(largestAndMean.first);
            }
            loads[category].push_back(largestAndMean.second);
        }
        if (i == 0)
        {
            EXPECT_NEAR(load.GetSaturation() * 50'000, 30.9, 0.05);
        }
    }
    for (const auto& [category, expected] : table)
    {
        for (std::size_t column = 0; column < expected.size(); ++column)
        {
            EXPECT_NEAR(loads[category].at(column), expected[column], 0.05 + 1e-9)
                << "category " << category << ", column " << column;
        }
    }
}

// What enters a router leaves it: the inputs of a channel sum up to what it carries. In all, each
// device begins one transaction of 48 + 44 flits.
TEST(ServerNetExpectedLoad, FlitsAreConserved)
{
    const ServerNetNetwork network(ReadTetra16(), {});
    for (const auto& text : PATTERNS)
    {
        const auto pattern = Make(text, network.GetTopology());
        const ServerNetExpectedLoad load(network, *pattern);
        double injected = 0;
        double delivered = 0;
        for (uint32_t i = 0; i < network.GetChannels().size(); ++i)
        {
            const auto& channel = network.GetChannels()[i];
            injected += channel.fromDevice ? load.GetChannels()[i] : 0;
            delivered += channel.toDevice ? load.GetChannels()[i] : 0;
            const auto inputs = load.GetInputs(i);
            EXPECT_NEAR(std::accumulate(inputs.begin(), inputs.end(), 0.0),
                        channel.fromDevice ? 0 : load.GetChannels()[i],
                        1e-9);
            EXPECT_EQ(inputs[channel.from.port], 0) << "nothing turns back";
        }
        EXPECT_NEAR(injected, 120 * 92, 1e-8);
        EXPECT_NEAR(delivered, 120 * 92, 1e-8);
    }
}

// By hand: cpu3 sends one request of 10 to place 2, which is cpu1, and gets the response of 1.
TEST(ServerNetExpectedLoad, InputsByHand)
{
    const ServerNetNetwork network(Read(SMALL), {});
    const auto pattern = Make("TransposeDestinations", network.GetTopology());
    const ServerNetExpectedLoad load(network, *pattern, 10, 1);
    // Links 2 * i + 1 lead to device i of the topology at port i. Requests come to cpu1 from cpu3,
    // cpu4 and half of those of io1; a response from cpu4.
    EXPECT_EQ(load.GetInputs(3), (std::vector<double>{5, 0, 0, 10, 0, 10 + 1}));
    EXPECT_EQ(load.GetChannels()[3], 26);
    EXPECT_THROW(ServerNetExpectedLoad(network, *Make("UniformDestinations", ReadTetra16())),
                 std::invalid_argument);
}
