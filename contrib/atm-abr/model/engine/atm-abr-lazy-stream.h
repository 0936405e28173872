/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_LAZY_STREAM_H
#define ATM_ABR_LAZY_STREAM_H

#include "atm-abr-lazy-cell.h"
#include "atm-abr-ring.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief Cells of AtmLazyEngine on the way to one port or end, in the order of time.
 *
 * The last of them may be a train: data cells of one flow at even distances, which are not written
 * down one by one unless something comes after them.
 */
class AtmLazyStream
{
  public:
    static constexpr AtmTime NEVER = std::numeric_limits<AtmTime>::max(); //!< no time

    /**
     * Cells up to and including a time are about to be taken.
     * @param time ps
     * @return time of the first cell, ps; a later one, or NEVER, if there is none
     */
    AtmTime Open(AtmTime time)
    {
        if (m_train > 0)
        {
            Unroll(time);
        }
        return GetTime();
    }

    /** Remove the first cell. @param cell it @return as Open, of the next one */
    AtmTime Take(AtmLazyCell& cell)
    {
        cell = m_cells.GetFront();
        m_cells.Pop();
        return GetTime();
    }

    /** @param cell that comes after all others */
    void Push(const AtmLazyCell& cell)
    {
        if (m_train > 0)
        {
            Unroll(NEVER);
        }
        m_cells.Push(cell);
    }

    /** @param first cell of a train that comes after all others @param gap between its cells, ps
     * @param count of them, at least 1 */
    void PushTrain(const AtmLazyCell& first, AtmTime gap, uint32_t count)
    {
        Unroll(NEVER);
        m_next = first;
        m_gap = gap;
        m_train = count;
    }

    /** Remove cells from the end, of the train if there is one. @param count how many, no more than
     * there are */
    void Drop(uint32_t count)
    {
        if (m_train > 0)
        {
            m_train -= count;
        }
        else
        {
            m_cells.Drop(count);
        }
    }

    /** @param time ps @return number of cells up to and including that time */
    uint64_t CountTo(AtmTime time) const
    {
        uint64_t number = m_cells.GetFirst();
        while (number != m_cells.GetEnd() && m_cells[number].time <= time)
        {
            ++number;
        }
        const uint64_t train = m_train > 0 && m_next.time <= time
                                   ? std::min<uint64_t>(m_train, (time - m_next.time) / m_gap + 1)
                                   : 0;
        return number - m_cells.GetFirst() + train;
    }

  private:
    /** @return time of the first cell that is written down, ps; NEVER */
    AtmTime GetTime() const
    {
        const AtmTime time = m_cells.GetFront().time;
        return m_cells.IsEmpty() ? NEVER : time;
    }

    /** Write cells of the train down. @param time up to and including which, ps */
    void Unroll(AtmTime time)
    {
        AtmLazyCell cell = m_next;
        uint32_t left = m_train;
        for (; left > 0 && cell.time <= time; --left, cell.time += m_gap)
        {
            m_cells.Push(cell);
        }
        m_next.time = cell.time;
        m_train = left;
    }

    AtmRing<AtmLazyCell> m_cells; //!< before the train
    AtmLazyCell m_next;           //!< the next one of the train
    AtmTime m_gap{0};             //!< between cells of the train
    uint32_t m_train{0};          //!< cells of it that are left
};

} // namespace ns3

#endif // ATM_ABR_LAZY_STREAM_H
