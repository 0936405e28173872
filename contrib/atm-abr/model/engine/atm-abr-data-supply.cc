/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-data-supply.h"

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

void
AtmPushedSupply::Push(AtmTime time, uint32_t cells, bool whole)
{
    m_frames.push_back({time, (m_frames.empty() ? m_gone : m_frames.back().end) + cells, whole});
}

std::deque<AtmPushedSupply::Frame>::const_iterator
AtmPushedSupply::Find(uint64_t cell) const
{
    return std::upper_bound(m_frames.begin(),
                            m_frames.end(),
                            cell,
                            [](uint64_t number, const Frame& frame) { return number < frame.end; });
}

AtmTime
AtmPushedSupply::GetTime(uint64_t cell)
{
    const auto frame = Find(cell);
    return frame == m_frames.end() ? NEVER : frame->time;
}

uint64_t
AtmPushedSupply::CountTo(AtmTime time)
{
    const auto after =
        std::upper_bound(m_frames.begin(), m_frames.end(), time, [](AtmTime t, const Frame& frame) {
            return t < frame.time;
        });
    return after == m_frames.begin() ? m_gone : std::prev(after)->end;
}

bool
AtmPushedSupply::HasFrames() const
{
    return true;
}

bool
AtmPushedSupply::IsLast(uint64_t cell) const
{
    const auto frame = Find(cell);
    return frame != m_frames.end() && frame->whole && frame->end == cell + 1;
}

void
AtmPushedSupply::Forget(uint64_t cell)
{
    while (!m_frames.empty() && m_frames.front().end <= cell)
    {
        m_gone = m_frames.front().end;
        m_frames.pop_front();
    }
}

} // namespace ns3
