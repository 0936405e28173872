/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_EPRCA94_SOURCE_RULES_H
#define ATM_ABR_EPRCA94_SOURCE_RULES_H

#include "atm-abr-source-rules.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The source of the first EPRCA (L. Roberts, ATM Forum 94-0974), whose rate falls with every
 * cell.
 *
 *     forward RM cell:                   ADR = ACR / RDF, RDF of the drafts: Nrm / RDF of TM 4.0
 *     any cell in rate:                  ACR = max(MCR, ACR - ADR)
 *     backward RM cell, CI = 0, NI = 0:  ACR = ACR + Nrm ADR + Nrm AIR, Nrm AIR = RIF PCR
 *     any backward RM cell then:         ACR = min(ACR, ER), between MCR and PCR
 *
 * It has no rule for missing answers: without them the rate falls anyway. All of it is recalled
 * (digest 2.2).
 */
class AbrEprca94SourceRules : public AbrSourceRules
{
  public:
    using AbrSourceRules::AbrSourceRules;

  private:
    double DoSendForward(double rate) override;
    double DoReceiveBackward(double rate, bool decrease, bool increase) override;

    double m_perCell{0}; //!< ADR
};

} // namespace ns3

#endif // ATM_ABR_EPRCA94_SOURCE_RULES_H
