/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-drops.h"

namespace ns3
{

void
ServerNetDrops::Add(const std::string& reason, uint64_t bytes)
{
    Count& count = m_counts[reason];
    ++count.packets;
    count.bytes += bytes;
}

ServerNetDrops::Count
ServerNetDrops::Get(const std::string& reason) const
{
    const auto found = m_counts.find(reason);
    return found != m_counts.end() ? found->second : Count();
}

ServerNetDrops::Count
ServerNetDrops::GetTotal() const
{
    Count total;
    for (const auto& [reason, count] : m_counts)
    {
        total.packets += count.packets;
        total.bytes += count.bytes;
    }
    return total;
}

void
ServerNetDrops::Report(fabric::ConservationLedger& ledger, uint32_t account) const
{
    for (const auto& [reason, count] : m_counts)
    {
        ledger.Drop(account, ledger.AddReason(reason), count.packets);
    }
}

} // namespace ns3
