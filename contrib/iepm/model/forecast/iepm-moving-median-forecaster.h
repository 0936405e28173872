/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_MOVING_MEDIAN_FORECASTER_H
#define IEPM_MOVING_MEDIAN_FORECASTER_H

#include "iepm-window-forecaster.h"

namespace ns3
{

/**
 * @ingroup iepm
 * @brief The median of the last values.
 */
class MovingMedianForecaster : public WindowForecaster
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    double Compute(const std::deque<double>& values) const override;
};

} // namespace ns3

#endif // IEPM_MOVING_MEDIAN_FORECASTER_H
