/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-pause-state.h"

#include <algorithm>

namespace ns3
{

void
LosslessPauseState::Set(uint8_t priorities, int64_t ticks, int64_t now)
{
    m_ticks = GetTicks(now);
    m_begin = now;
    for (uint32_t priority = 0; priority < LosslessFrame::PRIORITIES; ++priority)
    {
        if (priorities >> priority & 1)
        {
            m_ends[priority] = now + ticks;
        }
    }
    m_end = *std::max_element(m_ends.begin(), m_ends.end());
}

uint8_t
LosslessPauseState::FindOpen(int64_t now) const
{
    uint8_t open = 0;
    for (uint32_t priority = 0; priority < LosslessFrame::PRIORITIES; ++priority)
    {
        open |= (m_ends[priority] <= now) << priority;
    }
    return open;
}

int64_t
LosslessPauseState::GetNextEnd(uint8_t priorities, int64_t now) const
{
    int64_t next = INT64_MAX;
    for (uint32_t priority = 0; priority < LosslessFrame::PRIORITIES; ++priority)
    {
        if (priorities >> priority & 1)
        {
            next = std::min(next, std::max(m_ends[priority], now));
        }
    }
    return next;
}

int64_t
LosslessPauseState::GetTicks(int64_t now) const
{
    return m_ticks + std::max<int64_t>(0, std::min(now, m_end) - m_begin);
}

} // namespace ns3
