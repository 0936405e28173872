/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-tiers.h"

#include "ns3/log.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricTiers");

PFabricTiers::PFabricTiers(const PFabricRoutes& routes)
    : m_tiers(routes.GetTopology().GetChannelCount()),
      m_shares(routes.GetTopology().GetChannelCount())
{
    NS_LOG_FUNCTION(this);
    const auto& topology = routes.GetTopology();
    const auto& nodes = topology.GetNodes();
    for (uint32_t channel = 0; channel < m_tiers.size(); ++channel)
    {
        const auto [from, to] = topology.GetChannel(channel);
        m_tiers[channel] = std::min(routes.GetLevel(from.node), routes.GetLevel(to.node));
        m_count = std::max(m_count, m_tiers[channel] + 1);
    }
    const auto& hosts = routes.GetHosts();
    const double pair = 1.0 / hosts.size() / (hosts.size() - 1);
    for (uint32_t host = 0; host < hosts.size(); ++host)
    {
        const auto distances = routes.GetDistances(host);
        std::vector<uint32_t> order(nodes.size());
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&distances](uint32_t left, uint32_t right) {
            return distances[left] > distances[right];
        });
        std::vector<double> passing(nodes.size(), 0.0);
        for (const uint32_t node : order)
        {
            if (node == hosts[host])
            {
                continue;
            }
            passing[node] += nodes[node].role == fabric::Topology::DEVICE ? pair : 0;
            const auto choice = routes.GetShortest(node, host);
            for (std::size_t i = 0; i < choice.count; ++i)
            {
                const uint32_t channel = routes.GetChannel(node, choice.ports[i]);
                m_shares[channel] += passing[node] / choice.count;
                passing[topology.GetChannel(channel).to.node] += passing[node] / choice.count;
            }
        }
    }
}

double
PFabricTiers::GetCapacity(uint32_t tier, const std::vector<double>& rates) const
{
    double capacity = std::numeric_limits<double>::infinity();
    for (uint32_t channel = 0; channel < m_tiers.size(); ++channel)
    {
        if (m_tiers[channel] == tier && m_shares[channel] > 0)
        {
            capacity = std::min(capacity, rates[channel] / m_shares[channel]);
        }
    }
    return capacity;
}

} // namespace ns3
