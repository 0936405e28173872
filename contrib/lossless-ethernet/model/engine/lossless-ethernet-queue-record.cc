/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-queue-record.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

double
LosslessQueueRecord::GetMean(int64_t now) const
{
    return now == m_begin ? 0 : GetArea(now) / static_cast<double>(now - m_begin);
}

double
LosslessQueueRecord::GetDeviation(int64_t now) const
{
    if (now == m_begin)
    {
        return 0;
    }
    const auto bytes = static_cast<double>(m_bytes);
    const double square = m_square + bytes * bytes * static_cast<double>(now - m_since);
    const double mean = GetMean(now);
    return std::sqrt(std::max(0.0, square / static_cast<double>(now - m_begin) - mean * mean));
}

} // namespace ns3
