/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-pareto-ticks.h"

#include <algorithm>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <limits>

namespace ns3::traffic
{

double
HurwitzZeta(double s, double a)
{
    // The Bernoulli numbers B_2, B_4, ... over (2 j)!.
    constexpr double COEFFICIENTS[] = {1.0 / 12,
                                       -1.0 / 720,
                                       1.0 / 30240,
                                       -1.0 / 1209600,
                                       1.0 / 47900160,
                                       -691.0 / 1307674368000,
                                       1.0 / 74724249600,
                                       -3617.0 / 10670622842880000};
    double sum = 0;
    for (; a < s + 12; ++a)
    {
        sum += std::pow(a, -s);
    }
    const double first = std::pow(a, -s);
    sum += first * (a / (s - 1) + 0.5);
    double power = first * s / a; // s (s + 1) ... (s + 2 j - 2) a^-(s + 2 j - 1)
    double order = s;
    for (const double coefficient : COEFFICIENTS)
    {
        sum += coefficient * power;
        power *= (order + 1) * (order + 2) / (a * a);
        order += 2;
    }
    return sum;
}

namespace
{

/**
 * @param discretisation how durations become whole
 * @return c of X = 1 + floor(x - c)
 */
double
GetOffset(ParetoTicks::Discretisation discretisation)
{
    switch (discretisation)
    {
    case ParetoTicks::FLOOR:
        return 1;
    case ParetoTicks::ROUND:
        return 0.5;
    default:
        return 0;
    }
}

/** The sum of ParetoTicks::GetTailSum: ones up to the minimum, then a Hurwitz zeta function. */
double
SumTail(double shape, double minimum, double offset, int64_t first, int64_t step)
{
    const auto begin = static_cast<double>(first) + offset;
    const auto width = static_cast<double>(step);
    const double ones = begin > minimum ? 0 : std::floor((minimum - begin) / width) + 1;
    return ones + std::pow(minimum / width, shape) * HurwitzZeta(shape, begin / width + ones);
}

} // namespace

ParetoTicks::ParetoTicks(double shape, double minimum, Discretisation discretisation)
    : m_shape(shape),
      m_minimum(minimum),
      m_offset(GetOffset(discretisation)),
      m_mean(GetTailSum(0, 1))
{
    // Cell i holds the numbers U of (i, i + 1] / CELLS. Those of X = k lie between P(X > k) and
    // P(X >= k), fewer and fewer; cells next to a border stay undecided.
    constexpr double CELLS = 1 << GUIDE_BITS;
    constexpr double DOUBT = 1e-9;
    m_guide.fill(UNDECIDED);
    double end = CELLS + DOUBT;
    for (auto k = static_cast<int64_t>(minimum); k <= std::numeric_limits<uint16_t>::max(); ++k)
    {
        const double begin = CELLS * GetTail(k);
        for (auto cell = static_cast<std::size_t>(std::ceil(begin + DOUBT));
             static_cast<double>(cell + 1) <= end - DOUBT;
             ++cell)
        {
            m_guide[cell] = static_cast<uint16_t>(k);
        }
        if (begin < CELLS)
        {
            if (end - begin < 1)
            {
                break;
            }
            end = begin;
        }
    }
}

int64_t
ParetoTicks::Invert(double minimum, uint64_t word) const
{
    const double duration = minimum * std::pow(StreamRandom::ToUniform(word), -1 / m_shape);
    const double whole = 1 + std::floor(duration - m_offset);
    return static_cast<int64_t>(std::clamp(whole, 1.0, static_cast<double>(LONGEST)));
}

int64_t
ParetoTicks::DrawResidual(StreamRandom& random) const
{
    const double sure = std::floor(m_minimum - m_offset) + 1; // P(X >= r) = 1 up to here
    const double place = random.Uniform() * GetMean();
    if (place <= sure)
    {
        return static_cast<int64_t>(std::ceil(place));
    }
    const double a = m_shape - 1;
    const double first = sure + m_offset;
    while (true)
    {
        const double x = (first - 0.5) * std::pow(random.Uniform(), -1 / a);
        const double steps = std::floor(std::min(x, static_cast<double>(LONGEST)) - (first - 0.5));
        const double y = first + steps;
        // a y^a times the integral of x^-shape from y - 1/2 to y + 1/2
        const double integral =
            std::expm1(-a * std::log1p(-0.5 / y)) - std::expm1(-a * std::log1p(0.5 / y));
        if (random.Uniform() * y * integral <= a)
        {
            return static_cast<int64_t>(std::min(sure + 1 + steps, static_cast<double>(LONGEST)));
        }
    }
}

int64_t
ParetoTicks::DrawWhole(int64_t residual, StreamRandom& random) const
{
    const double least = static_cast<double>(residual - 1) + m_offset;
    return std::max(residual, Invert(std::max(m_minimum, least), random.Word()));
}

double
ParetoTicks::GetTail(int64_t k) const
{
    const double x = static_cast<double>(k) + m_offset;
    return x <= m_minimum ? 1 : std::pow(m_minimum / x, m_shape);
}

std::vector<double>
ParetoTicks::GetTails(std::size_t n) const
{
    std::vector<double> tails(n);
    for (std::size_t k = 0; k < n; ++k)
    {
        tails[k] = GetTail(static_cast<int64_t>(k));
    }
    return tails;
}

double
ParetoTicks::GetTailSum(int64_t first, int64_t step) const
{
    return SumTail(m_shape, m_minimum, m_offset, first, step);
}

double
ParetoTicks::FindMinimum(double shape, double mean, Discretisation discretisation)
{
    const double offset = GetOffset(discretisation);
    const auto excess = [&](double minimum) {
        return SumTail(shape, minimum, offset, 0, 1) - mean;
    };
    const double least = excess(1);
    if (least >= 0)
    {
        return 1;
    }
    // The mean lies within a tick of minimum shape / (shape - 1).
    const double most = (mean + 1) * (shape - 1) / shape + 1;
    uintmax_t iterations = 200;
    const auto [low, high] =
        boost::math::tools::toms748_solve(excess,
                                          1.0,
                                          most,
                                          least,
                                          excess(most),
                                          boost::math::tools::eps_tolerance<double>(),
                                          iterations);
    return (low + high) / 2;
}

} // namespace ns3::traffic
