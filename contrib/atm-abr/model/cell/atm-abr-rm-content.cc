/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-rm-content.h"

#include "ns3/burst-core-check.h"

namespace ns3
{

AbrBecn::AbrBecn(AtmTime interval)
    : m_interval(interval)
{
    burst::CheckParameter(interval == 0 || interval >= LEAST,
                          "the interval of BECN cells, in ps,",
                          interval,
                          "0 and times from 0.1 s on, 10 cells per second");
}

std::optional<AbrRmContent>
AbrBecn::Make(AtmTime now, double er)
{
    if (m_interval == 0 || (m_last && now - *m_last < m_interval))
    {
        return std::nullopt;
    }
    m_last = now;
    AbrRmContent cell{{er, true}};
    cell.bn = true;
    return cell;
}

} // namespace ns3
