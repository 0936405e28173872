/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_CAPC_LAW_H
#define ATM_ABR_CAPC_LAW_H

#include "atm-abr-interval.h"

#include "ns3/atm-abr-time.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Congestion avoidance by proportional control (CAPC2): one rate ERS for all VCs.
 *
 *     target = utilization (capacity - rate of other services);     z = ABR input rate / target
 *     z < 1:    ERS = ERS min(ERU, 1 + (1 - z) Rup)
 *     z >= 1:   ERS = ERS max(ERF, 1 - (z - 1) Rdn)
 *
 * ERS is kept between 1 cell per second and utilization capacity; where the target is not above 0,
 * z is infinite. By A. Barnhart; the steps are in R. Jain's survey (Computer Networks and ISDN
 * Systems 28, 1996) with Rup 0.025 to 0.1, Rdn 0.2 to 0.8 and ERU 1.5. ERF 0.5 is recalled. The
 * limits of ERS are our own: without the upper limit ERS of an underused link grows for ever.
 */
class CapcLaw
{
  public:
    /** The numbers of a switch. */
    struct Parameters
    {
        double utilization{0.95}; //!< in (0, 1]
        double rise{0.1};         //!< Rup, finite and above 0
        double fall{0.8};         //!< Rdn, finite and above 0
        double maxRise{1.5};      //!< ERU, finite and above 1
        double maxFall{0.5};      //!< ERF, in (0, 1)
    };

    /**
     * @param parameters the numbers
     * @param capacity of the port, cells per second, finite and above 0
     * @param rate ERS at the begin, cells per second, above 0
     * @throw std::invalid_argument one of them is not allowed
     */
    CapcLaw(const Parameters& parameters, double capacity, double rate);

    /**
     * An interval has ended.
     * @param length of it, above 0
     * @param count what came
     */
    void EndInterval(AtmTime length, const AbrIntervalCount& count);

    /** @return ERS, cells per second */
    double GetRate() const;

  private:
    Parameters m_parameters; //!< the numbers
    double m_capacity;       //!< of the port, cells per second
    double m_rate;           //!< ERS, cells per second
};

} // namespace ns3

#endif // ATM_ABR_CAPC_LAW_H
