/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-net-device.h"

#include "ns3/ethernet-header.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

bool
ServerNetNetDevice::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocol)
{
    return SendFrom(packet, m_address, dest, protocol);
}

bool
ServerNetNetDevice::SendFrom(Ptr<Packet> packet,
                             const Address& source,
                             const Address& dest,
                             uint16_t protocol)
{
    GetFabric()->CheckNotTelling();
    const bool fits = packet->GetSize() <= m_mtu;
    EthernetHeader header(false);
    header.SetSource(Mac48Address::ConvertFrom(source));
    header.SetDestination(Mac48Address::ConvertFrom(dest));
    header.SetLengthType(protocol);
    packet->AddHeader(header);
    GetFabric()->Act([this, packet] { Tell(m_macTxTrace, packet); });
    bool taken = false;
    GetFabric()->Act([this, packet, fits, &header, &taken] {
        taken = fits && HasWorkingLink() && !GetDestinations(header.GetDestination()).empty() &&
                m_queue->Enqueue(packet);
        if (taken)
        {
            DeferTurn(*this);
        }
        else
        {
            Tell(m_macTxDropTrace, packet);
        }
    });
    return taken;
}

std::vector<uint32_t>
ServerNetNetDevice::GetDestinations(const Mac48Address& address) const
{
    if (address == m_address)
    {
        return {};
    }
    const uint32_t device =
        address.IsGroup() ? fabric::Topology::NONE : GetFabric()->FindDevice(address);
    if (device != fabric::Topology::NONE)
    {
        return {device};
    }
    std::vector<uint32_t> others;
    for (uint32_t other = GetFabric()->GetNDevices(); other-- > 0;)
    {
        if (other != GetNumber())
        {
            others.push_back(other);
        }
    }
    return others;
}

ServerNetRequestSource::Readiness
ServerNetNetDevice::GetReadiness()
{
    if (m_message.destinations.empty() && !m_queue->IsEmpty() && !IsInContext())
    {
        return LATER; // the queue has listeners, such as the queue discs of the node
    }
    while (m_message.destinations.empty())
    {
        m_message.packet = m_queue->Dequeue();
        if (!m_message.packet)
        {
            return GONE; // somebody else has taken it out of the queue
        }
        EthernetHeader header(false);
        m_message.packet->PeekHeader(header);
        m_message.destinations = GetDestinations(header.GetDestination());
        if (m_message.destinations.empty()) // the device has got that address meanwhile
        {
            Tell(m_macTxDropTrace, m_message.packet);
        }
    }
    return READY;
}

ServerNetRequest
ServerNetNetDevice::DrawRequest(uint32_t /* device */)
{
    m_messageNumbers.resize(GetFabric()->GetNDevices());
    const uint32_t destination = m_message.destinations.back();
    uint16_t& number = m_messageNumbers[destination];
    if (m_message.offset == 0)
    {
        number = number % ServerNetReassembly::MOST_NUMBER + 1;
        ++m_messagesSent;
    }
    const uint32_t left = m_message.packet->GetSize() - m_message.offset;
    const uint32_t bytes = std::min(left, ServerNetPacket::MOST_DATA);
    ServerNetRequest request;
    request.destination = destination;
    request.type = SERVERNET_WRITE_REQUEST;
    request.bytes = static_cast<uint16_t>(bytes);
    request.address = ServerNetReassembly::GetAddress(number, m_message.offset, bytes == left);
    request.data = m_message.packet->CreateFragment(m_message.offset, bytes);
    m_message.offset += bytes;
    if (bytes == left)
    {
        m_message.offset = 0;
        m_message.destinations.pop_back();
    }
    if (m_message.destinations.empty())
    {
        EndTurn();
    }
    return request;
}

void
ServerNetNetDevice::ReceiveData(const ServerNetPacket& piece)
{
    m_reassembly.resize(GetFabric()->GetNDevices());
    if (const auto message = m_reassembly[piece.source].Add(piece.address, piece.data))
    {
        ++m_messagesReceived;
        TellAction([this, message] { PassUp(message); });
    }
}

void
ServerNetNetDevice::PassUp(Ptr<Packet> packet)
{
    EthernetHeader header(false);
    packet->RemoveHeader(header);
    const Mac48Address destination = header.GetDestination();
    auto type = PACKET_OTHERHOST;
    if (destination == m_address)
    {
        type = PACKET_HOST;
    }
    else if (destination.IsBroadcast())
    {
        type = PACKET_BROADCAST;
    }
    else if (destination.IsGroup())
    {
        type = PACKET_MULTICAST;
    }
    const uint16_t protocol = header.GetLengthType();
    m_macPromiscRxTrace(packet);
    if (!m_promiscReceive.IsNull())
    {
        m_promiscReceive(this, packet->Copy(), protocol, header.GetSource(), destination, type);
    }
    if (type != PACKET_OTHERHOST)
    {
        m_macRxTrace(packet);
        if (!m_receive.IsNull())
        {
            m_receive(this, packet, protocol, header.GetSource());
        }
    }
}

void
ServerNetNetDevice::SetIfIndex(const uint32_t index)
{
    m_ifIndex = index;
}

uint32_t
ServerNetNetDevice::GetIfIndex() const
{
    return m_ifIndex;
}

Ptr<Channel>
ServerNetNetDevice::GetChannel() const
{
    return GetFabric();
}

void
ServerNetNetDevice::SetAddress(Address address)
{
    m_address = Mac48Address::ConvertFrom(address);
    GetFabric()->SetAddress(GetNumber(), m_address);
}

Address
ServerNetNetDevice::GetAddress() const
{
    return m_address;
}

bool
ServerNetNetDevice::SetMtu(const uint16_t mtu)
{
    const bool fits = mtu > 0 && mtu <= MOST_MTU;
    m_mtu = fits ? mtu : m_mtu;
    return fits;
}

uint16_t
ServerNetNetDevice::GetMtu() const
{
    return m_mtu;
}

bool
ServerNetNetDevice::IsLinkUp() const
{
    return m_linkUp;
}

void
ServerNetNetDevice::LinkChanged()
{
    const bool up = HasWorkingLink();
    if (up != m_linkUp)
    {
        m_linkUp = up;
        Tell(m_linkChangeCallbacks);
    }
}

void
ServerNetNetDevice::AddLinkChangeCallback(Callback<void> callback)
{
    m_linkChangeCallbacks.ConnectWithoutContext(callback);
}

bool
ServerNetNetDevice::IsBroadcast() const
{
    return true;
}

Address
ServerNetNetDevice::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
ServerNetNetDevice::IsMulticast() const
{
    return true;
}

Address
ServerNetNetDevice::GetMulticast(Ipv4Address group) const
{
    return Mac48Address::GetMulticast(group);
}

Address
ServerNetNetDevice::GetMulticast(Ipv6Address group) const
{
    return Mac48Address::GetMulticast(group);
}

bool
ServerNetNetDevice::IsBridge() const
{
    return false;
}

bool
ServerNetNetDevice::IsPointToPoint() const
{
    return false;
}

Ptr<Node>
ServerNetNetDevice::GetNode() const
{
    return m_node;
}

void
ServerNetNetDevice::SetNode(Ptr<Node> node)
{
    m_node = node;
}

bool
ServerNetNetDevice::NeedsArp() const
{
    return true;
}

void
ServerNetNetDevice::SetReceiveCallback(ReceiveCallback callback)
{
    m_receive = callback;
}

void
ServerNetNetDevice::SetPromiscReceiveCallback(PromiscReceiveCallback callback)
{
    m_promiscReceive = callback;
}

bool
ServerNetNetDevice::SupportsSendFrom() const
{
    return true;
}

} // namespace ns3
