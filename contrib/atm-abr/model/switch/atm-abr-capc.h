/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_CAPC_H
#define ATM_ABR_CAPC_H

#include "atm-abr-capc-law.h"
#include "atm-abr-interval-algorithm.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief CAPC2: the rate of CapcLaw for all VCs, and CI while the queue is long.
 */
class CapcAlgorithm : public AbrIntervalAlgorithm
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoStart() override;
    void DoBackwardRm(AtmTime now,
                      uint32_t vc,
                      double ccr,
                      int64_t queue,
                      AbrFeedback& feedback) override;
    void DoEndInterval(AtmTime length, const AbrIntervalCount& count) override;

    double m_utilization;         //!< attribute TargetUtilization
    double m_rise;                //!< attribute Rise
    double m_fall;                //!< attribute Fall
    double m_maxRise;             //!< attribute MaxRise
    double m_maxFall;             //!< attribute MaxFall
    uint32_t m_threshold;         //!< attribute Threshold
    double m_initialShare;        //!< attribute InitialShare
    std::optional<CapcLaw> m_law; //!< from the start on
};

} // namespace ns3

#endif // ATM_ABR_CAPC_H
