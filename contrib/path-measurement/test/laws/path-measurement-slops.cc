/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/path-measurement-slops.h"

#include "path-measurement-fifo.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>
#include <vector>

using namespace ns3;
using namespace ns3::measurement;

namespace
{

constexpr double MBPS = 1e6;

/** @param size of packets in bytes @param gap between them in s @param delays of them in s @return
 * a stream, without the packets whose delay is negative */
ProbeTrain
MakeStream(uint32_t size, double gap, const std::vector<double>& delays)
{
    ProbeTrain stream(size, static_cast<uint32_t>(delays.size()));
    for (uint32_t i = 0; i < delays.size(); ++i)
    {
        if (delays[i] >= 0)
        {
            stream.Add(i, std::llround(i * gap * 1e9), std::llround((i * gap + delays[i]) * 1e9));
        }
    }
    return stream;
}

} // namespace

TEST(PathMeasurementOneWayTrend, HasClosedForms)
{
    std::vector<double> rising;
    std::vector<double> saw; // groups of 10: medians 0 1 0 1 0 1 0 1 0 1
    for (int i = 0; i < 100; ++i)
    {
        rising.push_back(3.5 + 0.1 * i);
        saw.push_back(i / 10 % 2);
    }
    EXPECT_EQ(OneWayTrend(rising).GetPct(), 1);
    EXPECT_DOUBLE_EQ(OneWayTrend(rising).GetPdt(), 1);
    EXPECT_DOUBLE_EQ(OneWayTrend(saw).GetPct(), 5.0 / 9);
    EXPECT_DOUBLE_EQ(OneWayTrend(saw).GetPdt(), 1.0 / 9);
    EXPECT_DOUBLE_EQ(OneWayTrend({rising.rbegin(), rising.rend()}).GetPdt(), -1);
    EXPECT_EQ(OneWayTrend({rising.rbegin(), rising.rend()}).GetPct(), 0);
    EXPECT_EQ(OneWayTrend(std::vector<double>(100, 4)).GetPct(), 0);
    EXPECT_EQ(OneWayTrend(std::vector<double>(100, 4)).GetPdt(), 0);
    EXPECT_EQ(OneWayTrend({}).GetPct(), 0);
    EXPECT_EQ(OneWayTrend({1}).GetPdt(), 0);
}

// Medians are those of groups: an outlier in each group changes nothing.
TEST(PathMeasurementOneWayTrend, ForgetsOutliers)
{
    std::vector<double> delays;
    for (int i = 0; i < 100; ++i)
    {
        delays.push_back(i % 10 == 3 ? 1000 - i : 0.1 * (i / 10));
    }
    EXPECT_EQ(OneWayTrend(delays).GetPct(), 1);
}

TEST(PathMeasurementOneWayTrend, JudgesByBothTests)
{
    const auto judge = [](const std::vector<double>& medians, double pct, double pdt) {
        std::vector<double> delays;
        for (const double median : medians)
        {
            delays.insert(delays.end(), medians.size(), median);
        }
        return OneWayTrend(delays).Judge({pct, pdt, 0.1});
    };
    const std::vector<double> medians{0, 1, 0, 1, 0, 1}; // PCT 3/5, PDT 1/5
    EXPECT_EQ(judge(medians, 0.5, 0.1), OneWayTrend::INCREASING);
    EXPECT_EQ(judge(medians, 0.7, 0.3), OneWayTrend::FLAT);
    EXPECT_EQ(judge(medians, 0.5, 0.3), OneWayTrend::UNCLEAR); // they contradict
    EXPECT_EQ(judge(medians, 0.7, 0.1), OneWayTrend::UNCLEAR);
    EXPECT_EQ(judge(medians, 0.6, 0.1), OneWayTrend::INCREASING); // one is within its margin
    EXPECT_EQ(judge(medians, 0.6, 0.3), OneWayTrend::FLAT);
    EXPECT_EQ(judge(medians, 0.5, 0.2), OneWayTrend::INCREASING);
    EXPECT_EQ(judge(medians, 0.7, 0.2), OneWayTrend::FLAT);
    EXPECT_EQ(judge(medians, 0.6, 0.2), OneWayTrend::UNCLEAR);
    EXPECT_EQ(judge(medians, 0.56, 0.3), OneWayTrend::FLAT); // 0.6 is within 10 % of 0.56
    EXPECT_EQ(judge(medians, 0.54, 0.3), OneWayTrend::UNCLEAR);
    EXPECT_EQ(judge(medians, 0.65, 0.1), OneWayTrend::INCREASING);
    EXPECT_EQ(judge(medians, 0.68, 0.1), OneWayTrend::UNCLEAR);
    EXPECT_EQ(judge({1, 2, 3, 4}, 0.5, 0.1), OneWayTrend::UNCLEAR); // too few groups
}

// A queue that other traffic loads to a half: streams of 70 % of the capacity are too much, those
// of 30 % are not. In a fluid the delay of the former grows by 1 - (C - X) / R a second.
TEST(PathMeasurementOneWayTrend, SeesAQueueGrow)
{
    std::mt19937_64 random(3);
    for (const double rate : {30 * MBPS, 70 * MBPS})
    {
        int right = 0;
        for (int i = 0; i < 100; ++i)
        {
            const auto times = MakeTimes(0.05, 6400 / rate, 100);
            const auto cross = MakePoissonTraffic(50 * MBPS, 1600, 0, 0.2, random);
            auto delays = PassQueue(100 * MBPS, times, 6400, cross);
            for (std::size_t k = 0; k < times.size(); ++k)
            {
                delays[k] -= times[k];
            }
            const auto expected = rate > 50 * MBPS ? OneWayTrend::INCREASING : OneWayTrend::FLAT;
            right += OneWayTrend(delays).Judge({}) == expected;
        }
        EXPECT_GT(right, 60) << rate; // the share of streams that decides
    }
}

TEST(PathMeasurementSlopsFleet, DecidesByShares)
{
    const auto answer = [](int rising, int flat, int lossy, double loss) {
        SlopsFleet fleet(10, {});
        for (int i = 0; i < rising + flat; ++i)
        {
            std::vector<double> delays;
            for (int k = 0; k < 100; ++k)
            {
                const bool lost = i < lossy && k < std::lround(100 * loss);
                delays.push_back(lost ? -1 : i < rising ? 1e-3 + 1e-5 * k : 1e-3);
            }
            fleet.Add(MakeStream(500, 1e-4, delays));
        }
        return fleet.GetAnswer();
    };
    EXPECT_EQ(answer(6, 4, 0, 0), SlopsSearch::ABOVE);
    EXPECT_EQ(answer(5, 5, 0, 0), SlopsSearch::GREY);
    EXPECT_EQ(answer(4, 6, 0, 0), SlopsSearch::BELOW);
    EXPECT_EQ(answer(0, 9, 0, 0), SlopsSearch::ABOVE); // one stream did not come at all
    EXPECT_EQ(answer(0, 10, 1, 0.14), SlopsSearch::BELOW);
    EXPECT_EQ(answer(0, 10, 1, 0.15), SlopsSearch::ABOVE);
    EXPECT_EQ(answer(0, 10, 4, 0.03), SlopsSearch::BELOW);
    EXPECT_EQ(answer(0, 10, 5, 0.03), SlopsSearch::ABOVE);
    EXPECT_EQ(answer(0, 10, 10, 0.02), SlopsSearch::BELOW);
}

// The range holds the truth and is as narrow as was asked, after the doublings to the first rate
// that is too high and the halvings of the range from half of that.
TEST(PathMeasurementSlopsSearch, FindsTheRange)
{
    std::mt19937_64 random(4);
    std::uniform_real_distribution<double> exponent(5, 9);
    for (int round = 0; round < 2000; ++round)
    {
        const double truth = std::pow(10, exponent(random));
        const double first = std::pow(10, exponent(random));
        const double resolution = 0.05 * truth;
        SlopsSearch search({first, 1e5, 1e9, resolution, 1});
        while (!search.IsDone())
        {
            ASSERT_LT(search.GetRounds(), 40U);
            search.Update(search.GetRate() < truth ? SlopsSearch::BELOW : SlopsSearch::ABOVE);
        }
        EXPECT_LE(search.GetLow(), truth);
        EXPECT_GE(search.GetHigh(), truth);
        EXPECT_LE(search.GetHigh() - search.GetLow(), resolution);
        EXPECT_EQ(search.GetGrey(), 0);
        const double doublings = std::max(std::ceil(std::log2(truth / first)), 0.0);
        const double halvings = std::log2(search.GetHigh() / resolution);
        const double down = truth < first ? std::log2(first / truth) : 0;
        EXPECT_LE(search.GetRounds(), 1 + doublings + halvings + down + 2);
    }
}

TEST(PathMeasurementSlopsSearch, FindsAGreyRegion)
{
    for (const double low : {11e6, 30e6, 47e6})
    {
        const double high = 60e6;
        const double enough = 3e6;
        SlopsSearch search({10e6, 1e5, 1e9, 1, enough});
        while (!search.IsDone())
        {
            ASSERT_LT(search.GetRounds(), 40U);
            const double rate = search.GetRate();
            search.Update(rate < low    ? SlopsSearch::BELOW
                          : rate > high ? SlopsSearch::ABOVE
                                        : SlopsSearch::GREY);
        }
        EXPECT_LE(search.GetLow(), low);
        EXPECT_GE(search.GetHigh(), high);
        EXPECT_GE(search.GetGrey(), high - low - 2 * enough);
        EXPECT_LE(search.GetGrey(), high - low);
        EXPECT_LE(search.GetHigh() - search.GetLow(), search.GetGrey() + 2 * enough);
    }
}

// Whatever is answered, the search ends.
TEST(PathMeasurementSlopsSearch, EndsWithAnyAnswers)
{
    std::mt19937_64 random(5);
    for (int round = 0; round < 2000; ++round)
    {
        SlopsSearch search({10e6, 1e6, 1e9, 2e5, 5e5});
        while (!search.IsDone())
        {
            ASSERT_LT(search.GetRounds(), 200U);
            ASSERT_GE(search.GetRate(), 1e6);
            ASSERT_LE(search.GetRate(), 1e9);
            search.Update(static_cast<SlopsSearch::Answer>(random() % 3));
            ASSERT_LE(search.GetLow(), search.GetHigh());
        }
    }
}

TEST(PathMeasurementSlopsSearch, EndsAtTheEnds)
{
    SlopsSearch up({10e6, 1e6, 50e6, 1e5, 1e5});
    for (const double rate : {10e6, 20e6, 40e6, 50e6})
    {
        EXPECT_EQ(up.GetRate(), rate);
        EXPECT_FALSE(up.IsDone());
        up.Update(SlopsSearch::BELOW);
    }
    EXPECT_TRUE(up.IsDone());
    EXPECT_EQ(up.GetLow(), 50e6);
    EXPECT_EQ(up.GetHigh(), 50e6);
    SlopsSearch grey({10e6, 1e6, 50e6, 1e5, 1e5});
    for (const double rate : {10e6, 15e6, 22.5e6, 33.75e6, 50e6})
    {
        EXPECT_EQ(grey.GetRate(), rate);
        grey.Update(SlopsSearch::GREY);
    }
    SlopsSearch down({10e6, 2e6, 50e6, 1e5, 1e5});
    for (const double rate : {10e6, 5e6, 2.5e6, 2e6})
    {
        EXPECT_EQ(down.GetRate(), rate);
        EXPECT_FALSE(down.IsDone());
        down.Update(SlopsSearch::ABOVE);
    }
    EXPECT_TRUE(down.IsDone());
    EXPECT_EQ(down.GetLow(), 0);
    EXPECT_EQ(down.GetHigh(), 2e6);
    EXPECT_THROW(SlopsSearch({10, 20, 50, 1, 1}), std::invalid_argument);
    EXPECT_THROW(SlopsSearch({60, 20, 50, 1, 1}), std::invalid_argument);
    EXPECT_THROW(SlopsSearch({30, 0, 50, 1, 1}), std::invalid_argument);
    EXPECT_THROW(SlopsSearch({30, 20, 50, 0, 1}), std::invalid_argument);
    EXPECT_THROW(SlopsSearch({30, 20, 50, 1, 0}), std::invalid_argument);
    EXPECT_THROW(SlopsSearch({30, 60, 50, 1, 1}), std::invalid_argument);
}

// Whatever the streams tell, each rate but the least halves a range: a range of 1 Gb/s that may be
// 1 kb/s wide takes 40 rounds at most, beside 14 to find H.
TEST(PathMeasurementSlopsSearch, EndsWhateverItHears)
{
    std::mt19937_64 random(7);
    for (int trial = 0; trial < 3000; ++trial)
    {
        const double least = 0.1 * MBPS;
        const double low = least * std::pow(10, 5.0 * (random() % 1000) / 1000 - 1);
        const double high = low * std::pow(10, 2.0 * (random() % 1000) / 1000);
        const double enough = trial % 2 ? 50e3 : 1e3;
        SlopsSearch search({MBPS, least, 1000 * MBPS, enough, enough});
        for (int round = 0; round < 100 && !search.IsDone(); ++round)
        {
            const double rate = search.GetRate();
            ASSERT_GE(rate, least);
            search.Update(rate < low    ? SlopsSearch::BELOW
                          : rate > high ? SlopsSearch::ABOVE
                                        : SlopsSearch::GREY);
        }
        ASSERT_TRUE(search.IsDone()) << low << " to " << high << " are grey";
        if (low > least && high < 500 * MBPS)
        {
            EXPECT_LE(search.GetLow(), low);
            EXPECT_GE(search.GetHigh(), high);
        }
    }
    SlopsSearch always({MBPS, 0.1 * MBPS, 1000 * MBPS, 50e3, 50e3});
    always.Update(SlopsSearch::ABOVE);
    for (int round = 0; round < 100 && !always.IsDone(); ++round)
    {
        always.Update(SlopsSearch::GREY);
    }
    EXPECT_TRUE(always.IsDone());
}
