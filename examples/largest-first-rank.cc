/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A rank of your own, as a plugin: this file is all there is. It becomes a library that any program
// with pFabric can load. The message with most bytes to go is the first, the opposite of pFabric.

#include "ns3/pfabric-rank.h"

namespace ns3
{

/** The lowest priority, less the bytes to go. */
class LargestFirstRank : public PFabricRank
{
  public:
    static TypeId GetTypeId();
    uint32_t GetPriority(const PFabricMessageState& state) const override;
};

NS_OBJECT_ENSURE_REGISTERED(LargestFirstRank);

TypeId
LargestFirstRank::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LargestFirstRank")
                            .SetParent<PFabricRank>()
                            .SetGroupName("Examples")
                            .AddConstructor<LargestFirstRank>();
    return tid;
}

uint32_t
LargestFirstRank::GetPriority(const PFabricMessageState& state) const
{
    return UINT32_MAX - Clip(state.remaining);
}

} // namespace ns3
