/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_ABWE_ESTIMATOR_H
#define PATH_MEASUREMENT_ABWE_ESTIMATOR_H

#include "path-measurement-pair-estimator.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief ABwE of SLAC, the tool of IEPM-LITE: capacity, cross traffic and what is left, from a few
 * packet pairs.
 *
 * Numbers: "capacity", "cross" and "available", the one less the other, in bit/s; see
 * PacketPairs::GetAbwe(). "available" is 8L / mean dispersion. With pairs that come to the tight
 * link with the gap 8L/C that is C / (1 + X/C) and not C - X: too much by X^2 / (C + X).
 */
class AbweEstimator : public PairEstimator
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    TrainPlan MakePlan(const UdpProbe::Draw& draw) const override;
    UdpProbe::Values Estimate(const PacketPairs& pairs) const override;

  private:
    uint32_t m_pairs; //!< attribute Pairs
    uint32_t m_size;  //!< attribute PacketSize
    Time m_interval;  //!< attribute Interval
};

} // namespace ns3

#endif // PATH_MEASUREMENT_ABWE_ESTIMATOR_H
