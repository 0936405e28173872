/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "two-state-law.h"

#include "ns3/burst-core-check.h"

#include <cmath>

namespace ns3
{

TwoStateLaw::TwoStateLaw(double share, double correlation)
    : m_share(share),
      m_correlation(correlation)
{
    burst::CheckParameter(share >= 0 && share <= 1, "the share", share, "numbers from 0 to 1");
    burst::CheckParameter(correlation >= 0 && correlation < 1,
                          "the correlation",
                          correlation,
                          "numbers from 0 to below 1");
}

double
TwoStateLaw::GetShare() const
{
    return m_share;
}

double
TwoStateLaw::GetConditional() const
{
    return m_share + (1 - m_share) * m_correlation;
}

double
TwoStateLaw::GetCountVariance(uint32_t count) const
{
    // The sum of the correlations of all pairs, a geometric series and its derivative.
    const double r = m_correlation;
    const double n = count;
    const double pairs = r / (1 - r) * (n - (1 - std::pow(r, n)) / (1 - r));
    return m_share * (1 - m_share) * (n + 2 * pairs);
}

bool
TwoStateLaw::First(double uniform) const
{
    return uniform <= m_share;
}

bool
TwoStateLaw::Next(bool before, double uniform) const
{
    return uniform <= (before ? GetConditional() : m_share * (1 - m_correlation));
}

} // namespace ns3
