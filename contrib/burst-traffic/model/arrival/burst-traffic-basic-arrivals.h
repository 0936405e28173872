/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_BASIC_ARRIVALS_H
#define BURST_TRAFFIC_BASIC_ARRIVALS_H

#include "burst-traffic-arrival-process.h"
#include "burst-traffic-tick-position.h"

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

/**
 * @ingroup burst-traffic
 * @brief Bernoulli arrivals: one in each tick with the same probability, independent of the others.
 *
 * Intervals are geometric, 1 + floor(ln U / ln(1 - Probability)).
 */
class BernoulliArrivals : public ArrivalProcess
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    double GetMeanRate() const override;
    double GetCountVariance(int64_t m) const override;

  private:
    void DoStart() override;
    int64_t DoNext() override;

    double m_probability; //!< attribute Probability
    double m_scale;       //!< 1 / ln(1 - Probability)
    int64_t m_tick;       //!< tick of the last arrival
};

/**
 * @ingroup burst-traffic
 * @brief Poisson arrivals: the numbers in the ticks are independent and Poisson with mean Rate.
 *
 * Exponential intervals of continuous time, -ln(U) / Rate, floored to ticks. The position is kept
 * as a whole tick and a fraction, so that nothing is rounded away however long the process runs.
 */
class PoissonArrivals : public ArrivalProcess
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    double GetMeanRate() const override;
    double GetCountVariance(int64_t m) const override;

  private:
    void DoStart() override;
    int64_t DoNext() override;

    double m_rate;                    //!< attribute Rate
    double m_meanInterval;            //!< ticks
    traffic::TickPosition m_position; //!< of the last arrival
};

} // namespace ns3

#endif // BURST_TRAFFIC_BASIC_ARRIVALS_H
