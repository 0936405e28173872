/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-mean-forecaster.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MeanForecaster);

TypeId
MeanForecaster::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MeanForecaster")
                            .SetParent<Forecaster>()
                            .SetGroupName("Iepm")
                            .AddConstructor<MeanForecaster>();
    return tid;
}

void
MeanForecaster::Observe(const ForecastMoment&, double value)
{
    m_sum += value;
    ++m_count;
}

double
MeanForecaster::Forecast(const ForecastMoment&)
{
    return m_count ? m_sum / static_cast<double>(m_count) : ForecastMoment::UNKNOWN;
}

} // namespace ns3
