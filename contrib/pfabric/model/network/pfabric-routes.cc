/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-routes.h"

#include "ns3/log.h"

#include <algorithm>
#include <deque>
#include <iterator>
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
        const auto links = nodes[node].channels.size();
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
        AddShortest(host);
    }
}

uint32_t
PFabricRoutes::GetIndex(uint32_t node, uint32_t port) const
{
    const auto& channels = m_topology.GetNodes()[node].channels;
    return std::distance(channels.begin(), channels.find(port));
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
    uint32_t height = 0;
    for (const Node& node : m_nodes)
    {
        height = std::max(height, node.level);
    }
    for (uint32_t host = 0; host < m_hosts.size(); ++host)
    {
        const auto distances = GetDistances(host);
        for (uint32_t node = 0; node < m_nodes.size(); ++node)
        {
            if (m_nodes[node].up.empty() && distances[node] != height &&
                m_topology.GetNodes()[node].role == fabric::Topology::ROUTER)
            {
                const auto& names = m_topology.GetNodes();
                throw std::invalid_argument(
                    "equal-length routing needs a core, switches that are as many links from every "
                    "host: no link leads from " +
                    names[node].name + " away from the hosts, and " + names[m_hosts[host]].name +
                    " is " + std::to_string(distances[node]) + " links from it, allowed are " +
                    std::to_string(height));
            }
        }
    }
    return 2 * height;
}

std::vector<uint32_t>
PFabricRoutes::GetDistances(uint32_t host) const
{
    const auto& nodes = m_topology.GetNodes();
    std::vector<uint32_t> distances(nodes.size(), NONE);
    std::deque<uint32_t> reached{m_hosts[host]};
    distances[m_hosts[host]] = 0;
    while (!reached.empty())
    {
        const uint32_t node = reached.front();
        reached.pop_front();
        if (node != m_hosts[host] && nodes[node].role == fabric::Topology::DEVICE)
        {
            continue;
        }
        for (const auto& [port, channel] : nodes[node].channels)
        {
            const uint32_t next = m_topology.GetChannel(channel).to.node;
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
    for (auto& node : m_nodes)
    {
        node.level = NONE;
    }
    for (uint32_t host = 0; host < m_hosts.size(); ++host)
    {
        const auto distances = GetDistances(host);
        for (uint32_t node = 0; node < m_nodes.size(); ++node)
        {
            m_nodes[node].level = std::min(m_nodes[node].level, distances[node]);
        }
    }
    for (uint32_t node = 0; node < m_nodes.size(); ++node)
    {
        if (m_nodes[node].level == NONE)
        {
            throw std::invalid_argument("no host reaches switch " +
                                        m_topology.GetNodes()[node].name +
                                        "; allowed are switches that are linked to the others");
        }
        for (const auto& [port, channel] : m_topology.GetNodes()[node].channels)
        {
            if (m_nodes[m_topology.GetChannel(channel).to.node].level == m_nodes[node].level + 1)
            {
                m_nodes[node].up.push_back(GetIndex(node, port));
            }
        }
    }
}

void
PFabricRoutes::AddShortest(uint32_t host)
{
    const auto distances = GetDistances(host);
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
        for (const auto& [port, channel] : m_topology.GetNodes()[node].channels)
        {
            if (isHost || distances[m_topology.GetChannel(channel).to.node] + 1 == distances[node])
            {
                ports.push_back(GetIndex(node, port));
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

} // namespace ns3
