/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-ideal-completion.h"

#include "ns3/log.h"
#include "ns3/pfabric-channel.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricIdealCompletion");

PFabricIdealCompletion::PFabricIdealCompletion(const PFabricRoutes& routes,
                                               const std::vector<Ptr<PFabricNetDevice>>& ports,
                                               const Packets& packets)
    : m_routes(routes),
      m_ports(ports),
      m_packets(packets)
{
    NS_LOG_FUNCTION(this);
}

std::vector<Ptr<PFabricNetDevice>>
PFabricIdealCompletion::GetWay(uint32_t from, uint32_t to) const
{
    const auto& topology = m_routes.GetTopology();
    const uint32_t end = m_routes.GetHosts()[to];
    std::vector<Ptr<PFabricNetDevice>> way;
    for (uint32_t node = m_routes.GetHosts()[from]; node != end;)
    {
        const uint32_t channel = m_routes.GetChannel(node, *m_routes.GetShortest(node, to).ports);
        way.push_back(m_ports[channel]);
        node = topology.GetChannel(channel).to.node;
    }
    return way;
}

Time
PFabricIdealCompletion::Get(uint32_t from, uint32_t to, uint64_t bytes) const
{
    const uint64_t packets = (bytes - 1) / m_packets.data + 1;
    const auto rest = static_cast<uint32_t>(bytes - (packets - 1) * m_packets.data);
    std::vector<Time> whole;
    std::vector<Time> last;
    Time delays;
    for (const auto& port : GetWay(from, to))
    {
        whole.push_back(port->GetTransmissionTime(m_packets.data + m_packets.header));
        last.push_back(port->GetTransmissionTime(rest + m_packets.header));
        delays += DynamicCast<PFabricChannel>(port->GetChannel())->GetDelay();
    }
    for (const auto& port : GetWay(to, from))
    {
        delays += port->GetTransmissionTime(m_packets.acknowledgement) +
                  DynamicCast<PFabricChannel>(port->GetChannel())->GetDelay();
    }
    return GetPipeline(whole, last, packets) + delays;
}

Time
PFabricIdealCompletion::GetPipeline(const std::vector<Time>& whole,
                                    const std::vector<Time>& last,
                                    uint64_t packets)
{
    Time behind = std::accumulate(last.begin(), last.end(), Time(0));
    if (packets == 1)
    {
        return behind;
    }
    Time most;
    Time sum;
    Time slowest;
    for (std::size_t link = 0; link < whole.size(); ++link)
    {
        sum += whole[link];
        slowest = std::max(slowest, whole[link]);
        most = std::max(most, sum + (packets - 2) * slowest + behind);
        behind -= last[link];
    }
    return most;
}

} // namespace ns3
