/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-diurnal-forecaster.h"

#include "path-measurement-moving-average-forecaster.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DiurnalForecaster);

TypeId
DiurnalForecaster::GetTypeId()
{
    using Self = DiurnalForecaster;
    static TypeId tid = TypeId("ns3::DiurnalForecaster")
                            .SetParent<Forecaster>()
                            .SetGroupName("PathMeasurement")
                            .AddConstructor<Self>()
                            .AddAttribute("Inner",
                                          "Forecaster of what is left.",
                                          burst::ObjectTextValue(burst::ObjectText(
                                              MovingAverageForecaster::GetTypeId().GetName(),
                                              Forecaster::GetTypeId())),
                                          burst::MakeObjectTextAccessor(&Self::m_text),
                                          burst::MakeObjectTextChecker<Forecaster>())
                            .AddAttribute("Slots",
                                          "Into how many slots a day is cut, at least 1.",
                                          UintegerValue(16),
                                          MakeUintegerAccessor(&Self::m_slots),
                                          MakeUintegerChecker<uint32_t>(1, 86'400))
                            .AddAttribute("Days",
                                          "Of how many days the median is taken, at least 2.",
                                          UintegerValue(14),
                                          MakeUintegerAccessor(&Self::m_days),
                                          MakeUintegerChecker<uint32_t>(2));
    return tid;
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
        m_clock.emplace(m_slots, m_days);
    }
}

} // namespace ns3
