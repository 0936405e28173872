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
 * @brief Mostly inside the own subtree: devices 0 to SubtreeSize - 1 form one, and so on; the last
 * one may be smaller.
 *
 * With probability LocalFraction one of the other devices of the subtree, else one of the devices
 * outside; each part with equal probabilities. A device that is alone in its subtree always sends
 * outside, and if there is one subtree only, nothing goes outside.
 */
class CommonSubtreeDestinations : public DestinationPattern
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  private:
    /** A subtree. */
    struct Subtree
    {
        uint32_t first;       //!< first device
        uint32_t size;        //!< number of devices
        double localFraction; //!< probability of a destination inside
    };

    /**
     * @param device a device
     * @return its subtree
     */
    Subtree GetSubtree(uint32_t device) const;

    uint32_t DoDraw(uint32_t source, StreamRandom& random) const override;
    double DoGetProbability(uint32_t source, uint32_t destination) const override;

    uint32_t m_subtreeSize; //!< attribute SubtreeSize
    double m_localFraction; //!< attribute LocalFraction
};

} // namespace ns3

#endif // BURST_TRAFFIC_DESTINATION_COMMON_SUBTREE_H
