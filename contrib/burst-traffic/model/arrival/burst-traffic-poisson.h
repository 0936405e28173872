/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_POISSON_H
#define BURST_TRAFFIC_POISSON_H

#include "burst-traffic-arrival-process.h"
#include "burst-traffic-tick-position.h"

namespace ns3
{

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

#endif // BURST_TRAFFIC_POISSON_H
