/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_POISSON_BURST_H
#define BURST_TRAFFIC_POISSON_BURST_H

#include "burst-traffic-arrival-process.h"
#include "burst-traffic-pareto-ticks.h"
#include "burst-traffic-tick-position.h"

#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief The Poisson Pareto burst process: bursts begin at random, last for a Pareto duration and
 *        make a request every Spacing ticks.
 *
 * The limit of ParetoOnOffArrivals for many sources that are rarely ON (M/G/infinity; M. Zukerman,
 * T. Neame and R. Addie, "Internet traffic modeling and future technology implications", IEEE
 * INFOCOM 2003). The numbers of bursts that begin in the ticks are independent and Poisson with
 * mean BurstRate. A burst lasts for D ticks, P(D >= k) = k^-Shape (ParetoTicks). The grid of its
 * requests has a random phase, so that a short burst may have no request. The number of active
 * bursts is Poisson with mean BurstRate zeta(Shape). The process starts in equilibrium: with that
 * number of bursts and residual durations. A mean above 2^26 throws std::invalid_argument at the
 * start. The Hurst parameter of long windows is (3 - Shape) / 2.
 */
class PoissonBurstArrivals : public ArrivalProcess
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return BurstRate zeta(Shape) / Spacing */
    double GetMeanRate() const override;

    /**
     * A burst has requests in two ticks at distance k if k is a multiple of Spacing, the burst is
     * active in both ticks, and the phase of its grid matches. So the covariance is BurstRate
     * E[max(D - k, 0)] / Spacing.
     *
     * @param m length of the window in ticks; the cost grows with m / Spacing
     * @return the exact variance; NaN for more than 2^24 times Spacing
     */
    double GetCountVariance(int64_t m) const override;

  private:
    /** A burst that will make requests. */
    struct Burst
    {
        int64_t request; //!< tick of its next request
        int64_t end;     //!< first tick after it

        /** @param other another burst @return true if the next request of `other` is earlier */
        bool operator<(const Burst& other) const
        {
            return request > other.request;
        }
    };

    void DoStart() override;
    int64_t DoNext() override;

    /**
     * Add a burst, unless it makes no request.
     *
     * @param begin first tick of the burst, not before 0
     * @param ticks duration from begin
     */
    void Enter(int64_t begin, int64_t ticks);

    /** Go on to the beginning of the next burst. */
    void Advance();

    double m_burstRate; //!< attribute BurstRate
    double m_shape;     //!< attribute Shape
    uint32_t m_spacing; //!< attribute Spacing

    std::optional<traffic::ParetoTicks> m_law; //!< of the durations
    double m_meanInterval;                     //!< between the beginnings of two bursts, ticks
    int64_t m_grid;                            //!< Spacing when the process started
    traffic::TickPosition m_begin;             //!< beginning of the next burst
    std::priority_queue<Burst> m_bursts;       //!< those that have begun, the next request first
};

} // namespace ns3

#endif // BURST_TRAFFIC_POISSON_BURST_H
