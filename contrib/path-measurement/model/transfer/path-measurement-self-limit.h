/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_SELF_LIMIT_H
#define PATH_MEASUREMENT_SELF_LIMIT_H

#include <cstdint>

namespace ns3::measurement
{

/**
 * @ingroup path-measurement
 * @brief The law of a transfer that limits itself: how much of it may be sent, by the deviation of
 * the round trips of pings (slides 27 and 41 of the document).
 *
 * The level is a number of streams, or whatever the transfer makes of it. After each interval it
 * grows by a constant, or shrinks by a factor if the deviation was above the limit: additive
 * increase and multiplicative decrease. An interval with fewer than two replies counts as one with
 * a large deviation, since replies are missing when the path is full.
 */
class SelfLimit
{
  public:
    /** What round trips deviate from. */
    enum Reference
    {
        MEAN,    //!< their mean in the interval: the standard deviation of a sample
        MINIMUM, //!< the least of all intervals: root of the mean square, sees a queue that stands
    };

    /** Constants of the law; times in any unit. */
    struct Settings
    {
        double least{1};           //!< level, above 0; the first one
        double most{1};            //!< level, not below least
        double increase{1};        //!< of the level, above 0
        double decrease{0.5};      //!< factor, from 0 to below 1
        double limit{1};           //!< of the deviation, at least 0
        Reference reference{MEAN}; //!< of the deviation
    };

    /** @param settings std::invalid_argument if one of them is not allowed */
    explicit SelfLimit(const Settings& settings);

    /** @param time of a reply to a ping of the present interval, at least 0 (std::invalid_argument)
     */
    void Add(double time);

    /** The interval is over. @return the level of the next one */
    double Decide();

    double GetLevel() const; //!< @return present level
    /** @return deviation of the present interval so far, 0 of fewer than two replies */
    double GetDeviation() const;

  private:
    Settings m_settings; //!< constants
    double m_level;      //!< present
    double m_least{0};   //!< time of all intervals, if there is one
    bool m_any{false};   //!< whether there was any reply
    uint32_t m_count{0}; //!< replies of the interval
    double m_first{0};   //!< of them; sums are of differences from that, which are exact enough
    double m_sum{0};     //!< of those differences
    double m_squares{0}; //!< of those differences
};

} // namespace ns3::measurement

#endif // PATH_MEASUREMENT_SELF_LIMIT_H
