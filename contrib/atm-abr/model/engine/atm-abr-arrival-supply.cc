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
    const int64_t tick = m_process->Next();
    if (tick == ArrivalProcess::NEVER)
    {
        return false;
    }
    m_times.push_back(m_start + tick);
    return true;
}

AtmTime
AtmArrivalSupply::GetTime(uint64_t cell)
{
    while (cell - m_first >= m_times.size())
    {
        if (!Extend())
        {
            return NEVER;
        }
    }
    return m_times[cell - m_first];
}

uint64_t
AtmArrivalSupply::CountTo(AtmTime time)
{
    while ((m_times.empty() || m_times.back() <= time) && Extend())
    {
    }
    return m_first + (std::upper_bound(m_times.begin(), m_times.end(), time) - m_times.begin());
}

bool
AtmArrivalSupply::IsLast(uint64_t cell) const
{
    return m_frameCells > 0 && (cell + 1) % m_frameCells == 0;
}

void
AtmArrivalSupply::Forget(uint64_t cell)
{
    while (m_first < cell)
    {
        m_times.pop_front();
        ++m_first;
    }
}

} // namespace ns3
