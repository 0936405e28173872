/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_PIPECHAR_ESTIMATOR_H
#define PATH_MEASUREMENT_PIPECHAR_ESTIMATOR_H

#include "path-measurement-pair-estimator.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief Throughput of a path from the gaps within short trains, in the way of pipechar.
 *
 * Numbers: "capacity", the median over trains of 8L / (median gap), and "capacity_least", the least
 * of these, in bit/s. No paper tells the law of pipechar; this is our reading of "packet trains"
 * and of the "min throughput" of slide 35, for the whole path and not hop by hop.
 */
class PipecharEstimator : public PairEstimator
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    TrainPlan MakePlan(const UdpProbe::Draw& draw) const override;
    UdpProbe::Values Estimate(const PacketPairs& pairs) const override;

  private:
    uint32_t m_trains; //!< attribute Trains
    uint32_t m_length; //!< attribute TrainLength
    uint32_t m_size;   //!< attribute PacketSize
    Time m_interval;   //!< attribute Interval
};

} // namespace ns3

#endif // PATH_MEASUREMENT_PIPECHAR_ESTIMATOR_H
