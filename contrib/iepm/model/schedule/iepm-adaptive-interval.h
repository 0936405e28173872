/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_ADAPTIVE_INTERVAL_H
#define IEPM_ADAPTIVE_INTERVAL_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3::iepm
{

/**
 * @ingroup iepm
 * @brief The time between heavy tests of a path: the longer, the better they are forecast.
 *
 * The interval grows by a factor, up to the longest one, with each test whose forecast was good if
 * those of the two tests before were good too and light probes see no change. Otherwise the
 * interval is the least one again. The rule is ours.
 */
class AdaptiveInterval
{
  public:
    static constexpr uint32_t GOOD = 3; //!< good forecasts in a row from which the interval grows

    /** @param least interval
     * @param longest interval
     * @param growth factor from 1 on; std::invalid_argument if they make no sense */
    AdaptiveInterval(Time least, Time longest, double growth);

    /**
     * A test has ended.
     * @param inside whether its value was in the 80 % interval of its forecast
     * @param flat whether light probes see no change
     * @return the interval to the next test
     */
    Time Update(bool inside, bool flat);
    Time Get() const; //!< @return the interval

  private:
    Time m_least;       //!< interval
    Time m_longest;     //!< interval
    double m_growth;    //!< factor
    double m_factor{1}; //!< of the least interval
    uint32_t m_good{0}; //!< good forecasts in a row
};

} // namespace ns3::iepm

#endif // IEPM_ADAPTIVE_INTERVAL_H
