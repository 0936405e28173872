/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-statistics.h"

#include "ns3/burst-traffic-basic-arrivals.h"
#include "ns3/double.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

template <typename Process>
Ptr<Process>
Make(const char* attribute, double value, int64_t stream)
{
    auto process = CreateObject<Process>();
    process->SetAttribute(attribute, DoubleValue(value));
    process->AssignStreams(stream);
    return process;
}

} // namespace

// Counts of two neighbouring ticks: the product of two Poisson laws.
TEST(PoissonArrivals, CountsOfTicksAreIndependentAndPoisson)
{
    for (const double rate : {0.3, 2.5})
    {
        constexpr int64_t PAIRS = 200'000;
        auto process = Make<PoissonArrivals>("Rate", rate, 1);
        std::vector<int64_t> ticks;
        process->Fill(0, 2 * PAIRS, ticks);
        EXPECT_LT(PoissonPairsOverLimit(ticks, PAIRS, rate, rate), 1) << rate;
    }
}

// Beyond 2^57 ticks a double counts in steps of 32; the last five bits of a tick are still random.
TEST(PoissonArrivals, NothingIsRoundedAwayFarFromTheStart)
{
    auto process = Make<PoissonArrivals>("Rate", 1e-13, 2);
    process->NextAfter(int64_t{1} << 57);
    std::vector<uint64_t> observed(32);
    constexpr uint64_t N = 20'000;
    for (uint64_t i = 0; i < N; ++i)
    {
        ++observed[process->Next() & 31];
    }
    EXPECT_LT(ChiSquareOverLimit(observed, std::vector<double>(32, 1.0 / 32), N), 1);
}

// Number in 1e12 ticks: Poisson, here as good as normal.
TEST(PoissonArrivals, RateHoldsOverATrillionTicks)
{
    auto process = Make<PoissonArrivals>("Rate", 1e-6, 3);
    const auto count = static_cast<double>(process->CountTo(999'999'999'999));
    EXPECT_LT(std::abs(DeviationOverLimit(count, 1e6, process->GetCountVariance(1e12), 1)), 1);
}

// P(gap = k) = p (1 - p)^(k - 1), the first one counted from tick -1.
TEST(BernoulliArrivals, GapsAreGeometric)
{
    for (const double p : {0.02, 0.5})
    {
        auto process = Make<BernoulliArrivals>("Probability", p, 4);
        constexpr uint64_t N = 500'000;
        std::vector<uint64_t> observed(800);
        std::vector<double> probability(observed.size());
        for (std::size_t k = 0; k < probability.size(); ++k)
        {
            probability[k] = p * std::pow(1 - p, k);
        }
        int64_t last = -1;
        for (uint64_t i = 0; i < N; ++i)
        {
            const int64_t tick = process->Next();
            ASSERT_GT(tick, last);
            const auto cell = static_cast<std::size_t>(tick - last - 1);
            last = tick;
            if (cell < observed.size())
            {
                ++observed[cell];
            }
        }
        EXPECT_LT(ChiSquareOverLimit(observed, probability, N), 1) << p;
    }
}

TEST(BernoulliArrivals, ProbabilityOneFillsEveryTick)
{
    auto process = Make<BernoulliArrivals>("Probability", 1, 5);
    for (int64_t tick = 0; tick < 1000; ++tick)
    {
        ASSERT_EQ(process->Next(), tick);
    }
    EXPECT_EQ(process->GetCountVariance(100), 0);
}

// Four intervals of 3.25 ticks are 13 ticks, wherever one begins: no rounding adds up.
TEST(ConstantArrivals, IntervalIsExactFarFromTheStart)
{
    auto process = Make<ConstantArrivals>("Interval", 3.25, 6);
    for (const uint64_t i : {1ULL, 1'000ULL, 999'999'999ULL, 123'456'789'012'345'678ULL})
    {
        EXPECT_EQ(process->TimeOf(i + 4) - process->TimeOf(i), 13) << i;
        EXPECT_GE(process->CountTo(process->TimeOf(i)), i);
        EXPECT_LT(process->CountTo(process->TimeOf(i) - 1), i);
    }
}

// Number in m ticks: floor(m / D) + 1 with probability f, the fraction of m / D.
TEST(ConstantArrivals, CountsHaveTheClosedForm)
{
    constexpr int STREAMS = 20'000;
    for (const double interval : {0.7, 3.3, 12.5})
    {
        for (const int64_t m : {1, 5, 64})
        {
            const double whole = std::floor(static_cast<double>(m) / interval);
            const double fraction = static_cast<double>(m) / interval - whole;
            int more = 0;
            double variance = 0;
            for (int stream = 0; stream < STREAMS; ++stream)
            {
                auto process = Make<ConstantArrivals>("Interval", interval, stream);
                const double extra = static_cast<double>(process->CountTo(m - 1)) - whole;
                ASSERT_TRUE(extra == 0 || extra == 1) << interval << " " << m;
                more += extra == 1;
                variance = process->GetCountVariance(m);
            }
            EXPECT_NEAR(variance, fraction * (1 - fraction), 1e-12);
            EXPECT_LT(std::abs(DeviationOverLimit(1.0 * more / STREAMS,
                                                  fraction,
                                                  fraction * (1 - fraction),
                                                  STREAMS)),
                      1)
                << interval << " " << m;
        }
    }
}
