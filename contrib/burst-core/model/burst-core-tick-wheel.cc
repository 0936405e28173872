/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-tick-wheel.h"

namespace ns3::burst
{

TickWheel::TickWheel()
    : m_chunks(1)
{
    m_chunks[0].size = Chunk::ROOM;
}

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
    uint32_t& last = m_last[m_now % WIDTH];
    const uint32_t first = m_chunks[last].next;
    uint32_t index = last;
    do
    {
        index = m_chunks[index].next;
        const auto begin = m_chunks[index].items.begin();
        m_taken.insert(m_taken.end(), begin, begin + m_chunks[index].size);
    } while (index != last);
    m_chunks[last].next = m_unused;
    m_unused = first;
    last = 0;
    m_occupied[m_now % WIDTH / 64] &= ~(uint64_t{1} << m_now % 64);
    m_next = FindNext();
    return m_taken;
}

uint32_t
TickWheel::Append(int64_t tick, uint32_t last)
{
    uint32_t index = m_unused;
    if (index == 0)
    {
        index = m_chunks.size();
        m_chunks.emplace_back();
    }
    Chunk& chunk = m_chunks[index];
    m_unused = chunk.next;
    chunk.size = 0;
    if (last == 0)
    {
        chunk.next = index;
        m_occupied[tick % WIDTH / 64] |= uint64_t{1} << tick % 64;
    }
    else
    {
        chunk.next = m_chunks[last].next;
        m_chunks[last].next = index;
    }
    return index;
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
