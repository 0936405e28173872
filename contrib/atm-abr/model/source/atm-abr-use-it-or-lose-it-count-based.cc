/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-use-it-or-lose-it-count-based.h"

#include "atm-abr-count-based-rule.h"

#include "ns3/double.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AbrUseItOrLoseItCountBased);

TypeId
AbrUseItOrLoseItCountBased::GetTypeId()
{
    using Self = AbrUseItOrLoseItCountBased;
    static TypeId tid =
        TypeId("ns3::AbrUseItOrLoseItCountBased")
            .SetParent<AbrUseItOrLoseIt>()
            .SetGroupName("AtmAbr")
            .AddConstructor<Self>()
            .AddAttribute(
                "DecreaseFactor",
                "TDF, the part of its rate that a source loses with each forward RM cell.",
                DoubleValue(1.0 / 16),
                MakeDoubleAccessor(&Self::m_decreaseFactor),
                MakeDoubleChecker<double>(0, 1))
            .AddAttribute(
                "Slack",
                "The part by which ACR may exceed the rate of the source and count as used.",
                DoubleValue(1.0 / 16),
                MakeDoubleAccessor(&Self::m_slack),
                MakeDoubleChecker<double>(0, 1e9));
    return tid;
}

std::unique_ptr<AbrUseItOrLoseItRule>
AbrUseItOrLoseItCountBased::DoMakeRule() const
{
    return std::make_unique<AbrCountBasedRule>(m_decreaseFactor, m_slack);
}

} // namespace ns3
