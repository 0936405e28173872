/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-time-windows.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string>

namespace ns3
{

void
TimeWindows::Add(int64_t from, int64_t to)
{
    if (to <= from)
    {
        throw std::invalid_argument("the end of a window is " + std::to_string(to) +
                                    " ns; allowed are times after its begin, " +
                                    std::to_string(from) + " ns");
    }
    auto next = m_windows.upper_bound(from);
    if (next != m_windows.begin() && std::prev(next)->second >= from)
    {
        --next;
        from = next->first;
    }
    while (next != m_windows.end() && next->first <= to)
    {
        to = std::max(to, next->second);
        next = m_windows.erase(next);
    }
    m_windows.emplace(from, to);
}

std::optional<int64_t>
TimeWindows::GetEnd(int64_t t) const
{
    const auto next = m_windows.upper_bound(t);
    if (next == m_windows.begin() || std::prev(next)->second <= t)
    {
        return std::nullopt;
    }
    return std::prev(next)->second;
}

std::optional<int64_t>
TimeWindows::GetNext(int64_t t) const
{
    const auto next = m_windows.upper_bound(t);
    return next == m_windows.end() ? std::nullopt : std::optional(next->first);
}

void
TimeWindows::Forget(int64_t t)
{
    while (!m_windows.empty() && m_windows.begin()->second <= t)
    {
        m_windows.erase(m_windows.begin());
    }
}

} // namespace ns3
