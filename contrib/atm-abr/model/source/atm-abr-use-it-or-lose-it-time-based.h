/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_USE_IT_OR_LOSE_IT_TIME_BASED_H
#define ATM_ABR_USE_IT_OR_LOSE_IT_TIME_BASED_H

#include "atm-abr-use-it-or-lose-it.h"

#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The time-based proposal, AbrTimeBasedRule.
 */
class AbrUseItOrLoseItTimeBased : public AbrUseItOrLoseIt
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    std::unique_ptr<AbrUseItOrLoseItRule> DoMakeRule() const override;

    double m_timeOutFactor; //!< attribute TimeOutFactor
    double m_delayFactor;   //!< attribute DelayFactor
    Time m_frtt;            //!< attribute Frtt
    uint32_t m_tbe;         //!< attribute Tbe
};

} // namespace ns3

#endif // ATM_ABR_USE_IT_OR_LOSE_IT_TIME_BASED_H
