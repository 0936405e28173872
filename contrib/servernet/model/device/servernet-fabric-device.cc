/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-fabric-device.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetFabricDevice");

NS_OBJECT_ENSURE_REGISTERED(ServerNetFabricDevice);

TypeId
ServerNetFabricDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ServerNetFabricDevice")
            .SetParent<NetDevice>()
            .SetGroupName("ServerNet")
            .AddTraceSource("Drop",
                            "Something was thrown away: the reason, and its bytes.",
                            MakeTraceSourceAccessor(&ServerNetFabricDevice::m_dropTrace),
                            "ns3::ServerNetFabricDevice::DropTracedCallback")
            .AddTraceSource("PhyTxBegin",
                            "A ServerNet packet, with all its bytes, enters the send queue.",
                            MakeTraceSourceAccessor(&ServerNetFabricDevice::m_phyTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PhyRxEnd",
                            "A ServerNet packet, with all its bytes, was delivered.",
                            MakeTraceSourceAccessor(&ServerNetFabricDevice::m_phyRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("Sniffer",
                            "ServerNet packets in both directions, at the moments of PhyTxBegin "
                            "and PhyRxEnd.",
                            MakeTraceSourceAccessor(&ServerNetFabricDevice::m_snifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "The same as Sniffer: a fabric delivers to the destination only.",
                            MakeTraceSourceAccessor(&ServerNetFabricDevice::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback");
    return tid;
}

void
ServerNetFabricDevice::Attach(uint32_t number, Ptr<ServerNetFabric> x, Ptr<ServerNetFabric> y)
{
    NS_LOG_FUNCTION(this << number << x << y);
    if (y && (y->GetNDevices() != x->GetNDevices() || y->GetTickTime() != x->GetTickTime()))
    {
        throw std::invalid_argument(
            "fabric Y has " + std::to_string(y->GetNDevices()) + " devices and a tick of " +
            std::to_string(y->GetTickTime().GetNanoSeconds()) + " ns; allowed are those of X, " +
            std::to_string(x->GetNDevices()) + " and " +
            std::to_string(x->GetTickTime().GetNanoSeconds()) + " ns");
    }
    m_number = number;
    m_fabrics = {x, y};
}

uint32_t
ServerNetFabricDevice::GetNumber() const
{
    return m_number;
}

Ptr<ServerNetFabric>
ServerNetFabricDevice::GetFabric(uint32_t path) const
{
    return m_fabrics.at(path);
}

burst::DropCounter::Count
ServerNetFabricDevice::GetDrops(const std::string& reason) const
{
    return m_drops.Get(reason);
}

ServerNetBundle&
ServerNetFabricDevice::GetBundle() const
{
    return m_fabrics[0]->GetBundle();
}

void
ServerNetFabricDevice::DoInitialize()
{
    NS_LOG_FUNCTION(this);
    for (const auto& fabric : m_fabrics)
    {
        if (fabric)
        {
            fabric->Initialize();
        }
    }
    NetDevice::DoInitialize();
}

void
ServerNetFabricDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_fabrics = {};
    m_node = nullptr;
    NetDevice::DoDispose();
}

bool
ServerNetFabricDevice::IsInContext() const
{
    return !m_node || m_node->GetId() == Simulator::GetContext();
}

uint32_t
ServerNetFabricDevice::GetContext() const
{
    return m_node ? m_node->GetId() : Simulator::NO_CONTEXT;
}

void
ServerNetFabricDevice::TellAction(std::function<void()> action)
{
    GetBundle().TellLater(GetContext(), std::move(action));
}

void
ServerNetFabricDevice::Drop(const std::string& reason, uint64_t bytes)
{
    NS_LOG_DEBUG("device " << m_number << " throws " << bytes << " bytes away: " << reason);
    m_drops.Add(reason, bytes);
    Tell(m_dropTrace, reason, bytes);
}

void
ServerNetFabricDevice::TellBytes(const ServerNetPacket& packet,
                                 const TracedCallback<Ptr<const Packet>>& trace)
{
    if (!trace.IsEmpty() || !m_snifferTrace.IsEmpty() || !m_promiscSnifferTrace.IsEmpty())
    {
        const Ptr<const Packet> bytes = packet.ToPacket();
        Tell(trace, bytes);
        Tell(m_snifferTrace, bytes);
        Tell(m_promiscSnifferTrace, bytes);
    }
}

void
ServerNetFabricDevice::Transmit(ServerNetPacket packet)
{
    TellBytes(packet, m_phyTxTrace);
    m_fabrics[packet.path]->Send(std::move(packet));
}

void
ServerNetFabricDevice::TellReceived(const ServerNetPacket& packet)
{
    TellBytes(packet, m_phyRxTrace);
}

bool
ServerNetFabricDevice::HasWorkingLink() const
{
    return std::any_of(m_fabrics.begin(), m_fabrics.end(), [this](const auto& fabric) {
        return fabric && !fabric->IsDown(fabric->GetNetwork().GetInjectionChannels()[m_number]);
    });
}

void
ServerNetFabricDevice::LinkChanged()
{
    const bool up = HasWorkingLink();
    if (up != m_linkUp)
    {
        NS_LOG_INFO("device " << m_number << (up ? " has a link again" : " has no link"));
        m_linkUp = up;
        Tell(m_linkChangeCallbacks);
    }
}

bool
ServerNetFabricDevice::IsLinkUp() const
{
    return m_linkUp;
}

void
ServerNetFabricDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChangeCallbacks.ConnectWithoutContext(callback);
}

void
ServerNetFabricDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
ServerNetFabricDevice::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
ServerNetFabricDevice::GetChannel() const
{
    return m_fabrics[0];
}

Ptr<Node>
ServerNetFabricDevice::GetNode() const
{
    return m_node;
}

void
ServerNetFabricDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
}

} // namespace ns3
