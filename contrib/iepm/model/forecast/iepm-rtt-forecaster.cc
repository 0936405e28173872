/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-rtt-forecaster.h"

#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

namespace
{

constexpr double LEAST_SPREAD = 1e-6; //!< variance of logarithms: a tenth of a percent
constexpr double STEEPEST = -2;       //!< slope

} // namespace

NS_OBJECT_ENSURE_REGISTERED(RttForecaster);

TypeId
RttForecaster::GetTypeId()
{
    static TypeId tid = TypeId("ns3::RttForecaster")
                            .SetParent<Forecaster>()
                            .SetGroupName("Iepm")
                            .AddConstructor<RttForecaster>()
                            .AddAttribute("Length",
                                          "How many values the line goes through, at least 2.",
                                          UintegerValue(32),
                                          MakeUintegerAccessor(&RttForecaster::m_length),
                                          MakeUintegerChecker<uint32_t>(2));
    return tid;
}

void
RttForecaster::Observe(const ForecastMoment& moment, double value)
{
    m_points.emplace_back(std::log(moment.rtt), std::log(value));
    while (m_points.size() > m_length)
    {
        m_points.pop_front();
    }
}

double
RttForecaster::Forecast(const ForecastMoment& moment)
{
    if (m_points.empty())
    {
        return ForecastMoment::UNKNOWN;
    }
    double all = 0;
    double at = 0;
    double mean = 0;
    double pairs = 0;
    for (const auto& [x, y] : m_points)
    {
        all += y;
        if (!std::isnan(x))
        {
            at += x;
            mean += y;
            ++pairs;
        }
    }
    if (std::isnan(moment.rtt) || pairs < 2)
    {
        return std::exp(all / static_cast<double>(m_points.size()));
    }
    at /= pairs;
    mean /= pairs;
    double spread = 0;
    double together = 0;
    for (const auto& [x, y] : m_points)
    {
        if (!std::isnan(x))
        {
            spread += (x - at) * (x - at);
            together += (x - at) * (y - mean);
        }
    }
    const double slope = spread > pairs * LEAST_SPREAD ? together / spread : 0;
    return std::exp(mean + std::clamp(slope, STEEPEST, 0.0) * (std::log(moment.rtt) - at));
}

} // namespace ns3
