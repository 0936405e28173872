/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_ROUTE_FORECASTER_H
#define IEPM_ROUTE_FORECASTER_H

#include "iepm-forecaster.h"

#include "ns3/burst-core-object-text-value.h"
#include "ns3/ptr.h"

#include <map>
#include <string>

namespace ns3
{

/**
 * @ingroup iepm
 * @brief A separate forecaster for each route of a path, kept when the route changes.
 *
 * A new route has the forecast of the previous route until it has a value.
 */
class RouteForecaster : public Forecaster
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    void Observe(const ForecastMoment& moment, double value) override;
    double Forecast(const ForecastMoment& moment) override;

  private:
    bool HasValues() const; //!< @return whether a value was observed
    void DoDispose() override;

    burst::ObjectText m_text;                             //!< attribute Inner
    std::map<std::string, Ptr<Forecaster>> m_forecasters; //!< by route
    std::string m_last;                                   //!< route of the last value
};

} // namespace ns3

#endif // IEPM_ROUTE_FORECASTER_H
