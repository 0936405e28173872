/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-moving-median-forecaster.h"

#include "iepm-time-of-day.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(MovingMedianForecaster);

TypeId
MovingMedianForecaster::GetTypeId()
{
    static TypeId tid = TypeId("ns3::MovingMedianForecaster")
                            .SetParent<WindowForecaster>()
                            .SetGroupName("Iepm")
                            .AddConstructor<MovingMedianForecaster>();
    return tid;
}

double
MovingMedianForecaster::Compute(const std::deque<double>& values) const
{
    return TimeOfDay::Median({values.begin(), values.end()});
}

} // namespace ns3
