/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_MEAN_FORECASTER_H
#define IEPM_MEAN_FORECASTER_H

#include "iepm-forecaster.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup iepm
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

#endif // IEPM_MEAN_FORECASTER_H
