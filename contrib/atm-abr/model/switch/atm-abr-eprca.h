/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_EPRCA_H
#define ATM_ABR_EPRCA_H

#include "atm-abr-switch-algorithm.h"

#include <cstdint>
#include <optional>

namespace ns3
{

namespace atm
{

/**
 * @ingroup atm-abr
 * @brief Enhanced proportional rate control (EPRCA): one average of current rates for all VCs.
 *
 *     forward RM cell:
 *         not congested and CCR > VCS MACR:     MACR += AV (CCR - MACR)
 *         congested and CCR < MACR:             MACR += AV (CCR - MACR)
 *     backward RM cell, forward queue q:
 *         q > DQT:                              ER = min(ER, MRF MACR)
 *         else congested and CCR > DPF MACR:    ER = min(ER, ERF MACR)
 *
 * Congested is q > QT, or what the caller says: a queue that grows in APRC. Average, DPF and AV are
 * public (R. Jain's survey, Computer Networks and ISDN Systems 28, 1996), and that there are two
 * thresholds and that all may rise below the first one (S. Kalyanaraman's thesis, 1997). The rest
 * is recalled from L. Roberts' contribution 94-0974, which is not: so every factor is a parameter.
 */
class EprcaLaw
{
  public:
    /** The numbers of a switch. */
    struct Parameters
    {
        double averaging{1.0 / 16};       //!< AV, in (0, 1]
        double separator{7.0 / 8};        //!< VCS, in [0, 1]
        double downPressure{7.0 / 8};     //!< DPF, in (0, 1]
        double explicitFactor{15.0 / 16}; //!< ERF, in (0, 1]
        double majorFactor{1.0 / 4};      //!< MRF, in (0, 1]
        int64_t majorThreshold{1000};     //!< DQT, cells, not negative
    };

    /**
     * @param parameters the numbers
     * @param macr MACR at the begin, cells per second, above 0
     * @throw std::invalid_argument one of them is not allowed
     */
    EprcaLaw(const Parameters& parameters, double macr);

    /**
     * A forward RM cell has come.
     * @param congested whether the port is
     * @param ccr its CCR, cells per second
     */
    void ForwardRm(bool congested, double ccr);

    /**
     * A backward RM cell has come.
     * @param congested whether the port is
     * @param queue cells of the forward queue
     * @param ccr its CCR, cells per second
     * @return what ER is lowered to, cells per second; infinity if it is left alone
     */
    double BackwardRm(bool congested, int64_t queue, double ccr) const;

    /** @return MACR, cells per second */
    double GetMacr() const;

  private:
    Parameters m_parameters; //!< the numbers
    double m_macr;           //!< MACR, cells per second
};

} // namespace atm

/**
 * @ingroup atm-abr
 * @brief The law of atm::EprcaLaw; subclasses say when the port is congested.
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

    double m_averaging;                 //!< attribute Averaging
    double m_separator;                 //!< attribute Separator
    double m_downPressure;              //!< attribute DownPressure
    double m_explicitFactor;            //!< attribute ExplicitFactor
    double m_majorFactor;               //!< attribute MajorFactor
    uint32_t m_majorThreshold;          //!< attribute MajorThreshold
    double m_initialShare;              //!< attribute InitialShare
    bool m_explicitRate;                //!< attribute ExplicitRate
    std::optional<atm::EprcaLaw> m_law; //!< from the start on
};

/**
 * @ingroup atm-abr
 * @brief EPRCA: congested is a queue above a threshold.
 */
class EprcaAlgorithm : public EprcaFamilyAlgorithm
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoStart() override;
    bool IsCongested(int64_t queue) const override;

    uint32_t m_threshold; //!< attribute Threshold
};

/**
 * @ingroup atm-abr
 * @brief Adaptive proportional rate control (APRC): congested is a queue that has grown.
 *
 * The queue is sampled at each K-th arriving ABR cell; the port is congested until the next sample
 * if the queue has grown since the last one. A threshold favours sources that started early, growth
 * does not (S. Kalyanaraman's thesis, 1997, 4.5). That all else is as in EPRCA, and K, are assumed.
 */
class AprcAlgorithm : public EprcaFamilyAlgorithm
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoStart() override;
    bool IsCongested(int64_t queue) const override;
    void DoEndInterval(AtmTime length, const AbrIntervalCount& count) override;
    AbrInterval DoGetInterval() const override;

    uint32_t m_cells;    //!< attribute GrowthCells
    int64_t m_queue{0};  //!< cells at the last look
    bool m_grown{false}; //!< whether they were more than at the look before
};

} // namespace ns3

#endif // ATM_ABR_EPRCA_H
