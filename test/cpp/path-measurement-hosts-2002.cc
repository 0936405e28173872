/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../scenarios/path-measurement/laws/rate-scale.h"

#include "ns3/burst-core-number-text.h"
#include "ns3/data-rate.h"
#include "ns3/fabric-routes.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/iepm-host-reader.h"
#include "ns3/iepm-plan.h"
#include "ns3/iepm-schedule-policy.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::iepm;

namespace
{

std::string
GetPath(const std::string& name)
{
    return std::filesystem::path(__FILE__).parent_path() / "../../scenarios/path-measurement/data" /
           name;
}

iepm::HostDatabase
ReadHosts2002()
{
    return iepm::ReadHosts(GetPath("hosts-2002.txt"));
}

/** @return the links between SLAC and a host, by index */
std::vector<uint32_t>
GetLinks(const fabric::Routes& routes, const std::string& from, const std::string& to)
{
    const auto& topology = routes.GetTopology();
    std::vector<uint32_t> links;
    const auto path = routes.Trace(topology.FindNode(from), topology.FindNode(to));
    EXPECT_EQ(path.outcome, fabric::Routes::ARRIVES);
    for (const uint32_t channel : path.channels)
    {
        links.push_back(channel / 2);
    }
    return links;
}

/** @return Mb/s of n streams with a window, by the closed form: the table has it of the digest of
 * the study, section 4, which printed these digits */
double
GetRate(const iepm::MeasurementHost& host, uint32_t streams, double window)
{
    const ExpectedRate expected(static_cast<double>(host.rate),
                                host.roundTrip,
                                host.GetFact("loss"),
                                host.GetFact("use"));
    return expected.Get(streams, window) / 1e6;
}

} // namespace

TEST(Hosts2002, AreThoseOfTheTable)
{
    const auto database = ReadHosts2002();
    ASSERT_EQ(database.GetHosts().size(), 33U);
    std::map<std::string, uint32_t> countries;
    std::map<std::string, uint32_t> sources;
    std::vector<double> gains;
    std::vector<double> best;
    for (const auto& host : database.GetHosts())
    {
        SCOPED_TRACE(host.name);
        ++countries[host.country];
        ++sources[host.source];
        const double rate = static_cast<double>(host.rate);
        EXPECT_NEAR(host.GetFact("bdp"), rate * host.roundTrip.GetSeconds() / 8192, 0.5);
        EXPECT_NEAR(host.GetFact("one-stream"), GetRate(host, 1, 65536), 0.05 + 1e-9);
        EXPECT_NEAR(host.GetFact("best"), GetRate(host, 40, 1 << 20), 0.5 + 1e-9);
        EXPECT_NEAR(host.GetFact("gain"),
                    GetRate(host, 40, 1 << 20) / GetRate(host, 1, 65536),
                    0.5);
        EXPECT_NEAR(host.GetFact("bbcp-memory"), 0.75 * GetRate(host, 40, 1 << 20), 0.5 + 1e-9);
        EXPECT_EQ(host.GetFact("bbcp-disk"),
                  std::min(host.GetFact("bbcp-memory"), static_cast<double>(host.disk) / 1e6));
        uint32_t knee = 1;
        while (GetRate(host, knee, 1 << 20) < 0.9 * GetRate(host, 40, 1 << 20))
        {
            ++knee;
        }
        // The table has a stream more for Daresbury than its own closed form.
        EXPECT_EQ(host.GetFact("streams"), host.name == "Daresbury" ? knee + 1 : knee);
        const auto* iperf = iepm::HostDatabase::FindTool(host, "iperf");
        ASSERT_TRUE(iperf);
        EXPECT_EQ(
            iperf->options.at(0),
            (std::pair<std::string, std::string>("Streams",
                                                 burst::WriteDouble(host.GetFact("streams")))));
        EXPECT_EQ(host.GetFact("buffer"), host.region == "north-america" ? 50 : 100);
        gains.push_back(GetRate(host, 40, 1 << 20) / GetRate(host, 1, 65536));
        best.push_back(host.GetFact("best"));
    }
    EXPECT_EQ(countries,
              (std::map<std::string, uint32_t>{{"US", 21},
                                               {"CA", 1},
                                               {"CH", 1},
                                               {"FR", 1},
                                               {"IT", 2},
                                               {"NL", 1},
                                               {"UK", 3},
                                               {"JP", 3}}));
    EXPECT_EQ(sources, (std::map<std::string, uint32_t>{{"m", 11}, {"r", 20}, {"a", 2}}));
    std::sort(gains.begin(), gains.end());
    std::sort(best.begin(), best.end());
    EXPECT_NEAR(gains.front(), 1.3, 0.05);
    EXPECT_NEAR(gains[16], 11, 1);
    EXPECT_NEAR(gains.back(), 97, 0.5);
    EXPECT_EQ(std::count_if(gains.begin(),
                            gains.end(),
                            [](double gain) { return gain >= 5 && gain <= 60; }),
              23);
    EXPECT_EQ(best[16], 72);
}

TEST(Hosts2002, NothingIsWrongButThatNobodyHasAnAddress)
{
    auto database = ReadHosts2002();
    EXPECT_EQ(database.Check().size(), 33U);
    for (uint32_t i = 0; i < 33; ++i)
    {
        database.GetHost(database.GetHosts()[i].name).address = "10.0.0." + std::to_string(i + 1);
    }
    EXPECT_EQ(database.Check(), std::vector<std::string>{});
    // Every tool can be made for every host, and a cycle of 90 minutes has room for all.
    const iepm::MeasurementPlan plan(database);
    EXPECT_EQ(plan.GetTasks().size(), 33U * 7);
    EXPECT_EQ(plan.Check(iepm::SchedulePolicy()), std::vector<std::string>{});
    const auto probe = plan.GetProbe(plan.Find("RAL", "iperf"));
    EXPECT_TRUE(probe->IsHeavy());
    // 10 s and four round trips of 150 ms.
    EXPECT_EQ(probe->GetExpectedDuration(80e6, MilliSeconds(150)), Seconds(10.6));
    EXPECT_EQ(probe->GetExpectedBytes(80e6), 100e6);
}

TEST(Hosts2002, TheNetworkIsATreeWithTheirPaths)
{
    const auto database = ReadHosts2002();
    const fabric::Routes routes(fabric::ReadTopology(GetPath("wan-2002.topology")));
    const auto& topology = routes.GetTopology();
    topology.AllowAttributes({"as"}, {"rate", "delay"});
    EXPECT_EQ(topology.GetLinks().size() + 1, topology.GetNodes().size());
    const auto getRate = [&](uint32_t link) {
        return DataRate(topology.GetLinks()[link].attributes->at("rate")).GetBitRate();
    };
    std::map<std::string, std::vector<uint64_t>> rates; // of hosts behind a shared link
    std::map<std::string, uint64_t> linkRates;
    for (const auto& host : database.GetHosts())
    {
        SCOPED_TRACE(host.name);
        const auto links = GetLinks(routes, "slac", host.name);
        Time oneWay;
        uint64_t least = UINT64_MAX;
        std::vector<std::string> shared;
        for (const uint32_t link : links)
        {
            oneWay += burst::ToTime(topology.GetLinks()[link].attributes->at("delay")).value();
            least = std::min(least, getRate(link));
            const uint32_t category = topology.GetLinks()[link].category;
            if (category != fabric::Topology::NONE)
            {
                const auto& name = topology.GetCategories()[category].name;
                shared.push_back(name);
                rates[name].push_back(host.rate);
                linkRates[name] = getRate(link);
            }
        }
        EXPECT_EQ(2 * oneWay, host.roundTrip);
        EXPECT_EQ(least, host.rate) << "the narrowest link";
        EXPECT_EQ(getRate(links[links.size() - 2]), host.rate) << "that of the site";
        EXPECT_EQ(shared, host.route);
        EXPECT_GE(links.size(), 5U);
        EXPECT_LE(links.size(), 9U);
        auto back = GetLinks(routes, host.name, "slac");
        std::reverse(back.begin(), back.end());
        EXPECT_EQ(back, links);
    }
    ASSERT_EQ(database.GetLinks().size(), rates.size());
    for (const auto& link : database.GetLinks())
    {
        SCOPED_TRACE(link.name);
        EXPECT_EQ(link.rate, linkRates[link.name]);
        auto& behind = rates[link.name];
        ASSERT_GE(behind.size(), 2U) << "it is shared";
        std::sort(behind.rbegin(), behind.rend());
        EXPECT_EQ(link.exclusive,
                  static_cast<double>(behind[0] + behind[1]) >
                      0.8 * static_cast<double>(link.rate));
    }
}
