/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_ERICA_QUEUE_CONTROL_H
#define ATM_ABR_ERICA_QUEUE_CONTROL_H

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The part of the capacity at which ERICA+ aims, by the time that the queue takes to drain.
 *
 *     T <= T0:   f = b T0 / ((b - 1) T + T0)
 *     T > T0:    f = max(QDLF, a T0 / ((a - 1) T + T0))
 *
 * So f falls from b to 1 at T0, and on to QDLF: the queue is held at T0, where the link is full. As
 * in S. Kalyanaraman's thesis (1997), 6.19, where it is a function of cells; as a time it fits
 * links of any rate.
 */
class EricaQueueControl
{
  public:
    /** The numbers of the function. */
    struct Parameters
    {
        double delay{500e-6}; //!< T0, seconds, finite and above 0
        double a{1.15};       //!< a, at least 1
        double b{1.05};       //!< b, at least 1
        double limit{0.5};    //!< QDLF, in (0, 1]
    };

    /**
     * @param parameters the numbers
     * @throw std::invalid_argument one of them is not allowed
     */
    explicit EricaQueueControl(const Parameters& parameters);

    /**
     * @param delay T, seconds, not negative
     * @return f, QDLF to b
     */
    double GetFraction(double delay) const;

  private:
    Parameters m_parameters; //!< the numbers
};

} // namespace ns3

#endif // ATM_ABR_ERICA_QUEUE_CONTROL_H
