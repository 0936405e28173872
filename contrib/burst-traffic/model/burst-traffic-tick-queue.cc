/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-tick-queue.h"

#include <algorithm>
#include <limits>

namespace ns3
{

TickQueue::TickQueue(uint32_t sources)
    : m_next(sources)
{
    m_heads.fill(NONE);
}

void
TickQueue::Turn()
{
    int64_t next = std::numeric_limits<int64_t>::max();
    if (m_near > 0)
    {
        // Bits of the word from the present tick on, then the following words once around.
        next = m_now;
        uint64_t bits = m_occupied[next % WIDTH / 64] >> next % 64;
        while (bits == 0)
        {
            next += 64 - next % 64;
            bits = m_occupied[next % WIDTH / 64];
        }
        next += __builtin_ctzll(bits);
    }
    if (!m_far.empty())
    {
        next = std::min(next, m_far.top().tick);
    }
    m_now = next;
    while (!m_far.empty() && m_far.top().tick - m_now < WIDTH)
    {
        const Item item = m_far.top();
        m_far.pop();
        Hang(item.tick, item.source);
    }
}

} // namespace ns3
