/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_SOURCE_BEHAVIOR_DRAFT_H
#define ATM_ABR_SOURCE_BEHAVIOR_DRAFT_H

#include "atm-abr-source-behavior.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief What sources of the drafts before TM 4.0 have in common: their factors AIRF and RDF, by
 * default those of ATM Forum 96-0076.
 */
class AbrSourceBehaviorDraft : public AbrSourceBehavior
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  protected:
    /** @param p which get RIF and RDF as TM 4.0 has them @throw std::invalid_argument RDF of the
     * drafts is below Nrm */
    void TakeFactors(AbrSourceParameters& p) const;

  private:
    double m_airf; //!< attribute IncreaseFactor
    double m_rdf;  //!< attribute DecreaseFactor
};

} // namespace ns3

#endif // ATM_ABR_SOURCE_BEHAVIOR_DRAFT_H
