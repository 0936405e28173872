/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_EPRCA_FAMILY_H
#define ATM_ABR_EPRCA_FAMILY_H

#include "atm-abr-eprca-law.h"
#include "atm-abr-switch-algorithm.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The law of EprcaLaw; subclasses say when the port is congested.
 */
class EprcaFamilyAlgorithm : public AbrSwitchAlgorithm
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  protected:
    /** A subclass that overrides it calls this one too. */
    void DoStart() override;

    /** @return DQT, cells */
    uint32_t GetMajorThreshold() const;

  private:
    /** @param queue cells @return whether the port is congested */
    virtual bool IsCongested(int64_t queue) const = 0;

    void DoForwardRm(AtmTime now, uint32_t vc, double ccr, double mcr, int64_t queue) override;
    void DoBackwardRm(AtmTime now,
                      uint32_t vc,
                      double ccr,
                      int64_t queue,
                      AbrFeedback& feedback) override;

    double m_averaging;            //!< attribute Averaging
    double m_separator;            //!< attribute Separator
    double m_downPressure;         //!< attribute DownPressure
    double m_explicitFactor;       //!< attribute ExplicitFactor
    double m_majorFactor;          //!< attribute MajorFactor
    uint32_t m_majorThreshold;     //!< attribute MajorThreshold
    double m_initialShare;         //!< attribute InitialShare
    bool m_explicitRate;           //!< attribute ExplicitRate
    std::optional<EprcaLaw> m_law; //!< from the start on
};

} // namespace ns3

#endif // ATM_ABR_EPRCA_FAMILY_H
