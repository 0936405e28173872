/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../contrib/burst-core/test/laws/burst-core-temporary-folder.h"
#include "../../contrib/burst-traffic/test/laws/burst-traffic-statistics.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-destination.h"
#include "ns3/fabric-topology.h"

#include <gtest/gtest.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

// Patterns over networks that tell subtrees and kinds of their devices.

namespace
{

/** What a network tells. */
struct Told
{
    std::vector<std::string> subtrees; //!< by device
    std::vector<std::string> kinds;    //!< by device

    /** More devices. @param n how many @param subtree theirs @param kind theirs @return all */
    Told& Add(uint32_t n, const std::string& subtree, const std::string& kind)
    {
        subtrees.insert(subtrees.end(), n, subtree);
        kinds.insert(kinds.end(), n, kind);
        return *this;
    }
};

Ptr<DestinationPattern>
Make(const std::string& text, const Told& told)
{
    auto pattern = burst::CreateFromText<DestinationPattern>("ns3::" + text);
    pattern->AssignStreams(1);
    pattern->SetDevices(told.subtrees, told.kinds);
    return pattern;
}

std::string
GetRefusal(const std::string& text, const Told& told)
{
    try
    {
        Make(text, told);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

const std::vector<std::string> PATTERNS{"UniformDestinations",
                                        "CommonSubtreeDestinations",
                                        "CommonSubtreeDestinations[LocalFraction=0.6]",
                                        "CommonSubtreeDestinations[CpusOnly=1|LocalFraction=0.3]",
                                        "TransposeDestinations"};

// Two CPUs and an I/O device in each of two subtrees, in mixed order.
const Told SMALL = Told()
                       .Add(1, "b", "io")
                       .Add(2, "a", "cpu")
                       .Add(1, "b", "cpu")
                       .Add(1, "a", "disk")
                       .Add(1, "b", "cpu");

// Four subtrees of four CPUs, and 26 I/O devices in each: Tetra 16.
Told
Tetra16()
{
    Told told;
    for (const std::string kind : {"cpu", "io"})
    {
        for (const std::string subtree : {"0", "1", "2", "3"})
        {
            told.Add(kind == "cpu" ? 4 : 26, subtree, kind);
        }
    }
    return told;
}

} // namespace

TEST(DestinationsInSubtrees, DrawsFollowTheProbabilities)
{
    for (const auto& told : {SMALL, Tetra16()})
    {
        for (const auto& text : PATTERNS)
        {
            SCOPED_TRACE(text);
            const auto pattern = Make(text, told);
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
            traffic::StreamRandom random(3);
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
TEST(DestinationsInSubtrees, ByHand)
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
        {"CommonSubtreeDestinations[CpusOnly=1|LocalFraction=0.3]", 1, {0, 0, 0.3, 0.35, 0, 0.35}},
        {"CommonSubtreeDestinations[CpusOnly=1|LocalFraction=0.3]", 4, {0, .15, .15, .35, 0, .35}},
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
        const auto pattern = Make(text, SMALL);
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
TEST(DestinationsInSubtrees, TransposeIsThatOfTheStudy)
{
    const auto pattern = Make("TransposeDestinations", Tetra16());
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
TEST(DestinationsInSubtrees, TransposeAlwaysLeavesTheSubtree)
{
    const auto pattern =
        Make("TransposeDestinations", Told().Add(4, "a", "cpu").Add(4, "b", "cpu"));
    const std::vector<uint32_t> expected{4, 5, 4, 6, 1, 3, 2, 3};
    for (uint32_t source = 0; source < 8; ++source)
    {
        EXPECT_EQ(pattern->Draw(source), expected[source]);
    }
}

TEST(DestinationsInSubtrees, APartWithoutCpusGetsNothing)
{
    const auto inside = Make(PATTERNS[2], Told().Add(2, "x", "cpu"));
    EXPECT_EQ(inside->GetProbability(0, 1), 1);
    EXPECT_EQ(inside->Draw(0), 1U);
    const auto outside = Make(PATTERNS[2], Told().Add(1, "x", "cpu").Add(1, "y", "cpu"));
    EXPECT_EQ(outside->GetProbability(0, 1), 1);
    EXPECT_EQ(outside->Draw(0), 1U);
}

// Three I/O devices: of a subtree with the only two CPUs, of one without CPUs, and alone.
TEST(DestinationsInSubtrees, IoDevicesSendToTheCpusThatThereAre)
{
    const auto told =
        Told().Add(2, "x", "cpu").Add(1, "x", "io").Add(2, "y", "io").Add(1, "z", "io");
    for (const auto& text : {PATTERNS[0], PATTERNS[1], PATTERNS[2]})
    {
        const auto pattern = Make(text, told);
        for (uint32_t source = 2; source < 6; ++source)
        {
            for (uint32_t destination = 0; destination < 6; ++destination)
            {
                EXPECT_EQ(pattern->GetProbability(source, destination), destination < 2 ? 0.5 : 0)
                    << text << " from " << source << " to " << destination;
            }
        }
    }
    const auto transposed = Make("TransposeDestinations", SMALL);
    EXPECT_EQ(transposed->GetProbability(4, 3), 0.5) << "CPUs of other subtrees";
    EXPECT_EQ(transposed->GetProbability(4, 5), 0.5);
}

// A hotspot, a permutation and a matrix know numbers of devices alone.
TEST(DestinationsInSubtrees, OtherPatternsTakeTheNumberAlone)
{
    TemporaryFolder folder;
    const auto matrix = folder.Write(
        "0 1 0 2 0 0\n1 0 0 0 0 0\n0 1 0 1 1 1\n2 0 0 0 2 0\n0 0 0 0 0 1\n1 1 1 1 1 0\n");
    for (const auto& text : {std::string("HotspotDestinations[Hotspots=0,4|Fraction=0.6]"),
                             std::string("PermutationDestinations[Permutation=1,0,3,2,5,4]"),
                             std::string("PermutationDestinations"),
                             "EmpiricalDestinations[File=" + matrix + "]"})
    {
        const auto told = Make(text, SMALL);
        const auto plain = burst::CreateFromText<DestinationPattern>("ns3::" + text);
        plain->AssignStreams(1);
        plain->SetDevices(6);
        for (uint32_t i = 0; i < 36; ++i)
        {
            EXPECT_EQ(told->GetProbability(i / 6, i % 6), plain->GetProbability(i / 6, i % 6))
                << text << " from " << i / 6 << " to " << i % 6;
            EXPECT_EQ(told->Draw(i / 6), plain->Draw(i / 6)) << text;
        }
    }
}

TEST(DestinationsInSubtrees, WithoutCpusAllDevicesAreSome)
{
    const auto pattern = Make("UniformDestinations", Told().Add(3, "", "switch"));
    EXPECT_EQ(pattern->GetProbability(0, 1), 0.5);
    EXPECT_EQ(pattern->GetProbability(2, 1), 0.5);
}

TEST(DestinationsInSubtrees, NetworksThatDoNotFitAreRefused)
{
    const auto oneCpu = Told().Add(1, "a", "cpu").Add(1, "a", "io");
    const auto oneTree = Told().Add(4, "a", "cpu");
    const auto uneven = Told().Add(3, "a", "cpu").Add(1, "b", "cpu");
    EXPECT_EQ(GetRefusal("CommonSubtreeDestinations[CpusOnly=1]", oneCpu),
              "ns3::CommonSubtreeDestinations does not fit a network of 2 devices, CPUs among them "
              "1, in 1 subtrees; it needs two CPUs, as CpusOnly is set");
    EXPECT_EQ(GetRefusal("CommonSubtreeDestinations", oneCpu), "");
    EXPECT_EQ(GetRefusal("UniformDestinations", oneCpu), "");
    EXPECT_EQ(GetRefusal("UniformDestinations", oneTree), "");
    EXPECT_NE(GetRefusal("TransposeDestinations", oneTree).find("two subtrees"), std::string::npos);
    EXPECT_NE(GetRefusal("TransposeDestinations", uneven).find("same number of CPUs"),
              std::string::npos);
    EXPECT_NE(GetRefusal("UniformDestinations", Told().Add(1, "", "cpu")).find("is 1; allowed"),
              std::string::npos);
}

// What the network tells counts before SubtreeSize and Columns; a later number of devices before
// it.
TEST(DestinationsInSubtrees, ALaterNetworkReplacesTheFormer)
{
    const auto pattern = Make("CommonSubtreeDestinations[SubtreeSize=3]", SMALL);
    EXPECT_EQ(pattern->GetProbability(1, 2), 0.5);
    pattern->SetDevices(6);
    EXPECT_EQ(pattern->GetProbability(1, 2), 0.5);
    EXPECT_EQ(pattern->GetProbability(1, 0), 0.5);
    EXPECT_EQ(Make("TransposeDestinations[Columns=3]", SMALL)->Draw(3), 1U);
}

// A topology without subtrees: the attributes say which devices are near, and CPUs are still told.
TEST(DestinationsInSubtrees, WithoutSubtreesAttributesCount)
{
    const auto near = Make("CommonSubtreeDestinations[SubtreeSize=2]", Told().Add(4, "", "device"));
    EXPECT_EQ(near->GetProbability(0, 1), 1);
    EXPECT_EQ(near->GetProbability(2, 3), 1);
    const auto transposed =
        Make("TransposeDestinations", Told().Add(2, "", "io").Add(4, "", "cpu"));
    EXPECT_EQ(transposed->GetProbability(3, 4), 1);
    EXPECT_EQ(transposed->GetProbability(4, 3), 1);
    EXPECT_EQ(transposed->GetProbability(0, 4), 0.25);
    EXPECT_NE(GetRefusal("TransposeDestinations", Told().Add(6, "", "cpu")).find("Columns"),
              std::string::npos);
}

// Keys of a topology, in the order of its devices.
TEST(DestinationsInSubtrees, ATopologyTellsThem)
{
    fabric::Topology topology;
    const auto attributes = std::make_shared<const fabric::Topology::Attributes>(
        fabric::Topology::Attributes{{"subtree", "x"}});
    topology.AddNode("a", fabric::Topology::DEVICE, "cpu", 0, attributes);
    topology.AddNode("r", fabric::Topology::ROUTER);
    topology.AddNode("b", fabric::Topology::DEVICE);
    EXPECT_EQ(topology.GetDeviceValues("subtree"), (std::vector<std::string>{"x", ""}));
    EXPECT_EQ(topology.GetDeviceValues("kind"), (std::vector<std::string>{"cpu", "device"}));
}
