/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-sender-limits.h"

#include <numeric>

namespace ns3
{

SenderLimits::State
SenderLimits::Judge(const Moment& moment)
{
    if (moment.repairing)
    {
        return PATH;
    }
    if (!moment.unsent)
    {
        return moment.room < moment.segment ? WINDOW : SENDER;
    }
    return moment.window <= moment.congestion ? WINDOW : PATH;
}

void
SenderLimits::Add(State state, int64_t time)
{
    m_times[state] += time;
}

void
SenderLimits::Add(const SenderLimits& other)
{
    for (uint32_t state = 0; state < STATES; ++state)
    {
        m_times[state] += other.m_times[state];
    }
}

int64_t
SenderLimits::GetTime(State state) const
{
    return m_times[state];
}

double
SenderLimits::GetShare(State state) const
{
    const auto all = std::accumulate(m_times.begin(), m_times.end(), int64_t(0));
    return all ? static_cast<double>(m_times[state]) / static_cast<double>(all) : 0;
}

} // namespace ns3
