/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-routes.h"

#include "fabric-resource-graph.h"

#include "ns3/log.h"

#include <algorithm>
#include <boost/container/flat_map.hpp>
#include <queue>
#include <stdexcept>

namespace ns3::fabric
{

NS_LOG_COMPONENT_DEFINE("FabricRoutes");

namespace
{

/// @return the channels of a cycle in order; empty if there is none
std::vector<uint32_t>
FindCycle(const Topology& topology, const Routes::Summary& summary)
{
    ResourceGraph graph;
    for (uint32_t channel = 0; channel < topology.GetChannelCount(); ++channel)
    {
        graph.AddResource(topology.GetChannelName(channel));
    }
    for (const auto& [held, wanted] : summary.dependencies)
    {
        graph.AddWait(held, wanted);
    }
    return graph.FindCycleHandles();
}

} // namespace

Routes::Routes(Topology topology)
    : m_topology(std::move(topology))
{
}

const char*
Routes::GetWords(Outcome outcome)
{
    switch (outcome)
    {
    case NO_ROUTE:
        return "no route";
    case DISABLED:
        return "a path disable";
    case LOOPS:
        return "a circle";
    case ARRIVES:
        break;
    }
    return "nothing";
}

const Topology&
Routes::GetTopology() const
{
    return m_topology;
}

std::vector<uint32_t>
Routes::GetTablePorts(uint32_t destination) const
{
    const auto& nodes = m_topology.GetNodes();
    std::vector<uint32_t> ports(nodes.size(), Topology::NONE);
    for (const auto& [node, port] : m_topology.GetRoutes(Topology::NONE))
    {
        ports[node] = port;
    }
    for (uint32_t node = 0; node < nodes.size(); ++node)
    {
        if (ports[node] == Topology::NONE && nodes[node].role == Topology::DEVICE &&
            nodes[node].channels.size() == 1)
        {
            ports[node] = nodes[node].channels.begin()->first;
        }
    }
    std::vector<Topology::End> neighbors;
    for (const auto& [port, channel] : nodes[destination].channels)
    {
        neighbors.push_back(m_topology.GetChannel(channel).to);
        ports[neighbors.back().node] = Topology::NONE;
    }
    for (const auto& [node, port] : neighbors)
    {
        ports[node] = std::min(ports[node], port);
    }
    for (const auto& [node, port] : m_topology.GetRoutes(destination))
    {
        ports[node] = port;
    }
    return ports;
}

std::vector<uint32_t>
Routes::GetShortestPorts(uint32_t destination) const
{
    const auto& nodes = m_topology.GetNodes();
    std::vector<uint32_t> ports(nodes.size(), Topology::NONE);
    std::vector<uint32_t> distance(nodes.size(), Topology::NONE);
    distance[destination] = 0;
    std::queue<uint32_t> frontier({destination});
    while (!frontier.empty())
    {
        const uint32_t node = frontier.front();
        frontier.pop();
        for (const auto& [port, channel] : nodes[node].channels)
        {
            const Topology::End neighbor = m_topology.GetChannel(channel).to;
            if (distance[neighbor.node] == Topology::NONE)
            {
                distance[neighbor.node] = distance[node] + 1;
                if (nodes[neighbor.node].role == Topology::ROUTER)
                {
                    frontier.push(neighbor.node);
                }
            }
            if (distance[neighbor.node] == distance[node] + 1)
            {
                ports[neighbor.node] = std::min(ports[neighbor.node], neighbor.port);
            }
        }
    }
    return ports;
}

std::vector<uint32_t>
Routes::GetPorts(uint32_t destination) const
{
    auto ports =
        m_topology.HasRoutes() ? GetTablePorts(destination) : GetShortestPorts(destination);
    ports[destination] = Topology::NONE;
    return ports;
}

/// @return by node the number of channels from there to @p destination, Topology::NONE where a
/// packet that is sent by these @p ports does not arrive
std::vector<uint32_t>
Routes::GetDistances(const std::vector<uint32_t>& ports, uint32_t destination) const
{
    constexpr uint32_t UNKNOWN = Topology::NONE - 1;
    const auto& nodes = m_topology.GetNodes();
    std::vector<uint32_t> distances(nodes.size(), UNKNOWN);
    distances[destination] = 0;
    std::vector<uint32_t> way;
    for (uint32_t node = 0; node < nodes.size(); ++node)
    {
        uint32_t at = node;
        for (way.clear(); distances[at] == UNKNOWN;)
        {
            distances[at] = Topology::NONE; // until it has arrived
            way.push_back(at);
            if (ports[at] == Topology::NONE)
            {
                break;
            }
            const auto next = m_topology.GetChannel(nodes[at].channels.at(ports[at])).to;
            const uint32_t out = ports[next.node];
            if (next.node != destination &&
                (nodes[next.node].role == Topology::DEVICE || out == Topology::NONE ||
                 m_topology.IsDisabled(next.node, next.port, out)))
            {
                break;
            }
            at = next.node;
        }
        for (uint32_t distance = distances[at]; distance != Topology::NONE && !way.empty();
             way.pop_back())
        {
            distances[way.back()] = ++distance;
        }
    }
    return distances;
}

Routes::Path
Routes::Follow(const std::vector<uint32_t>& ports,
               uint32_t source,
               uint32_t destination,
               std::vector<uint64_t>& lastVisit,
               uint64_t visit) const
{
    const auto& nodes = m_topology.GetNodes();
    Path path{ARRIVES, {}};
    Topology::End at{source, Topology::NONE};
    while (at.node != destination)
    {
        const bool entered = at.port != Topology::NONE;
        const uint32_t out = ports[at.node];
        if (out == Topology::NONE || (entered && nodes[at.node].role == Topology::DEVICE))
        {
            path.outcome = NO_ROUTE;
            break;
        }
        if (entered && m_topology.IsDisabled(at.node, at.port, out))
        {
            path.outcome = DISABLED;
            break;
        }
        const uint32_t channel = nodes[at.node].channels.at(out);
        path.channels.push_back(channel);
        if (lastVisit[channel] == visit)
        {
            path.outcome = LOOPS;
            break;
        }
        lastVisit[channel] = visit;
        at = m_topology.GetChannel(channel).to;
    }
    return path;
}

Routes::Path
Routes::Trace(uint32_t source, uint32_t destination) const
{
    std::vector<uint64_t> lastVisit(m_topology.GetChannelCount());
    return Follow(GetPorts(destination), source, destination, lastVisit, 1);
}

Routes::Summary
Routes::Summarize() const
{
    const auto& nodes = m_topology.GetNodes();
    Summary summary;
    summary.pairsByChannel.resize(m_topology.GetChannelCount());
    std::vector<uint32_t> devices;
    for (uint32_t node = 0; node < nodes.size(); ++node)
    {
        if (nodes[node].role == Topology::DEVICE)
        {
            devices.push_back(node);
        }
    }
    // By channel, pairs of devices by the next one. Ways to a destination join, so they are counted
    // where they meet: pairs by node, those that are farthest first.
    std::vector<boost::container::flat_map<uint32_t, uint64_t>> dependencies(
        m_topology.GetChannelCount());
    std::vector<uint64_t> lastVisit(m_topology.GetChannelCount());
    std::vector<std::vector<uint32_t>> nodesByDistance;
    for (uint32_t destination : devices)
    {
        const auto ports = GetPorts(destination);
        const auto distances = GetDistances(ports, destination);
        const auto getNext = [&](uint32_t node) { return nodes[node].channels.at(ports[node]); };
        std::vector<uint64_t> pairs(nodes.size());
        for (uint32_t source : devices)
        {
            if (source == destination)
            {
                continue;
            }
            ++summary.pairs;
            if (distances[source] != Topology::NONE)
            {
                pairs[source] = 1;
                const std::size_t routers = distances[source] - 1;
                summary.pairsByRouters.resize(std::max(summary.pairsByRouters.size(), routers + 1));
                ++summary.pairsByRouters[routers];
                continue;
            }
            const Path path = Follow(ports, source, destination, lastVisit, summary.pairs);
            NS_LOG_LOGIC("nothing gets from " << nodes[source].name << " to "
                                              << nodes[destination].name);
            summary.failures.push_back({source, destination, path.outcome});
            for (std::size_t i = 1; i < path.channels.size(); ++i)
            {
                ++dependencies[path.channels[i - 1]][path.channels[i]];
            }
        }
        nodesByDistance.clear();
        for (uint32_t node = 0; node < nodes.size(); ++node)
        {
            if (const uint32_t distance = distances[node]; distance != Topology::NONE)
            {
                nodesByDistance.resize(std::max<std::size_t>(nodesByDistance.size(), distance + 1));
                nodesByDistance[distance].push_back(node);
            }
        }
        for (std::size_t distance = nodesByDistance.size(); --distance > 0;)
        {
            for (uint32_t node : nodesByDistance[distance])
            {
                if (pairs[node] > 0)
                {
                    const uint32_t channel = getNext(node);
                    const uint32_t next = m_topology.GetChannel(channel).to.node;
                    summary.pairsByChannel[channel] += pairs[node];
                    pairs[next] += pairs[node];
                    if (distance > 1)
                    {
                        dependencies[channel][getNext(next)] += pairs[node];
                    }
                }
            }
        }
    }
    for (uint32_t channel = 0; channel < dependencies.size(); ++channel)
    {
        for (const auto& [next, pairs] : dependencies[channel])
        {
            summary.dependencies.emplace_back(channel, next);
            summary.pairsByDependency.push_back(pairs);
        }
    }
    NS_LOG_INFO(summary.pairs << " pairs of devices, " << summary.failures.size()
                              << " that cannot talk, " << summary.dependencies.size()
                              << " dependencies between channels");
    return summary;
}

void
Routes::CheckAcyclic(const Summary& summary) const
{
    const auto cycle = FindCycle(m_topology, summary);
    if (cycle.empty())
    {
        return;
    }
    std::string channels;
    uint64_t fewest = UINT64_MAX;
    Topology::End turn{};
    uint32_t out = 0;
    for (std::size_t i = 0; i < cycle.size(); ++i)
    {
        channels += (i > 0 ? ", " : "") + m_topology.GetChannelName(cycle[i]);
        const std::pair dependency{cycle[i], cycle[(i + 1) % cycle.size()]};
        const auto place =
            std::lower_bound(summary.dependencies.begin(), summary.dependencies.end(), dependency);
        const uint64_t pairs = summary.pairsByDependency[place - summary.dependencies.begin()];
        if (pairs < fewest)
        {
            fewest = pairs;
            turn = m_topology.GetChannel(dependency.first).to;
            out = m_topology.GetChannel(dependency.second).from.port;
        }
    }
    Topology broken = m_topology;
    broken.DisablePath(turn.node, turn.port, out);
    const Routes others(std::move(broken));
    const bool isLast = FindCycle(others.GetTopology(), others.Summarize()).empty();
    throw std::invalid_argument(
        "cyclic routing: the channels " + channels +
        " depend on each other in a circle; allowed are routes without one: 'disable " +
        m_topology.GetNodes()[turn.node].name + " " + std::to_string(turn.port) + " " +
        std::to_string(out) + "' breaks it if " + std::to_string(fewest) + " of " +
        std::to_string(summary.pairs) + " pairs of devices get other routes, and " +
        (isLast ? "no other is" : "others are") + " left then");
}

} // namespace ns3::fabric
