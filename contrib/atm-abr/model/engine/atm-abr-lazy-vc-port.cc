/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-lazy-vc-port.h"

#include <algorithm>

namespace ns3
{

void
AtmLazyVcPort::Enqueue(const AtmLazyCell& cell)
{
    m_ready = m_waiting == 0 ? cell.time : m_ready;
    auto& line = m_lines[m_routes.GetStep(cell.GetStep()).line];
    line.Push(cell);
    ++m_waiting;
    if (cell.IsEvent())
    {
        m_agenda[cell.GetPlace()].number = line.GetEnd() - 1;
        m_agenda[cell.GetPlace()].leaves = false;
        CheckService(cell.time, cell.GetStep(), cell.GetPlace());
    }
}

void
AtmLazyVcPort::CheckService(AtmTime time, uint32_t step, uint32_t place)
{
    if (m_agenda[place].leaves)
    {
        return;
    }
    // it is served after those before it, and after as many of each other line or all there are
    const uint64_t own = m_agenda[place].number - m_lines[m_routes.GetStep(step).line].GetFirst();
    uint64_t before = 0;
    for (const auto& line : m_lines)
    {
        before += std::min(own, line.GetEnd() - line.GetFirst());
    }
    m_agenda.Schedule(std::max(time, m_busy) + static_cast<AtmTime>(before) * m_slot,
                      AtmLazyAgenda::PASS,
                      m_number,
                      AtmLazyAgenda::WAITS,
                      step,
                      place);
}

void
AtmLazyVcPort::Serve(AtmTime time, bool including)
{
    while (true)
    {
        if (m_serving)
        {
            if (m_busy > time)
            {
                return;
            }
            if (!m_served.Is(AtmLazyCell::RM) && m_marksLeaving)
            {
                m_served.Mark(m_marking->MarkData(m_waiting));
            }
            Leave(m_served);
            m_serving = false;
        }
        const AtmTime begin = std::max(m_busy, m_ready);
        if (m_waiting == 0 || begin > time || (begin == time && !including))
        {
            return;
        }
        while (m_lines[m_turn].IsEmpty())
        {
            m_turn = (m_turn + 1) % m_lines.size();
        }
        m_served = m_lines[m_turn].GetFront();
        m_lines[m_turn].Pop();
        m_turn = (m_turn + 1) % m_lines.size();
        m_busy = begin + m_slot;
        m_served.time = m_busy;
        m_serving = true;
        --m_waiting;
        if (m_served.IsEvent())
        {
            Depart(m_served);
        }
    }
}

bool
AtmLazyVcPort::IsCounted() const
{
    return true;
}

int64_t
AtmLazyVcPort::GetQueue(AtmTime time) const
{
    return m_waiting + m_serving;
}

int64_t
AtmLazyVcPort::GetBehind(const AtmLazyAgenda::Content& content) const
{
    return m_waiting;
}

} // namespace ns3
