/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_APRC_H
#define ATM_ABR_APRC_H

#include "atm-abr-eprca-family.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Adaptive proportional rate control (APRC): congested is a queue that has grown.
 *
 * The queue is sampled at each K-th arriving ABR cell; the port is congested until the next sample
 * if the queue has grown since the last one. A threshold favours sources that started early, growth
 * does not (S. Kalyanaraman's thesis, 1997, 4.5). That all else is as in EPRCA, and K, are assumed.
 */
class AprcAlgorithm : public EprcaFamilyAlgorithm
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoStart() override;
    bool IsCongested(int64_t queue) const override;
    void DoEndInterval(AtmTime length, const AbrIntervalCount& count) override;
    AbrInterval DoGetInterval() const override;

    uint32_t m_cells;    //!< attribute GrowthCells
    int64_t m_queue{0};  //!< cells at the last look
    bool m_grown{false}; //!< whether they were more than at the look before
};

} // namespace ns3

#endif // ATM_ABR_APRC_H
