/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_TOURNAMENT_H
#define ATM_ABR_TOURNAMENT_H

#include "ns3/atm-abr-time.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief The first of as many times as there are players, each of which may change its time: a
 * tournament tree (D. E. Knuth, The Art of Computer Programming 3, 5.4.1). Of two at one time the
 * one with the lower number comes first.
 */
class AtmTournament
{
  public:
    static constexpr AtmTime NEVER = std::numeric_limits<AtmTime>::max(); //!< no time

    /** @param players how many; all at NEVER */
    explicit AtmTournament(uint32_t players)
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

    /** @param player number @param time of it, or NEVER */
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

} // namespace ns3

#endif // ATM_ABR_TOURNAMENT_H
