/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-diurnal-forecaster.h"

#include "iepm-forecaster.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <boost/math/statistics/univariate_statistics.hpp>
#include <cmath>

namespace ns3::iepm
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
        std::vector<double> values(ratios.begin(), ratios.end());
        sum += boost::math::statistics::median(values);
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

} // namespace ns3::iepm

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DiurnalForecaster");

NS_OBJECT_ENSURE_REGISTERED(DiurnalForecaster);

TypeId
DiurnalForecaster::GetTypeId()
{
    using Self = DiurnalForecaster;
    const auto untilUse =
        burst::MakeAccessorsUntil(&DiurnalForecaster::HasBegun, "the first value or forecast");
    static TypeId tid =
        TypeId("ns3::DiurnalForecaster")
            .SetParent<Forecaster>()
            .SetGroupName("Iepm")
            .AddConstructor<Self>()
            .AddAttribute("Inner",
                          "Forecaster of what is left.",
                          burst::ObjectTextValue(
                              burst::ObjectText(MovingAverageForecaster::GetTypeId().GetName(),
                                                Forecaster::GetTypeId())),
                          untilUse(burst::MakeObjectTextAccessor(&Self::m_text)),
                          burst::MakeObjectTextChecker<Forecaster>())
            .AddAttribute("Slots",
                          "Into how many slots a day is cut, at least 1.",
                          UintegerValue(16),
                          untilUse(MakeUintegerAccessor(&Self::m_slots)),
                          MakeUintegerChecker<uint32_t>(1, 86'400))
            .AddAttribute("Days",
                          "Of how many days the median is taken, at least 2.",
                          UintegerValue(14),
                          untilUse(MakeUintegerAccessor(&Self::m_days)),
                          MakeUintegerChecker<uint32_t>(2))
            .AddAttribute("WeekStart",
                          "How long ago Monday 0 o'clock was at time 0, 0 to 7 days: the "
                          "time of day is learned apart of Saturdays and Sundays.",
                          TimeValue(Time(0)),
                          untilUse(MakeTimeAccessor(&Self::m_weekStart)),
                          MakeTimeChecker(Time(0), Days(7)));
    return tid;
}

bool
DiurnalForecaster::HasBegun() const
{
    return m_clock.has_value();
}

void
DiurnalForecaster::Observe(const iepm::ForecastMoment& moment, double value)
{
    Begin();
    m_inner->Observe(moment, value / m_clock->GetFactor(moment.time));
    m_clock->Observe(moment.time, value);
}

double
DiurnalForecaster::Forecast(const iepm::ForecastMoment& moment)
{
    Begin();
    return m_inner->Forecast(moment) * m_clock->GetFactor(moment.time);
}

void
DiurnalForecaster::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_inner = nullptr;
    Forecaster::DoDispose();
}

void
DiurnalForecaster::Begin()
{
    NS_LOG_FUNCTION(this);
    if (!m_inner)
    {
        m_inner = m_text.Create<Forecaster>();
        m_clock.emplace(m_slots, m_days, m_weekStart.GetSeconds());
    }
}

} // namespace ns3
