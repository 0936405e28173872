/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-tick-wheel.h"

#include <cstring>

namespace ns3::burst
{

template <int64_t WIDTH>
WideTickWheel<WIDTH>::WideTickWheel()
    : m_chunks(1)
{
    m_chunks[0].size = Chunk::ROOM;
}

template <int64_t WIDTH>
typename WideTickWheel<WIDTH>::Items
WideTickWheel<WIDTH>::Take()
{
    m_now = m_next;
    while (!m_far.empty() && m_far.top().tick - m_now < WIDTH)
    {
        Put(m_far.top().tick, m_far.top().item);
        m_far.pop();
    }
    uint32_t& last = m_last[GetPlace(m_now)];
    const uint32_t first = m_chunks[last].next;
    uint32_t index = last;
    std::size_t count = 0;
    do
    {
        index = m_chunks[index].next;
        if (m_taken.size() < count + Chunk::ROOM)
        {
            m_taken.resize(2 * (count + Chunk::ROOM));
        }
        const Chunk& chunk = m_chunks[index];
        // A known size takes no call; what is too much is written over or not looked at.
        std::memcpy(m_taken.data() + count, chunk.items.data(), sizeof(chunk.items));
        count += chunk.size;
    } while (index != last);
    m_chunks[last].next = m_unused;
    m_unused = first;
    last = 0;
    m_occupied[GetPlace(m_now) / 64] &= ~(uint64_t{1} << m_now % 64);
    m_next = FindNext();
    return {m_taken.data(), m_taken.data() + count};
}

template <int64_t WIDTH>
void
WideTickWheel<WIDTH>::Append(int64_t tick, uint32_t item)
{
    uint32_t index = m_unused;
    if (index == 0)
    {
        index = m_chunks.size();
        m_chunks.emplace_back();
    }
    Chunk& chunk = m_chunks[index];
    m_unused = chunk.next;
    chunk.items[0] = item;
    chunk.size = 1;
    uint32_t& last = m_last[GetPlace(tick)];
    if (last == 0)
    {
        chunk.next = index;
        m_occupied[GetPlace(tick) / 64] |= uint64_t{1} << tick % 64;
    }
    else
    {
        chunk.next = m_chunks[last].next;
        m_chunks[last].next = index;
    }
    last = index;
}

template <int64_t WIDTH>
void
WideTickWheel<WIDTH>::PutFar(int64_t tick, uint32_t item)
{
    m_far.push({tick, m_pushes++, item});
}

template <int64_t WIDTH>
int64_t
WideTickWheel<WIDTH>::FindNext() const
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

template class WideTickWheel<1024>;
template class WideTickWheel<4096>;

} // namespace ns3::burst
