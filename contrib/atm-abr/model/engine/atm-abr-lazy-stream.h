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

    /** @return time of the first cell, ps; NEVER */
    AtmTime GetTime() const
    {
        return m_cells.IsEmpty() ? m_next.time : m_cells.GetFront().time;
    }

    /** Remove the first cell; there is one. @param cell it @return time of the next one, ps; NEVER
     */
    AtmTime Take(AtmLazyCell& cell)
    {
        if (m_cells.IsEmpty())
        {
            cell = m_next;
            Advance();
        }
        else
        {
            cell = m_cells.GetFront();
            m_cells.Pop();
        }
        return GetTime();
    }

    /**
     * Remove data cells that are no events from the beginning.
     * @param time up to and including which, ps
     * @param efci EFCI bit of the last of them, if there is one
     * @return how many
     */
    uint64_t TakePlain(AtmTime time, bool& efci)
    {
        const uint64_t end = m_cells.GetEnd();
        const uint64_t first = m_cells.GetFirst();
        uint64_t number = first;
        for (; number != end && m_cells[number].time <= time && m_cells[number].IsPlain(); ++number)
        {
            efci = m_cells[number].Is(AtmLazyCell::EFCI);
        }
        m_cells.PopTo(number);
        uint64_t count = number - first;
        for (; number == end && m_next.time <= time; ++count)
        {
            efci = m_next.Is(AtmLazyCell::EFCI);
            Advance();
        }
        return count;
    }

    /** @param cell that comes after all others */
    void Push(const AtmLazyCell& cell)
    {
        if (m_train > 0)
        {
            Unroll();
        }
        m_cells.Push(cell);
    }

    /**
     * @param first cell of a train that comes after all others
     * @param gap between its cells, ps
     * @param count of them, at least 1
     */
    void PushTrain(const AtmLazyCell& first, AtmTime gap, uint32_t count)
    {
        if (m_train > 0)
        {
            Unroll();
        }
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
            m_next.time = m_train > 0 ? m_next.time : NEVER;
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
        const uint64_t train =
            m_next.time <= time ? std::min<uint64_t>(m_train, (time - m_next.time) / m_gap + 1) : 0;
        return number - m_cells.GetFirst() + train;
    }

  private:
    /** The first cell of the train is taken. */
    void Advance()
    {
        m_next.time = --m_train > 0 ? m_next.time + m_gap : NEVER;
    }

    /** Write the train down; apart, so that Push is small. */
    [[gnu::noinline]] void Unroll()
    {
        for (; m_train > 0; Advance())
        {
            m_cells.Push(m_next);
        }
    }

    atm::Ring<AtmLazyCell> m_cells; //!< before the train
    AtmLazyCell m_next{NEVER, 0};   //!< the first one of the train; without one at NEVER
    AtmTime m_gap{0};               //!< between cells of the train
    uint32_t m_train{0};            //!< its cells
};

} // namespace ns3

#endif // ATM_ABR_LAZY_STREAM_H
