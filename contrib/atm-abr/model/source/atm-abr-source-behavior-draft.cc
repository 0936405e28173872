/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-source-behavior-draft.h"

#include "ns3/burst-core-check.h"
#include "ns3/double.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AbrSourceBehaviorDraft);

TypeId
AbrSourceBehaviorDraft::GetTypeId()
{
    using Self = AbrSourceBehaviorDraft;
    static TypeId tid =
        TypeId("ns3::AbrSourceBehaviorDraft")
            .SetParent<AbrSourceBehavior>()
            .SetGroupName("AtmAbr")
            .AddAttribute(
                "IncreaseFactor",
                "AIRF = AIR Nrm / PCR, the part of PCR that an answer without congestion adds.",
                DoubleValue(1.0 / 256),
                MakeDoubleAccessor(&Self::m_airf),
                MakeDoubleChecker<double>(1.0 / 32768, 1))
            .AddAttribute("DecreaseFactor",
                          "RDF of the drafts, a number: Nrm / RDF of the rate goes with an answer "
                          "that tells congestion (1995), or 1 / RDF with each cell (1994).",
                          DoubleValue(512),
                          MakeDoubleAccessor(&Self::m_rdf),
                          MakeDoubleChecker<double>(2, 1e9));
    return tid;
}

void
AbrSourceBehaviorDraft::TakeFactors(AbrSourceParameters& p) const
{
    burst::CheckParameter(m_rdf >= p.nrm,
                          "the rate decrease factor RDF of the drafts",
                          m_rdf,
                          "numbers from Nrm on, " + burst::WriteDouble(p.nrm));
    p.rif = m_airf;
    p.rdf = p.nrm / m_rdf;
}

} // namespace ns3
