/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_USE_IT_OR_LOSE_IT_TIME_OUT_H
#define ATM_ABR_USE_IT_OR_LOSE_IT_TIME_OUT_H

#include "atm-abr-use-it-or-lose-it.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The rule of August 1995, AbrTimeOutRule. The defaults are those of ATM Forum 96-0076.
 */
class AbrUseItOrLoseItTimeOut : public AbrUseItOrLoseIt
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    std::unique_ptr<AbrUseItOrLoseItRule> DoMakeRule() const override;

    double m_timeOutFactor;  //!< attribute TimeOutFactor
    double m_decreaseFactor; //!< attribute DecreaseFactor
};

} // namespace ns3

#endif // ATM_ABR_USE_IT_OR_LOSE_IT_TIME_OUT_H
