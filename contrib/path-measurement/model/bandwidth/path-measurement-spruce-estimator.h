/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_SPRUCE_ESTIMATOR_H
#define PATH_MEASUREMENT_SPRUCE_ESTIMATOR_H

#include "path-measurement-pair-estimator.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief spruce: available bandwidth from what cross traffic adds to the gap of packet pairs that
 * are sent 8L/C apart, at random times.
 *
 * Number: "available" in bit/s; see PacketPairs::GetAvailable(). The capacity C of the tight link
 * has to be known. Numbers of pairs and bytes, and the mean time between pairs, are those of the
 * authors' program of 2003: Interval, but at least so much that the pairs load 5 % of C.
 */
class SpruceEstimator : public PairEstimator
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    TrainPlan MakePlan(const UdpProbe::Draw& draw) const override;
    UdpProbe::Values Estimate(const PacketPairs& pairs) const override;

  private:
    DataRate m_capacity; //!< attribute Capacity
    uint32_t m_pairs;    //!< attribute Pairs
    uint32_t m_size;     //!< attribute PacketSize
    Time m_interval;     //!< attribute Interval
};

} // namespace ns3

#endif // PATH_MEASUREMENT_SPRUCE_ESTIMATOR_H
