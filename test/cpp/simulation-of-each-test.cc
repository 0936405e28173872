/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-input-files.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

// What a test leaves pending would run in the next test that runs a simulation, the files that it
// read would be those of the next run, and which test is next depends on shards and order.
class SimulationOfEachTest : public testing::EmptyTestEventListener
{
    void OnTestEnd(const testing::TestInfo&) override
    {
        Simulator::Destroy();
        burst::ForgetUsedInputs();
    }
};

const bool g_appended = [] {
    testing::UnitTest::GetInstance()->listeners().Append(new SimulationOfEachTest);
    return true;
}();

class Simulations : public testing::TestWithParam<int>
{
};

} // namespace

// As many as that two run in one process also where shards divide them.
INSTANTIATE_TEST_SUITE_P(OneAfterTheOther, Simulations, testing::Range(0, 8));

TEST_P(Simulations, OfATestBeginWithoutTheEventsOfTheTestBefore)
{
    EXPECT_TRUE(Simulator::IsFinished());
    Simulator::Schedule(Seconds(1), [] {});
}
