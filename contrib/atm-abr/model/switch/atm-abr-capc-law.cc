/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-capc-law.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

using burst::CheckParameter;

CapcLaw::CapcLaw(const Parameters& parameters, double capacity, double rate)
    : m_parameters(parameters),
      m_capacity(capacity),
      m_rate(rate)
{
    CheckParameter(parameters.utilization > 0 && parameters.utilization <= 1,
                   "the target utilization",
                   parameters.utilization,
                   "numbers above 0, at most 1");
    CheckParameter(std::isfinite(parameters.rise) && parameters.rise > 0,
                   "the slope Rup",
                   parameters.rise,
                   "finite numbers above 0");
    CheckParameter(std::isfinite(parameters.fall) && parameters.fall > 0,
                   "the slope Rdn",
                   parameters.fall,
                   "finite numbers above 0");
    CheckParameter(std::isfinite(parameters.maxRise) && parameters.maxRise > 1,
                   "the largest rise ERU",
                   parameters.maxRise,
                   "finite numbers above 1");
    CheckParameter(parameters.maxFall > 0 && parameters.maxFall < 1,
                   "the largest fall ERF",
                   parameters.maxFall,
                   "numbers above 0, below 1");
    CheckParameter(std::isfinite(capacity) && capacity > 0,
                   "the capacity of a port",
                   capacity,
                   "finite numbers of cells per second above 0");
    CheckParameter(std::isfinite(rate) && rate > 0,
                   "the first ERS",
                   rate,
                   "finite numbers of cells per second above 0");
}

void
CapcLaw::EndInterval(AtmTime length, const AbrIntervalCount& count)
{
    const double seconds = static_cast<double>(length) / ATM_SECOND;
    const double target = m_parameters.utilization * m_capacity;
    const double spare = 1 - count.cells / seconds / target;
    const double factor = spare > 0 ? std::min(m_parameters.maxRise, 1 + spare * m_parameters.rise)
                                    : std::max(m_parameters.maxFall, 1 + spare * m_parameters.fall);
    m_rate = std::max(std::min(m_rate * factor, target), 1.0);
}

double
CapcLaw::GetRate() const
{
    return m_rate;
}

} // namespace ns3
