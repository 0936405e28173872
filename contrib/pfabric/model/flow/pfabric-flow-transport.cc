/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-flow-transport.h"

#include "ns3/burst-core-trace-accessor.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricFlowTransport");

namespace
{

/** @param host any @return whether it was disposed of, or is no host */
bool
HasNoDevice(Ptr<const Node> host)
{
    return host->GetNDevices() == 0;
}

} // namespace

NS_OBJECT_ENSURE_REGISTERED(PFabricFlowTransport);

TypeId
PFabricFlowTransport::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PFabricFlowTransport")
            .SetParent<Object>()
            .SetGroupName("PFabric")
            .AddTraceSource("Announced",
                            "A flow will start at the time that is part of it.",
                            burst::MakeTraceSourceAccessor(&PFabricFlowTransport::m_announcedTrace),
                            "ns3::PFabricFlowTransport::FlowTracedCallback")
            .AddTraceSource("Received",
                            "A flow has come whole to its destination.",
                            burst::MakeTraceSourceAccessor(&PFabricFlowTransport::m_receivedTrace),
                            "ns3::PFabricFlowTransport::FlowTracedCallback")
            .AddTraceSource(
                "Acknowledged",
                "The source of a flow knows that it has come whole.",
                burst::MakeTraceSourceAccessor(&PFabricFlowTransport::m_acknowledgedTrace),
                "ns3::PFabricFlowTransport::FlowTracedCallback");
    return tid;
}

bool
PFabricFlowTransport::IsInstalled() const
{
    return !m_receivers.empty();
}

void
PFabricFlowTransport::Install(const NodeContainer& hosts)
{
    NS_LOG_FUNCTION(this << hosts.GetN());
    m_hosts = hosts;
    for (uint32_t host = 0; host < hosts.GetN(); ++host)
    {
        m_receivers.push_back(MakeReceiver(hosts.Get(host)));
    }
}

void
PFabricFlowTransport::CheckPresent(Ptr<Node> host)
{
    if (HasNoDevice(host))
    {
        throw std::invalid_argument("node " + std::to_string(host->GetId()) +
                                    " of Install has no device; allowed are hosts of "
                                    "PFabricHelper that were not disposed of");
    }
}

void
PFabricFlowTransport::Bind(Ptr<Socket> receiver)
{
    if (receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT)) == -1)
    {
        throw std::invalid_argument("port " + std::to_string(PORT) + " of node " +
                                    std::to_string(receiver->GetNode()->GetId()) +
                                    " is taken; allowed is one PFabricFlowTransport of a kind for "
                                    "a host, and nobody else at that port");
    }
}

Time
PFabricFlowTransport::GetAhead() const
{
    return Time(0);
}

Time
PFabricFlowTransport::GetTimeToAnnounce(Time start) const
{
    return std::max(Time(0), start - GetAhead() - Simulator::Now());
}

void
PFabricFlowTransport::Check(const PFabricFlow& flow) const
{
    const uint32_t hosts = m_hosts.GetN();
    if (flow.from >= hosts || flow.to >= hosts || flow.from == flow.to)
    {
        throw std::invalid_argument("a flow is from host " + std::to_string(flow.from) + " to " +
                                    std::to_string(flow.to) + "; allowed are two of " +
                                    std::to_string(hosts) + " hosts");
    }
    constexpr uint64_t MAX = std::numeric_limits<uint32_t>::max();
    if (flow.bytes < 1 || flow.bytes > MAX)
    {
        throw std::invalid_argument("a flow has " + std::to_string(flow.bytes) +
                                    " bytes; allowed are 1 to " + std::to_string(MAX));
    }
}

void
PFabricFlowTransport::Plan(const PFabricFlow& flow)
{
    Check(flow);
    Simulator::Schedule(GetTimeToAnnounce(flow.start),
                        &PFabricFlowTransport::Announce,
                        Ptr<PFabricFlowTransport>(this),
                        flow);
}

void
PFabricFlowTransport::Announce(const PFabricFlow& flow)
{
    NS_LOG_FUNCTION(this << flow.number);
    Check(flow);
    DoAnnounce(flow);
    ++m_unfinished;
    m_announcedTrace(flow);
}

bool
PFabricFlowTransport::IsGone(uint32_t host) const
{
    return HasNoDevice(m_hosts.Get(host));
}

Ptr<Node>
PFabricFlowTransport::GetHost(uint32_t host) const
{
    return m_hosts.Get(host);
}

uint64_t
PFabricFlowTransport::GetUnfinished() const
{
    return m_unfinished;
}

uint64_t
PFabricFlowTransport::GetFailed() const
{
    return m_failed;
}

void
PFabricFlowTransport::NotifyFailed(const PFabricFlow& flow)
{
    NS_LOG_LOGIC("flow " << flow.number << " will never come");
    ++m_failed;
}

void
PFabricFlowTransport::NotifyReceived(const PFabricFlow& flow)
{
    --m_unfinished;
    m_receivedTrace(flow);
}

void
PFabricFlowTransport::NotifyAcknowledged(const PFabricFlow& flow)
{
    m_acknowledgedTrace(flow);
}

void
PFabricFlowTransport::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_hosts = NodeContainer();
    m_receivers.clear();
    Object::DoDispose();
}

} // namespace ns3
