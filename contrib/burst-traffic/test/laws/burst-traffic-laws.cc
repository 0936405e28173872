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

struct Law
{
    double shape;
    double minimum;
    traffic::ParetoTicks::Discretisation discretisation;
};

const Law LAWS[] = {{1.25, 1, traffic::ParetoTicks::FLOOR},
                    {1.9, 1, traffic::ParetoTicks::FLOOR},
                    {2, 1, traffic::ParetoTicks::FLOOR},
                    {1.25, 1, traffic::ParetoTicks::ROUND},
                    {1.9, 1, traffic::ParetoTicks::CEIL},
                    {1.25, 34.6, traffic::ParetoTicks::FLOOR},
                    {1.9, 10, traffic::ParetoTicks::ROUND},
                    {1.25, 3.7, traffic::ParetoTicks::CEIL}};

/** P(X >= k): the duration x, P(x > t) = (minimum / t)^shape, reaches the first t that makes k. */
double
TailFrom(const Law& law, int64_t k)
{
    const double t =
        static_cast<double>(k) - (law.discretisation == traffic::ParetoTicks::FLOOR   ? 0
                                  : law.discretisation == traffic::ParetoTicks::ROUND ? 0.5
                                                                                      : 1);
    return t <= law.minimum ? 1 : std::pow(law.minimum / t, law.shape);
}

/** Sum of P(X >= j) for j >= k: the first terms, then Euler and Maclaurin. */
double
TailSumFrom(const Law& law, int64_t k)
{
    double sum = 0;
    for (; k < 100; ++k)
    {
        sum += TailFrom(law, k);
    }
    const double t = law.minimum * std::pow(TailFrom(law, k), -1 / law.shape);
    return sum + TailFrom(law, k) * (t / (law.shape - 1) + 0.5 + law.shape / t / 12);
}

} // namespace

TEST(StreamRandom, FollowsSeedRunAndStream)
{
    traffic::StreamRandom one(7);
    traffic::StreamRandom same(7);
    traffic::StreamRandom other(8);
    EXPECT_EQ(one.Word(), same.Word());
    EXPECT_NE(one.Word(), other.Word());
}

TEST(StreamRandom, UniformsAreUniformInEveryByte)
{
    traffic::StreamRandom random(1);
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
    EXPECT_EQ(traffic::StreamRandom::ToUniform(0), 0x1p-53);
    EXPECT_EQ(traffic::StreamRandom::ToUniform(~uint64_t{0}), 1);
}

// Section 1.1 of the ServerNet document, brought to whole ticks.
TEST(ParetoTicks, DurationsHaveTheParetoLaw)
{
    for (const auto& law : LAWS)
    {
        const traffic::ParetoTicks ticks(law.shape, law.minimum, law.discretisation);
        traffic::StreamRandom random(11);
        const auto tail = [&](int64_t k) { return TailFrom(law, k); };
        EXPECT_LT(TestTail([&] { return ticks.Draw(random); }, tail, 1'000'000), 1)
            << law.shape << " " << law.minimum << " " << law.discretisation;
    }
}

// Renewal theory: P(R = k) = P(X >= k) / E[X].
TEST(ParetoTicks, ResidualsHaveTheLawOfEquilibrium)
{
    for (const auto& law : LAWS)
    {
        const traffic::ParetoTicks ticks(law.shape, law.minimum, law.discretisation);
        traffic::StreamRandom random(12);
        const double mean = TailSumFrom(law, 1);
        const auto tail = [&](int64_t k) { return TailSumFrom(law, k) / mean; };
        EXPECT_LT(TestTail([&] { return ticks.DrawResidual(random); }, tail, 200'000), 1)
            << law.shape << " " << law.minimum << " " << law.discretisation;
    }
}

// Renewal theory: the whole duration is length biased, P(L = l) = l P(X = l) / E[X], and the look
// falls on each of its ticks alike, which makes P(age = 0) = 1 / E[X].
TEST(ParetoTicks, WholeDurationsAreLengthBiased)
{
    constexpr int N = 200'000;
    for (const auto& law : LAWS)
    {
        const traffic::ParetoTicks ticks(law.shape, law.minimum, law.discretisation);
        traffic::StreamRandom random(14);
        const double mean = TailSumFrom(law, 1);
        const auto tail = [&](int64_t l) {
            return (static_cast<double>(l - 1) * TailFrom(law, l) + TailSumFrom(law, l)) / mean;
        };
        int young = 0;
        const auto draw = [&] {
            const int64_t residual = ticks.DrawResidual(random);
            const int64_t whole = ticks.DrawWhole(residual, random);
            young += whole == residual;
            return whole;
        };
        EXPECT_LT(TestTail(draw, tail, N), 1)
            << law.shape << " " << law.minimum << " " << law.discretisation;
        EXPECT_LT(
            std::abs(DeviationOverLimit(1.0 * young / N, 1 / mean, 1 / mean * (1 - 1 / mean), N)),
            1)
            << law.shape << " " << law.minimum << " " << law.discretisation;
    }
}

// A residual of index 0.25 passes 2^60 with probability 2^-15 * 0.87; of index 1e-9 nearly always.
TEST(ParetoTicks, VeryLongDurationsAreCut)
{
    for (const double shape : {1.25, 1 + 1e-9, std::nextafter(1.0, 2.0)})
    {
        const traffic::ParetoTicks law(shape);
        traffic::StreamRandom random(13);
        int64_t longest = 0;
        for (int i = 0; i < 500'000; ++i)
        {
            const int64_t residual = law.DrawResidual(random);
            ASSERT_GE(residual, 1);
            longest = std::max(longest, residual);
        }
        EXPECT_EQ(longest, traffic::ParetoTicks::LONGEST) << shape;
    }
}

// zeta(1.9) and zeta(1.25): tables of the zeta function; rounded and ceiled: zeta(shape, 1.5) + 1
// and zeta(shape) + 1, printed to five decimals in the study's digest, section 1.2.
TEST(ParetoTicks, MeanIsZeta)
{
    EXPECT_NEAR(traffic::ParetoTicks(1.9).GetMean(), 1.7497464, 1e-6);
    EXPECT_NEAR(traffic::ParetoTicks(1.25).GetMean(), 4.5951118, 1e-6);
    EXPECT_NEAR(traffic::ParetoTicks(2).GetMean(), M_PI * M_PI / 6, 1e-12);
    EXPECT_NEAR(traffic::ParetoTicks(1.9, 1, traffic::ParetoTicks::ROUND).GetMean(),
                2.04841,
                5.1e-6);
    EXPECT_NEAR(traffic::ParetoTicks(1.25, 1, traffic::ParetoTicks::ROUND).GetMean(),
                4.95555,
                5.1e-6);
    EXPECT_NEAR(traffic::ParetoTicks(1.9, 1, traffic::ParetoTicks::CEIL).GetMean(),
                2.74975,
                5.1e-6);
    EXPECT_NEAR(traffic::ParetoTicks(1.25, 1, traffic::ParetoTicks::CEIL).GetMean(),
                5.59511,
                5.1e-6);
    for (const auto& law : LAWS)
    {
        const traffic::ParetoTicks ticks(law.shape, law.minimum, law.discretisation);
        const double mean = TailSumFrom(law, 1);
        EXPECT_NEAR(ticks.GetMean(), mean, 1e-7 * mean);
        EXPECT_NEAR(
            traffic::ParetoTicks::FindMinimum(law.shape, ticks.GetMean(), law.discretisation),
            law.minimum,
            1e-9 * law.minimum);
        // By steps of 7 from 3 on: the rest of the sum belongs to the other six residues.
        double others = 0;
        for (const int64_t first : {4, 5, 6, 7, 8, 9})
        {
            others += ticks.GetTailSum(first, 7);
        }
        EXPECT_NEAR(ticks.GetTailSum(3, 7) + others, TailSumFrom(law, 4), 1e-7 * mean);
    }
}

// The same renewal equations, term by term.
TEST(OnOffAutocovariance, AgreesWithDirectRecursion)
{
    constexpr std::size_t N = 300;
    const traffic::ParetoTicks on(1.9);
    const traffic::ParetoTicks off(1.25);
    const auto a = on.GetTails(N);
    const auto b = off.GetTails(N);
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
    const auto result = traffic::OnOffAutocovariance(a, on.GetMean(), b, off.GetMean());
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
    const auto covariance = traffic::OnOffAutocovariance(on, 1 / A, off, 1 / B);
    const double p = B / (A + B);
    for (std::size_t k = 0; k < on.size(); ++k)
    {
        EXPECT_NEAR(covariance[k], p * (1 - p) * std::pow(1 - A - B, k), 1e-13) << k;
    }
}

// Finite laws make a Markov chain of (ON or OFF, age): covariances by powers of its matrix.
TEST(RequestAutocovariance, AgreesWithMarkovChain)
{
    const std::vector<double> onMass{0, 0.3, 0.1, 0, 0.2, 0.1, 0, 0.3};
    const std::vector<double> offMass{0, 0.5, 0, 0.2, 0, 0.3};
    constexpr std::size_t N = 60;
    const auto tail = [](const std::vector<double>& mass, std::size_t k) {
        double sum = 0;
        for (std::size_t x = k + 1; x < mass.size(); ++x)
        {
            sum += mass[x];
        }
        return sum;
    };
    const std::size_t ons = onMass.size() - 1; // states 0 .. ons - 1: ON at that age
    const std::size_t states = ons + offMass.size() - 1;
    const auto step = [&](const std::vector<double>& now) {
        std::vector<double> next(states);
        for (std::size_t s = 0; s < states; ++s)
        {
            const bool on = s < ons;
            const auto& mass = on ? onMass : offMass;
            const std::size_t age = on ? s : s - ons;
            const double lives = tail(mass, age);
            const double ends = lives > 0 ? mass[age + 1] / lives : 1;
            next[on ? ons : 0] += now[s] * ends;
            if (ends < 1)
            {
                next[s + 1] += now[s] * (1 - ends);
            }
        }
        return next;
    };
    double cycle = 0;
    std::vector<double> equilibrium(states);
    for (std::size_t s = 0; s < states; ++s)
    {
        equilibrium[s] = s < ons ? tail(onMass, s) : tail(offMass, s - ons);
        cycle += equilibrium[s];
    }
    std::vector<double> onTail(N);
    std::vector<double> offTail(N);
    for (std::size_t k = 0; k < N; ++k)
    {
        onTail[k] = tail(onMass, k);
        offTail[k] = tail(offMass, k);
    }
    constexpr std::size_t SPACING = 3;
    for (const std::size_t first : {std::size_t{0}, SPACING})
    {
        std::vector<double> requestTail(N);
        std::vector<double> now(states); // P(state at t and request at 0)
        double rate = 0;
        for (std::size_t age = first; age < ons; age += SPACING)
        {
            for (std::size_t j = 0; j < N; ++j)
            {
                requestTail[j] += tail(onMass, age + j);
            }
            now[age] = equilibrium[age] / cycle;
            rate += now[age];
        }
        const auto covariance =
            traffic::RequestAutocovariance(onTail, requestTail, offTail, cycle, first, SPACING);
        for (std::size_t t = 0; t < N; ++t)
        {
            double both = 0;
            for (std::size_t age = first; age < ons; age += SPACING)
            {
                both += now[age];
            }
            EXPECT_NEAR(covariance[t], both - rate * rate, 1e-13) << first << " " << t;
            now = step(now);
        }
    }
}
