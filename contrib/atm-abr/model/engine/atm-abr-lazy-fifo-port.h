/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_LAZY_FIFO_PORT_H
#define ATM_ABR_LAZY_FIFO_PORT_H

#include "atm-abr-lazy-port.h"
#include "atm-abr-ring.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief A port of AtmLazyEngine that serves first come, first served.
 *
 * It is known when a cell leaves as soon as it joins (Lindley's recursion). Cells wait here until
 * then only if what joins behind them marks them; else they go on at once, with their time.
 */
class AtmLazyFifoPort final : public AtmLazyPort
{
  public:
    /**
     * As AtmLazyPort.
     * @param number of the port
     * @param routes of cells
     * @param agenda what is going to happen
     * @param settings of the port
     * @param buffer of it
     * @param counts of it
     */
    AtmLazyFifoPort(uint32_t number,
                    AtmLazyRoutes& routes,
                    AtmLazyAgenda& agenda,
                    const AtmEngine::PortSettings& settings,
                    AtmBuffer& buffer,
                    AtmEngine::PortCounts& counts);

    int64_t GetQueue(AtmTime time) const override;
    int64_t GetBehind(const AtmLazyAgenda::Content& content) const override;
    void Refresh() override;

  private:
    void JoinAll(AtmTime time) override;
    void Serve(AtmTime time, bool including) override;
    void Enqueue(const AtmLazyCell& cell) override;
    bool IsCounted() const override;

    /** Cells leave up to and including a time. @param time ps */
    void Release(AtmTime time)
    {
        uint64_t number = m_held.GetFirst();
        const uint64_t end = m_held.GetEnd();
        for (; number != end && m_held[number].time <= time; ++number)
        {
            AtmLazyCell cell = m_held[number];
            if (m_checksEach && !cell.Is(AtmLazyCell::RM))
            {
                // what joins at the time when it leaves, or later, has not joined yet: see Join
                cell.Mark(m_marking->MarkData(static_cast<int64_t>(end - number - 1)));
            }
            Leave(cell);
        }
        m_held.PopTo(number);
    }

    /** A cell joins: one that is so far ahead of it that there will be just enough cells behind to
     * mark it is marked, if it is still there. @param time ps */
    void MarkAhead(AtmTime time)
    {
        const uint64_t end = m_held.GetEnd();
        if (m_ahead > 0 && end > m_ahead && end - m_ahead > m_held.GetFirst())
        {
            AtmLazyCell& cell = m_held[end - m_ahead - 1];
            cell.Mark(cell.time > time);
        }
    }

    /**
     * A cell is accepted.
     * @tparam HOLDS whether the port holds cells
     * @param cell it, at the time when it joins
     * @param busy m_busy, or a copy
     * @param mostWait m_mostWait, or a copy
     */
    template <bool HOLDS>
    [[gnu::always_inline]] void Accept(AtmLazyCell cell, AtmTime& busy, AtmTime& mostWait)
    {
        if (HOLDS)
        {
            MarkAhead(cell.time);
        }
        mostWait = std::max(mostWait, busy - cell.time);
        busy = std::max(busy, cell.time) + m_slot;
        cell.time = busy;
        if (cell.IsEvent())
        {
            m_agenda[cell.GetPlace()].number = m_held.GetEnd();
            Depart(cell);
        }
        if (HOLDS)
        {
            m_held.Push(cell);
        }
        else
        {
            Leave(cell);
        }
    }

    /** As JoinAll, where nobody asks for the queue. @tparam HOLDS whether the port holds cells
     * @param time ps */
    template <bool HOLDS>
    void JoinFreely(AtmTime time);

    /** @param wait until it is free, ps @return cells that it has */
    int64_t GetCells(AtmTime wait) const;

    const bool m_holds;       //!< it marks cells by what is behind them
    uint32_t m_ahead{0};      //!< if not 0: see MarkAhead; threshold of EFCI without hysteresis
    bool m_checksEach{false}; //!< marking is asked for each data cell that leaves
    const bool m_counted;     //!< see IsCounted
    const bool m_makes;       //!< its switch makes BECN cells
    AtmTime m_busy{0};        //!< until when it sends
    AtmTime m_mostWait{0};    //!< the longest time from joining to being sent
    atm::Ring<AtmLazyCell> m_held; //!< if it holds: cells with the times when they leave
};

} // namespace ns3

#endif // ATM_ABR_LAZY_FIFO_PORT_H
