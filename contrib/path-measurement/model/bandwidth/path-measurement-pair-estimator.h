/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_PAIR_ESTIMATOR_H
#define PATH_MEASUREMENT_PAIR_ESTIMATOR_H

#include "ns3/object.h"
#include "ns3/path-measurement-packet-pairs.h"
#include "ns3/path-measurement-train-plan.h"
#include "ns3/path-measurement-udp-probe.h"

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief The packet pairs or short trains of a tool, and its estimates from their dispersions.
 */
class PairEstimator : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param draw exponential with the mean 1, for what is random @return pairs and trains */
    virtual TrainPlan MakePlan(const UdpProbe::Draw& draw) const = 0;
    /** @param pairs that came, and trains @return numbers; one that cannot be known is left out */
    virtual UdpProbe::Values Estimate(const PacketPairs& pairs) const = 0;
};

} // namespace ns3

#endif // PATH_MEASUREMENT_PAIR_ESTIMATOR_H
