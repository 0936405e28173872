/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-receiver.h"

#include <algorithm>
#include <utility>

namespace ns3
{

uint64_t
PFabricReceiver::Receive(const PFabricRange& range)
{
    const uint64_t received = GetReceived();
    uint64_t& cumulative = m_said.cumulative;
    if (range.end > cumulative)
    {
        m_ranges.Add({std::max(range.begin, cumulative), range.end});
        cumulative = m_ranges.Find(cumulative).end;
        m_ranges.RemoveBefore(cumulative);
    }
    // what the packet is part of, then what was said before, as it is now
    const auto before = std::exchange(m_said.blocks, {});
    Say(range);
    for (const PFabricRange& block : before)
    {
        Say(block);
    }
    return GetReceived() - received;
}

void
PFabricReceiver::Say(const PFabricRange& block)
{
    PFabricBlocks& blocks = m_said.blocks;
    const PFabricRange now = m_ranges.Find(block.begin);
    const auto same = [&now](const PFabricRange& other) { return other.begin == now.begin; };
    if (now.end > now.begin && std::none_of(blocks.begin(), blocks.end(), same))
    {
        blocks.Add(now);
    }
}

} // namespace ns3
