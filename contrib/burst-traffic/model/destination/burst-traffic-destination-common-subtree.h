/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_DESTINATION_COMMON_SUBTREE_H
#define BURST_TRAFFIC_DESTINATION_COMMON_SUBTREE_H

#include "burst-traffic-destination.h"

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief Mostly destinations within the subtree of the source.
 *
 * Subtrees are those of the network. In a network without subtrees each SubtreeSize consecutive
 * devices form a subtree; the last subtree may be smaller.
 *
 * With probability LocalFraction the destination is another device of the subtree, else a device of
 * another subtree, uniform in both cases. I/O devices do not send to I/O devices; with CpusOnly
 * CPUs do not either. If one of the two sets is empty, all requests go to the other.
 */
class CommonSubtreeDestinations : public DestinationPattern
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    void DoSetDevices() override;
    uint32_t DoGetSubtree(uint32_t device) const override;
    uint32_t DoDraw(uint32_t source, traffic::StreamRandom& random) const override;
    double DoGetProbability(uint32_t source, uint32_t destination) const override;

    /** @param source a device @return its possible destinations */
    const traffic::DestinationGroup& GetGroup(uint32_t source) const;

    /** @param source a device @return the probability of a destination in its subtree */
    double GetLocalFraction(uint32_t source) const;

    uint32_t m_subtreeSize; //!< attribute SubtreeSize
    double m_localFraction; //!< attribute LocalFraction
    bool m_cpusOnly;        //!< attribute CpusOnly
};

} // namespace ns3

#endif // BURST_TRAFFIC_DESTINATION_COMMON_SUBTREE_H
