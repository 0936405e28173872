/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-source-behavior-draft95.h"

#include "atm-abr-tm40-source-rules.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AbrSourceBehaviorDraft95);

TypeId
AbrSourceBehaviorDraft95::GetTypeId()
{
    using Self = AbrSourceBehaviorDraft95;
    static TypeId tid =
        TypeId("ns3::AbrSourceBehaviorDraft95")
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
                          "RDF of the drafts, a number: congestion takes Nrm / RDF of the rate.",
                          DoubleValue(512),
                          MakeDoubleAccessor(&Self::m_rdf),
                          MakeDoubleChecker<double>(2, 1e9))
            .AddAttribute("Xrm",
                          "Xrm, in forward RM cells: how many may be without an answer.",
                          UintegerValue(32),
                          MakeUintegerAccessor(&Self::m_xrm),
                          MakeUintegerChecker<uint32_t>(1, 16'777'215))
            .AddAttribute("Xdf",
                          "Xdf, the part of its rate that a source without answers loses with each "
                          "further one.",
                          DoubleValue(0.5),
                          MakeDoubleAccessor(&Self::m_xdf),
                          MakeDoubleChecker<double>(0, 1));
    return tid;
}

std::unique_ptr<AbrSourceRules>
AbrSourceBehaviorDraft95::DoMakeRules(AbrSourceParameters& p,
                                      std::unique_ptr<AbrUseItOrLoseItRule> rule) const
{
    SetDraftFactors(p, m_airf, m_rdf);
    p.crm = m_xrm;
    p.cdf = m_xdf;
    return std::make_unique<AbrTm40SourceRules>(p, std::move(rule));
}

} // namespace ns3
