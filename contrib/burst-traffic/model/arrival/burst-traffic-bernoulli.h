/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_BERNOULLI_H
#define BURST_TRAFFIC_BERNOULLI_H

#include "burst-traffic-arrival-process.h"

namespace ns3
{

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

} // namespace ns3

#endif // BURST_TRAFFIC_BERNOULLI_H
