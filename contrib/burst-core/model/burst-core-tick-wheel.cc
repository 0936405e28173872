/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-tick-wheel.h"

namespace ns3::burst
{

std::vector<uint32_t>&
TickWheel::Take()
{
    m_now = m_next;
    while (!m_far.empty() && m_far.top().tick - m_now < WIDTH)
    {
        Put(m_far.top().tick, m_far.top().item);
        m_far.pop();
    }
    m_taken.clear();
    m_taken.swap(m_buckets[m_now % WIDTH]);
    m_occupied[m_now % WIDTH / 64] &= ~(uint64_t{1} << m_now % 64);
    m_next = FindNext();
    return m_taken;
}

int64_t
TickWheel::FindNext() const
{
    // The word of the present tick, the words after it once around, and what is before the present
    // tick in its own word.
    constexpr int64_t WORDS = WIDTH / 64;
    uint64_t bits = m_occupied[m_now % WIDTH / 64] >> m_now % 64 << m_now % 64;
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
