/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-drop-counter.h"

namespace ns3::burst
{

void
DropCounter::Add(const std::string& reason, uint64_t bytes)
{
    Count& count = m_counts[reason];
    ++count.number;
    count.bytes += bytes;
}

DropCounter::Count
DropCounter::Get(const std::string& reason) const
{
    const auto found = m_counts.find(reason);
    return found != m_counts.end() ? found->second : Count();
}

DropCounter::Count
DropCounter::GetTotal() const
{
    Count total;
    for (const auto& [reason, count] : m_counts)
    {
        total.number += count.number;
        total.bytes += count.bytes;
    }
    return total;
}

void
DropCounter::Report(
    const std::function<void(const std::string& reason, const Count& count)>& visit) const
{
    for (const auto& [reason, count] : m_counts)
    {
        visit(reason, count);
    }
}

} // namespace ns3::burst
