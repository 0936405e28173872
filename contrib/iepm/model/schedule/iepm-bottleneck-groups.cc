/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-bottleneck-groups.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(BottleneckGroups);

TypeId
BottleneckGroups::GetTypeId()
{
    static TypeId tid = TypeId("ns3::BottleneckGroups")
                            .SetParent<Object>()
                            .SetGroupName("Iepm")
                            .AddConstructor<BottleneckGroups>();
    return tid;
}

uint32_t
BottleneckGroups::AddMonitor(Changed changed)
{
    m_monitors.push_back(changed);
    return m_monitors.size() - 1;
}

void
BottleneckGroups::RemoveMonitor(uint32_t monitor)
{
    m_monitors.at(monitor).Nullify();
}

BottleneckLocks&
BottleneckGroups::GetLocks()
{
    return m_locks;
}

void
BottleneckGroups::TellAll(uint32_t monitor)
{
    for (std::size_t i = 1; i <= m_monitors.size(); ++i)
    {
        const auto& changed = m_monitors[(monitor + i) % m_monitors.size()];
        if (!changed.IsNull())
        {
            changed();
        }
    }
}

} // namespace ns3
