/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/servernet-expected-load.h"

#include "burst-traffic-statistics.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/servernet-destinations.h"

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
        std::filesystem::path(__FILE__).parent_path() / "../../contrib/fabric/examples/topologies";
    return fabric::ReadTopology((folder / "tetra-16.topology").string());
}

Ptr<DestinationPattern>
Make(const std::string& text, const fabric::Topology& topology)
{
    auto pattern = burst::CreateFromText<DestinationPattern>(text);
    pattern->AssignStreams(1);
    ServerNetDestinations::SetTopology(pattern, topology);
    return pattern;
}

std::string
GetRefusal(const std::string& text, const fabric::Topology& topology)
{
    try
    {
        Make(text, topology);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
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

const std::string PATTERN = "ns3::ServerNet";
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

TEST(ServerNetDestinations, DrawsFollowTheProbabilities)
{
    for (const auto& topology : {Read(SMALL), ReadTetra16()})
    {
        for (const auto& text : PATTERNS)
        {
            SCOPED_TRACE(text);
            const auto pattern = Make(PATTERN + text, topology);
            const uint32_t n = pattern->GetDevices();
            std::vector<double> probability;
            for (uint32_t source = 0; source < n; ++source)
            {
                double sum = 0;
                for (uint32_t destination = 0; destination < n; ++destination)
                {
                    const double p = pattern->GetProbability(source, destination);
                    sum += p;
                    probability.push_back(p / n);
                }
                EXPECT_NEAR(sum, 1, 1e-14);
            }
            constexpr uint32_t DRAWS = 100'000;
            StreamRandom random(3);
            std::vector<uint64_t> observed(probability.size());
            for (uint32_t i = 0; i < DRAWS; ++i)
            {
                const uint32_t source = random.Below(n);
                ++observed.at(source * n + pattern->Draw(source));
            }
            for (std::size_t cell = 0; cell < observed.size(); ++cell)
            {
                EXPECT_TRUE(observed[cell] == 0 || probability[cell] > 0) << "cell " << cell;
            }
            EXPECT_LT(ChiSquareOverLimit(observed, probability, DRAWS), 1);
        }
    }
}

// By hand. The CPUs in order of their subtrees, b first: 3, 5; 1, 2.
TEST(ServerNetDestinations, ByHand)
{
    struct Case
    {
        std::string pattern;
        uint32_t source;
        std::vector<double> probability;
    };

    const double third = 0.4 / 3;
    const std::vector<Case> cases{
        {"UniformDestinations", 3, {0.2, 0.2, 0.2, 0, 0.2, 0.2}},
        {"UniformDestinations", 4, {0, 0.25, 0.25, 0.25, 0, 0.25}},
        {"CommonSubtreeDestinations", 1, {0, 0, 0.5, 0, 0.5, 0}},
        {"CommonSubtreeDestinations[CpusOnly=1]", 1, {0, 0, 1, 0, 0, 0}},
        {"CommonSubtreeDestinations", 0, {0, 0, 0, 0.5, 0, 0.5}},
        {"CommonSubtreeDestinations[LocalFraction=0.6]", 3, {0.3, third, third, 0, third, 0.3}},
        {"CommonSubtreeDestinations[LocalFraction=0.6]", 4, {0, 0.3, 0.3, 0.2, 0, 0.2}},
        {"TransposeDestinations", 3, {0, 1, 0, 0, 0, 0}}, // place 0 stays: subtree 1, column 0
        {"TransposeDestinations", 5, {0, 1, 0, 0, 0, 0}}, // place 1 to place 2
        {"TransposeDestinations", 1, {0, 0, 0, 0, 0, 1}}, // place 2 to place 1
        {"TransposeDestinations", 2, {0, 0, 0, 0, 0, 1}}, // place 3 stays: subtree 0, column 1
        {"TransposeDestinations", 0, {0, 0.5, 0.5, 0, 0, 0}},
    };
    for (const auto& [text, source, probability] : cases)
    {
        const auto pattern = Make(PATTERN + text, Read(SMALL));
        for (uint32_t destination = 0; destination < 6; ++destination)
        {
            EXPECT_NEAR(pattern->GetProbability(source, destination),
                        probability[destination],
                        1e-15)
                << text << " from " << source << " to " << destination;
        }
    }
}

// studies/servernet.md, section 1.3: CPU 4 q + l to 4 l + q, on the diagonal to subtree q + 2.
TEST(ServerNetDestinations, TransposeIsThatOfTheStudy)
{
    const auto pattern = Make(PATTERN + "TransposeDestinations", ReadTetra16());
    for (uint32_t q = 0; q < 4; ++q)
    {
        for (uint32_t l = 0; l < 4; ++l)
        {
            EXPECT_EQ(pattern->Draw(4 * q + l), l == q ? 4 * ((q + 2) % 4) + q : 4 * l + q);
        }
    }
}

// 0 1 2 3      0 2 4 6 by columns: 0 and 1 of the first row and 2 and 3 of the second would stay in
// 4 5 6 7  ->  1 3 5 7 their subtree and go to the other row of their column.
TEST(ServerNetDestinations, TransposeAlwaysLeavesTheSubtree)
{
    const auto pattern = Make(PATTERN + "TransposeDestinations",
                              Read("device a[0..3] kind=cpu subtree=a\n"
                                   "device b[0..3] kind=cpu subtree=b\n"));
    const std::vector<uint32_t> expected{4, 5, 4, 6, 1, 3, 2, 3};
    for (uint32_t source = 0; source < 8; ++source)
    {
        EXPECT_EQ(pattern->Draw(source), expected[source]);
    }
}

TEST(ServerNetDestinations, APartWithoutCpusGetsNothing)
{
    const std::string two = "device a kind=cpu subtree=x\ndevice b kind=cpu subtree=";
    const auto inside = Make(PATTERN + PATTERNS[2], Read(two + "x\n"));
    EXPECT_EQ(inside->GetProbability(0, 1), 1);
    EXPECT_EQ(inside->Draw(0), 1U);
    const auto outside = Make(PATTERN + PATTERNS[2], Read(two + "y\n"));
    EXPECT_EQ(outside->GetProbability(0, 1), 1);
    EXPECT_EQ(outside->Draw(0), 1U);
}

TEST(ServerNetDestinations, TopologiesThatDoNotFitAreRefused)
{
    const auto oneCpu = Read("device cpu0 kind=cpu\ndevice io0\n");
    const auto oneTree = Read("device cpu[0..3] kind=cpu\n");
    const auto uneven = Read("device cpu[0..2] kind=cpu subtree=a\ndevice c kind=cpu subtree=b\n");
    EXPECT_EQ(GetRefusal(PATTERN + "UniformDestinations", oneCpu),
              "ns3::ServerNetUniformDestinations does not fit a topology of 2 devices, CPUs among "
              "them 1, in 1 subtrees; it needs two devices of kind 'cpu'");
    EXPECT_EQ(GetRefusal(PATTERN + "UniformDestinations", oneTree), "");
    EXPECT_NE(GetRefusal(PATTERN + "TransposeDestinations", oneTree).find("two subtrees"),
              std::string::npos);
    EXPECT_NE(GetRefusal(PATTERN + "TransposeDestinations", uneven).find("same number of CPUs"),
              std::string::npos);
    EXPECT_EQ(GetRefusal("ns3::UniformDestinations", oneCpu), "");
    const auto pattern = burst::CreateFromText<DestinationPattern>(PATTERN + "UniformDestinations");
    EXPECT_THROW(pattern->SetDevices(4), std::invalid_argument);
}

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
        const auto pattern = Make(PATTERN + PATTERNS[i], network.GetTopology());
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
        const auto pattern = Make(PATTERN + text, network.GetTopology());
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
    const auto pattern = Make(PATTERN + "TransposeDestinations", network.GetTopology());
    const ServerNetExpectedLoad load(network, *pattern, 10, 1);
    // Links 2 * i + 1 lead to device i of the topology at port i. Requests come to cpu1 from cpu3,
    // cpu4 and half of those of io1; a response from cpu4.
    EXPECT_EQ(load.GetInputs(3), (std::vector<double>{5, 0, 0, 10, 0, 10 + 1}));
    EXPECT_EQ(load.GetChannels()[3], 26);
    EXPECT_THROW(ServerNetExpectedLoad(network, *Make("ns3::UniformDestinations", ReadTetra16())),
                 std::invalid_argument);
}
