/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-seasonal-forecaster.h"

#include "iepm-time-of-day.h"

#include "ns3/burst-core-refusal.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SeasonalForecaster);

TypeId
SeasonalForecaster::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SeasonalForecaster")
                            .SetParent<Forecaster>()
                            .SetGroupName("Iepm")
                            .AddConstructor<SeasonalForecaster>()
                            .AddAttribute("Slots",
                                          "Into how many slots a day is cut, at least 1.",
                                          UintegerValue(16),
                                          burst::MakeAccessorUntil(
                                              MakeUintegerAccessor(&SeasonalForecaster::m_slots),
                                              &SeasonalForecaster::HasValues,
                                              "the first value"),
                                          MakeUintegerChecker<uint32_t>(1, 86'400));
    return tid;
}

bool
SeasonalForecaster::HasValues() const
{
    return !m_values.empty();
}

void
SeasonalForecaster::Observe(const ForecastMoment& moment, double value)
{
    m_values[GetPlace(moment)] = value;
    m_last = value;
}

double
SeasonalForecaster::Forecast(const ForecastMoment& moment)
{
    const auto found = m_values.find(GetPlace(moment));
    return found == m_values.end() ? m_last : found->second;
}

int64_t
SeasonalForecaster::GetPlace(const ForecastMoment& moment) const
{
    const int64_t slots = m_slots;
    return (TimeOfDay::GetSlot(moment.time, m_slots) % slots + slots) % slots;
}

} // namespace ns3
