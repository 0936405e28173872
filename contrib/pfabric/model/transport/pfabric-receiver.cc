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
    auto candidates = std::move(m_said.blocks);
    candidates.insert(candidates.begin(), range);
    auto& blocks = m_said.blocks;
    blocks.clear();
    for (const PFabricRange& block : candidates)
    {
        const PFabricRange now = m_ranges.Find(block.begin);
        const auto same = [&now](const PFabricRange& other) { return other.begin == now.begin; };
        if (now.end > now.begin && blocks.size() < MOST_BLOCKS &&
            std::none_of(blocks.begin(), blocks.end(), same))
        {
            blocks.push_back(now);
        }
    }
    return GetReceived() - received;
}

} // namespace ns3
