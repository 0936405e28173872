/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "expected-rate.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

ExpectedRate::ExpectedRate(double rate, Time roundTrip, double loss, double use)
    : m_free(0.95 * (1 - use) * rate),
      m_roundTrip(roundTrip.GetSeconds()),
      m_byLoss(0.93 * 8 * SEGMENT / m_roundTrip / std::sqrt(loss))
{
}

double
ExpectedRate::Get(uint32_t streams, double window) const
{
    const double byWindow = 8 * window / m_roundTrip;
    const double stream = 1 / std::hypot(1 / byWindow, 1 / m_byLoss);
    return std::min(streams * stream, m_free * (1 - 1 / (1 + 3.0 * streams)));
}

} // namespace ns3
