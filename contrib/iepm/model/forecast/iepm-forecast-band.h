/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_FORECAST_BAND_H
#define IEPM_FORECAST_BAND_H

#include <cstdint>
#include <deque>
#include <utility>

namespace ns3
{

/**
 * @ingroup iepm
 * @brief Bounds of a forecast from how far off the last ones were, whatever their distribution.
 *
 * Observed over forecast is taken of the last ones; the bounds are the forecast times those of them
 * that have equal ranks from below and above (split conformal prediction: Vovk, Gammerman and
 * Shafer, 2005, ch. 2). If errors are exchangeable, at least the part coverage of values lies
 * within.
 */
class ForecastBand
{
  public:
    /** @param coverage above 0 and below 1 @param length ratios that are kept, at least 1;
     * std::invalid_argument */
    explicit ForecastBand(double coverage = 0.8, uint32_t length = 80);

    void Observe(double forecast, double value); //!< @param forecast above 0 @param value that came
    /** @param forecast above 0 @return its bounds; NaN: there are too few ratios */
    std::pair<double, double> GetBounds(double forecast) const;

  private:
    double m_tail;               //!< part of values on either side
    uint32_t m_length;           //!< ratios that are kept
    std::deque<double> m_ratios; //!< the last ones
};

} // namespace ns3

#endif // IEPM_FORECAST_BAND_H
