/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-arrival-supply.h"

#include <algorithm>

namespace ns3
{

AtmArrivalSupply::AtmArrivalSupply(Ptr<ArrivalProcess> process, AtmTime start, uint32_t frameCells)
    : m_process(process),
      m_start(start),
      m_frameCells(frameCells)
{
}

bool
AtmArrivalSupply::Extend()
{
    if (m_forgotten - m_gone > m_ticks.size() / 2)
    {
        m_ticks.erase(m_ticks.begin(),
                      m_ticks.begin() + static_cast<std::ptrdiff_t>(m_forgotten - m_gone));
        m_gone = m_forgotten;
    }
    const std::size_t before = m_ticks.size();
    m_process->Take(TOGETHER, m_ticks);
    return m_ticks.size() > before;
}

AtmTime
AtmArrivalSupply::GetTime(uint64_t cell)
{
    while (cell - m_gone >= m_ticks.size())
    {
        if (!Extend())
        {
            return NEVER;
        }
    }
    return m_start + m_ticks[cell - m_gone];
}

uint64_t
AtmArrivalSupply::CountTo(AtmTime time)
{
    const AtmTime tick = time - m_start;
    if (tick < 0)
    {
        return 0;
    }
    if (m_ticks.empty() || m_ticks.back() <= tick)
    {
        return m_process->CountTo(tick);
    }
    return m_gone + (std::upper_bound(m_ticks.begin(), m_ticks.end(), tick) - m_ticks.begin());
}

bool
AtmArrivalSupply::HasFrames() const
{
    return m_frameCells > 0;
}

bool
AtmArrivalSupply::IsLast(uint64_t cell) const
{
    return m_frameCells > 0 && (cell + 1) % m_frameCells == 0;
}

void
AtmArrivalSupply::Forget(uint64_t cell)
{
    m_forgotten = cell;
}

} // namespace ns3
