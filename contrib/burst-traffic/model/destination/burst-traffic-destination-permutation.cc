/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-destination-permutation.h"

#include "ns3/log.h"
#include "ns3/string.h"

#include <numeric>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PermutationDestinations");

NS_OBJECT_ENSURE_REGISTERED(PermutationDestinations);

TypeId
PermutationDestinations::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PermutationDestinations")
            .SetParent<DestinationPattern>()
            .SetGroupName("BurstTraffic")
            .AddConstructor<PermutationDestinations>()
            .AddAttribute(
                "Permutation",
                "Destination of each device in order, such as 1,2,0; each device once and "
                "none at its own place. Empty for one drawn at random.",
                StringValue(""),
                UntilDevices(MakeStringAccessor(&PermutationDestinations::m_permutation)),
                MakeStringChecker());
    return tid;
}

void
PermutationDestinations::DoSetDevices()
{
    if (m_permutation.empty())
    {
        return;
    }
    m_destination = ReadDevices("Permutation", m_permutation);
    if (m_destination.size() != GetDevices() || HasFixedPoint())
    {
        Refuse("Permutation", m_permutation, "lists of all devices, none at its own place");
    }
}

void
PermutationDestinations::DoStart(traffic::StreamRandom& random)
{
    if (!m_permutation.empty())
    {
        return;
    }
    m_destination.resize(GetDevices());
    std::iota(m_destination.begin(), m_destination.end(), 0);
    // One of e permutations on average has no fixed point, and none is preferred.
    while (HasFixedPoint())
    {
        random.Shuffle(m_destination);
        NS_LOG_LOGIC("drew a permutation, device 0 to " << m_destination[0]);
    }
}

uint32_t
PermutationDestinations::DoDraw(uint32_t source, traffic::StreamRandom& random) const
{
    return m_destination[source];
}

double
PermutationDestinations::DoGetProbability(uint32_t source, uint32_t destination) const
{
    return m_destination[source] == destination ? 1 : 0;
}

bool
PermutationDestinations::HasFixedPoint() const
{
    for (uint32_t device = 0; device < m_destination.size(); ++device)
    {
        if (m_destination[device] == device)
        {
            return true;
        }
    }
    return false;
}

} // namespace ns3
