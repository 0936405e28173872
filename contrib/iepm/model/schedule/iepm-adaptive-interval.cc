/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-adaptive-interval.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>

namespace ns3::iepm
{

AdaptiveInterval::AdaptiveInterval(Time least, Time longest, double growth)
    : m_least(least),
      m_longest(longest),
      m_growth(growth)
{
    using burst::CheckParameter;
    CheckParameter(least.IsStrictlyPositive(),
                   "the least interval",
                   least.GetSeconds(),
                   "seconds above 0");
    CheckParameter(longest >= least,
                   "the longest interval",
                   longest.GetSeconds(),
                   "seconds from the least interval on");
    CheckParameter(growth >= 1 && std::isfinite(growth),
                   "the growth of the interval",
                   growth,
                   "factors from 1 on");
}

Time
AdaptiveInterval::Update(bool inside, bool flat)
{
    m_good = inside ? m_good + 1 : 0;
    const double most = static_cast<double>(m_longest.GetTimeStep()) / m_least.GetTimeStep();
    m_factor = m_good >= GOOD && flat ? std::min(most, m_factor * m_growth) : 1;
    return Get();
}

Time
AdaptiveInterval::Get() const
{
    return TimeStep(std::llround(m_factor * static_cast<double>(m_least.GetTimeStep())));
}

} // namespace ns3::iepm
