/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-fourier.h"

#include <cmath>
#include <utility>

namespace ns3::traffic
{

void
FourierTransform(std::vector<std::complex<double>>& values)
{
    const std::size_t n = values.size();
    for (std::size_t i = 1, j = 0; i < n; ++i)
    {
        std::size_t bit = n >> 1;
        for (; j & bit; bit >>= 1)
        {
            j ^= bit;
        }
        j ^= bit;
        if (i < j)
        {
            std::swap(values[i], values[j]);
        }
    }
    std::vector<std::complex<double>> roots(n / 2);
    for (std::size_t k = 0; k < roots.size(); ++k)
    {
        roots[k] = std::polar(1.0, -2 * M_PI * static_cast<double>(k) / static_cast<double>(n));
    }
    for (std::size_t half = 1; half < n; half *= 2)
    {
        for (std::size_t begin = 0; begin < n; begin += 2 * half)
        {
            for (std::size_t k = 0; k < half; ++k)
            {
                auto& low = values[begin + k];
                auto& high = values[begin + k + half];
                const auto twisted = high * roots[k * (n / (2 * half))];
                high = low - twisted;
                low += twisted;
            }
        }
    }
}

} // namespace ns3::traffic
