/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-time-of-day.h"

#include "iepm-forecaster.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

TimeOfDay::TimeOfDay(uint32_t slots, uint32_t days, double weekStart)
    : m_slots(slots),
      m_days(days),
      m_weekStart(weekStart),
      m_ratios{Ratios(slots), Ratios(slots)},
      m_begin(ForecastMoment::UNKNOWN)
{
}

double
TimeOfDay::GetFactor(double time) const
{
    const uint32_t at = GetIndex(time);
    const std::array<uint32_t, 4> near{(at + m_slots - 1) % m_slots, at, at, (at + 1) % m_slots};
    const auto& days = m_ratios[IsWeekend(time)];
    double sum = 0;
    for (const uint32_t slot : near)
    {
        const auto& ratios = days[slot];
        if (ratios.size() < 2)
        {
            return 1;
        }
        sum += Median({ratios.begin(), ratios.end()});
    }
    return sum / near.size();
}

void
TimeOfDay::Observe(double time, double value)
{
    if (std::isnan(m_begin))
    {
        m_begin = time;
    }
    while (!m_day.empty() && m_day.front().first <= time - Forecaster::DAY)
    {
        m_day.pop_front();
    }
    m_day.emplace_back(time, value);
    if (time < m_begin + Forecaster::DAY * (1 - 1.0 / m_slots) || 2 * m_day.size() <= m_slots)
    {
        return;
    }
    double sum = 0;
    for (const auto& [then, known] : m_day)
    {
        sum += known;
    }
    auto& ratios = m_ratios[IsWeekend(time)][GetIndex(time)];
    ratios.push_back(value / (sum / static_cast<double>(m_day.size())));
    if (ratios.size() > m_days)
    {
        ratios.pop_front();
    }
}

int64_t
TimeOfDay::GetSlot(double time, uint32_t slots)
{
    return static_cast<int64_t>(std::floor(time * slots / Forecaster::DAY));
}

double
TimeOfDay::Median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

uint32_t
TimeOfDay::GetIndex(double time) const
{
    const int64_t slots = m_slots;
    return static_cast<uint32_t>((GetSlot(time, m_slots) % slots + slots) % slots);
}

bool
TimeOfDay::IsWeekend(double time) const
{
    constexpr int64_t WEEK = 7;
    const int64_t day = GetSlot(time + m_weekStart, 1);
    return (day % WEEK + WEEK) % WEEK >= 5;
}

} // namespace ns3
