/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/path-measurement-packet-pairs.h"

#include "path-measurement-fifo.h"

#include "ns3/path-measurement-host-clock.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>
#include <vector>

using namespace ns3;
using namespace ns3::measurement;

namespace
{

constexpr double PAIR_MBPS = 1e6;
constexpr uint32_t PAIR_SIZE = 1500;
constexpr double BITS = 8.0 * PAIR_SIZE;
constexpr double APART = 2e-3; //!< of pairs, in s

/** @param rates of pairs in bit/s @return pairs of these rates */
PacketPairs
MakePairs(const std::vector<double>& rates)
{
    PacketPairs pairs;
    for (const double rate : rates)
    {
        pairs.Add(MakeTrain(PAIR_SIZE, {0, 0}, {1, 1 + BITS / rate}));
    }
    return pairs;
}

/** @param count of pairs @param gap with which they come to the queue in s @param capacity of it in
 * bit/s @param cross traffic @return pairs, one every 2 ms */
PacketPairs
SendPairs(int count, double gap, double capacity, const std::vector<CrossPacket>& cross)
{
    std::vector<double> times;
    for (int i = 0; i < count; ++i)
    {
        times.push_back(APART * (i + 1));
        times.push_back(APART * (i + 1) + gap);
    }
    const auto left = PassQueue(capacity, times, BITS, cross);
    PacketPairs pairs;
    for (std::size_t i = 0; i < times.size(); i += 2)
    {
        pairs.Add(MakeTrain(PAIR_SIZE, {times[i], times[i + 1]}, {left[i], left[i + 1]}));
    }
    return pairs;
}

} // namespace

TEST(PathMeasurementPacketPairs, TellCapacityWithoutLoad)
{
    auto pairs = SendPairs(20, BITS / (1000 * PAIR_MBPS), 100 * PAIR_MBPS, {});
    const auto times = MakeTimes(3, BITS / (1000 * PAIR_MBPS), 50);
    pairs.Add(MakeTrain(PAIR_SIZE, times, PassQueue(100 * PAIR_MBPS, times, BITS, {})));
    EXPECT_EQ(pairs.GetWhole(), 21U);
    EXPECT_NEAR(*pairs.GetCapacity(0.02), 100 * PAIR_MBPS, 1);
    EXPECT_NEAR(*pairs.GetDispersionRate(), 100 * PAIR_MBPS, 1);
    EXPECT_NEAR(*pairs.GetMedianGapRate(), 100 * PAIR_MBPS, 1);
    EXPECT_NEAR(*pairs.GetMinGapRate(), 100 * PAIR_MBPS, 1);
    EXPECT_NEAR(pairs.GetAbwe()->capacity, 100 * PAIR_MBPS, 1);
    EXPECT_NEAR(pairs.GetAbwe()->cross, 0, 1);
}

// Pairs sent with the gap L/C of the tight link: the gap grows by the X L / C^2 that fluid cross
// traffic of rate X brings in between.
TEST(PathMeasurementPacketPairs, TellWhatFluidTrafficLeaves)
{
    for (const double cross : {0.0, 10 * PAIR_MBPS, 50 * PAIR_MBPS, 90 * PAIR_MBPS})
    {
        const double capacity = 100 * PAIR_MBPS;
        const double gap = BITS / capacity;
        PacketPairs pairs;
        pairs.Add(MakeTrain(PAIR_SIZE, {0, gap}, {1, 1 + gap * (1 + cross / capacity)}));
        EXPECT_NEAR(*pairs.GetAvailable(), capacity - cross, 1e-4 * capacity);
        const auto abwe = *pairs.GetAbwe();
        EXPECT_NEAR(abwe.capacity - abwe.cross, capacity / (1 + cross / capacity), 1e-4 * capacity);
    }
}

// The same in a queue of packets. The work that Poisson traffic of b bits a packet brings within a
// gap g has the mean X g and the variance X g b: standard errors of the mean of n pairs follow.
TEST(PathMeasurementPacketPairs, TellWhatPoissonTrafficLeaves)
{
    std::mt19937_64 random(1);
    const double capacity = 100 * PAIR_MBPS;
    const double gap = BITS / capacity;
    for (const double cross : {20 * PAIR_MBPS, 50 * PAIR_MBPS, 80 * PAIR_MBPS})
    {
        const int count = 4000;
        const double small = 8.0 * 100;
        const auto pairs =
            SendPairs(count,
                      gap,
                      capacity,
                      MakePoissonTraffic(cross, small, 0, APART * (count + 1), random));
        const double error = std::sqrt(cross * gap * small / count) / gap; // in bit/s
        EXPECT_NEAR(*pairs.GetAvailable(), capacity - cross, 4 * error);
        // 8L / mean gap of ABwE: C / (1 + X/C), to first order of the same error
        const auto abwe = *pairs.GetAbwe();
        const double left = capacity / (1 + cross / capacity);
        EXPECT_NEAR(abwe.capacity - abwe.cross, left, 4 * error);
        EXPECT_GT(left, capacity - cross + 3e6); // too much, by X^2 / (C + X)
    }
}

// Pairs that come at 200 Mb/s to a link of 100 Mb/s that 1500-byte packets load to a half: with
// probability exp(-1/4) none comes in between, and the pair leaves with 8L/C. A long train leaves
// with the rate C / (1 + X / C') (Dovrolis et al.), for C' at which it comes.
TEST(PathMeasurementPacketPairs, TellCapacityAndDispersionRateUnderLoad)
{
    std::mt19937_64 random(2);
    const double capacity = 100 * PAIR_MBPS;
    const double cross = 50 * PAIR_MBPS;
    const double access = 200 * PAIR_MBPS;
    auto pairs = SendPairs(1000,
                           BITS / access,
                           capacity,
                           MakePoissonTraffic(cross, BITS, 0, 1001 * APART, random));
    for (int i = 0; i < 400; ++i)
    {
        const auto times = MakeTimes(0.1, BITS / access, 50);
        const auto other = MakePoissonTraffic(cross, BITS, 0, 0.2, random);
        pairs.Add(MakeTrain(PAIR_SIZE, times, PassQueue(capacity, times, BITS, other)));
    }
    const double expected = capacity / (1 + cross / access);
    EXPECT_NEAR(*pairs.GetDispersionRate(), expected, 0.02 * expected);
    EXPECT_NEAR(*pairs.GetCapacity(0.02), capacity, 0.001 * capacity);
    EXPECT_LT(*pairs.GetMinGapRate(), 0.6 * capacity);
}

TEST(PathMeasurementPacketPairs, FindModes)
{
    std::vector<double> rates;
    for (int i = 0; i < 100; ++i)
    {
        // 50 at 50 Mb/s, 30 around 80, 19 around 100, one at 300
        rates.push_back(i < 50 ? 50e6 : i < 80 ? 80e6 + 1e4 * i : i < 99 ? 100e6 + 1e4 * i : 300e6);
    }
    const auto pairs = MakePairs(rates);
    const auto modes = pairs.GetModes(0.02); // 1.6 % of the median: 1.6 Mb/s
    ASSERT_EQ(modes.size(), 3U);
    EXPECT_EQ(modes[0].count, 50U);
    EXPECT_NEAR(modes[0].median, 50e6, 1e3);
    EXPECT_EQ(modes[1].count, 30U);
    EXPECT_NEAR(modes[1].low, 80.5e6, 1e3);
    EXPECT_NEAR(modes[1].high, 80.79e6, 1e3);
    EXPECT_EQ(modes[2].count, 19U);
    EXPECT_NEAR(*pairs.GetCapacity(0.02), 50e6, 1e3); // no train is a bound
    for (const double bound : {70e6, 80.7e6})         // below the second mode, and within it
    {
        auto bounded = pairs;
        const auto times = MakeTimes(0, BITS / bound, 10);
        bounded.Add(MakeTrain(PAIR_SIZE, times, times));
        EXPECT_NEAR(*bounded.GetCapacity(0.02), modes[1].median, 1e3);
    }
    EXPECT_THROW(pairs.GetModes(0), std::invalid_argument);
}

// A bell around a mode belongs to it: 40 in the middle, 30 and 10 to either side.
TEST(PathMeasurementPacketPairs, FindOneModeInABell)
{
    std::vector<double> rates;
    for (const auto& [rate, count] :
         {std::pair(96e6, 10), {98e6, 30}, {100e6, 40}, {102e6, 30}, {104e6, 10}})
    {
        rates.insert(rates.end(), count, rate);
    }
    const auto modes = MakePairs(rates).GetModes(0.01);
    ASSERT_EQ(modes.size(), 5U); // windows of 1 Mb/s: gaps without rates part them
    EXPECT_EQ(MakePairs(rates).GetModes(0.021).size(), 1U);
}

// C49: 1500 bytes at 400 Mb/s are 30 us apart. With a timer of 100 us every fourth packet starts
// one, and 8L / 120 us are 100 Mb/s. Pairs come within one interrupt. A long train has its first
// and its last time wrong by 120 us at most, of 1470.
TEST(PathMeasurementPacketPairs, FailWhereInterruptsAreCoalesced)
{
    const double capacity = 400 * PAIR_MBPS;
    for (const int64_t timer : {0, 29000, 100000})
    {
        PacketTiming timing;
        timing.Set({1, timer, 0, 0});
        PacketPairs pairs;
        for (int train = 0; train < 10; ++train)
        {
            for (const uint32_t packets : {2, 50})
            {
                const double begin = 0.1 * train + (packets == 2 ? 0 : 0.05);
                const auto times = MakeTimes(begin, BITS / capacity, packets);
                ProbeTrain came(PAIR_SIZE, packets);
                for (uint32_t i = 0; i < packets; ++i)
                {
                    const auto time = std::llround(times[i] * 1e9);
                    came.Add(i, time, timing.Arrive(time));
                }
                pairs.Add(came);
            }
        }
        const bool fails = timer > 30000;
        EXPECT_EQ(pairs.GetUnresolved(), fails ? 10U : 0U);
        EXPECT_EQ(pairs.GetCapacity(0.02).has_value(), !fails);
        EXPECT_EQ(pairs.GetAbwe().has_value(), !fails);
        EXPECT_NEAR(*pairs.GetMedianGapRate(), fails ? capacity / 4 : capacity, 1e-4 * capacity);
        EXPECT_NEAR(*pairs.GetDispersionRate(), capacity, (fails ? 120.0 / 1470 : 1e-4) * capacity);
    }
}

TEST(PathMeasurementPacketPairs, LeaveOutTrainsWithLosses)
{
    PacketPairs pairs;
    ProbeTrain lost(PAIR_SIZE, 3);
    lost.Add(0, 0, 0);
    lost.Add(2, 0, 5);
    pairs.Add(lost);
    ProbeTrain turned(PAIR_SIZE, 2);
    turned.Add(1, 0, 0);
    turned.Add(0, 0, 5);
    pairs.Add(turned);
    EXPECT_EQ(pairs.GetWhole(), 0U);
    EXPECT_FALSE(pairs.GetCapacity(0.02));
    EXPECT_FALSE(pairs.GetDispersionRate());
    EXPECT_FALSE(pairs.GetMedianGapRate());
    EXPECT_FALSE(pairs.GetMinGapRate());
    EXPECT_FALSE(pairs.GetAbwe());
    EXPECT_FALSE(pairs.GetAvailable());
}
