/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-resource-graph.h"

#include "ns3/log.h"

#include <algorithm>
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/strong_components.hpp>
#include <limits>
#include <queue>
#include <stdexcept>

namespace ns3::fabric
{

NS_LOG_COMPONENT_DEFINE("FabricResourceGraph");

namespace
{

using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;

constexpr uint32_t NOBODY = std::numeric_limits<uint32_t>::max();

/// A shortest way from @p start, which is on a cycle, back to itself.
std::vector<uint32_t>
FindShortestCycle(const Graph& graph, uint32_t start)
{
    std::vector<uint32_t> reachedFrom(boost::num_vertices(graph), NOBODY);
    std::queue<uint32_t> frontier({start});
    while (reachedFrom[start] == NOBODY)
    {
        const uint32_t from = frontier.front();
        frontier.pop();
        const auto [first, last] = boost::adjacent_vertices(from, graph);
        for (auto to = first; to != last; ++to)
        {
            if (reachedFrom[*to] == NOBODY)
            {
                reachedFrom[*to] = from;
                frontier.push(*to);
            }
        }
    }
    std::vector<uint32_t> cycle{start};
    for (uint32_t at = reachedFrom[start]; at != start; at = reachedFrom[at])
    {
        cycle.push_back(at);
    }
    std::reverse(cycle.begin() + 1, cycle.end());
    return cycle;
}

} // namespace

uint32_t
ResourceGraph::AddResource(const std::string& name)
{
    m_names.push_back(name);
    return m_names.size() - 1;
}

void
ResourceGraph::AddWait(uint32_t from, uint32_t to)
{
    if (std::max(from, to) >= m_names.size())
    {
        throw std::invalid_argument("wait from resource " + std::to_string(from) + " to " +
                                    std::to_string(to) +
                                    " names one that was not added; allowed are handles below " +
                                    std::to_string(m_names.size()));
    }
    m_waits.emplace_back(from, to);
}

uint64_t
ResourceGraph::GetWaitCount() const
{
    return m_waits.size();
}

std::vector<uint32_t>
ResourceGraph::FindCycleHandles() const
{
    NS_LOG_FUNCTION(this << m_names.size() << m_waits.size());
    const Graph graph(m_waits.begin(), m_waits.end(), m_names.size());
    std::vector<uint32_t> component(m_names.size());
    boost::strong_components(
        graph,
        boost::make_iterator_property_map(component.begin(),
                                          boost::get(boost::vertex_index, graph)));

    // A wait inside a strong component is a wait on a cycle.
    uint32_t start = NOBODY;
    for (const auto& [from, to] : m_waits)
    {
        if (component[from] == component[to])
        {
            start = std::min(start, from);
        }
    }
    return start == NOBODY ? std::vector<uint32_t>{} : FindShortestCycle(graph, start);
}

std::vector<std::string>
ResourceGraph::FindCycle() const
{
    std::vector<std::string> names;
    for (const uint32_t resource : FindCycleHandles())
    {
        names.push_back(m_names[resource]);
    }
    return names;
}

} // namespace ns3::fabric
