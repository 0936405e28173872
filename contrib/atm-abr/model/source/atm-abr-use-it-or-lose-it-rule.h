/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_USE_IT_OR_LOSE_IT_RULE_H
#define ATM_ABR_USE_IT_OR_LOSE_IT_RULE_H

#include "atm-abr-source-parameters.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief What it costs a source not to use its rate: rule 5 of the source (TM 4.0, 5.10.4).
 *
 * A source has a rule of its own, or none. It asks before it sends a forward RM cell in rate, but
 * for its first one, and before it follows a backward RM cell that allows it to increase.
 */
class AbrUseItOrLoseItRule
{
  public:
    virtual ~AbrUseItOrLoseItRule() = default;

    /**
     * @param acr allowed cell rate ACR, cells per second
     * @param idle time T since the last forward RM cell in rate, ps, above 0
     * @param p numbers of the source
     * @return the rate from now on, cells per second; the source takes no higher one
     */
    virtual double Forward(double acr, AtmTime idle, const AbrSourceParameters& p) = 0;

    /**
     * @param acr allowed cell rate ACR, cells per second
     * @param er explicit rate ER of the backward RM cell, cells per second
     * @return whether the source may increase; by default it may
     */
    virtual bool AllowIncrease(double acr, double er);
};

} // namespace ns3

#endif // ATM_ABR_USE_IT_OR_LOSE_IT_RULE_H
