/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/path-measurement-self-limit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

namespace
{

using namespace ns3;

/** @param least level @param most level @return settings whose limit is 10 */
measurement::SelfLimit::Settings
Make(double least, double most)
{
    measurement::SelfLimit::Settings settings;
    settings.least = least;
    settings.most = most;
    settings.limit = 10;
    return settings;
}

/** An interval in which round trips deviate from their mean, or do not. @return the next level */
double
Pass(measurement::SelfLimit& law, bool deviates)
{
    law.Add(50);
    law.Add(deviates ? 90 : 50);
    return law.Decide();
}

} // namespace

// Of 50 and 90 the standard deviation is 20 sqrt(2). least + k increase, then most decrease^k.
TEST(SelfLimit, GrowsByAConstantAndShrinksByAFactor)
{
    auto settings = Make(1, 16);
    settings.increase = 0.75;
    settings.decrease = 0.8;
    measurement::SelfLimit law(settings);
    EXPECT_EQ(law.GetLevel(), 1);
    for (int k = 1; k < 40; ++k)
    {
        ASSERT_DOUBLE_EQ(Pass(law, false), std::min(16.0, 1 + k * 0.75));
    }
    for (int k = 1; k < 40; ++k)
    {
        ASSERT_NEAR(Pass(law, true), std::max(1.0, 16 * std::pow(0.8, k)), 1e-12);
    }
}

// The deviation against its definition, at an offset at which sums of squares would cancel.
TEST(SelfLimit, DeviatesAsTheDefinitionSays)
{
    std::mt19937 random(3);
    std::normal_distribution<double> noise(0, 1e-3);
    for (const double offset : {0.01, 1e3})
    {
        auto settings = Make(1, 2);
        measurement::SelfLimit fromMean(settings);
        settings.reference = measurement::SelfLimit::MINIMUM;
        measurement::SelfLimit fromLeast(settings);
        double least = std::numeric_limits<double>::infinity();
        for (int interval = 0; interval < 50; ++interval)
        {
            std::vector<double> times(2 + interval % 9);
            double mean = 0;
            for (double& time : times)
            {
                time = offset + std::abs(noise(random));
                mean += time / static_cast<double>(times.size());
                least = std::min(least, time);
                fromMean.Add(time);
                fromLeast.Add(time);
            }
            double aroundMean = 0;
            double aroundLeast = 0;
            for (const double time : times)
            {
                aroundMean += (time - mean) * (time - mean);
                aroundLeast += (time - least) * (time - least);
            }
            ASSERT_NEAR(fromMean.GetDeviation(),
                        std::sqrt(aroundMean / static_cast<double>(times.size() - 1)),
                        1e-9);
            ASSERT_NEAR(fromLeast.GetDeviation(),
                        std::sqrt(aroundLeast / static_cast<double>(times.size())),
                        1e-9);
            fromMean.Decide();
            fromLeast.Decide();
        }
    }
}

TEST(SelfLimit, SeesAQueueThatStandsByTheLeastRoundTripAlone)
{
    auto settings = Make(1, 8);
    measurement::SelfLimit fromMean(settings);
    settings.reference = measurement::SelfLimit::MINIMUM;
    measurement::SelfLimit fromLeast(settings);
    for (auto* law : {&fromMean, &fromLeast})
    {
        EXPECT_EQ(Pass(*law, false), 2);
        law->Add(100);
        law->Add(100);
        law->Decide();
    }
    EXPECT_EQ(fromMean.GetLevel(), 3);
    EXPECT_EQ(fromLeast.GetLevel(), 1);
}

TEST(SelfLimit, TakesMissingRepliesForAFullPath)
{
    measurement::SelfLimit law(Make(1, 8));
    for (int i = 0; i < 7; ++i)
    {
        Pass(law, false);
    }
    EXPECT_EQ(law.Decide(), 4) << "no reply";
    law.Add(50);
    EXPECT_EQ(law.Decide(), 2) << "one reply";
    law.Add(50);
    law.Add(60); // a deviation of 7.1, below the limit of 10
    EXPECT_EQ(law.Decide(), 3);
}

// Chiu and Jain: of transfers that see the same path, additive increase keeps the distance and each
// decrease multiplies it. From different levels all come to the same one.
TEST(SelfLimit, TransfersOnOnePathComeToTheSameLevel)
{
    auto settings = Make(0.001, 1000);
    settings.decrease = 0.5;
    measurement::SelfLimit first(settings);
    measurement::SelfLimit second(settings);
    for (int i = 0; i < 20; ++i)
    {
        Pass(first, false);
    }
    double distance = first.GetLevel() - second.GetLevel();
    ASSERT_NEAR(distance, 20, 1e-12);
    for (int i = 0; i < 200; ++i)
    {
        const bool full = first.GetLevel() + second.GetLevel() > 30;
        Pass(first, full);
        Pass(second, full);
        distance *= full ? 0.5 : 1;
        ASSERT_NEAR(first.GetLevel() - second.GetLevel(), distance, 1e-9);
    }
    EXPECT_LT(distance, 1e-3);
}

// Full above the level c: it falls from c + x, 0 < x <= increase, to d (c + x), and takes
// floor((1 - d) c) steps or one more until it is full again.
TEST(SelfLimit, OscillatesBelowTheLevelAtWhichThePathIsFull)
{
    measurement::SelfLimit law(Make(1, 100));
    constexpr double FULL = 20.25;
    std::vector<std::size_t> falls;
    for (std::size_t i = 0; i < 400; ++i)
    {
        const bool full = law.GetLevel() > FULL;
        const double before = law.GetLevel();
        Pass(law, full);
        ASSERT_LE(law.GetLevel(), FULL + 1);
        if (full)
        {
            ASSERT_DOUBLE_EQ(law.GetLevel(), before / 2);
            falls.push_back(i);
        }
    }
    ASSERT_GT(falls.size(), 20U);
    for (std::size_t i = 1; i < falls.size(); ++i)
    {
        const std::size_t steps = falls[i] - falls[i - 1] - 1; // that grow
        ASSERT_GE(steps, 10U);
        ASSERT_LE(steps, 11U);
    }
}

TEST(SelfLimit, RefusesWhatIsNotAllowed)
{
    const auto refuse = [](auto change) {
        auto settings = Make(1, 8);
        change(settings);
        EXPECT_THROW(measurement::SelfLimit{settings}, std::invalid_argument);
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    refuse([](auto& settings) { settings.least = 0; });
    refuse([](auto& settings) { settings.most = 0.5; });
    refuse([](auto& settings) { settings.increase = 0; });
    refuse([](auto& settings) { settings.decrease = 1; });
    refuse([](auto& settings) { settings.decrease = -0.1; });
    refuse([](auto& settings) { settings.limit = -1; });
    refuse([nan](auto& settings) { settings.limit = nan; });
    measurement::SelfLimit law(Make(1, 8));
    EXPECT_THROW(law.Add(-1), std::invalid_argument);
    EXPECT_THROW(law.Add(nan), std::invalid_argument);
}
