/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_DESTINATION_GROUP_H
#define BURST_TRAFFIC_DESTINATION_GROUP_H

#include "ns3/burst-traffic-random.h"

#include <cstdint>
#include <vector>

namespace ns3::traffic
{

/**
 * @ingroup burst-traffic
 * @brief A set of devices of a network, grouped by subtree: the possible destinations of a device.
 */
class DestinationGroup
{
  public:
    /** Members of a subtree: places in the list of members. */
    struct Range
    {
        uint32_t begin; //!< the first
        uint32_t size;  //!< number of members
    };

    /**
     * @param subtree number of the subtree of each device, from 0 without gaps
     * @param isMember for each device, whether the group has it as a member
     */
    DestinationGroup(std::vector<uint32_t> subtree, const std::vector<bool>& isMember);

    /** @return the members, in the order of subtrees and, within a subtree, of devices */
    const std::vector<uint32_t>& GetMembers() const;

    /** @return the members of each subtree */
    const std::vector<Range>& GetSubtrees() const;

    /** @param device a device @return whether the device is a member */
    bool Has(uint32_t device) const;

    /**
     * @param source a device
     * @param other a device
     * @return whether both are in one subtree
     */
    bool IsInside(uint32_t source, uint32_t other) const;

    /** @param source a device @return the number of other members in its subtree */
    uint32_t CountInside(uint32_t source) const;

    /** @param source a device @return the number of members in other subtrees */
    uint32_t CountOutside(uint32_t source) const;

    /**
     * @param source a device with CountInside() > 0
     * @param random generator of the source
     * @return one of the other members of its subtree, drawn uniformly
     */
    uint32_t DrawInside(uint32_t source, StreamRandom& random) const;

    /**
     * @param source a device with CountOutside() > 0
     * @param random generator of the source
     * @return one of the members of other subtrees, drawn uniformly
     */
    uint32_t DrawOutside(uint32_t source, StreamRandom& random) const;

  private:
    static constexpr uint32_t NOWHERE = UINT32_MAX; //!< no place

    std::vector<uint32_t> m_subtree; //!< by device
    std::vector<uint32_t> m_members; //!< devices
    std::vector<uint32_t> m_place;   //!< by device: place in m_members or NOWHERE
    std::vector<Range> m_ranges;     //!< by subtree
};

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_DESTINATION_GROUP_H
