/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_DESTINATION_UNIFORM_H
#define BURST_TRAFFIC_DESTINATION_UNIFORM_H

#include "burst-traffic-destination.h"

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief All other devices with the same probability; for an I/O device all CPUs.
 */
class UniformDestinations : public DestinationPattern
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    uint32_t DoDraw(uint32_t source, traffic::StreamRandom& random) const override;
    double DoGetProbability(uint32_t source, uint32_t destination) const override;
};

} // namespace ns3

#endif // BURST_TRAFFIC_DESTINATION_UNIFORM_H
