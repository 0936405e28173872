/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_ADTF_RULE_H
#define ATM_ABR_ADTF_RULE_H

#include "atm-abr-use-it-or-lose-it-rule.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Use it or lose it as in TM 4.0, source behavior 5: if T > ADTF and ACR > ICR, then ACR =
 * ICR.
 */
class AbrAdtfRule : public AbrUseItOrLoseItRule
{
  public:
    /** @param adtf ACR decrease time factor, ps, above 0 @throw std::invalid_argument it is not */
    explicit AbrAdtfRule(AtmTime adtf);

    double Forward(double acr, AtmTime idle, const AbrSourceParameters& p) override;

  private:
    AtmTime m_adtf; //!< ADTF
};

} // namespace ns3

#endif // ATM_ABR_ADTF_RULE_H
