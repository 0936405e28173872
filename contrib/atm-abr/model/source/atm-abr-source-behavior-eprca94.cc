/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-source-behavior-eprca94.h"

#include "atm-abr-eprca94-source-rules.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AbrSourceBehaviorEprca94);

TypeId
AbrSourceBehaviorEprca94::GetTypeId()
{
    static TypeId tid = AddOwn(TypeId("ns3::AbrSourceBehaviorEprca94")
                                   .SetParent<AbrSourceBehaviorDraft>()
                                   .SetGroupName("AtmAbr")
                                   .AddConstructor<AbrSourceBehaviorEprca94>(),
                               {DataRate(500'000), DataRate(10'000'000), ""});
    return tid;
}

std::unique_ptr<AbrSourceRules>
AbrSourceBehaviorEprca94::DoMakeRules(AbrSourceParameters& p,
                                      std::unique_ptr<AbrUseItOrLoseItRule> rule) const
{
    TakeFactors(p);
    return std::make_unique<AbrEprca94SourceRules>(p, std::move(rule));
}

} // namespace ns3
