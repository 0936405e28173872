/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-traffic-sizes.h"

#include "../../../burst-core/test/laws/burst-core-temporary-folder.h"
#include "burst-traffic-statistics.h"

#include "ns3/burst-core-attributes.h"

#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

using namespace ns3;

namespace
{

Ptr<RandomVariableStream>
Make(const std::string& content, const std::string& more = "")
{
    TemporaryFolder folder;
    const auto text = "ns3::EmpiricalSizeVariable[File=" + folder.Write(content) + more + "]";
    auto variable = burst::CreateFromText<RandomVariableStream>(text);
    variable->SetStream(1);
    return variable;
}

constexpr uint64_t DRAWS = 100'000;

} // namespace

// The size 200 has no probability: the file says that no size is between 100 and 300.
TEST(EmpiricalSizeVariable, DrawsTheSizesOfTheFile)
{
    const auto variable = Make("# bytes, probability\n64 0.2\n100 0.5\n200 0.5\n300 1\n400 1\n");
    std::vector<uint64_t> observed(3);
    for (uint64_t i = 0; i < DRAWS; ++i)
    {
        const double size = variable->GetValue();
        ASSERT_TRUE(size == 64 || size == 100 || size == 300) << size;
        ++observed[size == 64 ? 0 : size == 100 ? 1 : 2];
    }
    EXPECT_LT(ChiSquareOverLimit(observed, {0.2, 0.3, 0.5}, DRAWS), 1);
}

// Piecewise uniform; a step of the probability at 400 bytes, none from 100 to 200.
TEST(EmpiricalSizeVariable, InterpolatesBetweenThem)
{
    const auto variable =
        Make("0 0\n100 0.25\n200 0.25\n400 0.5\n400 0.75\n500 1", "|Interpolate=true");
    const std::vector<double> probability{0.125, 0.125, 0, 0.125, 0.125, 0.25, 0.125, 0.125};
    const std::vector<double> edges{50, 100, 200, 300, 399.999999, 400, 450, 500};
    std::vector<uint64_t> observed(probability.size());
    for (uint64_t i = 0; i < DRAWS; ++i)
    {
        const auto edge = std::lower_bound(edges.begin(), edges.end(), variable->GetValue());
        ++observed.at(edge - edges.begin());
    }
    EXPECT_EQ(observed[2], 0);
    EXPECT_LT(ChiSquareOverLimit(observed, probability, DRAWS), 1);
}

// Means by hand; and the mean of the web search flows, 1,140.98 packets without rounding (digest of
// the pFabric study, section 1.4), with what rounding adds: half a packet where sizes are spread.
TEST(EmpiricalSizeVariable, KnowsItsMean)
{
    const auto mean = [](const std::string& content, const std::string& more) {
        return DynamicCast<EmpiricalSizeVariable>(Make(content, more))->GetMean();
    };
    EXPECT_DOUBLE_EQ(mean("64 0.2\n100 0.5\n200 0.5\n300 1\n", ""), 64 * 0.2 + 30 + 150);
    EXPECT_DOUBLE_EQ(mean("0 0\n100 0.5\n100 0.75\n300 1\n", "|Interpolate=true"), 25 + 25 + 50);
    EXPECT_DOUBLE_EQ(mean("0 0\n100 1\n", "|Interpolate=true|Unit=40"),
                     0.4 * 40 + 0.4 * 80 + 0.2 * 120);
    EXPECT_DOUBLE_EQ(mean("50 0.5\n80 1\n", "|Unit=40"), 80);
    const std::string search = "8760 0\n8760 .15\n18980 .2\n27740 .3\n48180 .4\n77380 .53\n"
                               "194180 .6\n973820 .7\n1946180 .8\n4866180 .9\n9733820 .97\n"
                               "29200000 1\n";
    EXPECT_NEAR(mean(search, "|Interpolate=true") / 1460, 1140.98, 0.005);
    EXPECT_NEAR(mean(search, "|Interpolate=true|Unit=1460") / 1460, 1140.98 + 0.85 / 2, 0.005);
    const auto sizes = Make(search, "|Interpolate=true|Unit=1460");
    double sum = 0;
    for (uint64_t i = 0; i < DRAWS; ++i)
    {
        const double size = sizes->GetValue();
        ASSERT_EQ(std::fmod(size, 1460), 0);
        sum += size;
    }
    EXPECT_NEAR(sum / DRAWS / mean(search, "|Interpolate=true|Unit=1460"), 1, 0.03); // 3.6 errors
}

TEST(EmpiricalSizeVariable, WrongFilesAreRefusedByLine)
{
    const std::vector<std::pair<std::string, std::string>> cases{
        {"64 0.5\n60 1\n", "line 2: allowed are a size from 64"},
        {"64 0.5\n70 0.4\n", "a probability from 0.5 to 1"},
        {"64 0.5\n70 1.1\n", "line 2"},
        {"64 0.5\n\n70 0.9 # end\n", "line 3: the file ends at probability 0.9"},
        {"64 0.5 1\n", "line 1"},
        {"64\n", "line 1"},
        {"0 0.1\n64 1\n", "for the size 0 only 0"},
        {"-1 0\n64 1\n", "line 1"},
        {"64 0.5\n4294967296 1\n", "to 4294967295 bytes"},
        {"64 half\n", "line 1: 'half' is no number"},
        {"", "the file ends at probability 0"},
    };
    for (const auto& [content, sentence] : cases)
    {
        std::string refusal;
        try
        {
            Make(content);
        }
        catch (const std::invalid_argument& error)
        {
            refusal = error.what();
        }
        EXPECT_NE(refusal.find(sentence), std::string::npos) << content << ": '" << refusal << "'";
    }
    EXPECT_THROW(CreateObject<EmpiricalSizeVariable>()->GetValue(), std::invalid_argument);
    auto variable = Make("64 1");
    EXPECT_EQ(variable->GetValue(), 64);
    EXPECT_THROW(burst::SetAttributeOrThrow(variable, "File", "other"), std::invalid_argument);
}
