/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/path-measurement-probe-train.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>
#include <vector>

using namespace ns3;
using namespace ns3::measurement;

TEST(PathMeasurementProbeTrain, CountsByDefinition)
{
    std::mt19937_64 random(1);
    for (int round = 0; round < 200; ++round)
    {
        ProbeTrain train(100, 20);
        std::vector<uint32_t> came; // without further copies
        uint32_t copies = 0;
        uint32_t late = 0;
        for (int i = 0; i < 25; ++i)
        {
            const uint32_t number = random() % 20;
            train.Add(number, number, i);
            if (std::count(came.begin(), came.end(), number))
            {
                ++copies;
                continue;
            }
            late += std::any_of(came.begin(), came.end(), [number](auto x) { return x > number; });
            came.push_back(number);
        }
        EXPECT_EQ(train.GetReceived(), came.size());
        EXPECT_EQ(train.GetLost(), 20 - came.size());
        EXPECT_EQ(train.GetDuplicates(), copies);
        EXPECT_EQ(train.GetReordered(), late);
        EXPECT_EQ(train.IsWhole(), came.size() == 20 && !late);
    }
}

// 1000 bytes at 10 us are 800 Mb/s; the clocks are 5 s apart, which changes nothing.
TEST(PathMeasurementProbeTrain, TellsRateAndDelayVariation)
{
    ProbeTrain train(1000, 4);
    EXPECT_FALSE(train.GetRate());
    train.Add(0, 0, 5000000000);
    EXPECT_FALSE(train.GetRate());
    train.Add(1, 10000, 5000010300);
    train.Add(2, 20000, 5000020100);
    train.Add(3, 30000, 5000030000);
    EXPECT_DOUBLE_EQ(*train.GetRate(), 8e8);
    const auto variation = train.GetDelayVariation();
    EXPECT_EQ(variation.GetCount(), 3);
    EXPECT_EQ(variation.GetSum(), 300 + 200 + 100);
    EXPECT_EQ(variation.GetMax(), 300);
    EXPECT_THROW(train.Add(4, 0, 0), std::invalid_argument);
}

TEST(PathMeasurementTrainPlan, HoldsTrainsInOrder)
{
    TrainPlan plan;
    EXPECT_EQ(plan.GetDuration(), 0);
    plan.AddTrain(100, 1500, 3, 10);
    plan.AddTrain(52, std::vector<int64_t>{120, 120});
    ASSERT_EQ(plan.GetPackets().size(), 5U);
    EXPECT_EQ(plan.GetDuration(), 120);
    EXPECT_EQ(plan.GetBytes(), 3 * 1472U + 2 * 24U); // without 28 bytes of headers
    const auto& last = plan.GetPackets().back();
    EXPECT_EQ(last.train, 1U);
    EXPECT_EQ(last.number, 1U);
    EXPECT_EQ(last.length, 2U);
    EXPECT_THROW(plan.AddTrain(119, 1500, 1, 0), std::invalid_argument);
    EXPECT_THROW(plan.AddTrain(200, 51, 1, 0), std::invalid_argument);
    EXPECT_THROW(plan.AddTrain(200, 65508, 1, 0), std::invalid_argument);
}
