/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_EPRCA_LAW_H
#define ATM_ABR_EPRCA_LAW_H

#include <cstdint>

namespace ns3
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

} // namespace ns3

#endif // ATM_ABR_EPRCA_LAW_H
