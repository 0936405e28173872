/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-simulation-end.h"

#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>

using namespace ns3;

// The end is that of its own simulation, for copies too, whatever comes after it.
TEST(SimulationEnd, IsThatOfTheSimulationInWhichItWasMade)
{
    Simulator::Schedule(MicroSeconds(3), [] {});
    Simulator::Stop(MicroSeconds(7));
    const burst::SimulationEnd first;
    EXPECT_FALSE(first.IsOver());
    EXPECT_EQ(first.Now(), Time(0));
    Simulator::Run();
    const burst::SimulationEnd copy = first;
    EXPECT_FALSE(first.IsOver()) << "it may be run on";
    EXPECT_EQ(first.Now(), MicroSeconds(7));
    Simulator::Destroy();
    ASSERT_EQ(Simulator::Now(), Time(0));
    for (const auto& end : {first, copy})
    {
        EXPECT_TRUE(end.IsOver());
        EXPECT_EQ(end.Now(), MicroSeconds(7));
    }

    const burst::SimulationEnd second;
    Simulator::Stop(MicroSeconds(2));
    Simulator::Run();
    EXPECT_FALSE(second.IsOver());
    EXPECT_EQ(second.Now(), MicroSeconds(2));
    EXPECT_EQ(first.Now(), MicroSeconds(7));
    Simulator::Destroy();
    EXPECT_EQ(second.Now(), MicroSeconds(2));
    EXPECT_EQ(copy.Now(), MicroSeconds(7));
}
