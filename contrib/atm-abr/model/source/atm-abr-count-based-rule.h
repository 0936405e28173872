/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_COUNT_BASED_RULE_H
#define ATM_ABR_COUNT_BASED_RULE_H

#include "atm-abr-use-it-or-lose-it-rule.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The count-based proposal of use it or lose it (S. Kalyanaraman, thesis, 7.1.8).
 *
 *     before a forward RM cell:
 *         SR = Nrm / T, ok = (ACR <= SR + slack)
 *         if it was not raised: if ACR > ICR + SR: ACR = max(ACR (1 - TDF), ICR + SR)
 *         it was not raised
 *     at an increase: allowed if ok, and then it was raised if ACR < ER
 *
 * The part at an increase, and the slack, are those of the thesis. The part before a forward RM
 * cell is reconstructed: a part of the rate for each cell, whatever T is, with the idle rate ICR
 * beyond the rate SR of the source.
 */
class AbrCountBasedRule : public AbrUseItOrLoseItRule
{
  public:
    /**
     * @param tdf TDF, part of ACR, 0 to 1
     * @param slack what ACR may be above SR, part of SR, finite, not negative
     * @throw std::invalid_argument one of them is not allowed
     */
    AbrCountBasedRule(double tdf, double slack);

    double Forward(double acr, AtmTime idle, const AbrSourceParameters& p) override;
    bool AllowIncrease(double acr, double er) override;

  private:
    double m_tdf;         //!< TDF
    double m_slack;       //!< part of SR
    bool m_used{true};    //!< whether the source uses its rate
    bool m_raised{false}; //!< whether the rate was raised since the last forward RM cell
};

} // namespace ns3

#endif // ATM_ABR_COUNT_BASED_RULE_H
