/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "probes.h"

#include "ns3/callback.h"
#include "ns3/log.h"
#include "ns3/pfabric-l4-protocol.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PacketLatencyProbes");

void
PacketLatencyProbes::Watch(const PFabricRoutes& routes,
                           const NodeContainer& hosts,
                           uint32_t probeAfter)
{
    NS_LOG_FUNCTION(this << probeAfter);
    m_probeAfter = probeAfter;
    m_forwarding = hosts.Get(0)->GetObject<PFabricForwarding>();
    for (uint32_t host = 0; host < hosts.GetN() && probeAfter > 0; ++host)
    {
        const auto protocol = hosts.Get(host)->GetObject<PFabricL4Protocol>();
        if (!protocol)
        {
            return;
        }
        const auto distances = routes.GetDistances(host);
        auto& links = m_links.emplace_back();
        for (const uint32_t node : routes.GetHosts())
        {
            links.push_back(distances[node]);
            m_most = std::max(m_most, distances[node]);
        }
        protocol->TraceConnectWithoutContext("Probing",
                                             MakeCallback(&PacketLatencyProbes::Change, this));
        protocol->TraceConnectWithoutContext("RetransmissionTimeOut",
                                             MakeCallback(&PacketLatencyProbes::TimeOut, this));
    }
}

void
PacketLatencyProbes::Change(const PFabricMessageRecord& record, bool begins)
{
    const uint32_t from = m_forwarding->GetHost(record.source.GetIpv4().Get());
    const uint32_t to = m_forwarding->GetHost(record.destination.GetIpv4().Get());
    const int64_t more = begins ? 1 : -1;
    m_probing += more;
    m_crossing += m_links[from][to] == m_most ? more : 0;
}

void
PacketLatencyProbes::TimeOut(const PFabricMessageRecord&, uint32_t timeOuts)
{
    m_sent += timeOuts >= m_probeAfter ? 1 : 0;
}

} // namespace ns3
