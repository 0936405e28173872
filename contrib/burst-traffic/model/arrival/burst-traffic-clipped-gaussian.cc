/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-clipped-gaussian.h"

#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>

namespace ns3::traffic
{

namespace
{

/** @param x any @return the density of a standard Gaussian number at x */
double
Density(double x)
{
    return std::exp(-x * x / 2) / std::sqrt(2 * M_PI);
}

/** @param x any @return the probability of a standard Gaussian number below x */
double
Below(double x)
{
    return std::erfc(-x * M_SQRT1_2) / 2;
}

/** @param a any @return E[max(0, a + g)] */
double
Mean(double a)
{
    return a * Below(a) + Density(a);
}

/** @param a any @return the variance of max(0, a + g) */
double
Variance(double a)
{
    const double density = Density(a);
    const double below = Below(a);
    const double above = Below(-a);
    return below + a * a * below * above - a * density * (below - above) - density * density;
}

} // namespace

ClippedGaussian::ClippedGaussian(double mean, double relativeDeviation)
{
    // The ratio falls in a: from above 30 at a = -3 to below the wanted one beyond its inverse.
    const auto excess = [relativeDeviation](double a) {
        return std::sqrt(Variance(a)) - relativeDeviation * Mean(a);
    };
    std::uintmax_t steps = 100;
    const auto [low, high] =
        boost::math::tools::toms748_solve(excess,
                                          -3.0,
                                          1 / relativeDeviation + 1,
                                          boost::math::tools::eps_tolerance<double>(),
                                          steps);
    m_offset = (low + high) / 2;
    m_scale = mean / Mean(m_offset);
}

double
ClippedGaussian::GetCovariance(double correlation) const
{
    // With r = sin(angle), phi2 dr = exp(-a^2 / (1 + r)) / (2 pi) d(angle).
    const auto integrand = [this, correlation](double angle) {
        const double r = std::sin(angle);
        return (correlation - r) * std::exp(-m_offset * m_offset / (1 + r));
    };
    const double integral =
        boost::math::quadrature::gauss<double, 30>::integrate(integrand,
                                                              0.0,
                                                              std::asin(correlation));
    const double below = Below(m_offset);
    return m_scale * m_scale * (correlation * below * below + integral / (2 * M_PI));
}

} // namespace ns3::traffic
