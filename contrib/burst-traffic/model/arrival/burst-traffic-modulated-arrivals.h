/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_MODULATED_ARRIVALS_H
#define BURST_TRAFFIC_MODULATED_ARRIVALS_H

#include "burst-traffic-rate-modulated.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief Arrivals with a rate read from a file, slot by slot.
 *
 * The file is text with one or more nonnegative numbers per line; '#' begins a comment. After the
 * last slot the process ends.
 */
class RateTraceArrivals : public RateModulatedArrivals
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    double GetMeanRate() const override;
    std::vector<std::string> GetInputFiles() const override;

  private:
    void DoStartRate() override;
    Segment DoNextSegment() override;

    /** @return the rate of each slot, arrivals per tick */
    std::vector<double> Read() const;

    std::string m_file; //!< attribute File
    double m_unit;      //!< attribute Unit
    int64_t m_slot;     //!< attribute Slot

    int64_t m_slotTicks;         //!< Slot when the process started
    std::vector<double> m_rates; //!< of each slot
    std::size_t m_next;          //!< number of the next slot, from 0
};

/**
 * @ingroup burst-traffic
 * @brief A rate that jumps between a high and a low value: bursts without long memory.
 *
 * A two-state Markov chain makes a step in each tick and starts in equilibrium. The durations of
 * both states are geometric, P(X > k) = (1 - 1 / mean)^k. The covariance of the rates of two ticks
 * falls as (1 - 1 / HighDuration - 1 / LowDuration)^lag. With LowRate 0 and Placement Poisson it is
 * an interrupted Poisson process.
 */
class MarkovModulatedArrivals : public RateModulatedArrivals
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    double GetMeanRate() const override;

    /**
     * @param m length of the window in ticks
     * @return the exact variance with Placement Poisson, NaN with Even
     */
    double GetCountVariance(int64_t m) const override;

  private:
    void DoStartRate() override;
    Segment DoNextSegment() override;

    /** @return stationary probability of the high state for the present attributes */
    double GetHighProbability() const;

    /** One of the two states. */
    struct State
    {
        double rate;  //!< arrivals per tick
        double scale; //!< 1 / ln P(the state lasts for one more tick)
    };

    double m_highRate;     //!< attribute HighRate
    double m_lowRate;      //!< attribute LowRate
    double m_highDuration; //!< attribute HighDuration
    double m_lowDuration;  //!< attribute LowDuration

    State m_now;  //!< the state of the next segment
    State m_then; //!< the other one
};

} // namespace ns3

#endif // BURST_TRAFFIC_MODULATED_ARRIVALS_H
