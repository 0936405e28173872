/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-statistics.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/burst-traffic-fractional-gaussian.h"
#include "ns3/burst-traffic-fractional-noise.h"

#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

constexpr double HURST[] = {0.05, 0.3, 0.5, 0.75, 0.95, 0.999};

/** The closed form, in long double: right to 1e-13 up to lag 1000. */
double
ClosedForm(double hurst, int lag)
{
    const long double power = 2 * static_cast<long double>(hurst);
    const auto term = [power](int k) {
        return std::pow(std::abs(static_cast<long double>(k)), power);
    };
    return static_cast<double>((term(lag + 1) - 2 * term(lag) + term(lag - 1)) / 2);
}

double
Density(double x)
{
    return std::exp(-x * x / 2) / std::sqrt(2 * M_PI);
}

double
Below(double x)
{
    return std::erfc(-x / std::sqrt(2.0)) / 2;
}

/** max(0, a + g), by the mean and the deviation that the law of g gives. */
traffic::ClippedGaussian
MakeClipped(double a)
{
    const double mean = a * Below(a) + Density(a);
    const double square = (a * a + 1) * Below(a) + a * Density(a);
    return {mean, std::sqrt(square - mean * mean) / mean};
}

Ptr<ArrivalProcess>
MakeFractional(const std::string& attributes, int64_t stream)
{
    auto process = burst::CreateFromText<ArrivalProcess>("ns3::FractionalGaussianArrivals[" +
                                                         attributes + "]");
    process->AssignStreams(stream);
    return process;
}

} // namespace

TEST(FractionalNoise, AutocovarianceIsTheClosedForm)
{
    for (const double hurst : HURST)
    {
        EXPECT_EQ(traffic::FractionalNoise::GetAutocovariance(hurst, 0), 1);
        for (const int lag : {1, 2, 3, 10, 1000})
        {
            EXPECT_NEAR(traffic::FractionalNoise::GetAutocovariance(hurst, lag),
                        ClosedForm(hurst, lag),
                        2e-13)
                << hurst << " " << lag;
        }
    }
}

// The variance of a sum is n^2H, which takes every lag up to a million.
TEST(FractionalNoise, AutocovarianceAddsUpToThePower)
{
    constexpr std::size_t N = 1'000'000;
    for (const double hurst : {0.3, 0.75, 0.95})
    {
        double sum = N;
        for (std::size_t lag = 1; lag < N; ++lag)
        {
            sum += 2.0 * (N - lag) * traffic::FractionalNoise::GetAutocovariance(hurst, lag);
        }
        EXPECT_NEAR(sum / std::pow(N, 2 * hurst), 1, hurst < 0.5 ? 1e-9 : 1e-11) << hurst;
    }
}

// The covariance of the drawn values is the transform of the eigenvalues: the closed form, none
// cut.
TEST(FractionalNoise, EmbeddingHasTheExactAutocovariance)
{
    constexpr std::size_t N = 1000;
    for (const double hurst : HURST)
    {
        const traffic::FractionalNoise noise(N, hurst);
        const auto& eigenvalues = noise.GetEigenvalues();
        ASSERT_EQ(eigenvalues.size(), 2048U);
        for (const int lag : {0, 1, 2, 3, 7, 100, 500, 999})
        {
            double sum = 0;
            for (std::size_t k = 0; k < eigenvalues.size(); ++k)
            {
                sum += eigenvalues[k] *
                       std::cos(2 * M_PI * static_cast<double>(k * lag % 2048) / 2048);
            }
            EXPECT_NEAR(sum / 2048, ClosedForm(hurst, lag), 1e-12) << hurst << " " << lag;
        }
    }
}

// Second moments of what is drawn, among them that of the mean, n^(2H - 2): 0 for generators that
// drop the lowest frequency. A product of Gaussian numbers has the variance 1 + covariance^2.
TEST(FractionalNoise, DrawsHaveTheAutocovariance)
{
    constexpr std::size_t N = 50;
    constexpr int DRAWS = 20'000;
    for (const double hurst : {0.2, 0.5, 0.8, 0.95})
    {
        const traffic::FractionalNoise noise(N, hurst);
        traffic::StreamRandom random(31);
        double means = 0;
        std::vector<double> products(N);
        for (int draw = 0; draw < DRAWS; ++draw)
        {
            const auto values = noise.Draw(random);
            ASSERT_EQ(values.size(), N);
            double sum = 0;
            for (std::size_t i = 0; i < N; ++i)
            {
                sum += values[i];
                products[i] += values[0] * values[i];
            }
            means += std::pow(sum / N, 2);
        }
        const double variance = std::pow(N, 2 * hurst - 2);
        EXPECT_LT(
            std::abs(DeviationOverLimit(means / DRAWS, variance, 2 * variance * variance, DRAWS)),
            1)
            << hurst;
        for (const std::size_t lag : {0, 1, 2, 25, 49})
        {
            const double covariance = ClosedForm(hurst, static_cast<int>(lag));
            EXPECT_LT(std::abs(DeviationOverLimit(products[lag] / DRAWS,
                                                  covariance,
                                                  1 + covariance * covariance,
                                                  DRAWS)),
                      1)
                << hurst << " " << lag;
        }
    }
}

TEST(FractionalNoise, OneValueIsGaussian)
{
    const traffic::FractionalNoise noise(1, 0.75);
    traffic::StreamRandom random(32);
    constexpr uint64_t N = 100'000;
    std::vector<uint64_t> observed(30);
    std::vector<double> probability(30);
    for (std::size_t k = 0; k < probability.size(); ++k)
    {
        const double x = -3 + 0.2 * static_cast<double>(k);
        probability[k] = Below(x + 0.2) - Below(x);
    }
    for (uint64_t i = 0; i < N; ++i)
    {
        const double cell = std::floor((noise.Draw(random).at(0) + 3) / 0.2);
        if (cell >= 0 && cell < 30)
        {
            ++observed[static_cast<std::size_t>(cell)];
        }
    }
    EXPECT_LT(ChiSquareOverLimit(observed, probability, N), 1);
}

// Mean and deviation after the cut, as integrals over the Gaussian density, in pieces around the
// cut.
TEST(ClippedGaussian, HasTheMeanAndTheDeviation)
{
    for (const double deviation : {1e-3, 0.1, 0.6, 1.0, 3.0, 10.0})
    {
        constexpr double MEAN = 7;
        const traffic::ClippedGaussian law(MEAN, deviation);
        double mean = 0;
        double square = 0;
        for (double x = -12; x < 12; x += 1.0 / 64)
        {
            using Rule = boost::math::quadrature::gauss<double, 15>;
            mean += Rule::integrate([&](double g) { return law(g) * Density(g); }, x, x + 1.0 / 64);
            square +=
                Rule::integrate([&](double g) { return std::pow(law(g) - MEAN, 2) * Density(g); },
                                x,
                                x + 1.0 / 64);
        }
        EXPECT_NEAR(mean / MEAN, 1, 2e-5 * deviation) << deviation;
        EXPECT_NEAR(std::sqrt(square) / MEAN / deviation, 1, 2e-5) << deviation;
        EXPECT_NEAR(law.GetCovariance(1) / std::pow(MEAN * deviation, 2), 1, 1e-11) << deviation;
        EXPECT_EQ(law.GetCovariance(0), 0);
    }
}

// The Hermite series: sum of c_n^2 rho^n / n!, c_1 = Phi(a), c_n = He_(n-2)(-a) phi(a).
TEST(ClippedGaussian, CovarianceIsTheHermiteSeries)
{
    for (const double a : {-1.0, 0.0, 0.7, 2.0, 5.0})
    {
        const auto law = MakeClipped(a);
        for (const double rho : {-0.5, -0.1, 0.001, 0.3, 0.7})
        {
            double series = rho * Below(a) * Below(a);
            double last = 0; // He_(n-3)(-a) / sqrt((n - 3)!) and so on
            double now = 1;
            for (int n = 2; n < 200; ++n)
            {
                // now = He_(n-2)(-a) / sqrt((n-2)!)
                series += std::pow(now * Density(a), 2) * std::pow(rho, n) / (n * (n - 1.0));
                const double next = (-a * now - std::sqrt(n - 2.0) * last) / std::sqrt(n - 1.0);
                last = now;
                now = next;
            }
            EXPECT_NEAR(law.GetCovariance(rho), series, 1e-12) << a << " " << rho;
        }
    }
}

// Sums over the first slots against the exact mean and variance, over independent streams.
TEST(FractionalGaussianArrivals, CountsOfSlotsHaveExactMeanAndVariance)
{
    constexpr int STREAMS = 5000;
    const std::vector<int64_t> windows{20, 40, 320};
    for (const std::string attributes : {"Hurst=0.75|RelativeDeviation=0.6",
                                         "Hurst=0.9|RelativeDeviation=2",
                                         "Hurst=0.25|RelativeDeviation=1"})
    {
        const std::string text = "Placement=Poisson|Slot=20|Slots=16|Rate=0.5|" + attributes;
        const auto process = MakeFractional(text, 0);
        std::vector<std::vector<double>> squares(windows.size());
        std::vector<double> sum(windows.size());
        for (int stream = 0; stream < STREAMS; ++stream)
        {
            process->AssignStreams(stream);
            for (std::size_t w = 0; w < windows.size(); ++w)
            {
                const double deviation = static_cast<double>(process->CountTo(windows[w] - 1)) -
                                         0.5 * static_cast<double>(windows[w]);
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

// One slot: mean + (RelativeDeviation mean)^2, from the definition alone.
TEST(FractionalGaussianArrivals, VarianceOfOneSlotIsThatOfItsRate)
{
    auto process =
        MakeFractional("Placement=Poisson|Slot=1000|Slots=8|Rate=0.2|RelativeDeviation=0.6", 0);
    EXPECT_NEAR(process->GetCountVariance(1000), 200 + 120 * 120, 1e-9);
    EXPECT_EQ(process->GetCountVariance(0), 0);
    EXPECT_TRUE(std::isnan(process->GetCountVariance(1500)));
    EXPECT_TRUE(std::isnan(process->GetCountVariance(9000)));
    EXPECT_TRUE(std::isnan(MakeFractional("Slot=1000|Slots=8", 0)->GetCountVariance(1000)));
    EXPECT_TRUE(std::isnan(MakeFractional("Placement=Poisson|Slot=1000|NormalisedMean=true", 0)
                               ->GetCountVariance(1000)));
}

TEST(FractionalGaussianArrivals, NormalisedMeanIsThatOfTheRealisation)
{
    for (int stream = 0; stream < 50; ++stream)
    {
        for (const char* slots : {"1", "2", "33"})
        {
            auto process =
                MakeFractional("NormalisedMean=true|Slot=1000|Rate=0.7|RelativeDeviation=5|Slots=" +
                                   std::string(slots),
                               stream);
            const double expected = 700 * std::stod(slots);
            EXPECT_NEAR(static_cast<double>(process->CountTo(ArrivalProcess::HORIZON)),
                        expected,
                        1);
            EXPECT_EQ(process->TimeOf(static_cast<uint64_t>(expected) + 2), ArrivalProcess::NEVER);
        }
    }
}

TEST(FractionalGaussianArrivals, EndsWithTheLastSlot)
{
    auto process = MakeFractional("Slot=100|Slots=1000|Rate=1", 33);
    std::vector<int64_t> ticks;
    process->Fill(0, ArrivalProcess::HORIZON, ticks);
    EXPECT_LT(ticks.back(), 100'000);
    EXPECT_GT(ticks.back(), 90'000);
    EXPECT_EQ(process->Next(), ArrivalProcess::NEVER);
}
