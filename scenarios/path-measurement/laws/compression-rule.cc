/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "compression-rule.h"

#include <algorithm>

namespace ns3
{

double
CompressionRule::GetRate(bool compressed) const
{
    const double shrink = compressed ? ratio : 1;
    double rate = path * shrink;
    const auto bound = [&rate](double limit) {
        if (limit > 0)
        {
            rate = std::min(rate, limit);
        }
    };
    bound(sourceDisk);
    bound(sinkDisk);
    const double protocol = cyclesPerByte / 8 / shrink; // cycles for a bit of data
    const double source = protocol + (compressed ? 1 / compression : 0);
    const double sink = protocol + (compressed ? 1 / expansion : 0);
    bound(source > 0 ? 1e6 * sourceMegahertz / source : 0);
    bound(sink > 0 ? 1e6 * sinkMegahertz / sink : 0);
    return rate;
}

double
CompressionRule::GetTime(double bytes, bool compressed) const
{
    return 8 * bytes / GetRate(compressed);
}

bool
CompressionRule::IsWorthIt() const
{
    return GetRate(true) > GetRate(false);
}

} // namespace ns3
