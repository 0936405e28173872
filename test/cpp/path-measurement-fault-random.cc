/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../contrib/burst-traffic/test/laws/burst-traffic-statistics.h"
#include "../../scenarios/path-measurement/laws/random-faults.h"

#include <gtest/gtest.h>
#include <stdexcept>
#include <vector>

using namespace ns3;
using namespace ns3::measurement;

// Multinomial with the given probabilities, whatever the order in which tasks are asked for.
TEST(PathMeasurementRandomFaults, HaveTheirProbabilities)
{
    const RandomFaults faults({0.01, 0.02, 0.05}, measurement::CounterRandom(7));
    constexpr uint64_t N = 100'000;
    std::vector<uint64_t> counts(4);
    std::vector<RandomFaults::Outcome> outcomes;
    for (uint64_t task = 0; task < N; ++task)
    {
        outcomes.push_back(faults.Draw(task));
        ++counts[outcomes.back()];
    }
    EXPECT_LT(ChiSquareOverLimit(counts, {0.92, 0.01, 0.02, 0.05}, N), 1);
    const RandomFaults again({0.01, 0.02, 0.05}, measurement::CounterRandom(7));
    for (uint64_t task = N; task-- > 0;)
    {
        ASSERT_EQ(again.Draw(task), outcomes[task]);
    }
}

// Common random numbers: a task that crashes with probability p also does with a higher one.
TEST(PathMeasurementRandomFaults, MoreProbableFaultsMeetTheSameTasks)
{
    const RandomFaults rare({0.01, 0, 0}, measurement::CounterRandom(8));
    const RandomFaults often({0.03, 0, 0}, measurement::CounterRandom(8));
    for (uint64_t task = 0; task < 10'000; ++task)
    {
        EXPECT_LE(rare.Draw(task), often.Draw(task));
    }
}

TEST(PathMeasurementRandomFaults, CertaintyIsPossible)
{
    const RandomFaults never({}, measurement::CounterRandom(9));
    const RandomFaults always({0, 0, 1}, measurement::CounterRandom(9));
    for (uint64_t task = 0; task < 1000; ++task)
    {
        EXPECT_EQ(never.Draw(task), RandomFaults::NONE);
        EXPECT_EQ(always.Draw(task), RandomFaults::BLOCKED);
    }
}

TEST(PathMeasurementRandomFaults, RefuseWrongProbabilities)
{
    for (const RandomFaults::Chances& chances : {RandomFaults::Chances{-0.1, 0, 0},
                                                 RandomFaults::Chances{0, 1.1, 0},
                                                 RandomFaults::Chances{0, 0, std::nan("")},
                                                 RandomFaults::Chances{0.5, 0.3, 0.3}})
    {
        EXPECT_THROW(RandomFaults(chances, measurement::CounterRandom(1)), std::invalid_argument);
    }
}
