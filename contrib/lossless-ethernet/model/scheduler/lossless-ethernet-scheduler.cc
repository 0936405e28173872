/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-scheduler.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SwitchScheduler);

TypeId
SwitchScheduler::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SwitchScheduler").SetParent<Object>().SetGroupName("LosslessEthernet");
    return tid;
}

void
SwitchScheduler::Configure(uint32_t ports)
{
    m_match.assign(ports, NONE);
    DoConfigure();
}

const std::vector<uint32_t>&
SwitchScheduler::Match(const std::vector<std::vector<uint64_t>>& requests)
{
    std::fill(m_match.begin(), m_match.end(), NONE);
    DoMatch(requests);
    return m_match;
}

uint32_t
SwitchScheduler::GetPorts() const
{
    return m_match.size();
}

std::vector<uint32_t>&
SwitchScheduler::GetMatch()
{
    return m_match;
}

void
SwitchScheduler::DoConfigure()
{
}

} // namespace ns3
