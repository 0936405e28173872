/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-rank-size.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricSizeRank");

NS_OBJECT_ENSURE_REGISTERED(PFabricSizeRank);

TypeId
PFabricSizeRank::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricSizeRank")
                            .SetParent<PFabricRank>()
                            .SetGroupName("PFabric")
                            .AddConstructor<PFabricSizeRank>();
    return tid;
}

uint32_t
PFabricSizeRank::GetPriority(const PFabricMessageState& state) const
{
    return Clip(state.size);
}

} // namespace ns3
