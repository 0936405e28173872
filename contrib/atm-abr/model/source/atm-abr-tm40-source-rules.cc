/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-tm40-source-rules.h"

namespace ns3
{

double
AbrTm40SourceRules::DoSendForward(double rate)
{
    const auto& p = GetParameters();
    return GetUnanswered() >= p.crm ? std::max(p.mcr, rate - rate * p.cdf) : rate;
}

double
AbrTm40SourceRules::DoReceiveBackward(double rate, bool decrease, bool increase)
{
    const auto& p = GetParameters();
    return decrease ? rate - rate * p.rdf : increase ? rate + p.rif * p.pcr : rate;
}

} // namespace ns3
