/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-one-way-trend.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ns3
{

namespace
{

/** @param value of a test @param threshold of it @param margin around that @return what it says */
OneWayTrend::Verdict
JudgeTest(double value, double threshold, double margin)
{
    if (value > (1 + margin) * threshold)
    {
        return OneWayTrend::INCREASING;
    }
    return value < (1 - margin) * threshold ? OneWayTrend::FLAT : OneWayTrend::UNCLEAR;
}

} // namespace

OneWayTrend::OneWayTrend(const std::vector<double>& delays)
{
    const auto size = static_cast<std::size_t>(std::sqrt(static_cast<double>(delays.size())));
    for (std::size_t begin = 0; begin < delays.size(); begin += size)
    {
        const std::size_t end = std::min(begin + size, delays.size());
        std::vector<double> group(delays.begin() + begin, delays.begin() + end);
        std::sort(group.begin(), group.end());
        const auto middle = group.size() / 2;
        m_medians.push_back(group.size() % 2 ? group[middle]
                                             : (group[middle - 1] + group[middle]) / 2);
    }
}

double
OneWayTrend::GetPct() const
{
    uint32_t increases = 0;
    for (std::size_t i = 1; i < m_medians.size(); ++i)
    {
        increases += m_medians[i] > m_medians[i - 1];
    }
    return m_medians.size() < 2 ? 0 : increases / static_cast<double>(m_medians.size() - 1);
}

double
OneWayTrend::GetPdt() const
{
    double sum = 0;
    for (std::size_t i = 1; i < m_medians.size(); ++i)
    {
        sum += std::abs(m_medians[i] - m_medians[i - 1]);
    }
    return sum > 0 ? (m_medians.back() - m_medians.front()) / sum : 0;
}

OneWayTrend::Verdict
OneWayTrend::Judge(const Thresholds& thresholds) const
{
    if (m_medians.size() < LEAST_GROUPS)
    {
        return UNCLEAR;
    }
    const auto pct = JudgeTest(GetPct(), thresholds.pct, thresholds.margin);
    const auto pdt = JudgeTest(GetPdt(), thresholds.pdt, thresholds.margin);
    if (pct == UNCLEAR || pct == pdt)
    {
        return pdt;
    }
    return pdt == UNCLEAR ? pct : UNCLEAR;
}

} // namespace ns3
