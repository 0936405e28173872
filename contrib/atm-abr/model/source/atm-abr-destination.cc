/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-destination.h"

#include "ns3/abort.h"
#include "ns3/burst-core-check.h"

#include <algorithm>

namespace ns3
{

using burst::CheckParameter;

AbrDestination::AbrDestination(const Parameters& parameters)
    : m_parameters(parameters)
{
    CheckParameter(parameters.explicitRate >= 0,
                   "the highest rate of a destination, in cells per second,",
                   parameters.explicitRate,
                   "rates from 0 on");
    CheckParameter(parameters.becnInterval == 0 || parameters.becnInterval >= ATM_SECOND / 10,
                   "the interval of BECN cells, in ps,",
                   parameters.becnInterval,
                   "0 and times from 0.1 s on, 10 cells per second");
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
    const AtmTime interval = m_parameters.becnInterval;
    if (interval == 0 || (m_lastBecn && now - *m_lastBecn < interval))
    {
        return std::nullopt;
    }
    m_lastBecn = now;
    AbrRmContent cell{{m_parameters.explicitRate, true}};
    cell.bn = true;
    return cell;
}

} // namespace ns3
