/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-tick-wheel.h"

#include <numeric>

namespace ns3::burst
{

TickWheel::TickWheel()
    : m_nodes(WIDTH)
{
    std::iota(m_last.begin(), m_last.end(), 0);
}

TickWheel::Items
TickWheel::Take()
{
    if (m_firstTaken != NONE)
    {
        m_nodes[m_lastTaken].next = m_unused;
        m_unused = m_firstTaken;
    }
    m_now = m_next;
    while (!m_far.empty() && m_far.top().tick - m_now < WIDTH)
    {
        Put(m_far.top().tick, m_far.top().item);
        m_far.pop();
    }
    const uint32_t place = GetPlace(m_now);
    m_firstTaken = m_nodes[place].next;
    m_lastTaken = m_last[place];
    m_nodes[m_lastTaken].next = NONE;
    m_last[place] = place;
    m_occupied[place / 64] &= ~(uint64_t{1} << place % 64);
    m_next = FindNext();
    return {{m_nodes, m_firstTaken}};
}

void
TickWheel::Grow()
{
    m_unused = m_nodes.size();
    m_nodes.push_back({0, NONE});
}

void
TickWheel::PutFar(int64_t tick, uint32_t item)
{
    m_far.push({tick, m_pushes++, item});
}

int64_t
TickWheel::FindNext() const
{
    // The word of the present tick, the words after it once around, and what is before the present
    // tick in its own word.
    constexpr int64_t WORDS = WIDTH / 64;
    uint64_t bits = m_occupied[GetPlace(m_now) / 64] >> m_now % 64 << m_now % 64;
    const int64_t first = m_now / 64;
    for (int64_t word = first; word <= first + WORDS; bits = m_occupied[++word % WORDS])
    {
        if (bits != 0)
        {
            return 64 * word + __builtin_ctzll(bits);
        }
    }
    return m_far.empty() ? NEVER : m_far.top().tick;
}

} // namespace ns3::burst
