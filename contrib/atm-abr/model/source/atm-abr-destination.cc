/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-destination.h"

#include "atm-abr-source-parameters.h"

#include "ns3/abort.h"
#include "ns3/burst-core-check.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AbrDestinationBehavior");

AbrDestination::AbrDestination(const Parameters& parameters)
    : m_parameters(parameters),
      m_becn(parameters.becnInterval)
{
    burst::CheckParameter(parameters.explicitRate >= 0,
                          "the highest rate of a destination, in cells per second,",
                          parameters.explicitRate,
                          "rates from 0 on");
}

AbrRmContent
AbrDestination::SendBackward()
{
    NS_ABORT_MSG_IF(!m_waiting, "no turned-around cell waits");
    AbrRmContent cell = *m_waiting;
    m_waiting.reset();
    cell.bn = false;
    cell.feedback.ci |= m_efci;
    cell.feedback.er = std::min(cell.feedback.er, m_parameters.explicitRate);
    m_efci = false;
    return cell;
}

std::optional<AbrRmContent>
AbrDestination::SendBecn(AtmTime now)
{
    return m_becn.Make(now, m_parameters.explicitRate);
}

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
