/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-adtf-rule.h"

#include "ns3/burst-core-check.h"

#include <algorithm>

namespace ns3
{

AbrAdtfRule::AbrAdtfRule(AtmTime adtf)
    : m_adtf(adtf)
{
    burst::CheckParameter(adtf > 0, "the time ADTF, in ps,", adtf, "times above 0");
}

double
AbrAdtfRule::Forward(double acr, AtmTime idle, const AbrSourceParameters& p)
{
    return idle > m_adtf ? std::min(acr, p.icr) : acr;
}

} // namespace ns3
