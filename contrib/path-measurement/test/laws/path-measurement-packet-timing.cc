/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/path-measurement-host-clock.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>
#include <vector>

using namespace ns3;
using namespace ns3::measurement;

TEST(PathMeasurementPacketTiming, IsExactByDefault)
{
    PacketTiming timing;
    for (const int64_t time : {0, 1, 1, 17, 1000000007})
    {
        EXPECT_EQ(timing.Read(time), time);
        EXPECT_EQ(timing.Arrive(time), time);
    }
}

TEST(PathMeasurementPacketTiming, ShowsTheQuantumBelow)
{
    PacketTiming timing;
    timing.Set({7, 0, -100, 1e-5});
    for (int64_t time = 0; time < 400000; time += 13)
    {
        const int64_t shown = timing.Read(time);
        const double truth = std::round(time * (1 + 1e-5)) - 100;
        EXPECT_EQ(shown % 7, 0);
        EXPECT_LE(shown, truth);
        EXPECT_GT(shown, truth - 7);
    }
    EXPECT_EQ(timing.Read(0), -105);
}

// Nanosecond after nanosecond: a timer that is off is started by a packet.
TEST(PathMeasurementPacketTiming, SeesPacketsWhenTheTimerEnds)
{
    std::mt19937_64 random(1);
    for (const int64_t timer : {1, 5, 40})
    {
        std::vector<int64_t> arrivals;
        for (int i = 0; i < 200; ++i)
        {
            arrivals.push_back(random() % 2000);
        }
        std::sort(arrivals.begin(), arrivals.end());
        std::vector<int64_t> expected;
        int64_t left = -1; // of the timer
        std::size_t seen = 0;
        std::size_t come = 0;
        for (int64_t now = 0; seen < arrivals.size(); ++now)
        {
            for (; come < arrivals.size() && arrivals[come] == now; ++come)
            {
                left = left < 0 ? timer : left;
            }
            if (left == 0)
            {
                expected.insert(expected.end(), come - seen, now);
                seen = come;
            }
            left = std::max<int64_t>(left - 1, -1);
        }
        PacketTiming timing;
        timing.Set({1, timer, 0, 0});
        for (std::size_t i = 0; i < arrivals.size(); ++i)
        {
            ASSERT_EQ(timing.Arrive(arrivals[i]), expected[i]) << timer << " ns, packet " << i;
        }
    }
}

// Of packets d apart one interrupt takes all within its timer t: the next one comes floor(t / d) +
// 1 packets later. 1500 bytes at 400 Mb/s are 30 us apart (C49).
TEST(PathMeasurementPacketTiming, SpreadsInterruptsByWholePackets)
{
    struct Case
    {
        int64_t apart;
        int64_t timer;
        int64_t expected;
    };

    for (const auto& [apart, timer, expected] : {Case{30000, 100000, 120000},
                                                 Case{30000, 29999, 30000},
                                                 Case{30000, 30000, 60000},
                                                 Case{120000, 100000, 120000},
                                                 Case{12000, 30000, 36000}})
    {
        PacketTiming timing;
        timing.Set({1, timer, 0, 0});
        int64_t before = timing.Arrive(0);
        EXPECT_EQ(before, timer);
        for (int64_t packet = 1; packet < 100; ++packet)
        {
            const int64_t seen = timing.Arrive(packet * apart);
            EXPECT_TRUE(seen == before || seen == before + expected) << apart << " " << timer;
            before = seen;
        }
        EXPECT_EQ(before, timer + 99 * apart / expected * expected);
    }
}

TEST(PathMeasurementPacketTiming, RefusesWhatIsNoClock)
{
    PacketTiming timing;
    EXPECT_THROW(timing.Set({0, 0, 0, 0}), std::invalid_argument);
    EXPECT_THROW(timing.Set({1, -1, 0, 0}), std::invalid_argument);
    EXPECT_THROW(timing.Set({1, 0, 0, -1}), std::invalid_argument);
}
