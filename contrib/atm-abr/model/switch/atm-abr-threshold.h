/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_THRESHOLD_H
#define ATM_ABR_THRESHOLD_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Whether a queue is congested, by one threshold or by two.
 *
 *     q > high:          congested
 *     q <= low:          free
 *     low < q <= high:   as before (hysteresis); if not congested, and if asked for: no increase
 *
 * With low = high there is no hysteresis, and congested is q > high. The state changes when it is
 * read, not when the queue changes: decisions of a switch depend only on the queue at the cells at
 * which it decides.
 */
class AbrThreshold
{
  public:
    /** The numbers of a threshold. */
    struct Parameters
    {
        int64_t high{500};      //!< Qt, cells, at least 1
        int64_t low{500};       //!< cells, 0 to high
        bool noIncrease{false}; //!< whether there is NO_INCREASE; only with low < high
    };

    /** What is found. */
    enum Level : uint8_t
    {
        FREE,        //!< nothing is to be marked
        NO_INCREASE, //!< NI
        CONGESTED,   //!< EFCI or CI
    };

    /**
     * @param parameters the numbers
     * @throw std::invalid_argument one of them is not allowed
     */
    explicit AbrThreshold(const Parameters& parameters);

    /**
     * @param queue cells
     * @return what is found
     */
    Level Look(int64_t queue)
    {
        m_congested = queue > m_parameters.high || (m_congested && queue > m_parameters.low);
        return m_congested                                           ? CONGESTED
               : m_parameters.noIncrease && queue > m_parameters.low ? NO_INCREASE
                                                                     : FREE;
    }

  private:
    Parameters m_parameters; //!< the numbers
    bool m_congested{false}; //!< as last found
};

} // namespace ns3

#endif // ATM_ABR_THRESHOLD_H
