/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_TRAFFIC_LEVEL_H
#define PATH_MEASUREMENT_TRAFFIC_LEVEL_H

#include "path-measurement-cross-arrivals.h"

#include <cstdint>
#include <map>
#include <optional>

namespace ns3::measurement
{

/**
 * @ingroup path-measurement
 * @brief A union of windows [from, to) of time.
 */
class TimeWindows
{
  public:
    /** @param from begin of a window, ns
     * @param to its end, ns; std::invalid_argument unless it is after from */
    void Add(int64_t from, int64_t to);

    /** @param t time, ns @return when the window ends that t is in; nothing if it is in none */
    std::optional<int64_t> GetEnd(int64_t t) const;

    /** @param t time, ns @return when the first window begins that does so after t */
    std::optional<int64_t> GetNext(int64_t t) const;

    /** Forget the windows that are over. @param t time, ns, before which nothing will be asked */
    void Forget(int64_t t);

  private:
    std::map<int64_t, int64_t> m_windows; //!< end by begin; they neither overlap nor touch
};

/**
 * @ingroup path-measurement
 * @brief Which share of a link others use, as a function of simulated time:
 * u(t) = mean (1 + diurnal d(t)) n(t).
 *
 * d is a sine over the working hours 8 to 20 of the local day, 1 at 14 o'clock and 0 at night, and
 * half of that on Saturday and Sunday. n is constant within slots: the exponential of a Gaussian
 * AR(1) sequence, with mean 1, deviation Noise::cv and a correlation of neighbouring slots of
 * exactly Noise::correlation. Any time can be asked for, in any order, and has always the same
 * answer. The level may exceed 1.
 */
class TrafficLevel
{
  public:
    static constexpr int64_t HOUR = 3'600'000'000'000; //!< ns

    /** How the level follows the hour. */
    struct Day
    {
        double diurnal{0};      //!< d has this weight, 0 to 10
        int64_t startOfWeek{0}; //!< ns of the local week that are over at time 0; Monday is first
    };

    /** How the level varies by chance. */
    struct Noise
    {
        double cv{0};                    //!< deviation over mean of n, 0 to 2
        double correlation{0};           //!< of neighbouring slots, 0 to 0.99
        int64_t slot{5'400'000'000'000}; //!< ns, at least 1
    };

    /**
     * @param mean level without day and noise, 0 to 10
     * @param day how the level follows the hour
     * @param noise how the level varies by chance
     * @param random draws; std::invalid_argument if a number is out of its range
     */
    TrafficLevel(double mean, const Day& day, const Noise& noise, const CounterRandom& random);

    /** @param t time, ns @return the level */
    double Get(int64_t t) const;

    /** @param t time, ns @return d at this time, 0 to 1 */
    double GetDiurnal(int64_t t) const;

    /** @param slot number of one @return n in it */
    double GetNoise(int64_t slot) const;

    /** @param lag in slots, not negative @return the correlation of n over it */
    double GetNoiseCorrelation(int64_t lag) const;

    /** @return the mean of whole weeks: of d that is 6 / (7 pi) */
    double GetWeekMean() const;

  private:
    double m_mean;          //!< level without day and noise
    Day m_day;              //!< how the level follows the hour
    Noise m_noise;          //!< how the level varies by chance
    CounterRandom m_random; //!< draws
    double m_variance;      //!< of the logarithm of n
    double m_phi;           //!< of that sequence: correlation of neighbours
    int64_t m_terms;        //!< of that sequence: how far the past counts
};

} // namespace ns3::measurement

#endif // PATH_MEASUREMENT_TRAFFIC_LEVEL_H
