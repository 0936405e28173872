/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-forecast-band.h"

#include "iepm-forecaster.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ns3
{

ForecastBand::ForecastBand(double coverage, uint32_t length)
    : m_tail((1 - coverage) / 2),
      m_length(length)
{
    burst::CheckParameter(coverage > 0 && coverage < 1,
                          "coverage",
                          coverage,
                          "numbers above 0 and below 1");
    burst::CheckParameter(length > 0, "length", length, "1 or more");
}

void
ForecastBand::Observe(double forecast, double value)
{
    m_ratios.push_back(value / forecast);
    if (m_ratios.size() > m_length)
    {
        m_ratios.pop_front();
    }
}

std::pair<double, double>
ForecastBand::GetBounds(double forecast) const
{
    constexpr double ROUNDING = 1e-9; // of the product: 10 * (1 - 0.8) / 2 is less than 1
    const auto count = static_cast<double>(m_ratios.size() + 1);
    const auto rank = static_cast<std::size_t>(std::floor(count * m_tail + ROUNDING));
    if (rank < 1)
    {
        return {ForecastMoment::UNKNOWN, ForecastMoment::UNKNOWN};
    }
    std::vector<double> ratios(m_ratios.begin(), m_ratios.end());
    std::sort(ratios.begin(), ratios.end());
    return {forecast * ratios[rank - 1], forecast * ratios[ratios.size() - rank]};
}

} // namespace ns3
