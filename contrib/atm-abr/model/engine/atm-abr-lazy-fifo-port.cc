/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-lazy-fifo-port.h"

#include "ns3/uinteger.h"

namespace ns3
{

AtmLazyFifoPort::AtmLazyFifoPort(uint32_t number,
                                 AtmLazyRoutes& routes,
                                 AtmLazyAgenda& agenda,
                                 const AtmEngine::PortSettings& settings,
                                 AtmBuffer& buffer,
                                 AtmEngine::PortCounts& counts)
    : AtmLazyPort(number, routes, agenda, settings, buffer, counts),
      m_holds(m_marksLeaving || (m_marking && m_marking->GetPoint() == AbrMarking::FORWARD)),
      m_counted(m_marksJoining || !m_buffer.IsAlwaysOpen()),
      m_makes(m_marking && m_marking->GetPoint() == AbrMarking::BECN)
{
    if (m_marksLeaving)
    {
        UintegerValue threshold;
        UintegerValue hysteresis;
        m_marking->GetAttribute("Threshold", threshold);
        m_marking->GetAttribute("Hysteresis", hysteresis);
        m_checksEach = hysteresis.Get() > 0;
        m_ahead = m_checksEach ? 0 : threshold.Get();
    }
}

void
AtmLazyFifoPort::JoinAll(AtmTime time)
{
    if (m_counted || m_algorithm || m_makes)
    {
        AtmLazyPort::JoinAll(time);
        return;
    }
    // nobody asks for the queue, and no cell is refused
    m_holds ? JoinFreely<true>(time) : JoinFreely<false>(time);
}

template <bool HOLDS>
void
AtmLazyFifoPort::JoinFreely(AtmTime time)
{
    uint64_t joined = 0;
    AtmTime busy = m_busy; // not written back for each cell
    AtmTime mostWait = m_mostWait;
    TakeAll(time, [&](const AtmLazyCell& cell) {
        if (HOLDS && m_checksEach)
        {
            Release(cell.time);
        }
        Accept<HOLDS>(cell, busy, mostWait);
        ++joined;
    });
    m_busy = busy;
    m_mostWait = mostWait;
    m_counts.joined += joined;
}

void
AtmLazyFifoPort::Serve(AtmTime time, bool including)
{
    if (m_checksEach || including)
    {
        Release(time);
    }
}

void
AtmLazyFifoPort::Enqueue(const AtmLazyCell& cell)
{
    m_holds ? Accept<true>(cell, m_busy, m_mostWait) : Accept<false>(cell, m_busy, m_mostWait);
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
