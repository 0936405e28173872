/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/servernet-topologies.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/fabric-resource-graph.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/servernet-expected-load.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

std::string
GetSample(const std::string& module, const std::string& name)
{
    const auto folder = std::filesystem::path(__FILE__).parent_path() / "../../.." / module;
    return (folder / "examples/topologies" / (name + ".topology")).string();
}

std::string
GetTopologyRefusal(const std::string& nameOrPath)
{
    try
    {
        ServerNetTopology(nameOrPath);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

/** @return the number of links of each category */
std::map<std::string, uint32_t>
CountLinks(const fabric::Topology& topology)
{
    std::map<std::string, uint32_t> links;
    for (const auto& link : topology.GetLinks())
    {
        ++links[topology.GetCategories().at(link.category).name];
    }
    return links;
}

/** @return by kind the number of devices */
std::map<std::string, uint32_t>
CountDevices(const fabric::Topology& topology)
{
    std::map<std::string, uint32_t> devices;
    for (const auto& node : topology.GetNodes())
    {
        devices[node.kind] += node.role == fabric::Topology::DEVICE ? 1 : 0;
    }
    devices.erase("router");
    return devices;
}

/** @return a cycle of the turns that no path disable forbids, whether tables use them or not */
std::vector<std::string>
FindPermittedCycle(const fabric::Topology& topology)
{
    fabric::ResourceGraph graph;
    for (uint32_t channel = 0; channel < topology.GetChannelCount(); ++channel)
    {
        graph.AddResource(topology.GetChannelName(channel));
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
                graph.AddWait(in, channel);
            }
        }
    }
    return graph.FindCycle();
}

/** @return largest and mean load of the channels of a category under pattern U */
std::pair<double, double>
GetUniformLoad(const fabric::Topology& topology, const std::string& category)
{
    const ServerNetNetwork network(topology, {});
    auto pattern = burst::CreateFromText<DestinationPattern>("ns3::UniformDestinations");
    pattern->SetDevices(topology.GetDeviceValues("subtree"), topology.GetDeviceValues("kind"));
    const ServerNetExpectedLoad load(network, *pattern);
    double largest = 0;
    double sum = 0;
    double count = 0;
    for (std::size_t channel = 0; channel < network.GetChannels().size(); ++channel)
    {
        if (network.GetChannels()[channel].category == topology.FindCategory(category))
        {
            largest = std::max(largest, load.GetChannels()[channel]);
            sum += load.GetChannels()[channel];
            ++count;
        }
    }
    return {largest, sum / count};
}

} // namespace

// The file was written and is tested by itself; the generator has to agree with it.
TEST(ServerNetTopologies, Tetra16IsThatOfItsFile)
{
    const fabric::Routes file(fabric::ReadTopology(GetSample("fabric", "tetra-16")));
    const fabric::Routes named(ServerNetTopology("tetra-16"));
    const fabric::Topology& a = file.GetTopology();
    const fabric::Topology& b = named.GetTopology();
    ASSERT_EQ(a.GetNodes().size(), b.GetNodes().size());
    ASSERT_EQ(a.GetChannelCount(), b.GetChannelCount());
    for (uint32_t node = 0; node < a.GetNodes().size(); ++node)
    {
        const auto& expected = a.GetNodes()[node];
        const auto& actual = b.GetNodes()[node];
        EXPECT_EQ(expected.name, actual.name);
        EXPECT_EQ(expected.role, actual.role);
        EXPECT_EQ(expected.kind, actual.kind);
        EXPECT_EQ(expected.ports, actual.ports);
        EXPECT_EQ(*expected.attributes, *actual.attributes);
        if (expected.role == fabric::Topology::DEVICE)
        {
            EXPECT_EQ(file.GetPorts(node), named.GetPorts(node));
        }
        for (uint32_t in = 0; in < 6; ++in)
        {
            for (uint32_t out = 0; out < 6; ++out)
            {
                EXPECT_EQ(a.IsDisabled(node, in, out), b.IsDisabled(node, in, out));
            }
        }
    }
    for (uint32_t channel = 0; channel < a.GetChannelCount(); ++channel)
    {
        EXPECT_EQ(a.GetChannelName(channel), b.GetChannelName(channel));
        EXPECT_EQ(a.GetLinks()[channel / 2].category, b.GetLinks()[channel / 2].category);
    }
}

// studies/servernet.md, section 2.3.
TEST(ServerNetTopologies, Tetra16HasTheNumbersOfTheStudy)
{
    const ServerNetNetwork network(ServerNetTopology("tetra-16"), {});
    const auto summary = fabric::Routes(network.GetTopology()).Summarize();
    EXPECT_EQ(network.GetChannels().size(), 308);
    EXPECT_EQ(summary.dependencies.size(), 896);
    EXPECT_EQ(summary.pairsByRouters, (std::vector<uint64_t>{0, 480, 0, 2000, 1300, 3000, 7500}));
    EXPECT_EQ(CountLinks(network.GetTopology()),
              (std::map<std::string, uint32_t>{{"1", 104},
                                               {"2", 16},
                                               {"3", 8},
                                               {"4", 4},
                                               {"5", 8},
                                               {"6", 4},
                                               {"7", 6},
                                               {"8", 4}}));
}

// Section 2.4, end: the mean load of category 8, still the maximum. One I/O enclosure a quadrant is
// now at the tetrahedron.
TEST(ServerNetTopologies, Tetra16InTheOtherReading)
{
    const fabric::Topology topology = ServerNetTopology("tetra-16-3-1");
    EXPECT_EQ(CountDevices(topology), (std::map<std::string, uint32_t>{{"cpu", 16}, {"io", 104}}));
    EXPECT_EQ(topology.GetChannelCount(), 308);
    auto links = CountLinks(topology);
    EXPECT_EQ(links["2"], 12);
    EXPECT_EQ(links["9"], 4);
    EXPECT_NEAR(GetUniformLoad(topology, "8").second, 1404.5, 0.05);
    for (const auto& entry : links)
    {
        EXPECT_LE(GetUniformLoad(topology, entry.first).first, GetUniformLoad(topology, "8").first);
    }
}

// Four quadrants of 2 CPUs, 3 + 2 * 5 I/O devices, and 2 + 2 I/O enclosures and core enclosures.
// Pairs by the number of routers: below the same one 5 * 4 and 5 * 4 + 5 * 4, of other routers of
// the quadrant 3, of other quadrants 4.
TEST(ServerNetTopologies, Tetra8IsTheCoreAlone)
{
    const ServerNetNetwork network(ServerNetTopology("tetra-8"), {});
    EXPECT_EQ(CountDevices(network.GetTopology()),
              (std::map<std::string, uint32_t>{{"cpu", 8}, {"io", 52}}));
    EXPECT_EQ(network.GetChannels().size(), 2 * (60 + 6 + 4 * 3));
    EXPECT_EQ(fabric::Routes(network.GetTopology()).Summarize().pairsByRouters,
              (std::vector<uint64_t>{0, 4 * 3 * 20, 0, 4 * 3 * 50, 4 * 15 * 45}));
}

TEST(ServerNetTopologies, SingleRouter)
{
    const fabric::Topology topology = ServerNetTopology("single-router");
    EXPECT_EQ(CountDevices(topology), (std::map<std::string, uint32_t>{{"cpu", 2}, {"io", 4}}));
    EXPECT_EQ(fabric::Routes(topology).Summarize().pairsByRouters, (std::vector<uint64_t>{0, 30}));
    EXPECT_EQ(CountDevices(ServerNetTopology("single-router[Ios=0]")),
              (std::map<std::string, uint32_t>{{"cpu", 2}}));
}

// Routers on the way, with b branches: within a tetrahedron 1 for devices of the same corner and 2
// for others. A way that turns at level v goes from its corner to number 0 (one more router unless
// it is there) on the levels below, across level v, and down likewise.
TEST(ServerNetTopologies, FractahedraHaveThePathsOfTheirShape)
{
    for (uint32_t levels = 1; levels <= 3; ++levels)
    {
        for (uint32_t branches = 2; branches <= 8; ++branches)
        {
            const auto name = "fractahedron[Levels=" + std::to_string(levels) +
                              "|Branches=" + std::to_string(branches) + "]";
            SCOPED_TRACE(name);
            const fabric::Topology topology = ServerNetTopology(name);
            uint32_t devices = 1;
            uint32_t tetrahedra = 0;
            std::vector<uint64_t> up{1}; // from a tetrahedron: ways up to its top by routers
            std::vector<uint64_t> expected(7);
            uint64_t copies = 1; // of tetrahedra of this level
            for (uint32_t level = 1; level < levels; ++level)
            {
                copies *= branches;
            }
            for (uint32_t level = 1; level <= levels; ++level)
            {
                devices *= branches;
                tetrahedra += copies;
                std::vector<uint64_t> longer(up.size() + 2);
                for (uint32_t from = 0; from < branches; ++from)
                {
                    for (std::size_t a = 0; a < up.size(); ++a)
                    {
                        longer[a + (from % 4 == 0 ? 1 : 2)] += up[a];
                        for (uint32_t to = 0; to < branches; ++to)
                        {
                            for (std::size_t b = 0; to != from && b < up.size(); ++b)
                            {
                                const std::size_t routers = a + b + (to % 4 == from % 4 ? 1 : 2);
                                expected.resize(std::max(expected.size(), routers + 1));
                                expected[routers] += copies * up[a] * up[b];
                            }
                        }
                    }
                }
                up = longer;
                copies /= branches;
            }
            while (expected.back() == 0)
            {
                expected.pop_back();
            }
            EXPECT_EQ(topology.GetChannelCount(), 2 * (devices + 6 * tetrahedra + tetrahedra - 1));
            EXPECT_TRUE(FindPermittedCycle(topology).empty());
            EXPECT_EQ(fabric::Routes(topology).Summarize().pairsByRouters, expected);
        }
    }
}

// The largest one: paths are kept when they are asked for, in blocks that have to stay.
TEST(ServerNetTopologies, PathsOfALargeNetworkAreThoseOfItsRoutes)
{
    const ServerNetNetwork network(ServerNetTopology("fractahedron[Levels=4]"), {});
    ASSERT_EQ(network.GetDeviceCount(), 4096);
    EXPECT_EQ(network.GetLongestPath(), 15);
    const fabric::Routes routes(network.GetTopology());
    const auto& devices = network.GetDevices();
    std::vector<ServerNetNetwork::Path> paths;
    const auto pair = [](uint32_t i) { return std::pair{i * 7919 % 4096, i * 104729 % 4091}; };
    for (uint32_t i = 1; i < 20'000; ++i)
    {
        const auto [source, destination] = pair(i);
        paths.push_back(network.GetPath(source, destination));
    }
    for (uint32_t i = 1; i < 20'000; i += 97)
    {
        const auto [source, destination] = pair(i);
        const auto& path = paths[i - 1];
        const std::vector<uint32_t> channels(path.begin(), path.end());
        EXPECT_EQ(network.GetPath(source, destination).begin(), path.begin());
        if (source != destination)
        {
            EXPECT_EQ(routes.Trace(devices[source], devices[destination]).channels, channels);
        }
    }
}

TEST(ServerNetTopologies, PathDisablesMakeEveryTableSafe)
{
    for (const std::string name : {"tetra-16", "tetra-16-3-1", "tetra-8", "single-router"})
    {
        EXPECT_TRUE(FindPermittedCycle(ServerNetTopology(name)).empty()) << name;
    }
}

TEST(ServerNetTopologies, FilesAreWhatTheNamesSay)
{
    for (const std::string name : {"tetra-16-3-1", "tetra-8", "single-router"})
    {
        std::ifstream file(GetSample("servernet", name));
        std::stringstream text;
        text << file.rdbuf();
        EXPECT_EQ(text.str(), ServerNetTopologyText(name));
    }
}

TEST(ServerNetTopologies, NamesAndPaths)
{
    const auto path = GetSample("fabric", "two-routers");
    EXPECT_EQ(ServerNetTopology(path).GetLinks().size(), 5);
    EXPECT_EQ(GetServerNetTopologyFiles(path), std::vector<std::string>{path});
    EXPECT_TRUE(GetServerNetTopologyFiles("fractahedron[Levels=1]").empty());
    EXPECT_EQ(GetTopologyRefusal("tetra-15"),
              "'tetra-15' is neither a file that can be read nor a topology; nearest: tetra-16, "
              "tetra-8");
    EXPECT_EQ(
        GetTopologyRefusal("fractahedron[Branches=9]"),
        "'Branches=9' is no parameter of the topology fractahedron; allowed are Levels from 1 "
        "to 4 and Branches from 2 to 8");
    EXPECT_EQ(GetTopologyRefusal("single-router[Cpus=6|Ios=1]"),
              "single-router has 7 devices, Cpus and Ios together; allowed are 2 to 6");
    EXPECT_THROW(ServerNetTopologyText("x"), std::invalid_argument);
}

// Each tetrahedron of the first level has up to four CPUs and then up to four I/O devices.
TEST(ServerNetTopologies, FractahedraHaveTheirDevices)
{
    using Devices = std::map<std::string, uint32_t>;
    const std::map<std::string, Devices> expected{
        {"fractahedron", {{"cpu", 8 * 4}, {"io", 8 * 4}}},
        {"fractahedron[Levels=1]", {{"cpu", 4}, {"io", 4}}},
        {"fractahedron[Branches=6]", {{"cpu", 6 * 4}, {"io", 6 * 2}}},
        {"fractahedron[Levels=3|Branches=3]", {{"cpu", 9 * 3}}}};
    for (const auto& [name, devices] : expected)
    {
        EXPECT_EQ(CountDevices(ServerNetTopology(name)), devices) << name;
    }
}
