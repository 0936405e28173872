/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/fabric-watchdog.h"

#include "ns3/simulator.h"

#include <cstdint>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>
#include <stdexcept>
#include <string>

using namespace ns3;

namespace
{

/** In a process of its own, in microseconds: something is held for 5 us, and each look is told.
 * @param moves whether there is progress from look to look */
[[noreturn]] void
Exit(bool moves)
{
    Time::SetResolution(Time::US);
    const auto watchdog = CreateObject<fabric::ProgressWatchdog>();
    watchdog->SetAttribute("Interval", TimeValue(NanoSeconds(100)));
    uint64_t looks = 0;
    const auto look = [&looks, moves] {
        std::cerr << "look at " << Simulator::Now().GetTimeStep() << "; ";
        if (++looks > 10)
        {
            std::exit(1); // it stays at one time
        }
        return moves ? looks : 0;
    };
    watchdog->Start(look, [] { return 1; }, [] { return fabric::ResourceGraph(); });
    watchdog->SetBusy(true);
    Simulator::Schedule(MicroSeconds(5), [&watchdog] { watchdog->SetBusy(false); });
    std::string sentence;
    try
    {
        Simulator::Run();
    }
    catch (const std::runtime_error& error)
    {
        sentence = error.what();
    }
    std::cerr << "end at " << Simulator::Now().GetTimeStep() << " " << sentence << std::endl;
    std::exit(0);
}

} // namespace

// An Interval that is 0 at the resolution of Time: the watchdog looks each step, and time goes on.
TEST(FabricWatchdogDeathTest, IntervalBelowTheResolution)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(Exit(true),
                testing::ExitedWithCode(0),
                "look at 1; look at 2; look at 3; look at 4; end at 5 ");
    EXPECT_EXIT(Exit(false),
                testing::ExitedWithCode(0),
                "look at 1; look at 2; end at 2 no progress at 2000 ns with 1 held for a whole");
}
