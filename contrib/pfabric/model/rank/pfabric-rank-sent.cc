/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-rank-sent.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricSentRank");

NS_OBJECT_ENSURE_REGISTERED(PFabricSentRank);

TypeId
PFabricSentRank::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricSentRank")
                            .SetParent<PFabricRank>()
                            .SetGroupName("PFabric")
                            .AddConstructor<PFabricSentRank>();
    return tid;
}

uint32_t
PFabricSentRank::GetPriority(const PFabricMessageState& state) const
{
    return Clip(state.sent);
}

} // namespace ns3
