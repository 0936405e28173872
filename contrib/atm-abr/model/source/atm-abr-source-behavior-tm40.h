/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_SOURCE_BEHAVIOR_TM40_H
#define ATM_ABR_SOURCE_BEHAVIOR_TM40_H

#include "atm-abr-source-behavior.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The source of TM 4.0, AbrTm40SourceRules. The defaults are those of TM 4.0.
 */
class AbrSourceBehaviorTm40 : public AbrSourceBehavior
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    std::unique_ptr<AbrSourceRules> DoMakeRules(
        AbrSourceParameters& p,
        std::unique_ptr<AbrUseItOrLoseItRule> rule) const override;

    double m_rif;   //!< attribute Rif
    double m_rdf;   //!< attribute Rdf
    double m_cdf;   //!< attribute Cdf
    uint32_t m_tbe; //!< attribute Tbe
    Time m_frtt;    //!< attribute Frtt
};

} // namespace ns3

#endif // ATM_ABR_SOURCE_BEHAVIOR_TM40_H
