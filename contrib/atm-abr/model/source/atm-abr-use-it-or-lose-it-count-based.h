/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_USE_IT_OR_LOSE_IT_COUNT_BASED_H
#define ATM_ABR_USE_IT_OR_LOSE_IT_COUNT_BASED_H

#include "atm-abr-use-it-or-lose-it.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The count-based proposal, AbrCountBasedRule.
 */
class AbrUseItOrLoseItCountBased : public AbrUseItOrLoseIt
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    std::unique_ptr<AbrUseItOrLoseItRule> DoMakeRule() const override;

    double m_decreaseFactor; //!< attribute DecreaseFactor
    double m_slack;          //!< attribute Slack
};

} // namespace ns3

#endif // ATM_ABR_USE_IT_OR_LOSE_IT_COUNT_BASED_H
