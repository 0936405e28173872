/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/atm-abr-lazy-queues.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <vector>

using namespace ns3;
using namespace ns3::atm;

// Taking and adding in any order, against a sorted set.
TEST(Heap, TakesTheFirst)
{
    std::mt19937 random(1);
    Heap<uint32_t> heap;
    std::multiset<uint32_t> items;
    for (int i = 0; i < 20'000; ++i)
    {
        if (items.empty() || random() % 100 < (i % 2000 < 1000 ? 55 : 45))
        {
            const auto item = static_cast<uint32_t>(random() % 1000);
            heap.Push(item);
            items.insert(item);
        }
        else
        {
            ASSERT_EQ(heap.GetFirst(), *items.begin());
            ASSERT_EQ(heap.Take(), *items.begin());
            items.erase(items.begin());
        }
        ASSERT_EQ(heap.IsEmpty(), items.empty());
    }
}

// The first of equal times is that of the lowest number, with any number of players.
TEST(Tournament, FirstIsTheFirstOfTheEarliest)
{
    std::mt19937 random(2);
    for (const uint32_t players : {1, 2, 3, 6, 8, 22})
    {
        Tournament tournament(players);
        std::vector<AtmTime> times(players, Tournament::NEVER);
        for (int i = 0; i < 2000; ++i)
        {
            const auto player = static_cast<uint32_t>(random() % players);
            times[player] = random() % 4 == 0 ? Tournament::NEVER : random() % 10;
            tournament.Set(player, times[player]);
            const auto first = std::min_element(times.begin(), times.end());
            ASSERT_EQ(tournament.GetTime(), *first);
            ASSERT_EQ(tournament.GetFirst(), first - times.begin());
        }
    }
}
