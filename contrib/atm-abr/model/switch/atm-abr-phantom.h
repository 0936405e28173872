/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_PHANTOM_H
#define ATM_ABR_PHANTOM_H

#include "atm-abr-interval-algorithm.h"
#include "atm-abr-phantom-law.h"

#include <optional>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Phantom, the law of PhantomLaw; the share is the rate of a VC, u MACR.
 */
class PhantomAlgorithm : public AbrIntervalAlgorithm
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

    double m_factor;                 //!< attribute Factor
    double m_rise;                   //!< attribute Rise
    double m_fall;                   //!< attribute Fall
    double m_deviationGain;          //!< attribute DeviationGain
    double m_initialShare;           //!< attribute InitialShare
    std::optional<PhantomLaw> m_law; //!< from the start on
};

} // namespace ns3

#endif // ATM_ABR_PHANTOM_H
