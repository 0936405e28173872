/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-forecaster.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <numeric>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(Forecaster);

NS_OBJECT_ENSURE_REGISTERED(MovingAverageForecaster);

NS_OBJECT_ENSURE_REGISTERED(EwmaForecaster);

TypeId
Forecaster::GetTypeId()
{
    static TypeId tid = TypeId("ns3::Forecaster").SetParent<Object>().SetGroupName("Iepm");
    return tid;
}

TypeId
MovingAverageForecaster::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MovingAverageForecaster")
                            .SetParent<Forecaster>()
                            .SetGroupName("Iepm")
                            .AddConstructor<MovingAverageForecaster>()
                            .AddAttribute("Length",
                                          "How many values count, at least 1.",
                                          UintegerValue(5),
                                          MakeUintegerAccessor(&MovingAverageForecaster::m_length),
                                          MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
MovingAverageForecaster::Observe(const iepm::ForecastMoment&, double value)
{
    m_values.push_back(value);
    while (m_values.size() > m_length)
    {
        m_values.pop_front();
    }
}

double
MovingAverageForecaster::Forecast(const iepm::ForecastMoment&)
{
    return m_values.empty() ? iepm::ForecastMoment::UNKNOWN
                            : std::accumulate(m_values.begin(), m_values.end(), 0.0) /
                                  static_cast<double>(m_values.size());
}

TypeId
EwmaForecaster::GetTypeId()
{
    static TypeId tid = TypeId("ns3::EwmaForecaster")
                            .SetParent<Forecaster>()
                            .SetGroupName("Iepm")
                            .AddConstructor<EwmaForecaster>()
                            .AddAttribute("Gain",
                                          "Part of the new value, 0 to 1; 0.3 in PingER's reports.",
                                          DoubleValue(0.3),
                                          MakeDoubleAccessor(&EwmaForecaster::m_gain),
                                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

void
EwmaForecaster::Observe(const iepm::ForecastMoment&, double value)
{
    m_mean = std::isnan(m_mean) ? value : m_mean + m_gain * (value - m_mean);
}

double
EwmaForecaster::Forecast(const iepm::ForecastMoment&)
{
    return m_mean;
}

} // namespace ns3
