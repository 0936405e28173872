/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-destination-behavior.h"

#include "atm-abr-source-parameters.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AbrDestinationBehavior");

NS_OBJECT_ENSURE_REGISTERED(AbrDestinationBehavior);

TypeId
AbrDestinationBehavior::GetTypeId()
{
    using Self = AbrDestinationBehavior;
    static TypeId tid =
        TypeId("ns3::AbrDestinationBehavior")
            .SetParent<Object>()
            .SetGroupName("AtmAbr")
            .AddConstructor<Self>()
            .AddAttribute("ExplicitRate",
                          "The highest rate that the destination can take, in bits per second of "
                          "whole cells; 0 for any.",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&Self::m_explicitRate),
                          MakeDataRateChecker())
            .AddAttribute("BecnInterval",
                          "The least time between backward RM cells of its own that a congested "
                          "destination sends, 0.1 s or more; 0 for none.",
                          TimeValue(Seconds(0)),
                          MakeTimeAccessor(&Self::m_becnInterval),
                          MakeTimeChecker(Seconds(0)));
    return tid;
}

AbrDestination
AbrDestinationBehavior::MakeDestination() const
{
    NS_LOG_FUNCTION(this);
    AbrDestination::Parameters parameters;
    if (const auto bits = m_explicitRate.GetBitRate())
    {
        parameters.explicitRate = static_cast<double>(bits) / AbrSourceParameters::CELL_BITS;
    }
    parameters.becnInterval = ToAtmTime(m_becnInterval, "BecnInterval");
    return AbrDestination(parameters);
}

} // namespace ns3
