/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-lazy-fifo-port.h"

#include <algorithm>

namespace ns3
{

AtmLazyFifoPort::AtmLazyFifoPort(uint32_t number,
                                 AtmLazyWays& ways,
                                 AtmLazyAgenda& agenda,
                                 const AtmEngine::PortSettings& settings,
                                 AtmBuffer& buffer,
                                 AtmEngine::PortCounts& counts)
    : AtmLazyPort(number, ways, agenda, settings, buffer, counts),
      m_holds(m_marksLeaving || (m_marking && m_marking->GetPoint() == AbrMarking::FORWARD)),
      m_counted(m_marksJoining || !m_buffer.IsAlwaysOpen())
{
}

void
AtmLazyFifoPort::JoinAll(AtmTime time)
{
    if (m_counted || m_algorithm)
    {
        AtmLazyPort::JoinAll(time);
        return;
    }
    // nobody asks for the queue, and no cell is refused
    AtmLazyCell cell;
    while (Take(time, cell))
    {
        Release(cell.time);
        Hold(cell);
        ++m_counts.joined;
    }
}

void
AtmLazyFifoPort::Serve(AtmTime time, bool including)
{
    Release(time);
}

void
AtmLazyFifoPort::Enqueue(const AtmLazyCell& cell)
{
    Hold(cell);
}

void
AtmLazyFifoPort::Hold(AtmLazyCell cell)
{
    m_mostWait = std::max(m_mostWait, m_busy - cell.time);
    m_busy = std::max(m_busy, cell.time) + m_slot;
    cell.time = m_busy;
    if (cell.place != NONE)
    {
        m_agenda[cell.place].number = m_held.GetEnd();
        Depart(cell);
    }
    if (m_holds)
    {
        m_held.Push(cell);
    }
    else
    {
        Leave(cell);
    }
}

void
AtmLazyFifoPort::Release(AtmTime time)
{
    while (!m_held.IsEmpty() && m_held.GetFront().time <= time)
    {
        AtmLazyCell cell = m_held.GetFront();
        m_held.Pop();
        if (m_marksLeaving && !cell.rm)
        {
            // whatever is to join at the time when it leaves, or before, has not joined yet: see Join
            const auto behind = static_cast<int64_t>(m_held.GetEnd() - m_held.GetFirst());
            cell.efci = m_marking->MarkData(behind) || cell.efci;
        }
        Leave(cell);
    }
}

bool
AtmLazyFifoPort::IsCounted() const
{
    return m_counted;
}

int64_t
AtmLazyFifoPort::GetQueue(AtmTime time) const
{
    return GetCells(m_busy - time);
}

int64_t
AtmLazyFifoPort::GetBehind(const AtmLazyAgenda::Content& content) const
{
    return static_cast<int64_t>(m_held.GetEnd() - content.number - 1);
}

int64_t
AtmLazyFifoPort::GetCells(AtmTime wait) const
{
    return wait > 0 ? (wait + m_slot - 1) / m_slot : 0;
}

void
AtmLazyFifoPort::Refresh()
{
    if (!m_counted)
    {
        m_counts.mostQueue = (m_counts.joined > 0) + GetCells(m_mostWait);
    }
}

} // namespace ns3
