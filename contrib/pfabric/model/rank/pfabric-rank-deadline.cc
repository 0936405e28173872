/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-rank-deadline.h"

#include "ns3/log.h"

#include <algorithm>
#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricDeadlineRank");

NS_OBJECT_ENSURE_REGISTERED(PFabricDeadlineRank);

TypeId
PFabricDeadlineRank::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricDeadlineRank")
                            .SetParent<PFabricRank>()
                            .SetGroupName("PFabric")
                            .AddConstructor<PFabricDeadlineRank>();
    return tid;
}

uint32_t
PFabricDeadlineRank::GetPriority(const PFabricMessageState& state) const
{
    constexpr int64_t LONGEST = std::numeric_limits<uint32_t>::max() - 1;
    if (state.deadline.IsZero())
    {
        return std::numeric_limits<uint32_t>::max();
    }
    return std::clamp<int64_t>(state.deadline.GetMicroSeconds(), 0, LONGEST);
}

} // namespace ns3
