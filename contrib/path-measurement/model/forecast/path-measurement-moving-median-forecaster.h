/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_MOVING_MEDIAN_FORECASTER_H
#define PATH_MEASUREMENT_MOVING_MEDIAN_FORECASTER_H

#include "path-measurement-window-forecaster.h"

namespace ns3
{

/**
 * @ingroup path-measurement
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

#endif // PATH_MEASUREMENT_MOVING_MEDIAN_FORECASTER_H
