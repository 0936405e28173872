/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-time-based-rule.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

using burst::CheckParameter;

AbrTimeBasedRule::AbrTimeBasedRule(double tof, double addf, AtmTime frtt, uint32_t tbe)
    : m_tof(tof),
      m_delay(addf * static_cast<double>(frtt) / ATM_SECOND),
      m_tbe(tbe)
{
    CheckParameter(std::isfinite(tof) && tof > 0,
                   "the time-out factor TOF",
                   tof,
                   "finite numbers above 0");
    CheckParameter(std::isfinite(addf) && addf >= 0,
                   "the delay factor ADDF",
                   addf,
                   "finite numbers from 0 on");
    CheckParameter(frtt >= 0, "the round-trip time FRTT, in ps,", frtt, "times from 0 on");
    CheckParameter(tbe >= 1,
                   "the transient buffer exposure TBE, in cells,",
                   tbe,
                   "numbers from 1 on");
}

double
AbrTimeBasedRule::Forward(double acr, AtmTime idle, const AbrSourceParameters& p)
{
    const double seconds = static_cast<double>(idle) / ATM_SECOND;
    const double most = std::max(p.icr, m_tof * (p.nrm / seconds));
    const double constant = std::max(m_delay, m_tbe / p.pcr);
    return acr > most ? std::max(acr * (1 - seconds / constant), most) : acr;
}

} // namespace ns3
