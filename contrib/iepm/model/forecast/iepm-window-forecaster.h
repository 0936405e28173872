/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_WINDOW_FORECASTER_H
#define IEPM_WINDOW_FORECASTER_H

#include "iepm-forecaster.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup iepm
 * @brief The base of forecasters by a function of the last values.
 */
class WindowForecaster : public Forecaster
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    void Observe(const ForecastMoment& moment, double value) override;
    double Forecast(const ForecastMoment& moment) override;

  protected:
    uint32_t GetLength() const; //!< @return attribute Length

  private:
    /** @param values the last ones, at least 1 @return the forecast */
    virtual double Compute(const std::deque<double>& values) const = 0;

    uint32_t m_length;           //!< attribute Length
    std::deque<double> m_values; //!< the last ones
};

} // namespace ns3

#endif // IEPM_WINDOW_FORECASTER_H
