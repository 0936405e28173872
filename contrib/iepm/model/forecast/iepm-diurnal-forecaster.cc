/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-diurnal-forecaster.h"

#include "iepm-moving-average-forecaster.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/uinteger.h"

namespace ns3
{

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
DiurnalForecaster::Observe(const ForecastMoment& moment, double value)
{
    Begin();
    m_inner->Observe(moment, value / m_clock->GetFactor(moment.time));
    m_clock->Observe(moment.time, value);
}

double
DiurnalForecaster::Forecast(const ForecastMoment& moment)
{
    Begin();
    return m_inner->Forecast(moment) * m_clock->GetFactor(moment.time);
}

void
DiurnalForecaster::DoDispose()
{
    m_inner = nullptr;
    Forecaster::DoDispose();
}

void
DiurnalForecaster::Begin()
{
    if (!m_inner)
    {
        m_inner = m_text.Create<Forecaster>();
        m_clock.emplace(m_slots, m_days, m_weekStart.GetSeconds());
    }
}

} // namespace ns3
