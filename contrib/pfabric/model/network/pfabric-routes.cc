/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-routes.h"

#include "ns3/log.h"

#include <algorithm>
#include <deque>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricRoutes");

namespace
{

constexpr uint32_t NONE = fabric::Topology::NONE; //!< no distance

} // namespace

PFabricRoutes::PFabricRoutes(fabric::Topology topology)
    : m_topology(std::move(topology)),
      m_nodes(m_topology.GetNodes().size())
{
    NS_LOG_FUNCTION(this);
    if (m_topology.HasRoutes() || m_topology.HasDisables())
    {
        throw std::invalid_argument("the topology has routing tables or path disables; allowed are "
                                    "none, packets take shortest ways or ways of equal length");
    }
    const auto& nodes = m_topology.GetNodes();
    for (uint32_t node = 0; node < nodes.size(); ++node)
    {
        for (const auto& [port, channel] : nodes[node].channels)
        {
            m_nodes[node].channels.push_back(channel);
        }
        const auto links = m_nodes[node].channels.size();
        if (nodes[node].role != fabric::Topology::DEVICE)
        {
            continue;
        }
        if (links != 1)
        {
            throw std::invalid_argument("host " + nodes[node].name + " has " +
                                        std::to_string(links) + " links; allowed is 1");
        }
        m_hosts.push_back(node);
    }
    if (m_hosts.size() < 2)
    {
        throw std::invalid_argument("the topology has " + std::to_string(m_hosts.size()) +
                                    " hosts; allowed are 2 and more");
    }
    FindLevels();
    for (uint32_t host = 0; host < m_hosts.size(); ++host)
    {
        const auto distances = GetDistances(host);
        AddShortest(host, distances);
        CheckEqualLength(host, distances);
    }
}

uint32_t
PFabricRoutes::GetEnd(uint32_t channel) const
{
    return m_topology.GetChannel(channel).to.node;
}

PFabricRoutes::Choice
PFabricRoutes::GetUp(uint32_t node) const
{
    return {m_nodes[node].up.data(), m_nodes[node].up.size()};
}

bool
PFabricRoutes::IsUp(uint32_t node, uint32_t port) const
{
    const auto& up = m_nodes[node].up;
    return std::binary_search(up.begin(), up.end(), port);
}

uint32_t
PFabricRoutes::GetLevel(uint32_t node) const
{
    return m_nodes[node].level;
}

uint32_t
PFabricRoutes::GetEqualLength() const
{
    if (!m_fault.empty())
    {
        throw std::invalid_argument(m_fault);
    }
    return 2 * m_height;
}

std::vector<uint32_t>
PFabricRoutes::GetDistances(uint32_t host) const
{
    return Search({m_hosts[host]});
}

std::vector<uint32_t>
PFabricRoutes::Search(const std::vector<uint32_t>& nodes) const
{
    std::vector<uint32_t> distances(m_nodes.size(), NONE);
    std::deque<uint32_t> reached(nodes.begin(), nodes.end());
    for (const uint32_t node : nodes)
    {
        distances[node] = 0;
    }
    while (!reached.empty())
    {
        const uint32_t node = reached.front();
        reached.pop_front();
        if (distances[node] > 0 && m_topology.GetNodes()[node].role == fabric::Topology::DEVICE)
        {
            continue;
        }
        for (const uint32_t channel : m_nodes[node].channels)
        {
            const uint32_t next = GetEnd(channel);
            if (distances[next] == NONE)
            {
                distances[next] = distances[node] + 1;
                reached.push_back(next);
            }
        }
    }
    return distances;
}

void
PFabricRoutes::FindLevels()
{
    const auto levels = Search(m_hosts);
    for (uint32_t node = 0; node < m_nodes.size(); ++node)
    {
        if (levels[node] == NONE)
        {
            throw std::invalid_argument("no host reaches switch " +
                                        m_topology.GetNodes()[node].name +
                                        "; allowed are switches that are linked to the others");
        }
        Node& here = m_nodes[node];
        here.level = levels[node];
        m_height = std::max(m_height, here.level);
        for (uint32_t port = 0; port < here.channels.size(); ++port)
        {
            if (levels[GetEnd(here.channels[port])] == here.level + 1)
            {
                here.up.push_back(port);
            }
        }
    }
}

void
PFabricRoutes::AddShortest(uint32_t host, const std::vector<uint32_t>& distances)
{
    for (uint32_t node = 0; node < m_nodes.size(); ++node)
    {
        Node& here = m_nodes[node];
        const bool isHost = m_topology.GetNodes()[node].role == fabric::Topology::DEVICE;
        if (isHost && distances[node] == NONE)
        {
            throw std::invalid_argument("there is no way from " + m_topology.GetNodes()[node].name +
                                        " to " + m_topology.GetNodes()[m_hosts[host]].name +
                                        "; allowed are topologies in which every "
                                        "host reaches every other");
        }
        std::vector<uint32_t> ports;
        for (uint32_t port = 0; port < here.channels.size(); ++port)
        {
            if (isHost || distances[GetEnd(here.channels[port])] + 1 == distances[node])
            {
                ports.push_back(port);
            }
        }
        const auto found = std::find(here.choices.begin(), here.choices.end(), ports);
        if (!isHost)
        {
            here.choiceOf.push_back(static_cast<uint16_t>(found - here.choices.begin()));
        }
        if (found == here.choices.end())
        {
            here.choices.push_back(std::move(ports));
        }
    }
}

void
PFabricRoutes::CheckEqualLength(uint32_t host, const std::vector<uint32_t>& distances)
{
    const auto& nodes = m_topology.GetNodes();
    for (uint32_t node = 0; node < m_nodes.size() && m_fault.empty(); ++node)
    {
        if (m_nodes[node].up.empty() && distances[node] != m_height &&
            nodes[node].role == fabric::Topology::ROUTER)
        {
            m_fault =
                "equal-length routing needs a core, switches that are as many links from every "
                "host: no link leads from " +
                nodes[node].name + " away from the hosts, and " + nodes[m_hosts[host]].name +
                " is " + std::to_string(distances[node]) + " links from it, allowed are " +
                std::to_string(m_height);
        }
    }
}

} // namespace ns3
