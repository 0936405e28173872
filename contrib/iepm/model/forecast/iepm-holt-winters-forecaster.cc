/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-holt-winters-forecaster.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

constexpr double LEAST_LEVEL = 1e-3; //!< part of the level that a falling trend leaves of it

} // namespace

NS_OBJECT_ENSURE_REGISTERED(HoltWintersForecaster);

TypeId
HoltWintersForecaster::GetTypeId()
{
    using Self = HoltWintersForecaster;
    const auto untilValue =
        burst::MakeAccessorsUntil(&HoltWintersForecaster::HasValues, "the first value");
    static TypeId tid = TypeId("ns3::HoltWintersForecaster")
                            .SetParent<Forecaster>()
                            .SetGroupName("Iepm")
                            .AddConstructor<Self>()
                            .AddAttribute("Level",
                                          "Gain of the level, 0 to 1.",
                                          DoubleValue(0.2),
                                          MakeDoubleAccessor(&Self::m_levelGain),
                                          MakeDoubleChecker<double>(0, 1))
                            .AddAttribute("Trend",
                                          "Gain of the trend, 0 to 1; 0: there is none.",
                                          DoubleValue(0),
                                          untilValue(MakeDoubleAccessor(&Self::m_trendGain)),
                                          MakeDoubleChecker<double>(0, 1))
                            .AddAttribute("Season",
                                          "Gain of the season, 0 to 1.",
                                          DoubleValue(0.2),
                                          MakeDoubleAccessor(&Self::m_seasonGain),
                                          MakeDoubleChecker<double>(0, 1))
                            .AddAttribute("Slots",
                                          "Into how many slots a season is cut, at least 2.",
                                          UintegerValue(16),
                                          untilValue(MakeUintegerAccessor(&Self::m_slots)),
                                          MakeUintegerChecker<uint32_t>(2, 1'000'000))
                            .AddAttribute("SeasonLength",
                                          "How long a season is.",
                                          TimeValue(Days(1)),
                                          untilValue(MakeTimeAccessor(&Self::m_length)),
                                          MakeTimeChecker(NanoSeconds(1)));
    return tid;
}

bool
HoltWintersForecaster::HasValues() const
{
    return !m_first.empty();
}

void
HoltWintersForecaster::Observe(const ForecastMoment& moment, double value)
{
    const int64_t now = GetSlot(moment.time);
    if (!HasStarted(now))
    {
        m_first.emplace(now, value);
        return;
    }
    if (now <= m_now)
    {
        return;
    }
    auto& season = m_season[GetPlace(now)];
    const double before = m_level + static_cast<double>(now - m_now - 1) * m_trend;
    const double expected = std::max(before + m_trend, LEAST_LEVEL * m_level);
    m_level = m_levelGain * value / season + (1 - m_levelGain) * expected;
    m_trend = m_trendGain * (m_level - before) + (1 - m_trendGain) * m_trend;
    season = m_seasonGain * value / m_level + (1 - m_seasonGain) * season;
    m_now = now;
}

double
HoltWintersForecaster::Forecast(const ForecastMoment& moment)
{
    const int64_t now = GetSlot(moment.time);
    if (m_season.empty())
    {
        return ForecastFromFirst(now);
    }
    const double level = m_level + static_cast<double>(std::max<int64_t>(0, now - m_now)) * m_trend;
    return std::max(level, LEAST_LEVEL * m_level) * m_season[GetPlace(now)];
}

double
HoltWintersForecaster::ForecastFromFirst(int64_t slot) const
{
    if (m_first.empty())
    {
        return ForecastMoment::UNKNOWN;
    }
    double sum = 0;
    for (const auto& [then, value] : m_first)
    {
        sum += value;
        if (slot >= m_first.begin()->first + m_slots && GetPlace(then) == GetPlace(slot))
        {
            return value;
        }
    }
    return sum / static_cast<double>(m_first.size());
}

int64_t
HoltWintersForecaster::GetSlot(double time) const
{
    return static_cast<int64_t>(std::floor(time * m_slots / m_length.GetSeconds()));
}

std::size_t
HoltWintersForecaster::GetPlace(int64_t slot) const
{
    const int64_t slots = m_slots;
    return static_cast<std::size_t>((slot % slots + slots) % slots);
}

bool
HoltWintersForecaster::HasStarted(int64_t slot)
{
    if (!m_season.empty() || m_first.empty() || slot < m_first.begin()->first + m_slots)
    {
        return !m_season.empty();
    }
    for (const auto& [then, value] : m_first)
    {
        m_level += value / m_first.size();
    }
    m_season.assign(m_slots, 1.0);
    for (const auto& [then, value] : m_first)
    {
        m_season[GetPlace(then)] = value / m_level;
    }
    m_now = m_first.begin()->first + m_slots - 1;
    return true;
}

} // namespace ns3
