/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-pareto-ticks.h"

#include <algorithm>
#include <boost/math/special_functions/zeta.hpp>
#include <cmath>

namespace ns3
{

ParetoTicks::ParetoTicks(double shape)
    : m_shape(shape)
{
    constexpr uint64_t ALL_ONES = ~uint64_t{0} >> GUIDE_BITS;
    for (uint64_t cell = 0; cell < m_guide.size(); ++cell)
    {
        const uint64_t first = cell << (64 - GUIDE_BITS);
        const int64_t longest = Invert(first);
        const int64_t shortest = Invert(first | ALL_ONES);
        m_guide[cell] = longest == shortest ? static_cast<uint8_t>(shortest) : UNDECIDED;
    }
}

int64_t
ParetoTicks::Invert(uint64_t word) const
{
    const double duration = std::pow(StreamRandom::ToUniform(word), -1 / m_shape);
    return static_cast<int64_t>(std::min(duration, static_cast<double>(LONGEST)));
}

int64_t
ParetoTicks::DrawResidual(StreamRandom& random) const
{
    const double a = m_shape - 1;
    const double range = std::expm1(a * std::log(2.0));
    while (true)
    {
        const double pareto = std::pow(random.Uniform(), -1 / a);
        const double x = std::floor(std::min(pareto, static_cast<double>(LONGEST)));
        const double step =
            std::expm1(a * std::log1p(1 / x)); // (1 + 1/x)^a - 1 without cancellation
        if (random.Uniform() * x * step * (1 + range) <= (1 + step) * range)
        {
            return static_cast<int64_t>(x);
        }
    }
}

double
ParetoTicks::GetMean() const
{
    return boost::math::zeta(m_shape);
}

std::vector<double>
ParetoTicks::GetTail(std::size_t n) const
{
    std::vector<double> tail(n);
    for (std::size_t k = 0; k < n; ++k)
    {
        tail[k] = std::pow(static_cast<double>(k + 1), -m_shape);
    }
    return tail;
}

} // namespace ns3
