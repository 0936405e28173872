/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_RATE_MODULATED_H
#define BURST_TRAFFIC_RATE_MODULATED_H

#include "burst-traffic-arrival-process.h"
#include "burst-traffic-tick-position.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief Arrivals of a rate that is constant for some ticks, then another one, and so on.
 *
 * With Placement Even an arrival comes whenever the integral of the rate passes a whole number plus
 * a random phase: the counts follow the rate as closely as whole numbers can. With Placement
 * Poisson that integral passes a sum of exponential numbers: given the rate, the numbers in
 * disjoint ticks are independent and Poisson (a doubly stochastic or Cox process), and the variance
 * of a count is its mean plus the variance of the integral. Positions are kept as in
 * PoissonArrivals. A subclass gives the rate, segment by segment.
 */
class RateModulatedArrivals : public ArrivalProcess
{
  public:
    /** Where arrivals come while the rate is what it is. */
    enum Placement
    {
        EVEN,    //!< at even distances
        POISSON, //!< at random
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    /** Ticks in which the rate is constant. */
    struct Segment
    {
        int64_t ticks{0}; //!< how many, 1 to HORIZON
        double rate{0};   //!< arrivals per tick, not negative
    };

    /** @return attribute Placement */
    Placement GetPlacement() const;

    /** Go to the start of the rate, tick 0. */
    virtual void DoStartRate() = 0;

    /** @return the next segment; HORIZON ticks of rate 0 end the process */
    virtual Segment DoNextSegment() = 0;

  private:
    void DoStart() final;
    int64_t DoNext() final;
    void DoTake(std::size_t count, int64_t* ticks) final;

    /** After an arrival with Placement Even: those that follow in its segment. @param ticks where
     * they are written @param end of that @return where no more are */
    int64_t* TakeEven(int64_t* ticks, int64_t* end);

    Placement m_placement;          //!< attribute Placement
    bool m_even;                    //!< Placement was Even when the process started
    double m_due;                   //!< integral of the rate from m_position to the next arrival
    Segment m_segment;              //!< the present segment
    int64_t m_begin;                //!< its first tick
    burst::TickPosition m_position; //!< how far in it, from its first tick on
};

} // namespace ns3

#endif // BURST_TRAFFIC_RATE_MODULATED_H
