/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_LAZY_QUEUES_H
#define ATM_ABR_LAZY_QUEUES_H

#include "ns3/atm-abr-time.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace ns3::atm
{

/**
 * @ingroup atm-abr
 * @brief A priority queue in which the next item takes the place of the item removed last: if one
 * event causes another, this halves the work.
 * @tparam Item what is kept, with operator<
 */
template <typename Item>
class Heap
{
  public:
    /** @return whether nothing is there */
    bool IsEmpty() const
    {
        return m_items.size() == m_open;
    }

    /** @return the first item; there is one */
    const Item& GetFirst() const
    {
        // the root is open: the first item is one of the two below it
        return !m_open ? m_items[0]
                       : m_items[m_items.size() > 2 && m_items[2] < m_items[1] ? 2 : 1];
    }

    /** Remove the first item; there is one. @return it */
    Item Take()
    {
        if (m_open)
        {
            const Item last = m_items.back();
            m_items.pop_back();
            Sink(last);
        }
        m_open = true;
        return m_items[0];
    }

    /** @param item what is added */
    void Push(const Item& item)
    {
        if (m_open)
        {
            m_open = false;
            Sink(item);
            return;
        }
        std::size_t place = m_items.size();
        m_items.push_back(item);
        for (; place > 0 && item < m_items[(place - 1) / 2]; place = (place - 1) / 2)
        {
            m_items[place] = m_items[(place - 1) / 2];
        }
        m_items[place] = item;
    }

  private:
    /** @param item that is put in the place of the root, and goes down from there */
    void Sink(const Item& item)
    {
        const std::size_t size = m_items.size();
        std::size_t place = 0;
        for (std::size_t below = 1; below < size; below = 2 * place + 1)
        {
            below += below + 1 < size && m_items[below + 1] < m_items[below];
            if (!(m_items[below] < item))
            {
                break;
            }
            m_items[place] = m_items[below];
            place = below;
        }
        m_items[place] = item;
    }

    std::vector<Item> m_items; //!< none comes before the one at half its place
    bool m_open{false};        //!< the root was taken, and nothing put there
};

/**
 * @ingroup atm-abr
 * @brief The first of as many times as there are players, each of which may change its time: a
 * tournament tree (D. E. Knuth, The Art of Computer Programming 3, 5.4.1). Of two at one time the
 * one with the lower number comes first.
 */
class Tournament
{
  public:
    static constexpr AtmTime NEVER = std::numeric_limits<AtmTime>::max(); //!< no time

    /** @param players how many; all at NEVER */
    explicit Tournament(uint32_t players)
    {
        while (m_leaves < players)
        {
            m_leaves *= 2;
        }
        m_times.assign(m_leaves, NEVER);
        m_winners.resize(2 * m_leaves);
        for (uint32_t node = 2 * m_leaves - 1; node > 0; --node)
        {
            m_winners[node] = node >= m_leaves ? node - m_leaves : m_winners[2 * node];
        }
    }

    /**
     * @param player number
     * @param time of it, or NEVER
     */
    void Set(uint32_t player, AtmTime time)
    {
        m_times[player] = time;
        for (uint32_t node = (player + m_leaves) / 2; node > 0; node /= 2)
        {
            const uint32_t left = m_winners[2 * node];
            const uint32_t right = m_winners[2 * node + 1];
            m_winners[node] = m_times[right] < m_times[left] ? right : left;
        }
    }

    /** @return the player that is first */
    uint32_t GetFirst() const
    {
        return m_winners[1];
    }

    /** @return its time, or NEVER */
    AtmTime GetTime() const
    {
        return m_times[GetFirst()];
    }

  private:
    uint32_t m_leaves{1};            //!< a power of 2
    std::vector<AtmTime> m_times;    //!< by player
    std::vector<uint32_t> m_winners; //!< of nodes: the root is 1, below n are 2 n and 2 n + 1
};

} // namespace ns3::atm

#endif // ATM_ABR_LAZY_QUEUES_H
