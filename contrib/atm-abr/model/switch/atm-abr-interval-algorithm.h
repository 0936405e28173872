/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_INTERVAL_ALGORITHM_H
#define ATM_ABR_INTERVAL_ALGORITHM_H

#include "atm-abr-switch-algorithm.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief A switch algorithm that measures, in intervals of a time, of a number of cells, or of what
 * is first.
 */
class AbrIntervalAlgorithm : public AbrSwitchAlgorithm
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  protected:
    /**
     * A subclass that overrides it calls this one first.
     * @throw std::invalid_argument there is no end of an interval
     */
    void DoStart() override;

  private:
    AbrInterval DoGetInterval() const override;

    Time m_time;      //!< attribute Interval
    uint32_t m_cells; //!< attribute IntervalCells
};

} // namespace ns3

#endif // ATM_ABR_INTERVAL_ALGORITHM_H
