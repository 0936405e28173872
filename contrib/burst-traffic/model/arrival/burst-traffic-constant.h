/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_CONSTANT_H
#define BURST_TRAFFIC_CONSTANT_H

#include "burst-traffic-arrival-process.h"

#include "ns3/int64x64.h"

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief Evenly spaced arrivals of random phase: the i-th at floor((i - 1 + U) Interval).
 *
 * U is uniform in [0, 1), which makes the process stationary. The number of arrivals in a window of
 * m ticks is m / Interval, rounded down or up; its variance is f (1 - f), with f the fractional
 * part of m / Interval. Positions have 64 + 64 bits, so that the interval is exact.
 */
class ConstantArrivals : public ArrivalProcess
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    double GetMeanRate() const override;
    double GetCountVariance(int64_t m) const override;

  private:
    void DoStart() override;
    int64_t DoNext() override;
    std::optional<uint64_t> DoCountTo(int64_t t) override;
    std::optional<int64_t> DoTimeOf(uint64_t i) override;

    double m_interval;     //!< attribute Interval
    int64x64_t m_step;     //!< the interval, ticks
    int64x64_t m_phase;    //!< position of the first arrival, ticks
    int64x64_t m_position; //!< position of the next arrival, ticks
};

} // namespace ns3

#endif // BURST_TRAFFIC_CONSTANT_H
