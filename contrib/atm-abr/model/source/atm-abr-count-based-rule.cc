/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-count-based-rule.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

using burst::CheckParameter;

AbrCountBasedRule::AbrCountBasedRule(double tdf, double slack)
    : m_tdf(tdf),
      m_slack(slack)
{
    CheckParameter(tdf >= 0 && tdf <= 1, "the decrease factor TDF", tdf, "numbers from 0 to 1");
    CheckParameter(std::isfinite(slack) && slack >= 0,
                   "the slack, as a part of the rate,",
                   slack,
                   "finite numbers from 0 on");
}

double
AbrCountBasedRule::Forward(double acr, AtmTime idle, const AbrSourceParameters& p)
{
    const double used = p.nrm * (static_cast<double>(ATM_SECOND) / idle);
    m_used = acr <= used * (1 + m_slack);
    const bool tested = !m_raised;
    m_raised = false;
    const double most = p.icr + used;
    return tested && acr > most ? std::max(acr * (1 - m_tdf), most) : acr;
}

bool
AbrCountBasedRule::AllowIncrease(double acr, double er)
{
    m_raised = m_used ? acr < er : m_raised;
    return m_used;
}

} // namespace ns3
