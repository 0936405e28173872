/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-destination-common-subtree.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(CommonSubtreeDestinations);

TypeId
CommonSubtreeDestinations::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::CommonSubtreeDestinations")
            .SetParent<DestinationPattern>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<CommonSubtreeDestinations>()
            .AddAttribute(
                "SubtreeSize",
                "Number of devices of a subtree, at least 2; the last subtree has what is "
                "left.",
                UintegerValue(4),
                MakeUintegerAccessor(&CommonSubtreeDestinations::m_subtreeSize),
                MakeUintegerChecker<uint32_t>(2))
            .AddAttribute("LocalFraction",
                          "Probability, 0 to 1, of a destination in the subtree of the source.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&CommonSubtreeDestinations::m_localFraction),
                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

CommonSubtreeDestinations::Subtree
CommonSubtreeDestinations::GetSubtree(uint32_t device) const
{
    const uint32_t first = device - device % m_subtreeSize;
    const uint32_t size = std::min(m_subtreeSize, GetDevices() - first);
    return {first, size, size == 1 ? 0 : size == GetDevices() ? 1 : m_localFraction};
}

uint32_t
CommonSubtreeDestinations::DoDraw(uint32_t source, StreamRandom& random) const
{
    const auto subtree = GetSubtree(source);
    if (random.Uniform() <= subtree.localFraction)
    {
        const uint32_t peer = subtree.first + random.Below(subtree.size - 1);
        return peer < source ? peer : peer + 1;
    }
    const uint32_t outside = random.Below(GetDevices() - subtree.size);
    return outside < subtree.first ? outside : outside + subtree.size;
}

double
CommonSubtreeDestinations::DoGetProbability(uint32_t source, uint32_t destination) const
{
    const auto subtree = GetSubtree(source);
    return destination / m_subtreeSize == source / m_subtreeSize
               ? subtree.localFraction / (subtree.size - 1)
               : (1 - subtree.localFraction) / (GetDevices() - subtree.size);
}

} // namespace ns3
