/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_PARETO_ON_OFF_H
#define BURST_TRAFFIC_PARETO_ON_OFF_H

#include "burst-traffic-arrival-process.h"
#include "burst-traffic-pareto-ticks.h"

#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief Packet trains: the sum of sources that strictly alternate between ON and OFF for Pareto
 *        durations and make a request every Spacing ticks while ON.
 *
 * Avresky et al., "Performance Evaluation of the ServerNet SAN under Self-Similar Traffic",
 * sections 1.1 and 2.2. Durations are floored to ticks (ParetoTicks). Each source has a grid of
 * Spacing ticks with a random phase, which runs on through OFF, and makes a request wherever a tick
 * of the grid falls into ON. Sources start in equilibrium: ON with probability E[ON] / (E[ON] +
 * E[OFF]), in mid-duration; no warm-up is needed.
 *
 * A tournament tree holds the next request of each source; the ON and OFF durations before it are
 * drawn without touching the tree. Requests of one tick come in the order of their sources.
 */
class ParetoOnOffArrivals : public ArrivalProcess
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return Sources / Spacing * E[ON] / (E[ON] + E[OFF]), with E = zeta(shape) */
    double GetMeanRate() const override;

    /**
     * @param m length of the window in ticks; the cost grows with m log m
     * @return the exact variance from the renewal equations of the ON and OFF durations; NaN for
     *         more than 2^20 ticks
     */
    double GetCountVariance(int64_t m) const override;

  private:
    /** The next request of a source. */
    struct Request
    {
        int64_t tick;    //!< when, NEVER if none comes
        uint32_t source; //!< whose

        /**
         * @param other the request of another source
         * @return whether this one comes first
         */
        bool operator<(const Request& other) const
        {
            return (tick < other.tick) | ((tick == other.tick) & (source < other.source));
        }
    };

    void DoStart() override;
    int64_t DoNext() override;

    /**
     * Draw the state of a source in equilibrium at tick 0.
     *
     * @param source the source
     * @return its first request
     */
    Request First(uint32_t source);

    /**
     * @param source the source
     * @param tick a tick of its grid
     * @param onStart first tick of the ON duration that ends at m_onEnd, or a later one of it
     * @return its first request from tick on
     */
    Request Seek(uint32_t source, int64_t tick, int64_t onStart);

    /** Play the tournament between the first requests of all sources. */
    void PlayAll();

    /**
     * Play the matches of one source again, which won all of them before.
     *
     * @param request its new request
     */
    void Replay(Request request);

    uint32_t m_count;   //!< attribute Sources
    double m_onShape;   //!< attribute OnShape
    double m_offShape;  //!< attribute OffShape
    uint32_t m_spacing; //!< attribute Spacing

    std::optional<ParetoTicks> m_on;  //!< law of the ON durations
    std::optional<ParetoTicks> m_off; //!< law of the OFF durations
    int64_t m_grid;                   //!< Spacing when the process started
    std::vector<int64_t> m_onEnd;     //!< for each source, end of the ON duration of its request
    std::vector<Request> m_losers;    //!< node i: who lost between its children 2 i and 2 i + 1
    Request m_winner;                 //!< the next request of all
};

} // namespace ns3

#endif // BURST_TRAFFIC_PARETO_ON_OFF_H
