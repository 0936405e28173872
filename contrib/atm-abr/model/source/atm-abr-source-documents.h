/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_SOURCE_DOCUMENTS_H
#define ATM_ABR_SOURCE_DOCUMENTS_H

#include "atm-abr-source-behavior.h"
#include "atm-abr-source-rules.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The source of TM 4.0 (5.10.4), and of the drafts of 1995.
 *
 *     before a forward RM cell, if CRM were sent since the last answer: ACR = ACR - ACR CDF
 *     backward RM cell, CI = 1:          ACR = ACR - ACR RDF
 *     backward RM cell, CI = 0, NI = 0:  ACR = ACR + RIF PCR
 *     any backward RM cell then:         ACR = min(ACR, ER)
 *
 * ACR stays between MCR and PCR. An answer is a backward RM cell with BN = 0. The drafts have the
 * same law with other words, see AbrSourceParameters, and another rule for rates that are not used,
 * AbrUseItOrLoseItTimeOut.
 */
class AbrTm40SourceRules : public AbrSourceRules
{
  public:
    using AbrSourceRules::AbrSourceRules;

  private:
    double DoSendForward(double rate) override;
    double DoReceiveBackward(double rate, bool decrease, bool increase) override;
};

/**
 * @ingroup atm-abr
 * @brief The source of the first EPRCA (L. Roberts, ATM Forum 94-0974), whose rate falls with every
 * cell.
 *
 *     forward RM cell:                   ADR = ACR / RDF, RDF of the drafts: Nrm / RDF of TM 4.0
 *     any cell in rate:                  ACR = max(MCR, ACR - ADR)
 *     backward RM cell, CI = 0, NI = 0:  ACR = ACR + Nrm ADR + Nrm AIR, Nrm AIR = RIF PCR
 *     any backward RM cell then:         ACR = min(ACR, ER), between MCR and PCR
 *
 * It has no rule for missing answers: without them the rate falls anyway. None of it has
 * a public source at hand.
 */
class AbrEprca94SourceRules : public AbrSourceRules
{
  public:
    using AbrSourceRules::AbrSourceRules;

  private:
    double DoSendForward(double rate) override;
    double DoReceiveBackward(double rate, bool decrease, bool increase) override;

    double m_perCell{0}; //!< ADR
};

/**
 * @ingroup atm-abr
 * @brief The source of TM 4.0, AbrTm40SourceRules. The defaults are those of TM 4.0.
 */
class AbrSourceBehaviorTm40 : public AbrSourceBehavior
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    std::unique_ptr<AbrSourceRules> DoMakeRules(AbrSourceParameters& p,
                                                Ptr<AbrUseItOrLoseIt> rule) const override;

    double m_rif;   //!< attribute Rif
    double m_rdf;   //!< attribute Rdf
    double m_cdf;   //!< attribute Cdf
    uint32_t m_tbe; //!< attribute Tbe
    Time m_frtt;    //!< attribute Frtt
};

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
    std::unique_ptr<AbrSourceRules> DoMakeRules(AbrSourceParameters& p,
                                                Ptr<AbrUseItOrLoseIt> rule) const override;

    uint32_t m_xrm; //!< attribute Xrm
    double m_xdf;   //!< attribute Xdf
};

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
    std::unique_ptr<AbrSourceRules> DoMakeRules(AbrSourceParameters& p,
                                                Ptr<AbrUseItOrLoseIt> rule) const override;
};

} // namespace ns3

#endif // ATM_ABR_SOURCE_DOCUMENTS_H
