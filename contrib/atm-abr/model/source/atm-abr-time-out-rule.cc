/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-time-out-rule.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

using burst::CheckParameter;

AbrTimeOutRule::AbrTimeOutRule(double tof, double tdff)
    : m_tof(tof),
      m_tdff(tdff)
{
    CheckParameter(std::isfinite(tof) && tof > 0,
                   "the time-out factor TOF",
                   tof,
                   "finite numbers above 0");
    CheckParameter(std::isfinite(tdff) && tdff >= 0,
                   "the decrease factor TDFF",
                   tdff,
                   "finite numbers from 0 on");
}

double
AbrTimeOutRule::GetDecreaseFactor(const AbrSourceParameters& p) const
{
    return m_tdff * p.rdf / p.nrm * std::exp2(std::ceil(std::log2(p.pcr)));
}

double
AbrTimeOutRule::Forward(double acr, AtmTime idle, const AbrSourceParameters& p)
{
    const double seconds = static_cast<double>(idle) / ATM_SECOND;
    if (acr > p.icr && seconds > m_tof * p.nrm / acr)
    {
        m_skips = true;
        return std::max(p.icr, acr - acr * seconds * GetDecreaseFactor(p));
    }
    return acr;
}

bool
AbrTimeOutRule::AllowIncrease(double /* acr */, double /* er */)
{
    const bool allowed = !m_skips;
    m_skips = false;
    return allowed;
}

} // namespace ns3
