/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_TIME_OUT_RULE_H
#define ATM_ABR_TIME_OUT_RULE_H

#include "atm-abr-use-it-or-lose-it-rule.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Use it or lose it as in the draft of August 1995.
 *
 *     if T > TOF Nrm / ACR and ACR > ICR:
 *         ACR = max(ICR, ACR - ACR T TDF), and the next increase is skipped
 *
 * TDF = TDFF / RDF times the smallest power of two from PCR on, per second, with the RDF of the
 * draft, Nrm / RDF of TM 4.0 (vocabulary of the ATM Forum). The form of the decrease, and that one
 * increase is skipped, are recalled (digest 2.2).
 */
class AbrTimeOutRule : public AbrUseItOrLoseItRule
{
  public:
    /**
     * @param tof TOF, finite, above 0
     * @param tdff TDFF, finite, not negative
     * @throw std::invalid_argument one of them is not allowed
     */
    AbrTimeOutRule(double tof, double tdff);

    /** @param p numbers of a source @return TDF, 1/s */
    double GetDecreaseFactor(const AbrSourceParameters& p) const;

    double Forward(double acr, AtmTime idle, const AbrSourceParameters& p) override;
    bool AllowIncrease(double acr, double er) override;

  private:
    double m_tof;        //!< TOF
    double m_tdff;       //!< TDFF
    bool m_skips{false}; //!< whether the next increase is skipped
};

} // namespace ns3

#endif // ATM_ABR_TIME_OUT_RULE_H
