/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../../burst-core/test/laws/burst-core-temporary-folder.h"
#include "burst-traffic-statistics.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-destination.h"

#include <gtest/gtest.h>
#include <map>
#include <stdexcept>
#include <string>

using namespace ns3;

namespace
{

Ptr<DestinationPattern>
Make(const std::string& text, uint32_t devices, int64_t stream = 1)
{
    auto pattern = burst::CreateFromText<DestinationPattern>(text);
    pattern->AssignStreams(stream);
    pattern->SetDevices(devices);
    return pattern;
}

std::vector<double>
GetRow(Ptr<DestinationPattern> pattern, uint32_t source)
{
    std::vector<double> row;
    for (uint32_t destination = 0; destination < pattern->GetDevices(); ++destination)
    {
        row.push_back(pattern->GetProbability(source, destination));
    }
    return row;
}

void
ExpectRow(Ptr<DestinationPattern> pattern, uint32_t source, const std::vector<double>& expected)
{
    const auto row = GetRow(pattern, source);
    ASSERT_EQ(row.size(), expected.size());
    for (uint32_t i = 0; i < row.size(); ++i)
    {
        EXPECT_NEAR(row[i], expected[i], 1e-15) << "source " << source << ", destination " << i;
    }
}

std::vector<uint32_t>
DrawMany(Ptr<DestinationPattern> pattern, uint32_t source, uint32_t n)
{
    std::vector<uint32_t> drawn(n);
    for (auto& destination : drawn)
    {
        destination = pattern->Draw(source);
    }
    return drawn;
}

std::string
GetRefusal(const std::string& text, uint32_t devices)
{
    try
    {
        Make(text, devices);
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

// What every pattern promises, and draws of random sources against the probabilities.
TEST(DestinationPattern, DrawsFollowTheProbabilities)
{
    TemporaryFolder folder;
    const std::string file = folder.Write("0 1 0 3 # of 4\n\n2 0 0 2\n1e-3 0 0 0\n5 5 5 0");
    const std::vector<std::pair<std::string, uint32_t>> patterns{
        {"ns3::UniformDestinations", 2},
        {"ns3::UniformDestinations", 7},
        {"ns3::CommonSubtreeDestinations[LocalFraction=0.7]", 13},
        {"ns3::CommonSubtreeDestinations[SubtreeSize=3|LocalFraction=0.2]", 8},
        {"ns3::TransposeDestinations", 9},
        {"ns3::TransposeDestinations[Columns=5]", 15},
        {"ns3::PermutationDestinations", 6},
        {"ns3::HotspotDestinations", 6},
        {"ns3::HotspotDestinations[Hotspots=5,2,0|Fraction=0.3]", 8},
        {"ns3::HotspotDestinations[Hotspots=0,1|Fraction=1]", 2},
        {"ns3::EmpiricalDestinations[File=" + file + "]", 4},
    };
    for (const auto& [text, n] : patterns)
    {
        SCOPED_TRACE(text);
        const auto pattern = Make(text, n);
        std::vector<double> probability;
        for (uint32_t source = 0; source < n; ++source)
        {
            double sum = 0;
            for (const double p : GetRow(pattern, source))
            {
                EXPECT_GE(p, 0);
                sum += p;
                probability.push_back(p / n);
            }
            EXPECT_NEAR(sum, 1, 1e-15 * n);
            EXPECT_EQ(pattern->GetProbability(source, source), 0);
        }
        constexpr uint64_t DRAWS = 100'000;
        traffic::StreamRandom random(3);
        std::vector<uint64_t> observed(n * n);
        for (uint64_t i = 0; i < DRAWS; ++i)
        {
            const auto source = static_cast<uint32_t>(random.Word() % n);
            const uint32_t destination = pattern->Draw(source);
            ASSERT_LT(destination, n);
            ++observed[source * n + destination];
        }
        for (std::size_t cell = 0; cell < observed.size(); ++cell)
        {
            EXPECT_TRUE(observed[cell] == 0 || probability[cell] > 0) << "cell " << cell;
        }
        EXPECT_LT(ChiSquareOverLimit(observed, probability, DRAWS), 1);
    }
}

// Arithmetic by hand.
TEST(UniformDestinations, AllOthersAreEquallyProbable)
{
    ExpectRow(Make("ns3::UniformDestinations", 5), 2, {0.25, 0.25, 0, 0.25, 0.25});
}

TEST(CommonSubtreeDestinations, LocalFractionIsSharedByTheSubtree)
{
    const auto text = "ns3::CommonSubtreeDestinations[LocalFraction=0.6]";
    const double in = 0.2;
    const double out = 0.4 / 6;
    ExpectRow(Make(text, 10), 5, {out, out, out, out, in, 0, in, in, out, out});
    const double few = 0.05; // 0.4 over eight devices
    ExpectRow(Make(text, 10), 9, {few, few, few, few, few, few, few, few, 0.6, 0});
}

TEST(CommonSubtreeDestinations, WhatHasNoTargetGoesToTheOtherPart)
{
    const auto text = "ns3::CommonSubtreeDestinations[SubtreeSize=2|LocalFraction=0.5]";
    ExpectRow(Make(text, 3), 2, {0.5, 0.5, 0}); // alone in its subtree
    ExpectRow(Make(text, 2), 0, {0, 1});        // nothing is outside
}

// The 4 x 4 transpose of the ServerNet document: CPU 4 q + l sends to 4 l + q, that of the diagonal
// to quadrant (q + 2) mod 4.
TEST(TransposeDestinations, SquareIsThatOfTheDocument)
{
    const auto pattern = Make("ns3::TransposeDestinations", 16);
    for (uint32_t q = 0; q < 4; ++q)
    {
        for (uint32_t l = 0; l < 4; ++l)
        {
            EXPECT_EQ(pattern->Draw(4 * q + l), l == q ? 4 * ((q + 2) % 4) + q : 4 * l + q);
        }
    }
}

// 0 1 2     0 3
// 3 4 5  -> 1 4  by hand; 0 and 5 stay where they are and go half the rows down.
//           2 5
TEST(TransposeDestinations, RectangleByHand)
{
    const std::vector<uint32_t> expected{3, 2, 4, 1, 3, 2};
    const auto pattern = Make("ns3::TransposeDestinations[Columns=3]", 6);
    for (uint32_t device = 0; device < 6; ++device)
    {
        EXPECT_EQ(pattern->Draw(device), expected[device]);
    }
}

TEST(PermutationDestinations, GivenOne)
{
    const auto pattern = Make("ns3::PermutationDestinations[Permutation=1,2,0]", 3);
    ExpectRow(pattern, 0, {0, 1, 0});
    ExpectRow(pattern, 1, {0, 0, 1});
    ExpectRow(pattern, 2, {1, 0, 0});
}

// Four devices have 9 permutations without a fixed point.
TEST(PermutationDestinations, RandomOnesAreEquallyProbable)
{
    auto pattern = Make("ns3::PermutationDestinations", 4);
    std::map<std::vector<uint32_t>, uint64_t> drawn;
    constexpr uint64_t DRAWS = 9000;
    for (uint64_t stream = 0; stream < DRAWS; ++stream)
    {
        pattern->AssignStreams(static_cast<int64_t>(stream));
        std::vector<uint32_t> permutation;
        for (uint32_t device = 0; device < 4; ++device)
        {
            permutation.push_back(pattern->Draw(device));
        }
        ++drawn[permutation];
    }
    ASSERT_EQ(drawn.size(), 9);
    std::vector<uint64_t> observed;
    for (const auto& [permutation, count] : drawn)
    {
        observed.push_back(count);
        const std::vector<uint32_t> all{0, 1, 2, 3};
        EXPECT_TRUE(std::is_permutation(all.begin(), all.end(), permutation.begin()));
    }
    EXPECT_LT(ChiSquareOverLimit(observed, std::vector<double>(9, 1.0 / 9), DRAWS), 1);
}

TEST(HotspotDestinations, ByHand)
{
    const auto two = Make("ns3::HotspotDestinations[Hotspots=3,1|Fraction=0.6]", 5);
    ExpectRow(two, 0, {0, 0.4, 0.1, 0.4, 0.1}); // 0.3 a hotspot, and 0.1 any
    ExpectRow(two, 3, {0.1, 0.7, 0.1, 0, 0.1}); // 0.6 the other hotspot, and 0.1 any
    const auto one = Make("ns3::HotspotDestinations[Fraction=0.6]", 5);
    ExpectRow(one, 0, {0, 0.25, 0.25, 0.25, 0.25});
    ExpectRow(one, 1, {0.7, 0, 0.1, 0.1, 0.1});
}

TEST(EmpiricalDestinations, WeightsCountWithinTheirRow)
{
    TemporaryFolder folder;
    const auto file = folder.Write("# three devices\n0 1 3\n\t10 0 30\n1e300 0 0 # far\n");
    const auto pattern = Make("ns3::EmpiricalDestinations[File=" + file + "]", 3);
    ExpectRow(pattern, 0, {0, 0.25, 0.75});
    ExpectRow(pattern, 1, {0.25, 0, 0.75});
    ExpectRow(pattern, 2, {1, 0, 0});
    EXPECT_EQ(pattern->GetInputFiles(), std::vector<std::string>{file});
    EXPECT_TRUE(Make("ns3::UniformDestinations", 2)->GetInputFiles().empty());
    EXPECT_TRUE(burst::CreateFromText<DestinationPattern>("ns3::EmpiricalDestinations")
                    ->GetInputFiles()
                    .empty());
}

TEST(DestinationPattern, TheStreamFixesTheDrawsOfEachSource)
{
    constexpr uint32_t N = 200;
    for (const std::string text : {"ns3::UniformDestinations", "ns3::HotspotDestinations"})
    {
        const auto expected = DrawMany(Make(text, 9, 5), 3, N);
        EXPECT_NE(DrawMany(Make(text, 9, 6), 3, N), expected);
        EXPECT_NE(DrawMany(Make(text, 9, 5), 4, N), expected);
        const auto pattern = Make(text, 9, 5);
        DrawMany(pattern, 4, 17);
        EXPECT_EQ(DrawMany(pattern, 3, N), expected) << "other sources do not matter";
        pattern->AssignStreams(5);
        EXPECT_EQ(DrawMany(pattern, 3, N), expected) << "the stream begins anew";
    }
}

// Two sources of five devices: each of the 4 x 4 pairs of destinations has the same probability.
TEST(DestinationPattern, SourcesAreIndependent)
{
    constexpr uint64_t DRAWS = 20'000;
    const auto pattern = Make("ns3::UniformDestinations", 5);
    std::vector<uint64_t> observed(16);
    for (uint64_t i = 0; i < DRAWS; ++i)
    {
        const uint32_t first = pattern->Draw(0) - 1;
        const uint32_t last = pattern->Draw(4);
        ++observed[first * 4 + last];
    }
    EXPECT_LT(ChiSquareOverLimit(observed, std::vector<double>(16, 1.0 / 16), DRAWS), 1);
}

TEST(DestinationPattern, WrongInputIsRefusedInASentence)
{
    TemporaryFolder folder;
    const auto matrix = [&folder](const std::string& content) {
        return "ns3::EmpiricalDestinations[File=" + folder.Write(content) + "]";
    };

    struct Case
    {
        std::string text;
        uint32_t devices;
        std::string sentence;
    };

    const std::vector<Case> cases{
        {"ns3::UniformDestinations", 1, "is 1; allowed are 2 and more"},
        {"ns3::CommonSubtreeDestinations[SubtreeSize=1]", 4, "SubtreeSize"},
        {"ns3::CommonSubtreeDestinations[LocalFraction=1.5]", 4, "LocalFraction"},
        {"ns3::TransposeDestinations", 6, "Columns of ns3::TransposeDestinations is '0'"},
        {"ns3::TransposeDestinations[Columns=4]", 6, "is '4', which does not fit 6 devices"},
        {"ns3::TransposeDestinations[Columns=6]", 6, "two rows"},
        {"ns3::TransposeDestinations[Columns=7]", 6, "two rows"},
        {"ns3::TransposeDestinations[Columns=1]", 6, "two columns"},
        {"ns3::PermutationDestinations[Permutation=1,0,2]", 3, "is '1,0,2'"},
        {"ns3::PermutationDestinations[Permutation=1,2,3]", 3, "from 0 to 2"},
        {"ns3::PermutationDestinations[Permutation=1,0,0]", 3, "different"},
        {"ns3::PermutationDestinations[Permutation=1,0]", 3, "all devices"},
        {"ns3::PermutationDestinations[Permutation=1,2,x]", 3, "commas"},
        {"ns3::HotspotDestinations[Hotspots=3]", 3, "Hotspots of ns3::HotspotDestinations is '3'"},
        {"ns3::HotspotDestinations[Hotspots=]", 3, "is ''"},
        {"ns3::HotspotDestinations[Hotspots=1,]", 3, "is '1,'"},
        {"ns3::HotspotDestinations[Hotspots=-1]", 3, "is '-1'"},
        {"ns3::HotspotDestinations[Hotspots=01]", 3, "is '01'"}, // one spelling of each list
        {"ns3::HotspotDestinations[Hotspots=1e0]", 3, "is '1e0'"},
        {"ns3::HotspotDestinations[Fraction=-0.1]", 3, "Fraction"},
        {"ns3::EmpiricalDestinations", 3, "File of ns3::EmpiricalDestinations is ''"},
        {"ns3::EmpiricalDestinations[File=/no/such]", 3, "file '/no/such' cannot be read"},
        {"ns3::EmpiricalDestinations[File=/]", 3, "cannot be read further"},
        {matrix("0 1\n# x\n1 1 0\n"), 2, "/0.txt, line 3: row 1 has 3 weights"},
        {matrix("0 1\n1 0\n0 0\n"), 2, "line 3: row 2"},
        {matrix("0 1\n"), 2, "line 1: the file ends after 1 rows"},
        {matrix(""), 2, "the file ends after 0 rows"},
        {matrix("0 1\n0 0\n"), 2, "line 2: row 1 does not say"},
        {matrix("1 1\n1 0\n"), 2, "line 1: row 0 does not say"},
        {matrix("0 1 -1\n1 0 1\n1 1 0"), 3, "line 1: row 0 does not say"},
        {matrix("0 1e308 1e308\n1 0 1\n1 1 0"), 3, "line 1: row 0 does not say"},
        {matrix("0 nan\n1 0\n"), 2, "line 1: 'nan' is no number"},
        {matrix("0 1,1\n1 0\n"), 2, "line 1: '1,1' is no number"},
    };
    for (const auto& [text, devices, sentence] : cases)
    {
        const auto refusal = GetRefusal(text, devices);
        EXPECT_NE(refusal.find(sentence), std::string::npos) << text << ": '" << refusal << "'";
    }
    const auto pattern = Make("ns3::UniformDestinations", 3);
    EXPECT_THROW(pattern->Draw(3), std::invalid_argument);
    EXPECT_THROW(pattern->GetProbability(0, 3), std::invalid_argument);
    const auto refused = burst::CreateFromText<DestinationPattern>("ns3::TransposeDestinations");
    EXPECT_THROW(refused->Draw(0), std::invalid_argument) << "there is no device yet";
    refused->SetDevices(4);
    EXPECT_THROW(refused->SetDevices(5), std::invalid_argument);
    refused->AssignStreams(1);
    EXPECT_THROW(refused->Draw(0), std::invalid_argument) << "nor after a refusal";
}
