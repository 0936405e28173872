/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_EWMA_FORECASTER_H
#define IEPM_EWMA_FORECASTER_H

#include "iepm-forecaster.h"

namespace ns3
{

/**
 * @ingroup iepm
 * @brief Exponential smoothing: Gain times the new value and the rest of the old mean.
 */
class EwmaForecaster : public Forecaster
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    void Observe(const ForecastMoment& moment, double value) override;
    double Forecast(const ForecastMoment& moment) override;

  private:
    double m_gain;                          //!< attribute Gain
    double m_mean{ForecastMoment::UNKNOWN}; //!< of values
};

} // namespace ns3

#endif // IEPM_EWMA_FORECASTER_H
