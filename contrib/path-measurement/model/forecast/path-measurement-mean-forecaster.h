/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_MEAN_FORECASTER_H
#define PATH_MEASUREMENT_MEAN_FORECASTER_H

#include "path-measurement-forecaster.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief The mean of all values.
 */
class MeanForecaster : public Forecaster
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    void Observe(const ForecastMoment& moment, double value) override;
    double Forecast(const ForecastMoment& moment) override;

  private:
    double m_sum{0};     //!< of values
    uint64_t m_count{0}; //!< of values
};

} // namespace ns3

#endif // PATH_MEASUREMENT_MEAN_FORECASTER_H
