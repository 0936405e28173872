/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "qbss-bins.h"

#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

void
QbssBins::Add(uint64_t bytes)
{
    const std::size_t bin = Simulator::Now().GetMilliSeconds() / LENGTH_MS;
    m_bytes.resize(std::max(m_bytes.size(), bin + 1));
    m_bytes[bin] += bytes;
}

double
QbssBins::GetRate(Time from, Time until) const
{
    const int64_t length = MilliSeconds(LENGTH_MS).GetTimeStep();
    const int64_t first = (from.GetTimeStep() + length - 1) / length;
    const int64_t end = until.GetTimeStep() / length;
    uint64_t bytes = 0;
    for (int64_t bin = first; bin < std::min<int64_t>(end, m_bytes.size()); ++bin)
    {
        bytes += m_bytes[bin];
    }
    return 8e3 * bytes / ((end - first) * LENGTH_MS);
}

} // namespace ns3
