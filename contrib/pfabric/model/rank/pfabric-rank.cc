/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-rank.h"

#include "ns3/log.h"

#include <algorithm>
#include <limits>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricRank");

NS_OBJECT_ENSURE_REGISTERED(PFabricRank);

TypeId
PFabricRank::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricRank").SetParent<Object>().SetGroupName("PFabric");
    return tid;
}

uint32_t
PFabricRank::Clip(uint64_t number)
{
    return std::min<uint64_t>(number, std::numeric_limits<uint32_t>::max());
}

} // namespace ns3
