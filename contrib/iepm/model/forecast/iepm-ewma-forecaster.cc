/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-ewma-forecaster.h"

#include "ns3/double.h"

#include <cmath>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(EwmaForecaster);

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
EwmaForecaster::Observe(const ForecastMoment&, double value)
{
    m_mean = std::isnan(m_mean) ? value : m_mean + m_gain * (value - m_mean);
}

double
EwmaForecaster::Forecast(const ForecastMoment&)
{
    return m_mean;
}

} // namespace ns3
