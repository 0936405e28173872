/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_FORECASTER_H
#define IEPM_FORECASTER_H

#include "ns3/object.h"

#include <limits>
#include <string>

namespace ns3
{

/**
 * @ingroup iepm
 * @brief The time of a measurement, and the latest results of light probes.
 */
struct ForecastMoment
{
    static constexpr double UNKNOWN = std::numeric_limits<double>::quiet_NaN(); //!< no number

    double time{0};      //!< s since a midnight
    double rtt{UNKNOWN}; //!< round-trip time in s; NaN: nobody pinged
    std::string route;   //!< what names the route; empty: nobody traced it
};

/**
 * @ingroup iepm
 * @brief Forecasts a series of positive numbers, one value after the other.
 *
 * It observes values in order of time, without failures, and forecasts the next value. The same
 * laws are in Python, in burstlab.monitoring, and a test compares the two.
 */
class Forecaster : public Object
{
  public:
    static constexpr double DAY = 86'400; //!< s

    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param moment not before that of the last value @param value finite and above 0 */
    virtual void Observe(const ForecastMoment& moment, double value) = 0;
    /** @param moment not before that of the last value @return the forecast; NaN: nothing is known
     * yet */
    virtual double Forecast(const ForecastMoment& moment) = 0;
};

} // namespace ns3

#endif // IEPM_FORECASTER_H
