/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-bottleneck-groups.h"

#include "ns3/log.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::iepm
{

bool
BottleneckLocks::AreFree(const std::vector<std::string>& groups) const
{
    return std::none_of(groups.begin(), groups.end(), [this](const std::string& group) {
        return m_taken.count(group);
    });
}

void
BottleneckLocks::Take(const std::vector<std::string>& groups)
{
    if (!AreFree(groups))
    {
        throw std::logic_error("a test took a bottleneck that another one has");
    }
    m_taken.insert(groups.begin(), groups.end());
}

void
BottleneckLocks::Release(const std::vector<std::string>& groups)
{
    for (const auto& group : groups)
    {
        if (!m_taken.erase(group))
        {
            throw std::logic_error("a test released the bottleneck " + group +
                                   ", which it did not have");
        }
    }
}

} // namespace ns3::iepm

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BottleneckGroups");

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

iepm::BottleneckLocks&
BottleneckGroups::GetLocks()
{
    return m_locks;
}

void
BottleneckGroups::NotifyAll(uint32_t monitor)
{
    NS_LOG_FUNCTION(this << monitor);
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
