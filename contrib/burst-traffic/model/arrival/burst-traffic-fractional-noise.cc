/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-fractional-noise.h"

#include "burst-traffic-fourier.h"

#include <algorithm>
#include <cmath>

namespace ns3::traffic
{

FractionalNoise::FractionalNoise(std::size_t n, double hurst)
    : m_n(n)
{
    std::size_t half = 1;
    while (half < n)
    {
        half *= 2;
    }
    std::vector<std::complex<double>> row(2 * half);
    for (std::size_t lag = 0; lag <= half; ++lag)
    {
        const double covariance = GetAutocovariance(hurst, lag);
        row[lag] = covariance;
        row[(2 * half - lag) % (2 * half)] = covariance;
    }
    FourierTransform(row);
    m_eigenvalues.resize(row.size());
    std::transform(row.begin(), row.end(), m_eigenvalues.begin(), [](const auto& eigenvalue) {
        return std::max(eigenvalue.real(), 0.0); // 0 may be -1e-16 by rounding
    });
}

std::vector<double>
FractionalNoise::Draw(StreamRandom& random) const
{
    const std::size_t size = m_eigenvalues.size();
    std::vector<std::complex<double>> values(size);
    for (std::size_t k = 0; k <= size / 2; ++k)
    {
        // Box and Muller: a complex Gaussian number whose parts have the variance lambda / size.
        const double square = -2 * std::log(random.Uniform()) * m_eigenvalues[k] / size;
        const auto value = std::polar(std::sqrt(square), 2 * M_PI * random.Uniform());
        if (k == 0 || k == size / 2)
        {
            values[k] = value.real();
        }
        else
        {
            values[k] = value * M_SQRT1_2;
            values[size - k] = std::conj(values[k]);
        }
    }
    FourierTransform(values);
    std::vector<double> noise(m_n);
    std::transform(values.begin(), values.begin() + m_n, noise.begin(), [](const auto& value) {
        return value.real();
    });
    return noise;
}

const std::vector<double>&
FractionalNoise::GetEigenvalues() const
{
    return m_eigenvalues;
}

double
FractionalNoise::GetAutocovariance(double hurst, std::size_t lag)
{
    const double power = 2 * hurst;
    if (lag < 2)
    {
        return lag == 0 ? 1 : std::exp2(power - 1) - 1;
    }
    // lag^2H times the even terms of the binomial series of (1 + 1 / lag)^2H, all of one sign.
    const double square = std::pow(static_cast<double>(lag), -2);
    double term = power * (power - 1) / 2 * square;
    double sum = 0;
    for (double j = 2; std::abs(term) > 1e-17 * std::abs(sum); j += 2)
    {
        sum += term;
        term *= (power - j) * (power - j - 1) / ((j + 1) * (j + 2)) * square;
    }
    return std::pow(static_cast<double>(lag), power) * sum;
}

} // namespace ns3::traffic
