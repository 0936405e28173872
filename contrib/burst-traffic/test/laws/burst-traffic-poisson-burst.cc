/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-statistics.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-arrival-process.h"

#include <boost/math/special_functions/zeta.hpp>
#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>

using namespace ns3;

namespace
{

Ptr<ArrivalProcess>
Make(const std::string& attributes, int64_t stream)
{
    auto process =
        burst::CreateFromText<ArrivalProcess>("ns3::PoissonBurstArrivals[" + attributes + "]");
    process->AssignStreams(stream);
    return process;
}

} // namespace

// With Spacing 1 the number of requests in a tick is the number of active bursts, Poisson with mean
// BurstRate zeta(Shape) at every tick, from the first one on.
TEST(PoissonBurstArrivals, ActiveBurstsArePoissonFromTheFirstTick)
{
    constexpr int STREAMS = 3000;
    const double mean = 0.5 * boost::math::zeta(1.25);
    std::vector<double> probability(12);
    for (std::size_t k = 0; k < probability.size(); ++k)
    {
        probability[k] = std::exp(k * std::log(mean) - mean - std::lgamma(k + 1.0));
    }
    const std::vector<int64_t> looks{0, 1, 2, 50};
    std::vector<std::vector<uint64_t>> observed(looks.size(), std::vector<uint64_t>(12));
    auto process = Make("BurstRate=0.5|Shape=1.25|Spacing=1", 0);
    for (int stream = 0; stream < STREAMS; ++stream)
    {
        process->AssignStreams(stream);
        for (std::size_t i = 0; i < looks.size(); ++i)
        {
            std::vector<int64_t> ticks;
            process->Fill(looks[i], looks[i] + 1, ticks);
            if (ticks.size() < probability.size())
            {
                ++observed[i][ticks.size()];
            }
        }
    }
    for (std::size_t i = 0; i < looks.size(); ++i)
    {
        EXPECT_LT(ChiSquareOverLimit(observed[i], probability, STREAMS), 1) << looks[i];
    }
}

TEST(PoissonBurstArrivals, CountsAtTheStartHaveExactMeanAndVariance)
{
    constexpr int STREAMS = 500;
    const std::vector<int64_t> windows{7, 37, 100, 1000};
    for (const std::string attributes : {"BurstRate=0.2|Shape=1.25|Spacing=10",
                                         "BurstRate=0.05|Shape=1.9|Spacing=1",
                                         "BurstRate=1|Shape=1.6|Spacing=300"})
    {
        std::vector<std::vector<double>> squares(windows.size());
        std::vector<double> sum(windows.size());
        const auto process = Make(attributes, 0);
        for (int stream = 0; stream < STREAMS; ++stream)
        {
            process->AssignStreams(stream);
            for (std::size_t w = 0; w < windows.size(); ++w)
            {
                const double deviation = static_cast<double>(process->CountTo(windows[w] - 1)) -
                                         process->GetMeanRate() * static_cast<double>(windows[w]);
                sum[w] += deviation;
                squares[w].push_back(deviation * deviation);
            }
        }
        for (std::size_t w = 0; w < windows.size(); ++w)
        {
            const double variance = process->GetCountVariance(windows[w]);
            EXPECT_LT(std::abs(DeviationOverLimit(sum[w] / STREAMS, 0, variance, STREAMS)), 1)
                << attributes << ", mean of " << windows[w] << " ticks";
            EXPECT_LT(std::abs(VarianceOverLimit(squares[w], variance)), 1)
                << attributes << ", variance of " << windows[w] << " ticks";
        }
    }
}

// The double sum over all pairs of ticks, E[max(D - k, 0)] = E[D] - sum of P(D > j) for j < k.
TEST(PoissonBurstArrivals, VarianceIsTheSumOverAllPairsOfTicks)
{
    constexpr double SHAPE = 1.4;
    constexpr int64_t SPACING = 3;
    constexpr double BURST_RATE = 0.25;
    const auto process = Make("BurstRate=0.25|Shape=1.4|Spacing=3", 0);
    for (const int64_t m : {0, 1, 3, 4, 50})
    {
        double variance = 0;
        for (int64_t i = 0; i < m; ++i)
        {
            for (int64_t j = i % SPACING; j < m; j += SPACING)
            {
                double excess = boost::math::zeta(SHAPE);
                for (int64_t k = 0; k < std::abs(i - j); ++k)
                {
                    excess -= std::pow(k + 1, -SHAPE);
                }
                variance += BURST_RATE * excess / SPACING;
            }
        }
        EXPECT_NEAR(process->GetCountVariance(m), variance, 1e-11) << m;
    }
}

// Long windows: BurstRate 2 m^(3 - a) / ((a - 1) (2 - a) (3 - a)), the integral of the covariance
// t^(1 - a) / (a - 1): H = (3 - a) / 2.
TEST(PoissonBurstArrivals, VarianceOfLongWindowsIsSelfSimilar)
{
    const auto process = Make("BurstRate=1|Shape=1.25|Spacing=1", 0);
    constexpr double M = 1e6;
    const double integral = 2 * std::pow(M, 1.75) / (0.25 * 0.75 * 1.75);
    EXPECT_NEAR(process->GetCountVariance(M) / integral, 1, 1e-3);
    EXPECT_TRUE(std::isnan(process->GetCountVariance(int64_t{1} << 60))); // would take a year
}

// Variance and mean are those of a single tick: Poisson.
TEST(PoissonBurstArrivals, RateCountsRequestsOfAllBursts)
{
    const auto process = Make("BurstRate=0.3|Shape=1.9|Spacing=7", 0);
    EXPECT_NEAR(process->GetMeanRate(), 0.3 * boost::math::zeta(1.9) / 7, 1e-15);
    EXPECT_NEAR(process->GetCountVariance(1), process->GetMeanRate(), 1e-15);
}

TEST(PoissonBurstArrivals, MoreBurstsThanMemoryAreRefused)
{
    auto process = Make("BurstRate=1000|Shape=1.000001", 0);
    EXPECT_THROW(process->Peek(), std::invalid_argument);
}

TEST(PoissonBurstArrivals, NoRequestIn1e8BurstsIsRefused)
{
    EXPECT_THROW(Make("Spacing=4294967295", 0)->Peek(), std::invalid_argument);
}
