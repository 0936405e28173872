/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-fifo.h"

#include "ns3/path-measurement-chirp-probe.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>
#include <vector>

using namespace ns3;
using namespace ns3::measurement;

namespace
{

constexpr double MBPS = 1e6;
constexpr uint32_t SIZE = 1000;

/** @param times in ns @param delays in ns @return a chirp of such packets */
ProbeTrain
MakeChirp(const std::vector<int64_t>& times, const std::vector<int64_t>& delays)
{
    ProbeTrain chirp(SIZE, static_cast<uint32_t>(times.size()));
    for (uint32_t i = 0; i < times.size(); ++i)
    {
        chirp.Add(i, times[i], times[i] + delays[i]);
    }
    return chirp;
}

} // namespace

TEST(PathMeasurementChirp, ProbesRatesThatGrowByTheSpreadFactor)
{
    const auto times = Chirp::GetTimes(10 * MBPS, 200 * MBPS, 1.2, SIZE);
    // 10 x 1.2^17 = 221 is the first rate that is not below 200: 18 gaps
    ASSERT_EQ(times.size(), 19U);
    for (std::size_t k = 1; k < times.size(); ++k)
    {
        const double gap = 8e9 * SIZE / (10 * MBPS * std::pow(1.2, k - 1));
        EXPECT_NEAR(times[k] - times[k - 1], gap, 1);
    }
    EXPECT_EQ(Chirp::GetTimes(10 * MBPS, 10 * MBPS, 2, SIZE).size(), 2U);
    EXPECT_THROW(Chirp::GetTimes(0, 1, 1.2, SIZE), std::invalid_argument);
    EXPECT_THROW(Chirp::GetTimes(2, 1, 1.2, SIZE), std::invalid_argument);
    EXPECT_THROW(Chirp::GetTimes(1, 2, 1, SIZE), std::invalid_argument);
    EXPECT_THROW(Chirp({1, 5}), std::invalid_argument);
    EXPECT_THROW(Chirp({1.5, 0}), std::invalid_argument);
}

// In a fluid queue delays grow within the gap k by T_k (R_k - A) / C if R_k is above A, and are 0
// before: the first rate above A is the estimate.
TEST(PathMeasurementChirp, FindsTheFirstRateAboveInAFluid)
{
    const auto times = Chirp::GetTimes(10 * MBPS, 200 * MBPS, 1.2, SIZE);
    for (double available = 5 * MBPS; available < 200 * MBPS; available *= 1.07)
    {
        std::vector<int64_t> delays{777};
        double expected = 0;
        for (std::size_t k = 1; k < times.size(); ++k)
        {
            const double rate = 8e9 * SIZE / static_cast<double>(times[k] - times[k - 1]);
            const double growth = std::max(1 - available / rate, 0.0);
            delays.push_back(delays.back() + std::llround(growth * (times[k] - times[k - 1])));
            expected = !expected && rate > available ? rate : expected;
        }
        EXPECT_NEAR(*Chirp({}).GetAvailable(MakeChirp(times, delays)), expected, 1e-6 * expected);
        if (available > 10 * MBPS)
        {
            EXPECT_LE(expected, 1.2001 * available);
        }
    }
}

// By hand: 8 gaps of 8, 8, 4, 4, 4, 2, 2, 2 us, rates 1000, 1000, 2000, 2000, 2000, 4000 Mb/s ...
TEST(PathMeasurementChirp, TellsExcursionsApart)
{
    const std::vector<int64_t> times{0, 8000, 16000, 20000, 24000, 28000, 30000, 32000, 34000};
    const auto estimate = [&times](Chirp::Settings settings, const std::vector<int64_t>& delays) {
        return *Chirp(settings).GetAvailable(MakeChirp(times, delays)) / MBPS;
    };
    // No rise: every gap gets the last rate.
    EXPECT_NEAR(estimate({1.5, 3}, std::vector<int64_t>(9, 5)), 4000, 1e-6);
    // One that does not end, from gap 5 on.
    EXPECT_NEAR(estimate({1.5, 3}, {0, 0, 0, 0, 0, 0, 10, 20, 30}), 4000, 1e-6);
    EXPECT_NEAR(estimate({1.5, 3}, {0, 0, 10, 20, 30, 40, 50, 60, 70}), 1000, 1e-6);
    // One of 5 packets from gap 0: delays rise in gaps 0 and 1, and fall to 20 / 1.5 at packet 5.
    const std::vector<int64_t> busy{0, 10, 20, 20, 15, 5, 5, 5, 5};
    EXPECT_NEAR(estimate({1.5, 5}, busy), (16 * 1000 + 18 * 4000) / 34.0, 1e-6);
    // That is too short to count: as without a rise.
    EXPECT_NEAR(estimate({1.5, 6}, busy), 4000, 1e-6);
    // With a larger decrease factor it ends later: 20 / 3 is above 5, but 20 / 5 is not.
    EXPECT_NEAR(estimate({3, 6}, busy), 4000, 1e-6);
    EXPECT_NEAR(estimate({5, 5}, busy), 1000, 1e-6);
    // At a delay of exactly 30 / 1.5 the excursion goes on, as in the authors' program, to its end.
    const std::vector<int64_t> tie{0, 10, 30, 20, 25, 30, 25, 20, 20};
    EXPECT_NEAR(estimate({1.5, 3}, tie), 1000, 1e-6);
    // After it one that does not end: other gaps get the rate of its begin, 2000 in gap 4.
    EXPECT_NEAR(estimate({1.5, 3}, {0, 10, 10, 0, 0, 10, 20, 30, 40}),
                (8 * 1000 + 26 * 2000) / 34.0,
                1e-6);
}

TEST(PathMeasurementChirp, NeedsAllPackets)
{
    const auto times = Chirp::GetTimes(10 * MBPS, 20 * MBPS, 1.5, SIZE);
    ProbeTrain chirp(SIZE, static_cast<uint32_t>(times.size()));
    for (uint32_t i = 0; i + 1 < times.size(); ++i)
    {
        chirp.Add(i, times[i], times[i]);
        EXPECT_FALSE(Chirp({}).GetAvailable(chirp));
    }
    chirp.Add(static_cast<uint32_t>(times.size()) - 1, times.back(), times.back());
    EXPECT_TRUE(Chirp({}).GetAvailable(chirp));
    EXPECT_FALSE(Chirp({}).GetAvailable(MakeChirp({0, 0}, {5, 6}))); // the clock is too coarse
}

// A queue packet by packet. Small packets at equal distances are nearly a fluid: the estimate is
// within the spread factor of the truth, and the wait for a packet or two more.
TEST(PathMeasurementChirp, FindsWhatConstantTrafficLeaves)
{
    const auto times = Chirp::GetTimes(10 * MBPS, 200 * MBPS, 1.2, SIZE);
    for (const double cross : {20 * MBPS, 50 * MBPS, 70 * MBPS})
    {
        double sum = 0;
        for (int i = 0; i < 50; ++i)
        {
            std::vector<double> sent;
            for (const auto time : times)
            {
                sent.push_back(0.1 + 1.3e-6 * i + time * 1e-9);
            }
            const auto other = MakeConstantTraffic(cross, 8 * 40, 0.09, 0.2);
            const auto left = PassQueue(100 * MBPS, sent, 8 * SIZE, other);
            sum += *Chirp({}).GetAvailable(MakeTrain(SIZE, sent, left));
        }
        const double available = 100 * MBPS - cross;
        EXPECT_GT(sum / 50, 0.85 * available) << cross;
        EXPECT_LT(sum / 50, 1.25 * available) << cross;
    }
}
