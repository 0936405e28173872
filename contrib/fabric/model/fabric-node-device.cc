/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-node-device.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3::fabric
{

NS_LOG_COMPONENT_DEFINE("FabricNodeDevice");

NS_OBJECT_ENSURE_REGISTERED(NodeDevice);

TypeId
NodeDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::fabric::NodeDevice").SetParent<NetDevice>().SetGroupName("Fabric");
    return tid;
}

void
NodeDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_node = nullptr;
    m_receive = ReceiveCallback();
    m_promiscReceive = PromiscReceiveCallback();
    NetDevice::DoDispose();
}

uint32_t
NodeDevice::GetContext() const
{
    return m_node ? m_node->GetId() : Simulator::NO_CONTEXT;
}

void
NodeDevice::Deliver(Ptr<const Packet> packet, uint16_t protocol, const Address& source)
{
    if (!m_receive.IsNull())
    {
        m_receive(this, packet, protocol, source);
    }
}

void
NodeDevice::DeliverPromiscuous(Ptr<const Packet> packet,
                               uint16_t protocol,
                               const Address& source,
                               const Address& destination,
                               PacketType type)
{
    if (!m_promiscReceive.IsNull())
    {
        m_promiscReceive(this, packet->Copy(), protocol, source, destination, type);
    }
}

void
NodeDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
NodeDevice::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Node>
NodeDevice::GetNode() const
{
    return m_node;
}

void
NodeDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
}

void
NodeDevice::SetAddress(Address address)
{
    m_address = Mac48Address::ConvertFrom(address);
}

Address
NodeDevice::GetAddress() const
{
    return m_address;
}

bool
NodeDevice::IsBroadcast() const
{
    return true;
}

Address
NodeDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
NodeDevice::IsMulticast() const
{
    return true;
}

Address
NodeDevice::GetMulticast(Ipv4Address group) const
{
    return Mac48Address::GetMulticast(group);
}

Address
NodeDevice::GetMulticast(Ipv6Address group) const
{
    return Mac48Address::GetMulticast(group);
}

bool
NodeDevice::IsBridge() const
{
    return false;
}

void
NodeDevice::SetReceiveCallback(ReceiveCallback callback)
{
    m_receive = callback;
}

void
NodeDevice::SetPromiscReceiveCallback(PromiscReceiveCallback callback)
{
    m_promiscReceive = callback;
}

} // namespace ns3::fabric
