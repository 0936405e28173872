/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/path-measurement-traffic-level.h"

#include "../../../burst-traffic/test/laws/burst-traffic-statistics.h"

#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>
#include <vector>

using namespace ns3;
using namespace ns3::measurement;

namespace
{

constexpr int64_t HOUR = TrafficLevel::HOUR;
constexpr double PI = 3.141592653589793;

/** @return a level with a day */
TrafficLevel
MakeDay(double mean, double diurnal, int64_t startOfWeek = 0)
{
    return TrafficLevel(mean, {diurnal, startOfWeek}, {}, CounterRandom(1));
}

} // namespace

// Known answers of the authors of Philox 4x32-10 (kat_vectors of Random123): all zeros, all ones,
// and digits of pi.
TEST(PathMeasurementCounterRandom, IsPhilox)
{
    using Words = std::array<uint64_t, 2>;
    EXPECT_EQ(CounterRandom(0).Draw(0, 0), (Words{0xe169c58d6627e8d5, 0x9b00dbd8bc57ac4c}));
    constexpr uint64_t ONES = ~uint64_t{0};
    EXPECT_EQ(CounterRandom(ONES).Draw(ONES, ONES),
              (Words{0x41c83b0e408f276d, 0x6d5451fda20bc7c6}));
    EXPECT_EQ(CounterRandom(0x299f31d0a4093822).Draw(0x85a308d3243f6a88, 0x0370734413198a2e),
              (Words{0x94fdcceb'd16cfe09, 0x24126ea1'5001e420}));
}

TEST(PathMeasurementCounterRandom, NormalNumbersAreNormal)
{
    const CounterRandom random(3);
    constexpr uint64_t N = 100'000;
    const boost::math::normal law;
    std::vector<uint64_t> cells(20);
    for (uint64_t i = 0; i < N; ++i)
    {
        const double u = cdf(law, CounterRandom::ToNormal(random.Draw(i, 5)));
        ++cells[std::min<std::size_t>(19, static_cast<std::size_t>(20 * u))];
    }
    EXPECT_LT(ChiSquareOverLimit(cells, std::vector<double>(20, 0.05), N), 1);
}

TEST(PathMeasurementTrafficLevel, FollowsTheWorkingHours)
{
    const auto level = MakeDay(0.2, 0.5);
    EXPECT_DOUBLE_EQ(level.Get(0), 0.2);
    EXPECT_DOUBLE_EQ(level.Get(8 * HOUR), 0.2);
    EXPECT_DOUBLE_EQ(level.Get(14 * HOUR), 0.3);
    EXPECT_DOUBLE_EQ(level.Get(10 * HOUR), 0.2 * (1 + 0.5 * std::sin(PI / 6)));
    EXPECT_DOUBLE_EQ(level.Get(20 * HOUR), 0.2);
    EXPECT_DOUBLE_EQ(level.GetDiurnal((4 * 24 + 14) * HOUR), 1);   // Friday
    EXPECT_DOUBLE_EQ(level.GetDiurnal((5 * 24 + 14) * HOUR), 0.5); // Saturday
    EXPECT_DOUBLE_EQ(level.GetDiurnal((6 * 24 + 14) * HOUR), 0.5); // Sunday
    EXPECT_DOUBLE_EQ(level.GetDiurnal((7 * 24 + 14) * HOUR), 1);   // Monday
    EXPECT_DOUBLE_EQ(level.GetDiurnal(-10 * HOUR), 0.5);           // Sunday before
    // 9 hours later in Japan, and the run begins on Sunday at 20 o'clock UTC.
    EXPECT_DOUBLE_EQ(MakeDay(0.2, 0.5, (6 * 24 + 20 + 9) * HOUR).GetDiurnal(9 * HOUR), 1);
}

// Of a working day the mean of the sine is 12 h * 2 / pi / 24 h = 1 / pi, of a week (5 + 2 / 2) / 7
// of that.
TEST(PathMeasurementTrafficLevel, MeanOfTheWeekIsThatOfTheSine)
{
    const auto level = MakeDay(0.3, 0.4);
    constexpr int64_t STEP = HOUR / 60;
    double sum = 0;
    for (int64_t t = 0; t < 7 * 24 * HOUR; t += STEP)
    {
        sum += level.Get(t);
    }
    EXPECT_NEAR(sum * STEP / (7 * 24 * HOUR), 0.3 * (1 + 0.4 * 6 / 7 / PI), 1e-7);
    EXPECT_DOUBLE_EQ(level.GetWeekMean(), 0.3 * (1 + 0.4 * 6 / 7 / PI));
}

// Mean 1, deviation cv, and the correlations of exponentials of a Gaussian AR(1) sequence. Limits
// are 5 standard errors of a sequence of such a correlation; of a correlation 5 / sqrt(N).
TEST(PathMeasurementTrafficLevel, NoiseHasItsMomentsAndCorrelation)
{
    for (const auto& [cv, phi] : {std::pair(0.15, 0.3), std::pair(0.5, 0.8), std::pair(0.2, 0.0)})
    {
        const TrafficLevel level(1, {}, {cv, phi, HOUR}, CounterRandom(11));
        constexpr int N = 20'000;
        std::vector<double> noise;
        double mean = 0;
        for (int i = 0; i < N; ++i)
        {
            noise.push_back(level.GetNoise(i));
            mean += noise.back() / N;
        }
        double variance = 0;
        double lag1 = 0;
        double lag2 = 0;
        for (int i = 0; i < N - 2; ++i)
        {
            variance += (noise[i] - mean) * (noise[i] - mean) / N;
            lag1 += (noise[i] - mean) * (noise[i + 1] - mean) / N;
            lag2 += (noise[i] - mean) * (noise[i + 2] - mean) / N;
        }
        const double error = 5 * std::sqrt((1 + phi) / (1 - phi) / N);
        EXPECT_NEAR(mean, 1, cv * error) << cv;
        // Kurtosis of a log-normal number widens the error of its variance.
        EXPECT_NEAR(std::sqrt(variance), cv, cv * error * (1 + 2 * cv)) << cv;
        EXPECT_NEAR(lag1 / variance, phi, 5 / std::sqrt(N)) << cv;
        EXPECT_NEAR(lag2 / variance, level.GetNoiseCorrelation(2), 5 / std::sqrt(N)) << cv;
        EXPECT_NEAR(level.GetNoiseCorrelation(0), 1, 1e-12);
        EXPECT_NEAR(level.GetNoiseCorrelation(1), phi, 1e-12);
        if (phi > 0)
        {
            EXPECT_NEAR(level.GetNoiseCorrelation(2), phi * phi, 0.02 * phi);
        }
    }
}

TEST(PathMeasurementTrafficLevel, AnyTimeHasAlwaysTheSameAnswer)
{
    const TrafficLevel level(0.2, {0.3, 0}, {0.15, 0.6, 90 * HOUR / 60}, CounterRandom(5));
    std::vector<double> forward;
    for (int64_t t = -50; t < 400; ++t)
    {
        forward.push_back(level.Get(t * HOUR));
    }
    const TrafficLevel again(0.2, {0.3, 0}, {0.15, 0.6, 90 * HOUR / 60}, CounterRandom(5));
    for (int64_t t = 400; t-- > -50;)
    {
        EXPECT_EQ(again.Get(t * HOUR), forward[t + 50]);
    }
    const TrafficLevel other(0.2, {0.3, 0}, {0.15, 0.6, 90 * HOUR / 60}, CounterRandom(6));
    EXPECT_NE(other.Get(0), forward[50]);
    // Within a slot at night the level is constant; the slot before 0 is another one.
    EXPECT_EQ(level.Get(0), level.Get(90 * HOUR / 60 - 1));
    EXPECT_NE(level.Get(0), level.Get(90 * HOUR / 60));
    EXPECT_NE(level.Get(0), level.Get(-1));
}

TEST(PathMeasurementTrafficLevel, RefusesWrongInput)
{
    const CounterRandom random(1);
    EXPECT_THROW(TrafficLevel(-0.1, {}, {}, random), std::invalid_argument);
    EXPECT_THROW(TrafficLevel(0.1, {-1, 0}, {}, random), std::invalid_argument);
    EXPECT_THROW(TrafficLevel(0.1, {}, {-1, 0, 1}, random), std::invalid_argument);
    EXPECT_THROW(TrafficLevel(0.1, {}, {0.1, 1, 1}, random), std::invalid_argument);
    EXPECT_THROW(TrafficLevel(0.1, {}, {0.1, 0.5, 0}, random), std::invalid_argument);
}
