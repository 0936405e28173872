/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-pareto-on-off-law.h"

#include "burst-traffic-renewal.h"

#include <cmath>
#include <limits>
#include <vector>

namespace ns3::traffic
{

namespace
{

/**
 * @param covariance of "something at tick 0" and "something at tick k"
 * @param n number of ticks
 * @param spacing between these ticks
 * @return variance of how often it happens in them
 */
double
SumCovariance(const std::vector<double>& covariance, int64_t n, int64_t spacing)
{
    double variance = static_cast<double>(n) * covariance[0];
    for (int64_t k = 1; k < n; ++k)
    {
        variance += 2 * static_cast<double>(n - k) * covariance[k * spacing];
    }
    return variance;
}

} // namespace

ParetoOnOffLaw::ParetoOnOffLaw(const ParetoTicks& on,
                               const ParetoTicks& off,
                               int64_t spacing,
                               PhaseRule rule)
    : m_on(on),
      m_off(off),
      m_spacing(spacing),
      m_rule(rule)
{
}

ParetoOnOffLaw::State
ParetoOnOffLaw::StartInEquilibrium(StreamRandom& random) const
{
    if (random.Uniform() > GetDuty())
    {
        const int64_t onStart = m_off.DrawResidual(random);
        return {onStart + m_on.Draw(random), Place(onStart, 0, random)};
    }
    const int64_t residual = m_on.DrawResidual(random);
    const bool ageMatters = m_rule == AT_START || m_rule == AFTER_SPACING;
    const int64_t age = ageMatters ? m_on.DrawWhole(residual, random) - residual : 0;
    return {residual, Place(0, age, random)};
}

ParetoOnOffLaw::State
ParetoOnOffLaw::StartFresh(double duty, StreamRandom& random) const
{
    const int64_t onStart = random.Uniform() <= duty ? 0 : m_off.Draw(random);
    return {onStart + m_on.Draw(random), Place(onStart, 0, random)};
}

int64_t
ParetoOnOffLaw::Place(int64_t onStart, int64_t age, StreamRandom& random) const
{
    if (m_rule == FREE_GRID || m_rule == CARRIED)
    {
        const double phase = (1 - random.Uniform()) * static_cast<double>(m_spacing);
        const auto tick = static_cast<int64_t>(phase);
        return m_rule == FREE_GRID ? AlignUp(tick, onStart) : onStart + tick;
    }
    const int64_t first = m_rule == AT_START ? 0 : m_spacing;
    return onStart + AlignUp(first, age) - age;
}

double
ParetoOnOffLaw::GetDuty() const
{
    return m_on.GetMean() / (m_on.GetMean() + m_off.GetMean());
}

double
ParetoOnOffLaw::GetRequestsPerOn() const
{
    switch (m_rule)
    {
    case FREE_GRID:
    case CARRIED:
        return m_on.GetMean() / static_cast<double>(m_spacing);
    case AT_START:
        return m_on.GetTailSum(0, m_spacing);
    default:
        return m_on.GetTailSum(m_spacing, m_spacing);
    }
}

double
ParetoOnOffLaw::GetMeanRate() const
{
    return GetRequestsPerOn() / (m_on.GetMean() + m_off.GetMean());
}

double
ParetoOnOffLaw::GetCountVariance(int64_t m) const
{
    const std::size_t lags = static_cast<std::size_t>(m) + 1;
    const double onMean = m_on.GetMean();
    const double offMean = m_off.GetMean();
    if (m_rule == CARRIED)
    {
        return std::numeric_limits<double>::quiet_NaN();
    }
    if (m_rule == FREE_GRID)
    {
        const auto covariance =
            OnOffAutocovariance(m_on.GetTails(lags), onMean, m_off.GetTails(lags), offMean);
        // The random phase decides whether the window holds n or n + 1 ticks of the grid.
        const int64_t n = m / m_spacing;
        const double oneMore = static_cast<double>(m % m_spacing) / static_cast<double>(m_spacing);
        double variance = SumCovariance(covariance, n, m_spacing);
        if (oneMore > 0)
        {
            variance += oneMore * (SumCovariance(covariance, n + 1, m_spacing) - variance) +
                        std::pow(GetDuty(), 2) * oneMore * (1 - oneMore);
        }
        return variance;
    }
    const int64_t first = m_rule == AT_START ? 0 : m_spacing;
    std::vector<double> requestTail(lags);
    for (std::size_t j = lags; j-- > 0;)
    {
        const auto age = first + static_cast<int64_t>(j);
        requestTail[j] = j + m_spacing < lags ? requestTail[j + m_spacing] + m_on.GetTail(age)
                                              : m_on.GetTailSum(age, m_spacing);
    }
    const auto covariance = RequestAutocovariance(m_on.GetTails(lags),
                                                  requestTail,
                                                  m_off.GetTails(lags),
                                                  onMean + offMean,
                                                  first,
                                                  m_spacing);
    return SumCovariance(covariance, m, 1);
}

} // namespace ns3::traffic
