/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lossless-ethernet-queue-record.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace ns3;

TEST(LosslessQueueRecord, IsTheMeanOverEveryTick)
{
    std::mt19937_64 random(3);
    LosslessQueueRecord record;
    record.Change(700, 5);
    record.Restart(10);
    std::vector<double> bytes;
    int64_t now = 700;
    for (int64_t tick = 10; tick < 5000; ++tick)
    {
        if (random() % 7 == 0)
        {
            const int64_t delta =
                std::max<int64_t>(-now, static_cast<int64_t>(random() % 400) - 200);
            record.Change(delta, tick);
            now += delta;
        }
        bytes.push_back(static_cast<double>(now));
        ASSERT_EQ(record.GetBytes(), now);
    }
    double sum = 0;
    double squares = 0;
    for (const double each : bytes)
    {
        sum += each;
        squares += each * each;
    }
    const double mean = sum / bytes.size();
    EXPECT_DOUBLE_EQ(record.GetArea(5000), sum);
    EXPECT_NEAR(record.GetMean(5000), mean, 1e-9 * mean);
    const double deviation = std::sqrt(squares / bytes.size() - mean * mean);
    EXPECT_NEAR(record.GetDeviation(5000), deviation, 1e-6 * deviation);
    EXPECT_EQ(record.GetLeast(), *std::min_element(bytes.begin(), bytes.end()));
    EXPECT_EQ(record.GetMost(), std::max(700.0, *std::max_element(bytes.begin(), bytes.end())));
}

TEST(LosslessQueueRecord, ForgetsAtRestartAllButWhatIsThere)
{
    LosslessQueueRecord record;
    record.Change(1000, 0);
    record.Change(-400, 10);
    record.Restart(20);
    EXPECT_EQ(record.GetMean(20), 0);
    EXPECT_EQ(record.GetMean(30), 600);
    EXPECT_EQ(record.GetDeviation(30), 0);
    EXPECT_EQ(record.GetMost(), 600);
    EXPECT_EQ(record.GetLeast(), 600);
}
