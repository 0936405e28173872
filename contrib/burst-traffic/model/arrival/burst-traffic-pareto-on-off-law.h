/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_PARETO_ON_OFF_LAW_H
#define BURST_TRAFFIC_PARETO_ON_OFF_LAW_H

#include "burst-traffic-pareto-ticks.h"
#include "burst-traffic-random.h"

#include <cstdint>

namespace ns3::traffic
{

/**
 * @ingroup burst-traffic
 * @brief The law of one ON-OFF source: ON and OFF durations, and the ticks of requests in an ON.
 *
 * Avresky et al., "Performance Evaluation of the ServerNet SAN under Self-Similar Traffic",
 * sections 1.1 and 2.2, give the durations and one request every 10 ticks of an ON. They do not
 * give the time of the first request in an ON. This matters: most ON durations are shorter than
 * 10 ticks, and the load differs by a factor of up to 52 between the rules of PhaseRule.
 */
class ParetoOnOffLaw
{
  public:
    /** At which ticks of an ON requests are made. */
    enum PhaseRule
    {
        FREE_GRID,     //!< on a grid of random phase that runs on through OFF
        CARRIED,       //!< after every Spacing ticks spent ON; the count carries over OFF
        AT_START,      //!< at the start of each ON and every Spacing ticks after the start
        AFTER_SPACING, //!< as AT_START, but not at the start itself
    };

    /** The state of a source: its present or next ON, and its next request. */
    struct State
    {
        int64_t onEnd;   //!< tick at which the ON ends
        int64_t request; //!< tick of the next request; made only if before onEnd
    };

    /**
     * @param on law of the ON durations
     * @param off law of the OFF durations
     * @param spacing ticks between two requests of an ON
     * @param rule at which ticks of an ON requests are made
     */
    ParetoOnOffLaw(const ParetoTicks& on, const ParetoTicks& off, int64_t spacing, PhaseRule rule);

    /**
     * @param random generator
     * @return a source in equilibrium at tick 0: ON with probability E[ON] / (E[ON] + E[OFF]), with
     * the residual of that duration
     */
    State StartInEquilibrium(StreamRandom& random) const;

    /**
     * @param duty probability, 0 to 1, that tick 0 begins an ON and not an OFF
     * @param random generator
     * @return a source at the start of a duration
     */
    State StartFresh(double duty, StreamRandom& random) const;

    /**
     * Draw durations until the next request lies in an ON.
     *
     * @param state of a source whose next request is not before the end of its ON
     * @param horizon tick at which to stop
     * @param random generator
     * @return true if the request lies in an ON that begins before the horizon
     */
    bool Advance(State& state, int64_t horizon, StreamRandom& random) const
    {
        do
        {
            const int64_t onStart = state.onEnd + m_off.Draw(random);
            if (onStart >= horizon)
            {
                return false;
            }
            state.request = Carry(state, onStart);
            state.onEnd = onStart + m_on.Draw(random);
        } while (state.request >= state.onEnd);
        return true;
    }

    /** @return ticks between two requests of an ON */
    int64_t GetSpacing() const
    {
        return m_spacing;
    }

    /** @return P(ON) */
    double GetDuty() const;

    /** @return mean number of requests in an ON */
    double GetRequestsPerOn() const;

    /** @return requests per tick in the long run */
    double GetMeanRate() const;

    /**
     * @param m length of a window in ticks, not negative; the cost grows with m log m
     * @return the exact variance of the number of requests in a window of m ticks, from the renewal
     * equations; NaN for PhaseRule CARRIED
     */
    double GetCountVariance(int64_t m) const;

  private:
    /**
     * @param state of a source, whose request lies behind its ON
     * @param onStart start of the following ON
     * @return tick of the first possible request in this ON
     */
    int64_t Carry(const State& state, int64_t onStart) const
    {
        switch (m_rule)
        {
        case FREE_GRID:
            return AlignUp(state.request, onStart);
        case CARRIED:
            return onStart + (state.request - state.onEnd);
        case AT_START:
            return onStart;
        default:
            return onStart + m_spacing;
        }
    }

    /**
     * @param tick a tick of the grid of requests
     * @param least a tick
     * @return the first tick of the grid from `least` on, not before `tick`
     */
    int64_t AlignUp(int64_t tick, int64_t least) const
    {
        return tick >= least ? tick : tick + (least - tick + m_spacing - 1) / m_spacing * m_spacing;
    }

    /**
     * @param onStart start of the first ON, 0 if it is in progress
     * @param age its age at tick 0
     * @param random source of a word
     * @return the first place for a request
     */
    int64_t Place(int64_t onStart, int64_t age, StreamRandom& random) const;

    ParetoTicks m_on;  //!< law of the ON durations
    ParetoTicks m_off; //!< law of the OFF durations
    int64_t m_spacing; //!< ticks
    PhaseRule m_rule;  //!< where in an ON requests fall
};

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_PARETO_ON_OFF_LAW_H
