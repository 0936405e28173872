/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-renewal.h"

#include "burst-traffic-fourier.h"

#include <algorithm>
#include <complex>

namespace ns3::traffic
{

namespace
{

using Series = std::vector<double>; //!< coefficients of a power series, constant one first

/**
 * @param a a series
 * @param b another one
 * @param n number of coefficients wanted
 * @return the product
 */
Series
Multiply(const Series& a, const Series& b, std::size_t n)
{
    std::size_t size = 2;
    while (size < std::min(a.size(), n) + std::min(b.size(), n))
    {
        size *= 2;
    }
    // One transform for both: the imaginary part of (a + ib)^2 is 2 a b.
    std::vector<std::complex<double>> values(size);
    for (std::size_t k = 0; k < std::min(a.size(), n); ++k)
    {
        values[k].real(a[k]);
    }
    for (std::size_t k = 0; k < std::min(b.size(), n); ++k)
    {
        values[k].imag(b[k]);
    }
    FourierTransform(values);
    for (auto& value : values)
    {
        value = std::conj(value * value);
    }
    FourierTransform(values);
    Series product(n);
    for (std::size_t k = 0; k < std::min(n, size); ++k)
    {
        product[k] = -values[k].imag() / (2 * static_cast<double>(size));
    }
    return product;
}

/**
 * Newton's iteration r <- r + r (1 - f r), which doubles the number of right coefficients.
 *
 * @param f a series with constant coefficient 1
 * @return 1 / f, as many coefficients
 */
Series
Invert(const Series& f)
{
    Series inverse{1};
    while (inverse.size() < f.size())
    {
        const std::size_t n = std::min(2 * inverse.size(), f.size());
        Series error = Multiply(f, inverse, n);
        std::transform(error.begin(), error.end(), error.begin(), std::negate<>());
        error[0] += 1;
        const Series correction = Multiply(inverse, error, n);
        inverse.resize(n);
        std::transform(inverse.begin(),
                       inverse.end(),
                       correction.begin(),
                       inverse.begin(),
                       std::plus<>());
    }
    return inverse;
}

/**
 * @param tail P(X > k) for k = 0, 1, ...
 * @return P(X = k) for k = 0, 1, ...
 */
Series
ToMass(const Series& tail)
{
    Series mass(tail.size());
    for (std::size_t k = 1; k < tail.size(); ++k)
    {
        mass[k] = tail[k - 1] - tail[k];
    }
    return mass;
}

/**
 * @param on tail of the ON durations
 * @param off tail of the OFF durations
 * @return coefficients of 1 / (1 - A B): P(an ON begins at t | one begins at 0)
 */
Series
GetRenewals(const Series& on, const Series& off)
{
    Series cycle = Multiply(ToMass(on), ToMass(off), on.size());
    std::transform(cycle.begin(), cycle.end(), cycle.begin(), std::negate<>());
    cycle[0] += 1;
    return Invert(cycle);
}

} // namespace

std::vector<double>
OnOffAutocovariance(const std::vector<double>& onTail,
                    double onMean,
                    const std::vector<double>& offTail,
                    double offMean)
{
    const std::size_t n = onTail.size();
    const Series onAfterOnStart = Multiply(GetRenewals(onTail, offTail), onTail, n);
    const Series onAfterOffStart = Multiply(ToMass(offTail), onAfterOnStart, n);

    Series residual(n);
    Series residualTail(n, 1);
    for (std::size_t k = 1; k < n; ++k)
    {
        residual[k] = onTail[k - 1] / onMean;
        residualTail[k] = residualTail[k - 1] - residual[k];
    }
    Series covariance = Multiply(residual, onAfterOffStart, n);
    const double duty = onMean / (onMean + offMean);
    for (std::size_t k = 0; k < n; ++k)
    {
        covariance[k] = duty * (residualTail[k] + covariance[k] - duty);
    }
    return covariance;
}

std::vector<double>
RequestAutocovariance(const std::vector<double>& onTail,
                      const std::vector<double>& requestTail,
                      const std::vector<double>& offTail,
                      double cycle,
                      std::size_t first,
                      std::size_t spacing)
{
    const std::size_t n = onTail.size();
    Series ages(n);
    for (std::size_t k = first; k < n; k += spacing)
    {
        ages[k] = onTail[k];
    }
    const Series requestAfterOnStart = Multiply(GetRenewals(onTail, offTail), ages, n);
    const Series requestAfterOffStart = Multiply(ToMass(offTail), requestAfterOnStart, n);

    Series covariance = Multiply(ToMass(requestTail), requestAfterOffStart, n);
    const double rate = requestTail[0] / cycle;
    for (std::size_t k = 0; k < n; ++k)
    {
        const double sameOn = k % spacing == 0 ? requestTail[k] : 0;
        covariance[k] = (sameOn + covariance[k]) / cycle - rate * rate;
    }
    return covariance;
}

} // namespace ns3::traffic
