/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-window-forecaster.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(WindowForecaster);

TypeId
WindowForecaster::GetTypeId()
{
    static TypeId tid = TypeId("ns3::WindowForecaster")
                            .SetParent<Forecaster>()
                            .SetGroupName("Iepm")
                            .AddAttribute("Length",
                                          "How many values count, at least 1.",
                                          UintegerValue(5),
                                          MakeUintegerAccessor(&WindowForecaster::m_length),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
WindowForecaster::Observe(const ForecastMoment&, double value)
{
    m_values.push_back(value);
    while (m_values.size() > m_length)
    {
        m_values.pop_front();
    }
}

uint32_t
WindowForecaster::GetLength() const
{
    return m_length;
}

double
WindowForecaster::Forecast(const ForecastMoment&)
{
    return m_values.empty() ? ForecastMoment::UNKNOWN : Compute(m_values);
}

} // namespace ns3
