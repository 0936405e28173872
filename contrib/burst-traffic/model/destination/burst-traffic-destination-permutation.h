/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_DESTINATION_PERMUTATION_H
#define BURST_TRAFFIC_DESTINATION_PERMUTATION_H

#include "burst-traffic-destination.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief Each device sends to one other device, and each receives from one.
 *
 * The permutation is given, or drawn uniformly among those without a fixed point, from the stream
 * of the pattern. GetProbability returns 0 or 1, as in the permutation that was given or drawn.
 */
class PermutationDestinations : public DestinationPattern
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoSetDevices() override;
    void DoStart(traffic::StreamRandom& random) override;
    uint32_t DoDraw(uint32_t source, traffic::StreamRandom& random) const override;
    double DoGetProbability(uint32_t source, uint32_t destination) const override;

    bool HasFixedPoint() const; //!< @return whether a device sends to itself

    std::string m_permutation;           //!< attribute Permutation
    std::vector<uint32_t> m_destination; //!< of each device
};

} // namespace ns3

#endif // BURST_TRAFFIC_DESTINATION_PERMUTATION_H
