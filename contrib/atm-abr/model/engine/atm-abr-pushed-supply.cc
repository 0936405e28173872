/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-pushed-supply.h"

#include <algorithm>

namespace ns3
{

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
