/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_SOURCE_BEHAVIOR_H
#define ATM_ABR_SOURCE_BEHAVIOR_H

#include "atm-abr-source-rules.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/data-rate.h"
#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Makes the rules of ABR sources.
 *
 * Rates of attributes count all bits of cells, 424 of each.
 */
class AbrSourceBehavior : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @return the rules of one source @throw std::invalid_argument attributes are not allowed, or
     * do not go together */
    std::unique_ptr<AbrSourceRules> MakeRules() const;

  protected:
    /** Defaults of the attributes that each document has otherwise. */
    struct Own
    {
        DataRate mcr;       //!< of MinimumCellRate
        DataRate icr;       //!< of InitialCellRate
        std::string unused; //!< of UseItOrLoseIt
    };

    /**
     * Add these attributes.
     * @param type of a document's sources
     * @param defaults of that document
     * @return the type
     */
    static TypeId AddOwn(TypeId type, const Own& defaults);

  private:
    /**
     * @param p numbers from the attributes of this class
     * @param rule for rates that are not used, or none
     * @return the rules of one source
     */
    virtual std::unique_ptr<AbrSourceRules> DoMakeRules(AbrSourceParameters& p,
                                                        Ptr<AbrUseItOrLoseIt> rule) const = 0;

    DataRate m_pcr;           //!< attribute PeakCellRate
    DataRate m_mcr;           //!< attribute MinimumCellRate
    DataRate m_icr;           //!< attribute InitialCellRate
    uint32_t m_nrm;           //!< attribute Nrm
    uint32_t m_mrm;           //!< attribute Mrm
    Time m_trm;               //!< attribute Trm
    double m_tcr;             //!< attribute TaggedCellRate
    bool m_reschedules;       //!< attribute Reschedules
    burst::ObjectText m_rule; //!< attribute UseItOrLoseIt
};

} // namespace ns3

#endif // ATM_ABR_SOURCE_BEHAVIOR_H
