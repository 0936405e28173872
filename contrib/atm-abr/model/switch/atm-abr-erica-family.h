/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_ERICA_FAMILY_H
#define ATM_ABR_ERICA_FAMILY_H

#include "atm-abr-erica-law.h"
#include "atm-abr-interval-algorithm.h"

#include <optional>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The law of EricaLaw; subclasses say which part of the capacity is aimed at.
 */
class EricaFamilyAlgorithm : public AbrIntervalAlgorithm
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    bool CountsVcs() const override;

  protected:
    /** A subclass that overrides it calls this one last. */
    void DoStart() override;

  private:
    /** @param queue cells @return the part of the capacity that is aimed at */
    virtual double GetFraction(int64_t queue) const = 0;

    void DoForwardRm(AtmTime now, uint32_t vc, double ccr, double mcr, int64_t queue) override;
    void DoBackwardRm(AtmTime now,
                      uint32_t vc,
                      double ccr,
                      int64_t queue,
                      AbrFeedback& feedback) override;
    void DoEndInterval(AtmTime length, const AbrIntervalCount& count) override;

    double m_delta;                //!< attribute Delta
    bool m_countVcs;               //!< attribute CountActiveVcs
    double m_activityDecay;        //!< attribute ActivityDecay
    double m_averaging;            //!< attribute LoadAveraging
    bool m_limitRise;              //!< attribute LimitRise
    bool m_immediateFairShare;     //!< attribute ImmediateFairShare
    bool m_measureRates;           //!< attribute MeasureRates
    std::optional<EricaLaw> m_law; //!< from the start on
};

} // namespace ns3

#endif // ATM_ABR_ERICA_FAMILY_H
