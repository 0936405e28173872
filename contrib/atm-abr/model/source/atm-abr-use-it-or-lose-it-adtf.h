/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_USE_IT_OR_LOSE_IT_ADTF_H
#define ATM_ABR_USE_IT_OR_LOSE_IT_ADTF_H

#include "atm-abr-use-it-or-lose-it.h"

#include "ns3/nstime.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The rule of TM 4.0, AbrAdtfRule.
 */
class AbrUseItOrLoseItAdtf : public AbrUseItOrLoseIt
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    std::unique_ptr<AbrUseItOrLoseItRule> DoMakeRule() const override;

    Time m_adtf; //!< attribute Adtf
};

} // namespace ns3

#endif // ATM_ABR_USE_IT_OR_LOSE_IT_ADTF_H
