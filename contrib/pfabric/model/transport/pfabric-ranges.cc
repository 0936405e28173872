/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-ranges.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

uint64_t
PFabricRanges::Add(const PFabricRange& range)
{
    auto [begin, end] = range;
    const uint64_t before = m_size;
    auto next = m_ends.upper_bound(begin);
    if (next != m_ends.begin() && std::prev(next)->second >= begin)
    {
        --next;
        begin = next->first;
    }
    while (next != m_ends.end() && next->first <= end)
    {
        end = std::max(end, next->second);
        m_size -= next->second - next->first;
        next = m_ends.erase(next);
    }
    m_ends.emplace_hint(next, begin, end);
    m_size += end - begin;
    return m_size - before;
}

void
PFabricRanges::RemoveBefore(uint64_t end)
{
    while (!m_ends.empty() && m_ends.begin()->first < end)
    {
        const auto [first, last] = *m_ends.begin();
        m_ends.erase(m_ends.begin());
        m_size -= std::min(last, end) - first;
        if (last > end)
        {
            m_ends.emplace(end, last);
        }
    }
}

PFabricRange
PFabricRanges::Find(uint64_t byte) const
{
    const auto next = m_ends.upper_bound(byte);
    if (next == m_ends.begin() || std::prev(next)->second <= byte)
    {
        return {byte, byte};
    }
    return {std::prev(next)->first, std::prev(next)->second};
}

uint64_t
PFabricRanges::GetNextBegin(uint64_t byte, uint64_t none) const
{
    const auto next = m_ends.lower_bound(byte);
    return next == m_ends.end() ? none : next->first;
}

} // namespace ns3
