/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/iepm-adaptive-interval.h"
#include "ns3/iepm-cycle-book.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <stdexcept>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::iepm;

TEST(DueCycles, EveryKthOneFromTheHostsOwn)
{
    for (uint32_t k = 1; k < 7; ++k)
    {
        for (uint32_t host = 0; host < 9; ++host)
        {
            DueCycles due(k, host);
            for (uint64_t cycle = 0; cycle < 40; ++cycle)
            {
                const bool expected = (cycle + host) % k == 0;
                EXPECT_EQ(due.IsDue(cycle, cycle), expected);
                EXPECT_EQ(due.IsDue(cycle, cycle / 2), expected) << "from any cycle before";
                if (expected)
                {
                    due.Set(cycle);
                }
            }
        }
    }
    DueCycles never(0, 3);
    EXPECT_FALSE(never.IsDue(0, 0));
}

TEST(DueCycles, AChangedDivisorCountsFromTheLatestOne)
{
    DueCycles due(8, 0);
    due.Set(0);
    due.SetDivisor(2);
    EXPECT_TRUE(due.IsDue(2, 1));
    EXPECT_TRUE(due.IsDue(5, 5)) << "as soon as possible";
    EXPECT_FALSE(due.IsDue(6, 5));
    EXPECT_TRUE(due.IsDue(7, 5));
}

TEST(AdaptiveInterval, GrowsWithGoodForecastsAndFallsBack)
{
    AdaptiveInterval interval(Minutes(90), Hours(12), 2);
    std::vector<int64_t> minutes;
    for (const auto& [inside, flat] : std::vector<std::pair<bool, bool>>{{true, true},
                                                                         {true, true},
                                                                         {true, true},
                                                                         {true, true},
                                                                         {true, true},
                                                                         {true, true},
                                                                         {true, false},
                                                                         {true, true},
                                                                         {false, true},
                                                                         {true, true},
                                                                         {true, true},
                                                                         {true, true}})
    {
        minutes.push_back(interval.Update(inside, flat).GetMinutes());
    }
    EXPECT_EQ(minutes,
              (std::vector<int64_t>{90, 90, 180, 360, 720, 720, 90, 180, 90, 90, 90, 180}));
    EXPECT_THROW(AdaptiveInterval(Minutes(90), Minutes(80), 2), std::invalid_argument);
    EXPECT_THROW(AdaptiveInterval(Minutes(90), Hours(12), 0.9), std::invalid_argument);
}
