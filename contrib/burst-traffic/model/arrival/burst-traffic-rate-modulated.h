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
#include <deque>
#include <optional>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief Arrivals with a piecewise constant rate.
 *
 * With Placement Even an arrival comes whenever the integral of the rate passes a whole number plus
 * a random phase: the counts follow the rate as closely as whole numbers can. With Placement
 * Poisson an arrival comes whenever the integral passes the next point of a unit-rate Poisson
 * process: given the rate, the numbers in disjoint ticks are independent and Poisson (a doubly
 * stochastic or Cox process). Then the variance of a count is its mean plus the variance of the
 * integral. Positions are kept as in PoissonArrivals. A subclass gives the rate, segment by
 * segment.
 */
class RateModulatedArrivals : public ArrivalProcess
{
  public:
    /** How arrivals are placed within a segment of constant rate. */
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
        int64_t ticks{0}; //!< length, 1 to HORIZON
        double rate{0};   //!< arrivals per tick, not negative
    };

    /** @return attribute Placement */
    Placement GetPlacement() const;

    /** Go to the start of the rate, tick 0. */
    virtual void DoStartRate() = 0;

    /** @return the next segment; HORIZON ticks of rate 0 end the process */
    virtual Segment DoNextSegment() = 0;

  private:
    /** Arrivals of a segment with Placement Even. */
    struct Run
    {
        /**
         * @param begin first tick of the segment
         * @param due integral of the rate from begin to the first arrival
         * @param segment segment with at least one arrival
         * @param before arrivals before the segment
         */
        Run(int64_t begin, double due, const Segment& segment, uint64_t before);

        /** @param number of an arrival in it, from 0 @return its tick */
        int64_t GetTick(int64_t number) const
        {
            const double fraction = first.fraction + static_cast<double>(number) * step.fraction;
            return begin + first.tick + number * step.tick + static_cast<int64_t>(fraction);
        }

        /** @param t a tick @return arrivals in it up to and including t */
        int64_t CountTo(int64_t t) const;

        int64_t begin;               //!< first tick of the segment
        uint64_t before;             //!< arrivals before it
        int64_t count;               //!< arrivals in it, at least 1
        double rate;                 //!< arrivals per tick
        traffic::TickPosition first; //!< of its first arrival, from its first tick on
        traffic::TickPosition step;  //!< between two arrivals
    };

    void DoStart() final;
    int64_t DoNext() final;
    void DoTake(std::size_t count, int64_t* ticks) final;
    std::optional<uint64_t> DoCountTo(int64_t t) final;
    std::optional<int64_t> DoTimeOf(uint64_t i) final;

    bool FindRun(); //!< Append the next Run to m_runs. @return whether there is one

    Placement m_placement; //!< attribute Placement
    bool m_even;           //!< Placement was Even when the process started
    double m_due;          //!< integral of the rate from where it is known on to the next arrival
    int64_t m_begin;       //!< Even: first tick behind the known segments; else of the present one

    std::deque<Run> m_runs; //!< Even: that are known and not all taken
    uint64_t m_found;       //!< Even: arrivals of known segments
    int64_t m_next;         //!< Even: number of the next arrival in the first of m_runs

    Segment m_segment;                //!< Poisson: the present segment
    traffic::TickPosition m_position; //!< Poisson: how far in it, from its first tick on
};

} // namespace ns3

#endif // BURST_TRAFFIC_RATE_MODULATED_H
