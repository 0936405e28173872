/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "summary.h"

#include "ns3/path-measurement-round-trips.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ns3
{

const std::vector<std::pair<std::string, std::string>> PingerSummary::COLUMNS{
    {"samples", "1"},     {"dark", "1"},       {"quiet", "1"},         {"sent", "1"},
    {"lost", "1"},        {"after", "1"},      {"lost_after", "1"},    {"rtt_min", "s"},
    {"rtt_sum", "s"},     {"rtt_max", "s"},    {"iqrs", "1"},          {"iqr_sum", "s"},
    {"ipdvs", "1"},       {"ipdv_sum", "s"},   {"rate_sum", "1/s"},    {"rate_max", "1/s"},
    {"success_max", "1"}, {"large_lost", "1"}, {"large_rtt_sum", "s"},
};

void
PingerSummary::Add(const Sample& small, const Sample& large)
{
    measurement::RoundTrips trips(small.size());
    uint32_t lost = 0;
    for (uint32_t i = 0; i < small.size(); ++i)
    {
        lost += !small[i];
        if (small[i])
        {
            trips.Add(i, *small[i]);
            m_sum += *small[i];
        }
        if (i && !small[i - 1])
        {
            ++m_after;
            m_lostAfter += !small[i];
        }
    }
    const auto received = small.size() - lost;
    ++m_samples;
    m_sent += small.size();
    m_lost += lost;
    m_dark += received == 0;
    m_quiet += lost == 0;
    m_maxSuccess = std::max(m_maxSuccess, static_cast<double>(received) / small.size());
    if (received)
    {
        const bool first = m_maxRate == 0;
        m_min = first ? *trips.GetMin() : std::min(m_min, *trips.GetMin());
        m_max = first ? *trips.GetMax() : std::max(m_max, *trips.GetMax());
        const double rate = 1 / *trips.GetMean();
        m_rate += rate;
        m_maxRate = std::max(m_maxRate, rate);
    }
    if (const auto iqr = trips.GetIqr())
    {
        ++m_iqrs;
        m_iqr += *iqr;
    }
    if (const auto ipdv = trips.GetIpdvIqr())
    {
        ++m_ipdvs;
        m_ipdv += *ipdv;
    }
    for (const auto& time : large)
    {
        m_largeLost += !time;
        m_largeSum += time.value_or(0);
    }
}

bool
PingerSummary::IsEmpty() const
{
    return m_samples == 0;
}

std::vector<double>
PingerSummary::GetRow() const
{
    const bool silent = m_maxRate == 0;
    const double none = std::numeric_limits<double>::quiet_NaN();
    const auto number = [](uint64_t count) { return static_cast<double>(count); };
    return {number(m_samples),
            number(m_dark),
            number(m_quiet),
            number(m_sent),
            number(m_lost),
            number(m_after),
            number(m_lostAfter),
            silent ? none : m_min,
            m_sum,
            silent ? none : m_max,
            number(m_iqrs),
            m_iqr,
            number(m_ipdvs),
            m_ipdv,
            m_rate,
            m_maxRate,
            m_maxSuccess,
            number(m_largeLost),
            m_largeSum};
}

} // namespace ns3
