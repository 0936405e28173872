/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-eprca94-source-rules.h"

namespace ns3
{

double
AbrEprca94SourceRules::DoSendForward(double rate)
{
    m_perCell = rate * GetParameters().rdf / GetParameters().nrm;
    SetDecrease(m_perCell);
    return rate;
}

double
AbrEprca94SourceRules::DoReceiveBackward(double rate, bool /* decrease */, bool increase)
{
    const auto& p = GetParameters();
    return increase ? rate + p.nrm * m_perCell + p.rif * p.pcr : rate;
}

} // namespace ns3
