/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-link-monitor.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetLinkMonitor");

ServerNetLinkMonitor::ServerNetLinkMonitor(Ptr<ServerNetFabric> fabric, bool blame)
    : m_fabric(fabric)
{
    if (blame)
    {
        const std::size_t groups =
            2 * (fabric->GetNetwork().GetTopology().GetCategories().size() + 1);
        m_blame.assign(groups, std::vector<int64_t>(groups));
        m_fabric->TraceConnectWithoutContext("Stalled",
                                             MakeCallback(&ServerNetLinkMonitor::Add, this));
    }
}

ServerNetLinkMonitor::~ServerNetLinkMonitor()
{
    if (!m_blame.empty())
    {
        m_fabric->TraceDisconnectWithoutContext("Stalled",
                                                MakeCallback(&ServerNetLinkMonitor::Add, this));
    }
}

void
ServerNetLinkMonitor::Start()
{
    NS_LOG_FUNCTION(this);
    m_begin = m_fabric->GetPastTicks();
    m_end = INT64_MAX;
    m_first.clear();
    for (uint32_t channel = 0; channel < m_fabric->GetNetwork().GetChannels().size(); ++channel)
    {
        m_first.push_back(m_fabric->GetLinkState(channel));
    }
    for (auto& row : m_blame)
    {
        std::fill(row.begin(), row.end(), 0);
    }
}

void
ServerNetLinkMonitor::Stop()
{
    NS_LOG_FUNCTION(this);
    m_end = m_fabric->GetPastTicks();
    m_fabric->GetBundle().TellAll();
    m_states.clear();
    for (uint32_t channel = 0; channel < m_first.size(); ++channel)
    {
        const auto last = m_fabric->GetLinkState(channel);
        State state;
        state.transmitting = last.transmitting - m_first[channel].transmitting;
        state.stalled = last.stalled - m_first[channel].stalled;
        state.idle = m_end - m_begin - state.transmitting - state.stalled;
        m_states.push_back(state);
    }
    if (!m_blame.empty())
    {
        m_fabric->CloseStalls();
    }
}

ServerNetLinkMonitor::State
ServerNetLinkMonitor::GetState(uint32_t channel) const
{
    return m_states.at(channel);
}

ServerNetLinkMonitor::State
ServerNetLinkMonitor::GetCategoryState(uint32_t category, uint32_t direction) const
{
    State sum;
    for (uint32_t channel = direction; channel < m_states.size(); channel += 2)
    {
        if (m_fabric->GetNetwork().GetChannels()[channel].category == category)
        {
            sum.transmitting += m_states[channel].transmitting;
            sum.stalled += m_states[channel].stalled;
            sum.idle += m_states[channel].idle;
        }
    }
    return sum;
}

const std::vector<std::vector<int64_t>>&
ServerNetLinkMonitor::GetBlame() const
{
    return m_blame;
}

uint32_t
ServerNetLinkMonitor::GetGroup(uint32_t channel) const
{
    const uint32_t category = m_fabric->GetNetwork().GetChannels()[channel].category;
    const uint32_t categories = m_fabric->GetNetwork().GetTopology().GetCategories().size();
    return 2 * std::min(category, categories) + channel % 2;
}

void
ServerNetLinkMonitor::Add(const ServerNetEngine::Stall& stall)
{
    const int64_t ticks = std::min(stall.end, m_end) - std::max(stall.begin, m_begin);
    if (ticks > 0)
    {
        m_blame[GetGroup(stall.channel)][GetGroup(stall.blamedChannel)] += ticks;
    }
}

} // namespace ns3
