/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-packet-timing.h"

#include "ns3/burst-core-check.h"

#include <cmath>

namespace ns3
{

void
PacketTiming::Set(const Settings& settings)
{
    burst::CheckParameter(settings.quantum >= 1,
                          "the quantum of a clock",
                          static_cast<double>(settings.quantum),
                          "numbers from 1 ns on");
    burst::CheckParameter(settings.coalescing >= 0,
                          "the timer of interrupts",
                          static_cast<double>(settings.coalescing),
                          "numbers from 0 ns on");
    burst::CheckParameter(settings.skew > -1,
                          "the skew of a clock",
                          settings.skew,
                          "numbers above -1");
    m_settings = settings;
}

int64_t
PacketTiming::Read(int64_t time) const
{
    const int64_t gain = std::llround(static_cast<double>(time) * m_settings.skew);
    const int64_t shown = time + gain + m_settings.offset;
    const int64_t rest = shown % m_settings.quantum;
    return shown - rest - (rest < 0 ? m_settings.quantum : 0);
}

int64_t
PacketTiming::Arrive(int64_t time)
{
    if (time > m_interrupt)
    {
        m_interrupt = time + m_settings.coalescing;
    }
    return Read(m_interrupt);
}

} // namespace ns3
