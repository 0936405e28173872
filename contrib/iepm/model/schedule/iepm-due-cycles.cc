/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-due-cycles.h"

#include <algorithm>

namespace ns3
{

DueCycles::DueCycles(uint32_t divisor, uint32_t host)
    : m_divisor(divisor),
      m_latest(divisor ? -static_cast<int64_t>(host % divisor) : 0)
{
    m_latest -= m_latest == 0 ? m_divisor : 0;
}

void
DueCycles::SetDivisor(uint32_t divisor)
{
    m_divisor = divisor;
}

bool
DueCycles::IsDue(uint64_t cycle, uint64_t next) const
{
    const int64_t first = std::max(m_latest + m_divisor, static_cast<int64_t>(next));
    const int64_t after = static_cast<int64_t>(cycle) - first;
    return m_divisor && after >= 0 && after % m_divisor == 0;
}

void
DueCycles::Set(uint64_t cycle)
{
    m_latest = static_cast<int64_t>(cycle);
}

} // namespace ns3
