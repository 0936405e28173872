/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_PHANTOM_LAW_H
#define ATM_ABR_PHANTOM_LAW_H

#include "atm-abr-interval.h"

#include "ns3/atm-abr-time.h"

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Phantom: a session that is not there gets what the others leave, and they get as much.
 *
 *     D = capacity - rate of all cells that came;     e = D - MACR
 *     DEV = DEV + h (|e| - DEV)
 *     a = rise if e > 0, else fall
 *     MACR = max(1, MACR + a MACR / (MACR + DEV) e),     a VC gets u MACR
 *
 * Where n sources use all they get, MACR rests at C / (1 + u n). Y. Afek, Y. Mansour, Z. Ostfeld,
 * "Phantom: a simple and effective flow control scheme", SIGCOMM 1996, and S. Kalyanaraman's thesis
 * (1997), 4.8, have the idea, the factor u, the different gains for growth and decrease, and that a
 * large mean deviation lowers them. How it does is not public: the factor MACR / (MACR + DEV), and
 * the values of the gains, are ours. With h = 0 there is none of it. A loop without delay is stable
 * while a MACR / (MACR + DEV) (1 + u n) < 2.
 */
class PhantomLaw
{
  public:
    /** The numbers of a switch. */
    struct Parameters
    {
        double factor{5};           //!< u, finite and above 0
        double rise{1.0 / 64};      //!< gain while D is above MACR, in (0, 1]
        double fall{1.0 / 32};      //!< gain while D is below MACR, in (0, 1]
        double deviationGain{0.25}; //!< h, in [0, 1]
    };

    /**
     * @param parameters the numbers
     * @param capacity of the port, cells per second, finite and above 0
     * @param macr MACR at the begin, cells per second, above 0
     * @throw std::invalid_argument one of them is not allowed
     */
    PhantomLaw(const Parameters& parameters, double capacity, double macr);

    /**
     * An interval has ended.
     * @param length of it, above 0
     * @param count what came
     */
    void EndInterval(AtmTime length, const AbrIntervalCount& count);

    /** @return MACR, cells per second */
    double GetMacr() const;

    /** @return u MACR, the rate of a VC, cells per second */
    double GetRate() const;

  private:
    Parameters m_parameters; //!< the numbers
    double m_capacity;       //!< of the port, cells per second
    double m_macr;           //!< MACR, cells per second
    double m_deviation{0};   //!< DEV, cells per second
};

} // namespace ns3

#endif // ATM_ABR_PHANTOM_LAW_H
