/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-route-forecaster.h"

#include "iepm-moving-average-forecaster.h"

#include "ns3/burst-core-refusal.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RouteForecaster);

TypeId
RouteForecaster::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RouteForecaster")
            .SetParent<Forecaster>()
            .SetGroupName("Iepm")
            .AddConstructor<RouteForecaster>()
            .AddAttribute(
                "Inner",
                "Forecaster of a route.",
                burst::ObjectTextValue(
                    burst::ObjectText(MovingAverageForecaster::GetTypeId().GetName(),
                                      Forecaster::GetTypeId())),
                burst::MakeAccessorUntil(burst::MakeObjectTextAccessor(&RouteForecaster::m_text),
                                         &RouteForecaster::HasValues,
                                         "the first value"),
                burst::MakeObjectTextChecker<Forecaster>());
    return tid;
}

bool
RouteForecaster::HasValues() const
{
    return !m_forecasters.empty();
}

void
RouteForecaster::Observe(const ForecastMoment& moment, double value)
{
    if (!moment.route.empty())
    {
        m_last = moment.route;
    }
    const auto found = m_forecasters.find(m_last);
    const auto forecaster =
        found == m_forecasters.end() ? m_text.Create<Forecaster>() : found->second;
    forecaster->Observe(moment, value); // may refuse what Inner has
    m_forecasters[m_last] = forecaster;
}

double
RouteForecaster::Forecast(const ForecastMoment& moment)
{
    auto found = m_forecasters.find(moment.route.empty() ? m_last : moment.route);
    if (found == m_forecasters.end())
    {
        found = m_forecasters.find(m_last);
    }
    return found == m_forecasters.end() ? ForecastMoment::UNKNOWN : found->second->Forecast(moment);
}

void
RouteForecaster::DoDispose()
{
    m_forecasters.clear();
    Forecaster::DoDispose();
}

} // namespace ns3
