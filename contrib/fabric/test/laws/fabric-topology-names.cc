/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-topology-names.h"

#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

const fabric::TopologyNames NAMES({{"star", {}},
                                   {"ring", {{"Switches", 4, 3, 64}}},
                                   {"tree", {{"Levels", 2, 1, 3}, {"Width", 8, 2, 8}}}});

/// What is said of a text, as a name or (@p isPath) as a name or path.
std::string
GetRefusal(const std::string& text, bool isPath = false)
{
    try
    {
        isPath ? void(NAMES.GetFiles(text)) : void(NAMES.Read(text));
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

TEST(FabricTopologyNames, NumbersAreThoseGivenElseTheUsualOnes)
{
    EXPECT_EQ(NAMES.Read("star").name, "star");
    EXPECT_TRUE(NAMES.Read("star").values.empty());
    EXPECT_EQ(NAMES.Read("tree").values, (std::vector<uint32_t>{2, 8}));
    EXPECT_EQ(NAMES.Read("tree[Width=3]").values, (std::vector<uint32_t>{2, 3}));
    EXPECT_EQ(NAMES.Read("tree[Width=3|Levels=1]").values, (std::vector<uint32_t>{1, 3}));
    EXPECT_EQ(NAMES.Read("tree[]").name, "tree");
}

TEST(FabricTopologyNames, MistakesAreNamed)
{
    EXPECT_EQ(GetRefusal("stars"), "there is no topology 'stars'; nearest: star");
    EXPECT_EQ(GetRefusal("star[Levels=1]"),
              "'Levels=1' is no parameter of the topology star; allowed are none");
    const std::string allowed = " is no parameter of the topology tree; allowed are Levels from 1 "
                                "to 3 and Width from 2 to 8";
    for (const std::string setting : {"Levels=4", "Levels=0", "Levels", "Levels=x", "Level=1", ""})
    {
        EXPECT_EQ(GetRefusal("tree[Width=2|" + setting + "|Levels=1]"),
                  "'" + setting + "'" + allowed);
    }
    EXPECT_EQ(GetRefusal("tree[Levels=1|Levels=2]"),
              "Levels is given twice in 'tree[Levels=1|Levels=2]'; once is allowed");
    EXPECT_EQ(GetRefusal("tree[Levels=1"),
              "'tree[Levels=1' lacks its last bracket; allowed is tree[Key=number|...]");
}

TEST(FabricTopologyNames, APathIsAFileAndANameIsNone)
{
    EXPECT_EQ(NAMES.GetFiles(__FILE__), std::vector<std::string>{__FILE__});
    EXPECT_TRUE(NAMES.GetFiles("ring[Switches=5]").empty());
    EXPECT_EQ(
        GetRefusal("ring[Switches=2]", true),
        "'Switches=2' is no parameter of the topology ring; allowed are Switches from 3 to 64");
    EXPECT_EQ(GetRefusal("/no/where", true),
              "'/no/where' is neither a file that can be read nor a topology; known: ring, star, "
              "tree");
}
