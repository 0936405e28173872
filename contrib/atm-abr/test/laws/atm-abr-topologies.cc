/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/atm-abr-topologies.h"

#include "ns3/atm-abr-fabric.h"
#include "ns3/atm-abr-sessions.h"
#include "ns3/atm-abr-source-documents.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint64_t RATE = 155'000'000; //!< bits per second of links that say nothing else

/** A network with a VC for each of its sessions. */
struct Sessions
{
    explicit Sessions(const fabric::Topology& topology)
        : network(topology, RATE, MicroSeconds(20)),
          sessions(ReadAtmSessions(topology))
    {
        for (const auto& session : sessions)
        {
            network.AddVc(session.source, session.destination);
        }
    }

    /** @param fairness what is fair @return Mb/s of each session */
    std::map<std::string, double> Allocate(AtmMaxMin::Fairness fairness = AtmMaxMin::SHARE) const
    {
        const auto rates = AllocateAtmSessions(network, sessions, fairness);
        std::map<std::string, double> named;
        for (std::size_t i = 0; i < sessions.size(); ++i)
        {
            named[sessions[i].source] = rates[i] * AtmNetwork::CELL_BITS / 1e6;
        }
        return named;
    }

    AtmNetwork network;
    std::vector<AtmSession> sessions;
};

/** @param text of a topology @return it */
fabric::Topology
Read(const std::string& text)
{
    std::istringstream input(text);
    return fabric::ReadTopology(input, "test");
}

/** @param device declaration of a @return it and b at a switch */
fabric::Topology
MakePair(const std::string& device)
{
    return Read("router s\ndevice b\n" + device + "\nlink a s\nlink b s\n");
}

/** @param work that is refused @return the sentence */
std::string
GetRefusal(const std::function<void()>& work)
{
    try
    {
        work();
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "accepted";
}

/** @param text of a source behavior @return why it makes no rules */
std::string
GetRulesRefusal(const std::string& text)
{
    return GetRefusal([&] { burst::CreateFromText<AbrSourceBehavior>(text)->MakeRules(); });
}

/** By letter of the sessions: how many, and Mb/s of each. */
using Expected = std::map<char, std::pair<uint32_t, double>>;

/** @param topology any @param expected of it */
void
Check(const std::string& topology, const Expected& expected)
{
    std::map<char, uint32_t> found;
    for (const auto& [name, rate] : Sessions(AtmTopology(topology)).Allocate())
    {
        ++found[name[0]];
        EXPECT_NEAR(rate, expected.at(name[0]).second, 1e-6) << name;
    }
    for (const auto& [letter, group] : expected)
    {
        EXPECT_EQ(found[letter], group.first) << letter;
    }
    EXPECT_EQ(found.size(), expected.size());
}

} // namespace

// Published with the configurations: R. Jain's and S. Kalyanaraman's papers on ERICA.
TEST(AtmTopologies, TheGenericFairnessConfigurationsGiveThePublishedRates)
{
    Check("gfc-2",
          {{'A', {3, 10}},
           {'B', {3, 5}},
           {'C', {3, 35}},
           {'D', {1, 35}},
           {'E', {2, 35}},
           {'F', {1, 10}},
           {'G', {7, 5}},
           {'H', {2, 52.5}}});
    Check("gfc-1",
          {{'A', {3, 50.0 / 9}},
           {'B', {3, 100.0 / 9}},
           {'C', {3, 100.0 / 3}},
           {'D', {6, 50.0 / 9}},
           {'E', {6, 100.0 / 9}},
           {'F', {2, 50}}});
}

// Four share the last link; D and E get what is left of the first and the second one.
TEST(AtmTopologies, TheParkingLotIsSharedAsTheChapterSays)
{
    Check("parking-lot",
          {{'A', {1, 38.75}},
           {'B', {1, 38.75}},
           {'C', {1, 38.75}},
           {'D', {1, 116.25}},
           {'E', {1, 77.5}},
           {'F', {1, 38.75}}});
    Check("two-node[Sessions=2]", {{'A', {1, 77.5}}, {'B', {1, 77.5}}});
}

// 5 us a kilometre; a trunk of GFC-2 is 2, 1, 1/2, 1/2, 1/2 and 1 times as long.
TEST(AtmTopologies, TrunksAreAsLongAsTheySay)
{
    const auto getDelays = [](const std::string& name) {
        const AtmNetwork network(AtmTopology(name), RATE, MicroSeconds(20));
        std::vector<AtmTime> delays;
        for (uint32_t port = 0; port < network.GetChannels().size(); port += 2)
        {
            const auto& channel = network.GetChannels()[port];
            if (!channel.fromDevice && !channel.toDevice)
            {
                delays.push_back(channel.delay / 1'000'000);
            }
        }
        return delays;
    };
    EXPECT_EQ(getDelays("gfc-2[TrunkKm=100]"),
              (std::vector<AtmTime>{1000, 500, 250, 250, 250, 500}));
    EXPECT_EQ(getDelays("gfc-1"), std::vector<AtmTime>(4, 5000));
    EXPECT_EQ(getDelays("two-node[Sessions=26|TrunkKm=3]"), std::vector<AtmTime>(1, 15));
    EXPECT_EQ(getDelays("gfc-2"), (std::vector<AtmTime>{10'000, 5000, 2500, 2500, 2500, 5000}));
    EXPECT_EQ(getDelays("two-node"), std::vector<AtmTime>(1, 20));
    EXPECT_EQ(getDelays("parking-lot"), std::vector<AtmTime>(3, 20));
    EXPECT_EQ(getDelays("parking-lot[TrunkKm=200]"), std::vector<AtmTime>(3, 1000));
}

// A session A goes from A to A-sink, several of them from A1, A2 and so on; their links have the
// delay of the network, and trunks the rates of the configuration.
TEST(AtmTopologies, NamesAndLinks)
{
    const std::map<std::string, std::pair<std::vector<std::string>, std::vector<double>>> all{
        {"two-node", {{"A", "B", "C", "D", "E", "F"}, {155}}},
        {"parking-lot", {{"A", "B", "C", "D", "E", "F"}, {155, 155, 155}}},
        {"gfc-1",
         {{"A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3", "D1", "D2", "D3",
           "D4", "D5", "D6", "E1", "E2", "E3", "E4", "E5", "E6", "F1", "F2"},
          {50, 150, 150, 100}}},
        {"gfc-2",
         {{"A1", "A2", "A3", "B1", "B2", "B3", "C1", "C2", "C3", "D",  "E1",
           "E2", "F",  "G1", "G2", "G3", "G4", "G5", "G6", "G7", "H1", "H2"},
          {50, 100, 50, 150, 150, 50}}},
    };
    for (const auto& [name, expected] : all)
    {
        const Sessions world(AtmTopology(name));
        std::vector<std::string> sources;
        for (const auto& session : world.sessions)
        {
            sources.push_back(session.source);
            EXPECT_EQ(session.destination, session.source + "-sink");
        }
        EXPECT_EQ(sources, expected.first) << name;
        std::vector<double> trunks;
        for (uint32_t port = 0; port < world.network.GetChannels().size(); port += 2)
        {
            const auto& channel = world.network.GetChannels()[port];
            if (channel.fromDevice || channel.toDevice)
            {
                EXPECT_EQ(channel.delay, 20'000'000) << name;
            }
            else
            {
                trunks.push_back(channel.rate * AtmNetwork::CELL_BITS / 1e6);
            }
        }
        EXPECT_EQ(trunks, expected.second) << name;
        EXPECT_TRUE(GetAtmTopologyFiles(name).empty());
    }
}

TEST(AtmSessions, SayWhatTheTopologySays)
{
    const auto sessions =
        ReadAtmSessions(MakePair("device a to=b demand=76Mbps mcr=500kbps weight=2 start=100ms"));
    ASSERT_EQ(sessions.size(), 1u);
    EXPECT_EQ(sessions[0].source, "a");
    EXPECT_EQ(sessions[0].destination, "b");
    EXPECT_EQ(sessions[0].demand, 76e6);
    EXPECT_EQ(sessions[0].mcr, 500e3);
    EXPECT_EQ(sessions[0].weight, 2);
    EXPECT_EQ(sessions[0].start, MilliSeconds(100));
    EXPECT_EQ(ReadAtmSessions(MakePair("device a to=b"))[0].demand, AtmSession::GREEDY);
}

// A demand of data cells has 32/31 cells; the others share the rest by weights, above their MCR.
TEST(AtmSessions, DemandsMinimaAndWeightsCount)
{
    const auto topology = Read("router s\nrouter t\nlink s t\ndevice z\nlink t z\n"
                               "device a to=z demand=31Mbps\nlink a s\n"
                               "device b to=z weight=2\nlink b s\n"
                               "device c to=z mcr=60Mbps\nlink c s\n");
    const Sessions sessions(topology);
    auto rates = sessions.Allocate();
    EXPECT_NEAR(rates["a"], 32, 1e-6);
    EXPECT_NEAR(rates["b"], 82, 1e-6);
    EXPECT_NEAR(rates["c"], 41, 1e-6);
    rates = sessions.Allocate(AtmMaxMin::MCR_OR_SHARE);
    EXPECT_NEAR(rates["c"], 60, 1e-6);
    EXPECT_NEAR(rates["b"], 95 * 2.0 / 3, 1e-6);
    EXPECT_NE(GetRefusal([] {
                  Sessions(MakePair("device a to=b mcr=200Mbps")).Allocate(AtmMaxMin::MCR_OR_SHARE);
              }),
              "accepted");
}

// A source begins at ICR, 10 Mb/s here, or at a higher MCR (TM 4.0: ICR is not below MCR).
TEST(AtmSessions, AMinimumRateRaisesTheInitialRate)
{
    const auto make = [](const std::string& mcr) {
        const auto source = burst::CreateFromText<AbrSourceBehavior>(
            "ns3::AbrSourceBehaviorTm40[MinimumCellRate=1Mbps|InitialCellRate=10Mbps]");
        SetAtmSessionRates(ReadAtmSessions(MakePair("device a to=b" + mcr))[0], source);
        return source;
    };
    const auto getRate = [&](const std::string& mcr) {
        return make(mcr)->MakeRules()->GetRate() * AtmNetwork::CELL_BITS;
    };
    const auto getMinimum = [&](const std::string& mcr) {
        DataRateValue minimum;
        make(mcr)->GetAttribute("MinimumCellRate", minimum);
        return minimum.Get().GetBitRate();
    };
    EXPECT_DOUBLE_EQ(getRate(""), 10e6);
    EXPECT_EQ(getMinimum(""), 1'000'000u);
    EXPECT_DOUBLE_EQ(getRate(" mcr=5Mbps"), 10e6);
    EXPECT_EQ(getMinimum(" mcr=5Mbps"), 5'000'000u);
    EXPECT_DOUBLE_EQ(getRate(" mcr=60Mbps"), 60e6);
    EXPECT_EQ(getMinimum(" mcr=60Mbps"), 60'000'000u);
    EXPECT_DOUBLE_EQ(getRate(" mcr=155Mbps"), 155e6);
    EXPECT_NE(GetRefusal([&] { getRate(" mcr=156Mbps"); }).find("the minimum cell rate MCR"),
              std::string::npos);
}

TEST(AtmSessions, WrongInputIsASentence)
{
    const auto read = [](const std::string& line) {
        return GetRefusal([&] { ReadAtmSessions(MakePair(line)); });
    };
    EXPECT_EQ(
        read("device a"),
        "the topology has no session; allowed is one with a device that has the attribute to");
    EXPECT_EQ(read("device a demand=1Mbps"),
              "device 'a' has demand and no to; allowed is demand of a device that sends");
    EXPECT_EQ(read("device a to=b weight=0"),
              "weight of device 'a': '0' is no weight; allowed is a number above 0");
    EXPECT_NE(read("device a to=b demand=fast").find("demand of device 'a'"), std::string::npos);
    EXPECT_NE(read("device a to=b start=-1s").find("start of device 'a'"), std::string::npos);
    EXPECT_NE(read("device a to=c").find("'c'"), std::string::npos);
    EXPECT_NE(GetRefusal([] { AtmTopology("gfc-3"); }).find("gfc-3"), std::string::npos);
    EXPECT_NE(GetRefusal([] { AtmTopology("two-node[Sessions=27]"); }).find("27"),
              std::string::npos);
    const auto apart = Read("router s\nrouter t\ndevice a to=b\ndevice b\nlink a s\nlink b t\n");
    EXPECT_EQ(GetRefusal([&] { Sessions{apart}; }),
              "a VC from 'a' to 'b' meets no route; it needs a route");
}

TEST(AtmSessions, WrongSourcesAreASentence)
{
    const auto names = [](const std::string& sentence, const std::string& word) {
        return sentence != "accepted" && sentence.find(word) != std::string::npos;
    };
    EXPECT_EQ(GetRulesRefusal("ns3::AbrSourceBehaviorDraft95"), "accepted");
    EXPECT_PRED2(names,
                 GetRulesRefusal("ns3::AbrSourceBehaviorDraft95[MinimumCellRate=200Mbps]"),
                 "MCR");
    EXPECT_PRED2(names,
                 GetRulesRefusal("ns3::AbrSourceBehaviorDraft95[DecreaseFactor=0]"),
                 "DecreaseFactor");
    EXPECT_PRED2(names, GetRulesRefusal("ns3::AbrSourceBehaviorDraft95[PeakCellRate=0bps]"), "PCR");
    EXPECT_PRED2(names,
                 GetRulesRefusal("ns3::AbrSourceBehaviorDraft95[PeakCellRate=3000Gbps]"),
                 "PCR");
}

// The fabric refuses what the engines would refuse, when it is built or begins.
TEST(AtmFabrics, WrongInputIsASentence)
{
    const auto build = [](const std::string& name, const AttributeValue& value) {
        return GetRefusal([&] {
            auto fabric = CreateObject<AtmFabric>();
            fabric->SetAttribute(name, value);
            fabric->Build(AtmTopology("two-node"));
        });
    };
    EXPECT_EQ(build("Delay", TimeValue(MicroSeconds(1))), "accepted");
    EXPECT_NE(build("Rate", DataRateValue(DataRate("9000Gbps"))), "accepted");
    EXPECT_EQ(GetRefusal([] { CreateObject<AtmFabric>()->Initialize(); }),
              "an AtmFabric was not built before the simulation");
    Simulator::Destroy(); // the list of channels keeps them, for the next simulation to begin
}
