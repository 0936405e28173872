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
    static TypeId tid = AddOwn(
        TypeId("ns3::AbrSourceBehaviorDraft95")
            .SetParent<AbrSourceBehaviorDraft>()
            .SetGroupName("AtmAbr")
            .AddConstructor<Self>()
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
                          MakeDoubleChecker<double>(0, 1)),
        {DataRate(500'000), DataRate(10'000'000), "ns3::AbrUseItOrLoseItTimeOut"});
    return tid;
}

std::unique_ptr<AbrSourceRules>
AbrSourceBehaviorDraft95::DoMakeRules(AbrSourceParameters& p,
                                      std::unique_ptr<AbrUseItOrLoseItRule> rule) const
{
    TakeFactors(p);
    p.crm = m_xrm;
    p.cdf = m_xdf;
    return std::make_unique<AbrTm40SourceRules>(p, std::move(rule));
}

} // namespace ns3
