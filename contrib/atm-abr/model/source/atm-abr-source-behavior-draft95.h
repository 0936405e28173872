/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_SOURCE_BEHAVIOR_DRAFT95_H
#define ATM_ABR_SOURCE_BEHAVIOR_DRAFT95_H

#include "atm-abr-source-behavior-draft.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The source of the draft of August 1995, AbrTm40SourceRules in its words. The defaults are
 * those of ATM Forum 96-0076.
 */
class AbrSourceBehaviorDraft95 : public AbrSourceBehaviorDraft
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    std::unique_ptr<AbrSourceRules> DoMakeRules(
        AbrSourceParameters& p,
        std::unique_ptr<AbrUseItOrLoseItRule> rule) const override;

    uint32_t m_xrm; //!< attribute Xrm
    double m_xdf;   //!< attribute Xdf
};

} // namespace ns3

#endif // ATM_ABR_SOURCE_BEHAVIOR_DRAFT95_H
