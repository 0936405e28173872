/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-arrival-supply.h"

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
    m_ticks.clear();
    m_process->Take(TOGETHER, m_ticks);
    for (const int64_t tick : m_ticks)
    {
        m_times.Push(m_start + tick);
    }
    return !m_ticks.empty();
}

AtmTime
AtmArrivalSupply::GetTime(uint64_t cell)
{
    while (cell >= m_times.GetEnd())
    {
        if (!Extend())
        {
            return NEVER;
        }
    }
    return m_times[cell];
}

uint64_t
AtmArrivalSupply::CountTo(AtmTime time)
{
    while ((m_times.IsEmpty() || m_times[m_times.GetEnd() - 1] <= time) && Extend())
    {
    }
    uint64_t low = m_times.GetFirst(); // all before are counted, none from high on
    uint64_t high = m_times.GetEnd();
    while (low < high)
    {
        const uint64_t middle = low + (high - low) / 2;
        (m_times[middle] <= time ? low : high) = m_times[middle] <= time ? middle + 1 : middle;
    }
    return low;
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
    m_times.PopTo(cell);
}

} // namespace ns3
