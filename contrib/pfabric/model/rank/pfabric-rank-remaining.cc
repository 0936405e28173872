/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-rank-remaining.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricRemainingRank");

NS_OBJECT_ENSURE_REGISTERED(PFabricRemainingRank);

TypeId
PFabricRemainingRank::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricRemainingRank")
                            .SetParent<PFabricRank>()
                            .SetGroupName("PFabric")
                            .AddConstructor<PFabricRemainingRank>();
    return tid;
}

uint32_t
PFabricRemainingRank::GetPriority(const PFabricMessageState& state) const
{
    return Clip(state.remaining);
}

} // namespace ns3
