/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/nstime.h"
#include "ns3/run-archive-code-hash.h"
#include "ns3/scenario-runner-code-version.h"
#include "ns3/scenario-runner-prepared-run.h"
#include "ns3/scenario-runner-scenario.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

namespace
{

using namespace ns3;

std::string
NameOf(const std::string& type)
{
    return scenario::GetScenarioName(TypeId(type).SetParent<Object>());
}

TEST(ScenarioRunnerName, FollowsTheCapitals)
{
    EXPECT_EQ(NameOf("ns3::TrafficArrivalsScenario"), "traffic-arrivals");
    EXPECT_EQ(NameOf("ns3::AtmABRLanScenario"), "atm-abr-lan");
    EXPECT_EQ(NameOf("ns3::Zurich10Gbit"), "zurich10-gbit");
    EXPECT_EQ(NameOf("ns3::mine::OwnScenario"), "mine-own");
    EXPECT_EQ(NameOf("ns3::ScenarioScenario"), "scenario");
    EXPECT_EQ(NameOf("OtherScenario"), "other");
}

TEST(ScenarioRunnerRunSpec, IsReadFromJson)
{
    const scenario::RunSpec spec = scenario::RunSpec::FromJson(
        R"({"scenario": "a", "attributes": {"B": 0.5, "C": true, "D": "x"}, "seed": 3, "run": 4})");
    EXPECT_EQ(spec.scenario, "a");
    EXPECT_EQ(spec.attributes,
              (std::map<std::string, std::string>{{"B", "0.5"}, {"C", "true"}, {"D", "x"}}));
    EXPECT_EQ(spec.seed, 3);
    EXPECT_EQ(spec.run, 4);
    for (const char* wrong : {"",
                              "[]",
                              "{",
                              R"({"scenario": 1})",
                              R"({"attributes": []})",
                              R"({"attributes": {"B": [1]}})",
                              R"({"attributes": {"B": null}})",
                              R"({"seed": -1})",
                              R"({"seed": 1.5})",
                              R"({"seed": "1"})",
                              R"({"seeds": 1})"})
    {
        EXPECT_THROW(scenario::RunSpec::FromJson(wrong), std::invalid_argument) << wrong;
    }
}

TEST(ScenarioRunnerCodeVersion, BelongsToTheObjectFileThatRegistersIt)
{
    static const int inThisProgram = 0;
    const void* here = &inThisProgram;
    const auto* library = reinterpret_cast<const void*>(&scenario::GetScenarios);
    const auto* core = reinterpret_cast<const void*>(&Now);
    // The three are in other files, and none has registered a version.
    const std::set<std::string> hashes{scenario::CodeVersion::Get(here),
                                       scenario::CodeVersion::Get(library),
                                       scenario::CodeVersion::Get(core)};
    EXPECT_EQ(hashes.size(), 3u);
    EXPECT_EQ(hashes.count(archive::HashObjectFile(archive::FindObjectFile(library))), 1u);

    static const scenario::CodeVersion version{"0123"};
    EXPECT_EQ(scenario::CodeVersion::Get(here), "0123");
    EXPECT_EQ(scenario::CodeVersion::Get(&version), "0123");
    EXPECT_EQ(hashes.count(scenario::CodeVersion::Get(library)), 1u);
    EXPECT_TRUE(scenario::CodeVersion::IsRegistered(here));
    EXPECT_FALSE(scenario::CodeVersion::IsRegistered(library));

    // A plugin is part of every version but its own.
    const std::string own = scenario::CodeVersion::Get(core);
    scenario::CodeVersion::AddPlugin(core);
    EXPECT_EQ(scenario::CodeVersion::Get(here), "0123+" + own);
    EXPECT_EQ(scenario::CodeVersion::Get(core), own);
}

} // namespace
