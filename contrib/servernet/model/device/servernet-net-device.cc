/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-net-device.h"

#include "ns3/burst-core-statistics.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/ethernet-header.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetNetDevice");

NS_OBJECT_ENSURE_REGISTERED(ServerNetNetDevice);

TypeId
ServerNetNetDevice::GetTypeId()
{
    static TypeId tid = burst::AddStatistics<ServerNetNetDevice>(
        TypeId("ns3::ServerNetNetDevice")
            .SetParent<ServerNetEndNode>()
            .SetGroupName("ServerNet")
            .AddConstructor<ServerNetNetDevice>()
            .AddAttribute(
                "Mtu",
                "Longest packet that Send takes, in bytes: a message has up to 65535 "
                "with its header.",
                UintegerValue(1500),
                MakeUintegerAccessor(&ServerNetNetDevice::SetMtu, &ServerNetNetDevice::GetMtu),
                MakeUintegerChecker<uint16_t>(1, MOST_MTU))
            .AddAttribute(
                "TxQueue",
                "Packets of Send that are not begun yet.",
                PointerValue(),
                MakePointerAccessor(&ServerNetNetDevice::SetQueue, &ServerNetNetDevice::GetQueue),
                MakePointerChecker<Queue<Packet>>())
            .AddTraceSource("MacTx",
                            "A packet of Send, with its Ethernet header.",
                            MakeTraceSourceAccessor(&ServerNetNetDevice::m_macTxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "A packet of Send that is too long, is addressed to the device itself, "
                            "or finds no link or no space in the queue; see Drop.",
                            MakeTraceSourceAccessor(&ServerNetNetDevice::m_macTxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacRx",
                            "A packet for this device, on its way up.",
                            MakeTraceSourceAccessor(&ServerNetNetDevice::m_macRxTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacPromiscRx",
                            "A packet, for whomever, on its way up.",
                            MakeTraceSourceAccessor(&ServerNetNetDevice::m_macPromiscRxTrace),
                            "ns3::Packet::TracedCallback"),
        {{"servernet.messages_sent",
          "1",
          "messages begun to be sent, to one device each",
          &ServerNetNetDevice::GetMessagesSent},
         {"servernet.messages_received",
          "1",
          "messages received whole",
          &ServerNetNetDevice::GetMessagesReceived}});
    return tid;
}

ServerNetNetDevice::ServerNetNetDevice()
    : m_queue(CreateObject<DropTailQueue<Packet>>())
{
}

void
ServerNetNetDevice::Attach(uint32_t number, Ptr<ServerNetFabric> x, Ptr<ServerNetFabric> y)
{
    NS_LOG_FUNCTION(this << number << x << y);
    ServerNetEndNode::Attach(number, x, y);
    const uint32_t fabric = x->GetId();
    const uint8_t bytes[] = {0x02, // locally administered
                             0x53,
                             static_cast<uint8_t>(fabric >> 8),
                             static_cast<uint8_t>(fabric),
                             static_cast<uint8_t>(number >> 8),
                             static_cast<uint8_t>(number)};
    Mac48Address address;
    address.CopyFrom(bytes);
    SetAddress(address);
}

void
ServerNetNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_message = Message();
    m_reassembly.clear();
    m_receive = ReceiveCallback();
    m_promiscReceive = PromiscReceiveCallback();
    m_queue = nullptr;
    ServerNetEndNode::DoDispose();
}

Ptr<Queue<Packet>>
ServerNetNetDevice::GetQueue() const
{
    return m_queue;
}

void
ServerNetNetDevice::SetQueue(Ptr<Queue<Packet>> queue)
{
    if (queue)
    {
        m_queue = queue;
    }
}

uint64_t
ServerNetNetDevice::GetMessagesSent() const
{
    return m_messagesSent;
}

uint64_t
ServerNetNetDevice::GetMessagesReceived() const
{
    return m_messagesReceived;
}

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
    NS_LOG_FUNCTION(this << packet << source << dest << protocol);
    GetBundle().CheckNotTelling();
    const bool fits = packet->GetSize() <= m_mtu;
    EthernetHeader header(false);
    header.SetSource(Mac48Address::ConvertFrom(source));
    header.SetDestination(Mac48Address::ConvertFrom(dest));
    header.SetLengthType(protocol);
    packet->AddHeader(header);
    GetBundle().Act([this, packet] { Tell(m_macTxTrace, packet); });
    const char* reason = nullptr;
    GetBundle().Act([this, packet, fits, &header, &reason] {
        reason = fits ? Enqueue(packet, header.GetDestination()) : TOO_LONG;
        if (reason)
        {
            DropMessage(packet, reason);
        }
        else
        {
            DeferTurn(*this);
        }
    });
    return !reason;
}

const char*
ServerNetNetDevice::Enqueue(Ptr<Packet> packet, const Mac48Address& destination)
{
    if (!HasWorkingLink())
    {
        return NO_LINK;
    }
    if (GetDestinations(destination).empty())
    {
        return OWN_ADDRESS;
    }
    return m_queue->Enqueue(packet) ? nullptr : QUEUE_FULL;
}

void
ServerNetNetDevice::DropMessage(Ptr<const Packet> packet, const char* reason)
{
    Tell(m_macTxDropTrace, packet);
    Drop(reason, packet->GetSize());
}

std::vector<uint32_t>
ServerNetNetDevice::GetDestinations(const Mac48Address& address) const
{
    if (address == m_address)
    {
        return {};
    }
    const uint32_t device =
        address.IsGroup() ? fabric::Topology::NONE : GetFabric()->GetDevices().Find(address);
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
            DropMessage(m_message.packet, OWN_ADDRESS);
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
    ServerNetReassembly& reassembly = m_reassembly[piece.source];
    const uint64_t lost = reassembly.GetGivenUp();
    const auto message = reassembly.Add(piece.address, piece.data);
    if (reassembly.GetGivenUp() > lost)
    {
        NS_LOG_WARN("device " << GetNumber() << " gives up a message of device " << piece.source);
        Drop(PIECES_MISSING, reassembly.GetLastGivenUp());
    }
    if (message)
    {
        NS_LOG_LOGIC("device " << GetNumber() << " has a message of device " << piece.source
                               << " with " << message->GetSize() << " bytes");
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
ServerNetNetDevice::SetAddress(Address address)
{
    m_address = Mac48Address::ConvertFrom(address);
    GetFabric()->GetDevices().SetAddress(GetNumber(), m_address);
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
