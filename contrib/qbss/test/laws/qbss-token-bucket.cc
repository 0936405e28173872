/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/qbss-token-bucket.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>

using namespace ns3;

namespace
{

constexpr uint32_t BUCKET_MTU = 1500;

} // namespace

// Of packets of L bytes that wait behind each other the n-th leaves when n L bytes less the depth
// have come in at the rate, at the next whole nanosecond. Rounding does not add up.
TEST(QbssTokenBucket, APacketLeavesAtTheNanosecondOfTheClosedForm)
{
    for (const uint64_t rate : {3'000'000, 29'999'999, 999'999'937})
    {
        constexpr uint32_t DEPTH = 15'000;
        QbssTokenBucket bucket(rate, DEPTH);
        int64_t now = 0;
        for (int64_t n = 1; n < 2000; ++n)
        {
            now += bucket.GetWait(now, BUCKET_MTU);
            ASSERT_EQ(bucket.GetWait(now, BUCKET_MTU), 0);
            bucket.Take(BUCKET_MTU);
            const int64_t bits = std::max<int64_t>(8 * (n * BUCKET_MTU - DEPTH), 0);
            const auto ns = (static_cast<long double>(bits) * 1'000'000'000) / rate;
            ASSERT_EQ(now, static_cast<int64_t>(std::ceil(ns))) << n;
        }
    }
}

// Against a bucket that is filled nanosecond by nanosecond.
TEST(QbssTokenBucket, IsTheBucketThatIsFilledStepByStep)
{
    std::mt19937 random(6);
    std::uniform_int_distribution<uint32_t> length(40, BUCKET_MTU);
    std::exponential_distribution<double> gap(1 / 4000.0);
    constexpr uint64_t RATE = 1'234'567'891;
    constexpr uint32_t DEPTH = 2000;
    constexpr int64_t FULL = int64_t{DEPTH} * 8'000'000'000;
    QbssTokenBucket bucket(RATE, DEPTH);
    int64_t slow = FULL;
    int64_t filled = 0; // until when
    int64_t now = 0;
    for (uint32_t i = 0; i < 2000; ++i)
    {
        now += static_cast<int64_t>(gap(random));
        const uint32_t bytes = length(random);
        const auto fill = [&] {
            slow = std::min<int64_t>(slow + RATE, FULL);
            ++filled;
        };
        while (filled < now)
        {
            fill();
        }
        const int64_t wait = bucket.GetWait(now, bytes);
        while (slow < bytes * int64_t{8'000'000'000})
        {
            fill();
        }
        now += wait;
        ASSERT_EQ(now, filled);
        ASSERT_EQ(bucket.GetWait(now, bytes), 0);
        bucket.Take(bytes);
        slow -= bytes * int64_t{8'000'000'000};
    }
}

TEST(QbssTokenBucket, APacketLargerThanTheBucketTakesAFullOne)
{
    QbssTokenBucket bucket(8'000'000'000, 100); // a byte in a nanosecond
    EXPECT_EQ(bucket.GetWait(0, BUCKET_MTU), 0);
    bucket.Take(BUCKET_MTU);
    EXPECT_EQ(bucket.GetWait(0, BUCKET_MTU), BUCKET_MTU);
    EXPECT_EQ(bucket.GetWait(1400, BUCKET_MTU), 100);
    EXPECT_EQ(bucket.GetWait(int64_t{1} << 60, 1), 0) << "a long time does not overflow";
}

TEST(QbssTokenBucket, RefusesRatesAndDepthsOfZero)
{
    EXPECT_THROW(QbssTokenBucket(0, 1), std::invalid_argument);
    EXPECT_THROW(QbssTokenBucket(1, 0), std::invalid_argument);
}
