/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_FORECASTER_H
#define IEPM_FORECASTER_H

#include "ns3/object.h"

#include <cstdint>
#include <deque>
#include <limits>
#include <string>

namespace ns3::iepm
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

} // namespace ns3::iepm

namespace ns3
{

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

    /**
     * @param moment not before that of the last value
     * @param value finite and above 0
     */
    virtual void Observe(const iepm::ForecastMoment& moment, double value) = 0;
    /**
     * @param moment not before that of the last value
     * @return the forecast; NaN: nothing is known yet
     */
    virtual double Forecast(const iepm::ForecastMoment& moment) = 0;
};

/**
 * @ingroup iepm
 * @brief The mean of the last values, of 5 in IEPM-BW (slide 23); with Length=1 the value before.
 */
class MovingAverageForecaster : public Forecaster
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    void Observe(const iepm::ForecastMoment& moment, double value) override;
    double Forecast(const iepm::ForecastMoment& moment) override;

  private:
    uint32_t m_length;           //!< attribute Length
    std::deque<double> m_values; //!< the last ones
};

/**
 * @ingroup iepm
 * @brief Exponential smoothing: Gain times the new value and the rest of the old mean.
 */
class EwmaForecaster : public Forecaster
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    void Observe(const iepm::ForecastMoment& moment, double value) override;
    double Forecast(const iepm::ForecastMoment& moment) override;

  private:
    double m_gain;                                //!< attribute Gain
    double m_mean{iepm::ForecastMoment::UNKNOWN}; //!< of values
};

} // namespace ns3

#endif // IEPM_FORECASTER_H
