/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-statistics.h"

#include "ns3/burst-traffic-pareto-ticks.h"
#include "ns3/burst-traffic-random.h"
#include "ns3/burst-traffic-renewal.h"

#include <algorithm>
#include <boost/math/special_functions/zeta.hpp>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr double SHAPES[] = {1.25, 1.9, 2.0};

/** Cells 1, 2, .., 15, 16-31, 32-63, .. as their first values, up to 2^58. */
std::vector<int64_t>
CellBegins()
{
    std::vector<int64_t> begins;
    for (int64_t k = 1; k < 16; ++k)
    {
        begins.push_back(k);
    }
    for (int bit = 4; bit <= 58; ++bit)
    {
        begins.push_back(int64_t{1} << bit);
    }
    return begins;
}

/**
 * @param draw gives a value, at least 1
 * @param tail P(X >= k)
 */
template <typename Draw, typename Tail>
double
TestTail(Draw draw, Tail tail, uint64_t n)
{
    const auto begins = CellBegins();
    std::vector<double> probability;
    for (std::size_t k = 0; k + 1 < begins.size(); ++k)
    {
        probability.push_back(tail(begins[k]) - tail(begins[k + 1]));
    }
    std::vector<uint64_t> observed(probability.size());
    for (uint64_t i = 0; i < n; ++i)
    {
        const auto cell = std::upper_bound(begins.begin(), begins.end(), draw()) - begins.begin();
        if (static_cast<std::size_t>(cell) <= observed.size())
        {
            ++observed[cell - 1];
        }
    }
    return ChiSquareOverLimit(observed, probability, n);
}

/** sum of j^-shape for j >= k: the first terms, then Euler and Maclaurin. */
double
ZetaTail(double shape, int64_t k)
{
    double sum = 0;
    for (; k < 32; ++k)
    {
        sum += std::pow(k, -shape);
    }
    const auto x = static_cast<double>(k);
    return sum + std::pow(x, 1 - shape) / (shape - 1) + std::pow(x, -shape) / 2 +
           shape * std::pow(x, -shape - 1) / 12;
}

} // namespace

TEST(StreamRandom, FollowsSeedRunAndStream)
{
    StreamRandom one(7);
    StreamRandom same(7);
    StreamRandom other(8);
    EXPECT_EQ(one.Word(), same.Word());
    EXPECT_NE(one.Word(), other.Word());
}

TEST(StreamRandom, UniformsAreUniformInEveryByte)
{
    StreamRandom random(1);
    std::vector<std::vector<uint64_t>> bytes(8, std::vector<uint64_t>(256));
    constexpr uint64_t N = 1 << 18;
    for (uint64_t i = 0; i < N; ++i)
    {
        const uint64_t word = random.Word();
        for (int byte = 0; byte < 8; ++byte)
        {
            ++bytes[byte][(word >> (8 * byte)) & 255];
        }
    }
    for (const auto& observed : bytes)
    {
        EXPECT_LT(ChiSquareOverLimit(observed, std::vector<double>(256, 1.0 / 256), N), 1);
    }
    EXPECT_EQ(StreamRandom::ToUniform(0), 0x1p-53);
    EXPECT_EQ(StreamRandom::ToUniform(~uint64_t{0}), 1);
}

// P(X >= k) = k^-shape: section 1.1 of the ServerNet document, floored to ticks.
TEST(ParetoTicks, DurationsHaveTheFlooredParetoLaw)
{
    for (const double shape : SHAPES)
    {
        const ParetoTicks law(shape);
        StreamRandom random(11);
        const auto tail = [shape](int64_t k) { return std::pow(k, -shape); };
        EXPECT_LT(TestTail([&] { return law.Draw(random); }, tail, 2'000'000), 1) << shape;
    }
}

// P(R >= k) = sum over j >= k of j^-shape / zeta(shape): renewal theory, P(R = k) = P(X >= k) /
// E[X].
TEST(ParetoTicks, ResidualsHaveTheZetaLaw)
{
    for (const double shape : SHAPES)
    {
        const ParetoTicks law(shape);
        StreamRandom random(12);
        const auto tail = [shape](int64_t k) {
            return ZetaTail(shape, k) / boost::math::zeta(shape);
        };
        EXPECT_LT(TestTail([&] { return law.DrawResidual(random); }, tail, 500'000), 1) << shape;
    }
}

// A residual of index 0.25 passes 2^60 with probability 2^-15 * 0.87; of index 1e-9 nearly always.
TEST(ParetoTicks, VeryLongDurationsAreCut)
{
    for (const double shape : {1.25, 1 + 1e-9, std::nextafter(1.0, 2.0)})
    {
        const ParetoTicks law(shape);
        StreamRandom random(13);
        int64_t longest = 0;
        for (int i = 0; i < 500'000; ++i)
        {
            const int64_t residual = law.DrawResidual(random);
            ASSERT_GE(residual, 1);
            longest = std::max(longest, residual);
        }
        EXPECT_EQ(longest, ParetoTicks::LONGEST) << shape;
    }
}

// zeta(1.9) and zeta(1.25): tables of the zeta function.
TEST(ParetoTicks, MeanIsZeta)
{
    EXPECT_NEAR(ParetoTicks(1.9).GetMean(), 1.7497464, 1e-6);
    EXPECT_NEAR(ParetoTicks(1.25).GetMean(), 4.5951118, 1e-6);
    EXPECT_NEAR(ParetoTicks(2).GetMean(), M_PI * M_PI / 6, 1e-12);
}

// The same renewal equations, term by term.
TEST(OnOffAutocovariance, AgreesWithDirectRecursion)
{
    constexpr std::size_t N = 300;
    const ParetoTicks on(1.9);
    const ParetoTicks off(1.25);
    const auto a = on.GetTail(N);
    const auto b = off.GetTail(N);
    const double p = on.GetMean() / (on.GetMean() + off.GetMean());
    const auto mass = [](const std::vector<double>& tail, std::size_t k) {
        return tail[k - 1] - tail[k];
    };
    std::vector<double> onStart(N); // P(ON at t | ON begins at 0)
    std::vector<double> offStart(N);
    std::vector<double> covariance(N);
    double residualTail = 1;
    for (std::size_t t = 0; t < N; ++t)
    {
        onStart[t] = a[t];
        for (std::size_t s = 1; s <= t; ++s)
        {
            onStart[t] += mass(a, s) * offStart[t - s];
            offStart[t] += mass(b, s) * onStart[t - s];
        }
        residualTail -= t > 0 ? a[t - 1] / on.GetMean() : 0;
        covariance[t] = residualTail - p;
        for (std::size_t s = 1; s <= t; ++s)
        {
            covariance[t] += a[s - 1] / on.GetMean() * offStart[t - s];
        }
        covariance[t] *= p;
    }
    const auto result = OnOffAutocovariance(a, on.GetMean(), b, off.GetMean());
    ASSERT_EQ(result.size(), N);
    EXPECT_NEAR(result[0], p * (1 - p), 1e-14);
    for (std::size_t t = 0; t < N; ++t)
    {
        EXPECT_NEAR(result[t], covariance[t], 1e-12) << t;
    }
}

// Geometric durations make a Markov chain: covariance p (1 - p) (1 - a - b)^k.
TEST(OnOffAutocovariance, OfGeometricDurationsIsGeometric)
{
    constexpr double A = 0.3;
    constexpr double B = 0.1;
    std::vector<double> on(1000);
    std::vector<double> off(1000);
    for (std::size_t k = 0; k < on.size(); ++k)
    {
        on[k] = std::pow(1 - A, k);
        off[k] = std::pow(1 - B, k);
    }
    const auto covariance = OnOffAutocovariance(on, 1 / A, off, 1 / B);
    const double p = B / (A + B);
    for (std::size_t k = 0; k < on.size(); ++k)
    {
        EXPECT_NEAR(covariance[k], p * (1 - p) * std::pow(1 - A - B, k), 1e-13) << k;
    }
}
