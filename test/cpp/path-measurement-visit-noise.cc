/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../scenarios/path-measurement/laws/visit-noise.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::measurement;

namespace
{

/** Some visits of two tools of a host. */
struct Visits
{
    /** @param cv of the tool that is looked at @param shared noise */
    Visits(double cv, const VisitNoise::Shared& shared)
        : tool(cv, shared, measurement::CounterRandom(2)),
          other(0.4, shared, measurement::CounterRandom(3))
    {
        for (int i = 0; i < N; ++i)
        {
            a.push_back(tool.Get(i));
            b.push_back(other.Get(i));
        }
    }

    /** @param x numbers @return their mean */
    static double Mean(const std::vector<double>& x)
    {
        return std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
    }

    /** @param x numbers @param y as many @param lag how far y is ahead @return covariance */
    static double Covariance(const std::vector<double>& x, const std::vector<double>& y, int lag)
    {
        double sum = 0;
        for (int i = 0; i < N - lag; ++i)
        {
            sum += (x[i] - EXPECTED) * (y[i + lag] - EXPECTED);
        }
        return sum / (N - lag);
    }

    static constexpr int N = 10'000;      //!< visits
    static constexpr double EXPECTED = 1; //!< of the law, so that no degree of freedom is lost
    VisitNoise tool;                      //!< that is looked at
    VisitNoise other;                     //!< of the same host
    std::vector<double> a;                //!< of the tool
    std::vector<double> b;                //!< of the other one
};

} // namespace

// Limits are 5 standard errors of sequences of such a correlation, those of the deviation wider by
// the kurtosis of a log-normal number; of correlations 5 / sqrt(N).
TEST(PathMeasurementVisitNoise, HasItsMomentsAndCorrelations)
{
    for (const double correlation : {0.0, 0.3, 0.7})
    {
        for (const double cv : {0.15, 0.25})
        {
            const Visits v(cv, {0.15, correlation, measurement::CounterRandom(1)});
            const double error = 5 * std::sqrt((1 + correlation) / (1 - correlation) / Visits::N);
            EXPECT_NEAR(Visits::Mean(v.a), 1, cv * error);
            const double variance = Visits::Covariance(v.a, v.a, 0);
            EXPECT_NEAR(std::sqrt(variance), cv, cv * error * (1 + 2 * cv));
            const double limit = 5 / std::sqrt(Visits::N);
            EXPECT_NEAR(Visits::Covariance(v.a, v.a, 1) / variance,
                        correlation * std::pow(0.15 / cv, 2),
                        limit);
            EXPECT_NEAR(v.tool.GetCorrelation(1), correlation * std::pow(0.15 / cv, 2), 1e-12);
            EXPECT_NEAR(Visits::Covariance(v.a, v.a, 2) / variance,
                        v.tool.GetCorrelation(2),
                        limit);
            EXPECT_NEAR(Visits::Covariance(v.a, v.b, 0) / std::sqrt(variance) / 0.4,
                        0.15 * 0.15 / (cv * 0.4),
                        limit);
            EXPECT_NEAR(v.tool.GetCorrelation(v.other), 0.15 * 0.15 / (cv * 0.4), 1e-12);
        }
    }
}

// With one noise for all, tools differ in nothing; without any, results are what is expected.
TEST(PathMeasurementVisitNoise, WithoutOwnNoiseToolsAreAlike)
{
    const VisitNoise::Shared shared{0.2, 0.3, measurement::CounterRandom(1)};
    const VisitNoise one(0.2, shared, measurement::CounterRandom(2));
    const VisitNoise other(0.2, shared, measurement::CounterRandom(3));
    const VisitNoise none(0,
                          {0, 0.3, measurement::CounterRandom(1)},
                          measurement::CounterRandom(2));
    for (int64_t visit = 20; visit-- > 0;)
    {
        EXPECT_EQ(one.Get(visit), other.Get(visit));
        EXPECT_EQ(none.Get(visit), 1);
    }
    EXPECT_NE(one.Get(0), one.Get(1));
    EXPECT_EQ(one.GetCorrelation(0), 1);
    EXPECT_EQ(none.GetCorrelation(1), 0);
}

TEST(PathMeasurementVisitNoise, RefusesWrongInput)
{
    const auto refused = [](double cv, double shared, double correlation) {
        try
        {
            VisitNoise(cv,
                       {shared, correlation, measurement::CounterRandom(1)},
                       measurement::CounterRandom(2));
        }
        catch (const std::invalid_argument& error)
        {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(refused(0.1, 0.15, 0.3),
              "the deviation of a tool over its mean is 0.1; allowed are numbers from that of the "
              "shared noise, 0.15, to 2");
    EXPECT_NE(refused(2.5, 0.15, 0.3), "");
    EXPECT_NE(refused(0.2, -1, 0.3), "");
    EXPECT_NE(refused(0.2, 0.15, 1), "");
}
