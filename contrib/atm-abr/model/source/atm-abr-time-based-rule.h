/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_TIME_BASED_RULE_H
#define ATM_ABR_TIME_BASED_RULE_H

#include "atm-abr-use-it-or-lose-it-rule.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The time-based proposal of use it or lose it (S. Kalyanaraman, thesis, 7.1.9).
 *
 *     SR = Nrm / T, ACRmax = max(ICR, TOF SR)
 *     if ACR > ACRmax: ACR = max(ACR (1 - T / Tc), ACRmax)
 *     Tc = max(ADDF FRTT, TBE / PCR)
 *
 * The proposal gives ICR + SR as another ACRmax, and ADDF = 2. That no increase is skipped is
 * assumed.
 */
class AbrTimeBasedRule : public AbrUseItOrLoseItRule
{
  public:
    /**
     * @param tof TOF, finite, above 0
     * @param addf ADDF, finite, not negative
     * @param frtt round-trip time FRTT, ps, not negative
     * @param tbe transient buffer exposure TBE, cells, at least 1
     * @throw std::invalid_argument one of them is not allowed
     */
    AbrTimeBasedRule(double tof, double addf, AtmTime frtt, uint32_t tbe);

    double Forward(double acr, AtmTime idle, const AbrSourceParameters& p) override;

  private:
    double m_tof;   //!< TOF
    double m_delay; //!< ADDF FRTT, seconds
    uint32_t m_tbe; //!< TBE
};

} // namespace ns3

#endif // ATM_ABR_TIME_BASED_RULE_H
