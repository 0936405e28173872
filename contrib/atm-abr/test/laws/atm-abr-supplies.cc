/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/atm-abr-data-supply.h"
#include "ns3/burst-core-attributes.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

/** @return arrivals, the same ones each time */
Ptr<ArrivalProcess>
MakeProcess()
{
    const auto process = burst::CreateFromText<ArrivalProcess>("ns3::PoissonArrivals[Rate=1e-7]");
    process->AssignStreams(5);
    return process;
}

} // namespace

// A cell for each arrival, at its tick in picoseconds after the start. It is counted at any time,
// also when many cells are forgotten; each third one ends a frame.
TEST(AtmSupplies, CellsOfAnArrivalProcess)
{
    constexpr AtmTime START = 1'000'000'007;
    std::vector<int64_t> ticks;
    MakeProcess()->Take(1000, ticks);
    for (const uint32_t frame : {0, 3})
    {
        AtmArrivalSupply supply(MakeProcess(), START, frame);
        EXPECT_EQ(supply.HasFrames(), frame > 0);
        EXPECT_EQ(supply.CountTo(0), 0u);
        EXPECT_EQ(supply.CountTo(START + ticks[0] - 1), 0u);
        for (uint64_t cell = 0; cell < 900; ++cell)
        {
            ASSERT_EQ(supply.GetTime(cell), START + ticks[cell]);
            EXPECT_EQ(supply.IsLast(cell), frame > 0 && cell % 3 == 2);
            for (const std::size_t later : {0, 5, 80})
            {
                const auto end = std::upper_bound(ticks.begin(), ticks.end(), ticks[cell + later]);
                EXPECT_EQ(supply.CountTo(START + ticks[cell + later]),
                          static_cast<uint64_t>(end - ticks.begin()));
            }
            supply.Forget(cell);
        }
    }
}

// All 2^62 cells are there from the start on.
TEST(AtmSupplies, CellsWithoutEnd)
{
    AtmGreedySupply supply(7, 32);
    EXPECT_EQ(supply.CountTo(6), 0u);
    EXPECT_EQ(supply.CountTo(7), uint64_t{1} << 62);
    EXPECT_EQ(supply.GetTime(uint64_t{1} << 40), 7);
    EXPECT_TRUE(supply.HasFrames());
    EXPECT_FALSE(supply.IsLast(30));
    EXPECT_TRUE(supply.IsLast(31));
    AtmGreedySupply without(0);
    EXPECT_FALSE(without.HasFrames() || without.IsLast(0));
}

// Two cells at 5 ps, one at 9 ps, and three more at that time.
TEST(AtmSupplies, FramesThatAreHandedOver)
{
    AtmPushedSupply supply;
    EXPECT_TRUE(supply.HasFrames());
    EXPECT_EQ(supply.GetTime(0), AtmDataSupply::NEVER);
    EXPECT_EQ(supply.CountTo(100), 0u);
    supply.Push(5, 2);
    supply.Push(9, 1);
    EXPECT_EQ(supply.CountTo(4), 0u);
    EXPECT_EQ(supply.CountTo(5), 2u);
    EXPECT_EQ(supply.CountTo(9), 3u);
    EXPECT_EQ(supply.GetTime(1), 5);
    EXPECT_EQ(supply.GetTime(2), 9);
    EXPECT_EQ(supply.GetTime(3), AtmDataSupply::NEVER);
    supply.Forget(2);
    supply.Push(9, 3);
    std::vector<uint64_t> last;
    for (const uint64_t cell : {2, 3, 4, 5, 6})
    {
        EXPECT_EQ(supply.GetTime(cell), cell < 6 ? 9 : AtmDataSupply::NEVER);
        if (supply.IsLast(cell))
        {
            last.push_back(cell);
        }
    }
    EXPECT_EQ(last, (std::vector<uint64_t>{2, 5}));
    EXPECT_EQ(supply.CountTo(8), 2u);
    EXPECT_EQ(supply.CountTo(9), 6u);
    supply.Push(11, 2, false);
    EXPECT_EQ(supply.CountTo(11), 8u);
    EXPECT_FALSE(supply.IsLast(7)) << "the frame has more cells";
}
