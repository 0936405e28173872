/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_TM40_SOURCE_RULES_H
#define ATM_ABR_TM40_SOURCE_RULES_H

#include "atm-abr-source-rules.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The source of TM 4.0 (5.10.4), and of the drafts of 1995.
 *
 *     before a forward RM cell, if CRM were sent since the last answer: ACR = ACR - ACR CDF
 *     backward RM cell, CI = 1:          ACR = ACR - ACR RDF
 *     backward RM cell, CI = 0, NI = 0:  ACR = ACR + RIF PCR
 *     any backward RM cell then:         ACR = min(ACR, ER)
 *
 * ACR stays between MCR and PCR. An answer is a backward RM cell with BN = 0. The drafts have the
 * same law with other words, see AbrSourceParameters, and another rule for rates that are not used,
 * AbrTimeOutRule.
 */
class AbrTm40SourceRules : public AbrSourceRules
{
  public:
    using AbrSourceRules::AbrSourceRules;

  private:
    double DoSendForward(double rate) override;
    double DoReceiveBackward(double rate, bool decrease, bool increase) override;
};

} // namespace ns3

#endif // ATM_ABR_TM40_SOURCE_RULES_H
