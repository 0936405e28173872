/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_IDEAL_H
#define ATM_ABR_IDEAL_H

#include "atm-abr-switch-algorithm.h"

#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Signals given rates of VCs, such as those of AtmMaxMin: the ideal allocation.
 */
class IdealAlgorithm : public AbrSwitchAlgorithm
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * It holds from the next backward RM cells on; before the first call ER is left as it is.
     * @param rates by VC, cells per second, one for each VC through the port
     * @throw std::invalid_argument a rate is negative, or there are more or fewer of them than VCs
     */
    void SetRates(const std::vector<double>& rates);

  private:
    void DoBackwardRm(AtmTime now,
                      uint32_t vc,
                      double ccr,
                      int64_t queue,
                      AbrFeedback& feedback) override;

    std::vector<double> m_rates; //!< by VC, cells per second
};

} // namespace ns3

#endif // ATM_ABR_IDEAL_H
