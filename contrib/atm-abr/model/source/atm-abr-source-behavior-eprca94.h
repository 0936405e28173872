/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_SOURCE_BEHAVIOR_EPRCA94_H
#define ATM_ABR_SOURCE_BEHAVIOR_EPRCA94_H

#include "atm-abr-source-behavior-draft.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The source of the first EPRCA, AbrEprca94SourceRules, with the numbers of ATM Forum
 * 96-0076.
 */
class AbrSourceBehaviorEprca94 : public AbrSourceBehaviorDraft
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    std::unique_ptr<AbrSourceRules> DoMakeRules(
        AbrSourceParameters& p,
        std::unique_ptr<AbrUseItOrLoseItRule> rule) const override;
};

} // namespace ns3

#endif // ATM_ABR_SOURCE_BEHAVIOR_EPRCA94_H
