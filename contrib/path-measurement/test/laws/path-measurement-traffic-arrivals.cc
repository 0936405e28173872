/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../../burst-traffic/test/laws/burst-traffic-statistics.h"

#include "ns3/path-measurement-cross-arrivals.h"
#include "ns3/path-measurement-traffic-level.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>
#include <vector>

using namespace ns3;
using namespace ns3::measurement;

namespace
{

constexpr int64_t SLOT = 1'000'000'000;

} // namespace

// Numbers of flows in a slot are Poisson, their sizes have the bounded Pareto law.
TEST(PathMeasurementCrossArrivals, AreTheLaws)
{
    CrossArrivals::Mix mix;
    mix.shortest = 1000;
    mix.longest = 1'000'000;
    mix.shape = 1.3;
    mix.datagramShare = 0.2;
    mix.datagram = 500;
    const CrossArrivals arrivals(mix, CounterRandom(21));
    const double bytes = 3 * arrivals.GetMoment(1) / 0.8; // 3 flows a slot
    const double datagrams = bytes * 0.2 / 500;
    constexpr uint64_t SLOTS = 10'000;
    std::vector<uint64_t> counts(20);
    std::vector<double> poisson;
    for (std::size_t k = 0; k < counts.size(); ++k)
    {
        poisson.push_back(std::exp(k * std::log(3.0) - 3 - std::lgamma(k + 1.0)));
    }
    std::vector<uint64_t> sizes(10);
    std::vector<uint64_t> places(10);
    uint64_t flows = 0;
    double load = 0;
    double datagramCount = 0;
    const double tail = 1 - std::pow(mix.shortest / mix.longest, mix.shape);
    for (uint64_t slot = 0; slot < SLOTS; ++slot)
    {
        std::size_t count = 0;
        int64_t last = 0;
        for (const auto& arrival : arrivals.Draw(static_cast<int64_t>(slot), SLOT, bytes))
        {
            ASSERT_GE(arrival.offset, last);
            ASSERT_LT(arrival.offset, SLOT);
            last = arrival.offset;
            load += static_cast<double>(arrival.bytes);
            if (arrival.datagram)
            {
                ASSERT_EQ(arrival.bytes, 500);
                datagramCount += 1;
                continue;
            }
            ++count;
            const auto size = static_cast<double>(arrival.bytes);
            ASSERT_GE(size, mix.shortest);
            ASSERT_LE(size, mix.longest);
            const double u = (1 - std::pow(mix.shortest / size, mix.shape)) / tail;
            ++sizes[std::min<std::size_t>(9, static_cast<std::size_t>(10 * u))];
            ++places[static_cast<std::size_t>(10 * arrival.offset / SLOT)];
        }
        flows += count;
        ASSERT_LT(count, counts.size());
        ++counts[count];
    }
    EXPECT_LT(ChiSquareOverLimit(counts, poisson, SLOTS), 1);
    EXPECT_LT(ChiSquareOverLimit(sizes, std::vector<double>(10, 0.1), flows), 1);
    EXPECT_LT(ChiSquareOverLimit(places, std::vector<double>(10, 0.1), flows), 1);
    EXPECT_LT(std::abs(DeviationOverLimit(datagramCount / SLOTS, datagrams, datagrams, SLOTS)), 1);
    EXPECT_LT(std::abs(DeviationOverLimit(load / SLOTS, bytes, arrivals.GetVariance(bytes), SLOTS)),
              1);
}

// Against sums over a million quantiles of the law.
TEST(PathMeasurementCrossArrivals, MomentsAreThoseOfTheQuantiles)
{
    for (const double shape : {0.7, 1.0, 1.2, 2.0, 2.5})
    {
        CrossArrivals::Mix mix;
        mix.shortest = 100;
        mix.longest = 10'000;
        mix.shape = shape;
        const CrossArrivals arrivals(mix, CounterRandom(1));
        const double tail = 1 - std::pow(0.01, shape);
        constexpr int N = 1'000'000;
        double first = 0;
        double second = 0;
        for (int i = 0; i < N; ++i)
        {
            const double x = 100 * std::pow(1 - (i + 0.5) / N * tail, -1 / shape);
            first += x / N;
            second += x * x / N;
        }
        EXPECT_NEAR(arrivals.GetMoment(1) / first, 1, 1e-6) << shape;
        EXPECT_NEAR(arrivals.GetMoment(2) / second, 1, 1e-4) << shape;
    }
}

TEST(PathMeasurementCrossArrivals, SlotsAreTheSameInAnyOrder)
{
    const CrossArrivals arrivals({}, CounterRandom(22));
    const auto first = arrivals.Draw(1000, SLOT, 1e6);
    EXPECT_GT(first.size(), 100); // 20 flows and 440 datagrams are expected
    EXPECT_FALSE(arrivals.Draw(999, SLOT, 1e6) == first);
    EXPECT_TRUE(arrivals.Draw(1000, SLOT, 1e6) == first);
    EXPECT_FALSE(CrossArrivals({}, CounterRandom(23)).Draw(1000, SLOT, 1e6) == first);
    EXPECT_TRUE(arrivals.Draw(1000, SLOT, 0).empty());
}

TEST(PathMeasurementCrossArrivals, FlowsOrDatagramsAlone)
{
    CrossArrivals::Mix mix;
    mix.datagramShare = 0;
    for (const auto& arrival : CrossArrivals(mix, CounterRandom(1)).Draw(0, SLOT, 1e7))
    {
        EXPECT_FALSE(arrival.datagram);
    }
    mix.datagramShare = 1;
    for (const auto& arrival : CrossArrivals(mix, CounterRandom(1)).Draw(0, SLOT, 1e6))
    {
        EXPECT_TRUE(arrival.datagram);
    }
}

TEST(PathMeasurementCrossArrivals, RefuseWrongInput)
{
    const auto refused = [](auto change) {
        CrossArrivals::Mix mix;
        change(mix);
        EXPECT_THROW(CrossArrivals(mix, CounterRandom(1)), std::invalid_argument);
    };
    refused([](auto& mix) { mix.shortest = 0; });
    refused([](auto& mix) { mix.longest = mix.shortest; });
    refused([](auto& mix) { mix.shape = 0; });
    refused([](auto& mix) { mix.datagramShare = 1.5; });
    refused([](auto& mix) { mix.datagram = 0; });
}

// Against an array of moments; windows that touch are one.
TEST(PathMeasurementTimeWindows, AreTheirUnion)
{
    auto random = traffic::StreamRandom::Assigned(24);
    constexpr int64_t END = 120;
    for (int run = 0; run < 200; ++run)
    {
        TimeWindows windows;
        std::vector<bool> covered(END + 1);
        for (uint64_t n = random.Below(12); n-- > 0;)
        {
            const auto from = static_cast<int64_t>(random.Below(100));
            const auto to = from + 1 + static_cast<int64_t>(random.Below(15));
            windows.Add(from, to);
            std::fill(covered.begin() + from, covered.begin() + to, true);
        }
        const auto forgotten = static_cast<int64_t>(random.Below(50));
        windows.Forget(forgotten);
        for (int64_t t = forgotten; t < END; ++t)
        {
            std::optional<int64_t> end;
            if (covered[t])
            {
                end = std::find(covered.begin() + t, covered.end(), false) - covered.begin();
            }
            EXPECT_EQ(windows.GetEnd(t), end);
            std::optional<int64_t> next;
            for (int64_t begin = t + 1; begin < END && !next; ++begin)
            {
                next = covered[begin] && !covered[begin - 1] ? std::optional(begin) : std::nullopt;
            }
            EXPECT_EQ(windows.GetNext(t), next);
        }
    }
    EXPECT_THROW(TimeWindows().Add(5, 5), std::invalid_argument);
}
