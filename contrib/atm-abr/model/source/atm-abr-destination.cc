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

} // namespace ns3
