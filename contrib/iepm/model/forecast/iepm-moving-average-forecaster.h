/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_MOVING_AVERAGE_FORECASTER_H
#define IEPM_MOVING_AVERAGE_FORECASTER_H

#include "iepm-window-forecaster.h"

namespace ns3
{

/**
 * @ingroup iepm
 * @brief The mean of the last values, of 5 in IEPM-BW (slide 23); with Length=1 the value before.
 */
class MovingAverageForecaster : public WindowForecaster
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    double Compute(const std::deque<double>& values) const override;

    uint32_t m_trim; //!< attribute Trim
};

} // namespace ns3

#endif // IEPM_MOVING_AVERAGE_FORECASTER_H
