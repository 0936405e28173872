/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-tick-wheel.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <tuple>
#include <vector>

using namespace ns3;

// Steps from none to far beyond the wheel, against a sorted set with the order of insertion.
TEST(TickWheel, GivesTicksInOrderAndItemsAsTheyCame)
{
    std::mt19937_64 random(20);
    std::uniform_real_distribution<double> uniform(1e-9, 1);
    burst::TickWheel wheel;
    std::set<std::tuple<int64_t, uint64_t, uint32_t>> reference;
    uint64_t pushes = 0;
    const auto push = [&](int64_t tick, uint32_t item) {
        wheel.Push(tick, item);
        reference.emplace(tick, pushes++, item);
    };
    for (uint32_t item = 0; item < 300; ++item)
    {
        push(static_cast<int64_t>(random() % 3000), item % 7); // items may be there several times
    }
    uint32_t gone = 0;
    for (int i = 0; i < 200'000 && wheel.GetNext() != burst::TickWheel::NEVER; ++i)
    {
        const int64_t tick = wheel.GetNext();
        const auto items = wheel.Take();
        ASSERT_NE(items.begin(), items.end());
        for (const uint32_t item : items)
        {
            ASSERT_EQ(std::get<0>(*reference.begin()), tick);
            ASSERT_EQ(std::get<2>(*reference.begin()), item);
            reference.erase(reference.begin());
        }
        for (const uint32_t item : items)
        {
            if (random() % 1000 > 0)
            {
                push(tick + static_cast<int64_t>(std::pow(uniform(random), -1.5)) - 1, item);
            }
            else
            {
                ++gone;
            }
        }
    }
    EXPECT_GT(gone, 100);
    EXPECT_EQ(wheel.GetNext() == burst::TickWheel::NEVER, reference.empty());
}
