/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-fractional-gaussian.h"

#include "burst-traffic-fractional-noise.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/integer.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

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

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FractionalGaussianArrivals");

NS_OBJECT_ENSURE_REGISTERED(FractionalGaussianArrivals);

TypeId
FractionalGaussianArrivals::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FractionalGaussianArrivals")
            .SetParent<RateModulatedArrivals>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<FractionalGaussianArrivals>()
            .AddAttribute(
                "Rate",
                "Mean arrivals per tick.",
                DoubleValue(0.1),
                UntilFirstArrival(MakeDoubleAccessor(&FractionalGaussianArrivals::m_rate)),
                MakeDoubleChecker<double>(1e-15, 1e9))
            .AddAttribute(
                "Hurst",
                "Hurst parameter of the rate, above 0 and below 1; 0.5 is white noise.",
                DoubleValue(0.75),
                UntilFirstArrival(MakeDoubleAccessor(&FractionalGaussianArrivals::m_hurst)),
                MakeDoubleChecker<double>(std::nextafter(0.0, 1.0), std::nextafter(1.0, 0.0)))
            .AddAttribute(
                "RelativeDeviation",
                "Standard deviation of the rate of a slot divided by its mean, after "
                "clipping at 0.",
                DoubleValue(0.6),
                UntilFirstArrival(MakeDoubleAccessor(&FractionalGaussianArrivals::m_deviation)),
                MakeDoubleChecker<double>(1e-3, 10))
            .AddAttribute(
                "Slot",
                "Ticks for which the rate is constant; 50000 of 20 ns are 1 ms.",
                IntegerValue(50'000),
                UntilFirstArrival(MakeIntegerAccessor(&FractionalGaussianArrivals::m_slot)),
                MakeIntegerChecker<int64_t>(1, int64_t{1} << 36))
            .AddAttribute(
                "Slots",
                "Number of slots, after which the process ends. Each slot takes 8 bytes "
                "of memory, and about 70 while the process starts.",
                UintegerValue(65'536),
                UntilFirstArrival(MakeUintegerAccessor(&FractionalGaussianArrivals::m_slots)),
                MakeUintegerChecker<uint32_t>(1, 1 << 24))
            .AddAttribute("NormalisedMean",
                          "Scale the rates so that the mean over all slots is Rate in this "
                          "realisation too.",
                          BooleanValue(false),
                          UntilFirstArrival(
                              MakeBooleanAccessor(&FractionalGaussianArrivals::m_normalisedMean)),
                          MakeBooleanChecker());
    return tid;
}

double
FractionalGaussianArrivals::GetMeanRate() const
{
    return m_rate;
}

double
FractionalGaussianArrivals::GetCountVariance(int64_t m) const
{
    const int64_t n = m / m_slot;
    if (GetPlacement() != POISSON || m_normalisedMean || m % m_slot != 0 || n > m_slots)
    {
        return std::numeric_limits<double>::quiet_NaN();
    }
    const traffic::ClippedGaussian law(m_rate, m_deviation);
    double sum = 0;
    for (int64_t k = 1; k < n; ++k)
    {
        sum += static_cast<double>(n - k) *
               law.GetCovariance(traffic::FractionalNoise::GetAutocovariance(m_hurst, k));
    }
    const auto slot = static_cast<double>(m_slot);
    const double variance = std::pow(m_rate * m_deviation, 2);
    return m_rate * static_cast<double>(m) +
           slot * slot * (static_cast<double>(n) * variance + 2 * sum);
}

void
FractionalGaussianArrivals::DoStartRate()
{
    const traffic::FractionalNoise noise(m_slots, m_hurst);
    const traffic::ClippedGaussian law(m_rate, m_deviation);
    double sum = 0;
    while (sum == 0) // in a few slots all rates may be cut to 0: that has no mean to scale
    {
        m_rates = noise.Draw(GetRandom());
        std::transform(m_rates.begin(), m_rates.end(), m_rates.begin(), law);
        sum = m_normalisedMean ? std::accumulate(m_rates.begin(), m_rates.end(), 0.0) : 1;
    }
    if (m_normalisedMean)
    {
        const double scale = m_rate * m_slots / sum;
        std::transform(m_rates.begin(), m_rates.end(), m_rates.begin(), [scale](double rate) {
            return rate * scale;
        });
    }
    NS_LOG_LOGIC("drew " << m_rates.size() << " slots of H = " << m_hurst);
    m_slotTicks = m_slot;
    m_next = 0;
}

RateModulatedArrivals::Segment
FractionalGaussianArrivals::DoNextSegment()
{
    if (m_next == m_rates.size())
    {
        return {HORIZON, 0};
    }
    return {m_slotTicks, m_rates[m_next++]};
}

} // namespace ns3
