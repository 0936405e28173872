/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_RTT_FORECASTER_H
#define IEPM_RTT_FORECASTER_H

#include "iepm-forecaster.h"

#include <cstdint>
#include <deque>
#include <utility>

namespace ns3
{

/**
 * @ingroup iepm
 * @brief Throughput from round trips: a regression of log values on log round trips.
 *
 * Where round trips did not differ, or are not known, it is the geometric mean of the values. The
 * slope is kept between -2 and 0, as longer round trips do not make TCP faster.
 */
class RttForecaster : public Forecaster
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    void Observe(const ForecastMoment& moment, double value) override;
    double Forecast(const ForecastMoment& moment) override;

  private:
    uint32_t m_length;                              //!< attribute Length
    std::deque<std::pair<double, double>> m_points; //!< logarithms of round trips and values
};

} // namespace ns3

#endif // IEPM_RTT_FORECASTER_H
