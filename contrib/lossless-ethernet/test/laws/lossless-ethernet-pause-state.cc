/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lossless-ethernet-pause-state.h"

#include <array>
#include <gtest/gtest.h>
#include <random>

using namespace ns3;

TEST(LosslessPauseState, StartsOpenAndIsReplacedByEachFrame)
{
    LosslessPauseState state;
    EXPECT_EQ(state.GetOpen(0), 255);
    state.Set(255, 100, 10);
    EXPECT_EQ(state.GetOpen(10), 0);
    EXPECT_EQ(state.GetOpen(109), 0);
    EXPECT_EQ(state.GetOpen(110), 255); // it runs out by itself
    state.Set(255, 100, 200);
    state.Set(255, 10, 205); // shorter than what is left
    EXPECT_EQ(state.GetOpen(214), 0);
    EXPECT_EQ(state.GetOpen(215), 255);
    state.Set(255, 100, 300);
    state.Set(255, 0, 310); // XON
    EXPECT_EQ(state.GetOpen(310), 255);
    EXPECT_EQ(state.GetTicks(400), 100 + 15 + 10);
}

// Eight timers that count down one by one.
TEST(LosslessPauseState, DoesWhatEightTimersDo)
{
    std::mt19937_64 random(7);
    LosslessPauseState state;
    std::array<int64_t, 8> timers{};
    int64_t paused = 0;
    for (int64_t tick = 0; tick < 20'000; ++tick)
    {
        if (random() % 20 == 0)
        {
            const auto priorities = static_cast<uint8_t>(random());
            const auto ticks = static_cast<int64_t>(random() % 3 == 0 ? 0 : random() % 40);
            state.Set(priorities, ticks, tick);
            for (uint32_t i = 0; i < 8; ++i)
            {
                timers[i] = priorities >> i & 1 ? ticks : timers[i];
            }
        }
        uint8_t open = 0;
        int64_t first = INT64_MAX;
        for (uint32_t i = 0; i < 8; ++i)
        {
            open |= (timers[i] == 0) << i;
            first = timers[i] > 0 ? std::min(first, timers[i]) : first;
        }
        ASSERT_EQ(state.GetOpen(tick), open) << tick;
        if (open != 255)
        {
            ASSERT_EQ(state.GetNextEnd(~open, tick), tick + first);
        }
        ASSERT_EQ(state.GetTicks(tick), paused);
        paused += open != 255;
        for (int64_t& timer : timers)
        {
            timer -= timer > 0;
        }
    }
    EXPECT_GT(paused, 1000);
    EXPECT_LT(paused, 19'000);
}
