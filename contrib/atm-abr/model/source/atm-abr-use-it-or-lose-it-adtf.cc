/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-use-it-or-lose-it-adtf.h"

#include "atm-abr-adtf-rule.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AbrUseItOrLoseItAdtf);

TypeId
AbrUseItOrLoseItAdtf::GetTypeId()
{
    using Self = AbrUseItOrLoseItAdtf;
    static TypeId tid =
        TypeId("ns3::AbrUseItOrLoseItAdtf")
            .SetParent<AbrUseItOrLoseIt>()
            .SetGroupName("AtmAbr")
            .AddConstructor<Self>()
            .AddAttribute(
                "Adtf",
                "ADTF, the time without a forward RM cell after which the rate falls to ICR.",
                TimeValue(MilliSeconds(500)),
                MakeTimeAccessor(&Self::m_adtf),
                MakeTimeChecker(NanoSeconds(1)));
    return tid;
}

std::unique_ptr<AbrUseItOrLoseItRule>
AbrUseItOrLoseItAdtf::DoMakeRule() const
{
    return std::make_unique<AbrAdtfRule>(ToAtmTime(m_adtf, "Adtf"));
}

} // namespace ns3
