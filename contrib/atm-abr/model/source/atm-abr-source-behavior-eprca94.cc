/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-source-behavior-eprca94.h"

#include "atm-abr-eprca94-source-rules.h"

#include "ns3/double.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AbrSourceBehaviorEprca94);

TypeId
AbrSourceBehaviorEprca94::GetTypeId()
{
    using Self = AbrSourceBehaviorEprca94;
    static TypeId tid =
        TypeId("ns3::AbrSourceBehaviorEprca94")
            .SetParent<AbrSourceBehavior>()
            .SetGroupName("AtmAbr")
            .AddConstructor<Self>()
            .AddAttribute(
                "IncreaseFactor",
                "AIRF = AIR Nrm / PCR, the part of PCR that an answer without congestion adds.",
                DoubleValue(1.0 / 256),
                MakeDoubleAccessor(&Self::m_airf),
                MakeDoubleChecker<double>(1.0 / 32768, 1))
            .AddAttribute("DecreaseFactor",
                          "RDF of the drafts, a number: each cell takes 1 / RDF of the rate at the "
                          "last forward RM cell.",
                          DoubleValue(512),
                          MakeDoubleAccessor(&Self::m_rdf),
                          MakeDoubleChecker<double>(2, 1e9));
    return tid;
}

std::unique_ptr<AbrSourceRules>
AbrSourceBehaviorEprca94::DoMakeRules(AbrSourceParameters& p,
                                      std::unique_ptr<AbrUseItOrLoseItRule> rule) const
{
    SetDraftFactors(p, m_airf, m_rdf);
    return std::make_unique<AbrEprca94SourceRules>(p, std::move(rule));
}

} // namespace ns3
