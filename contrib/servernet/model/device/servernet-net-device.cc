/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-net-device.h"

#include "ns3/burst-core-statistics.h"
#include "ns3/ethernet-header.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetNetDevice");

NS_OBJECT_ENSURE_REGISTERED(ServerNetNetDevice);

namespace
{

constexpr uint8_t ADDRESS_KIND = 0x53; //!< second byte of an address

} // namespace

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
                "Size of the largest packet that Send accepts, in bytes. A message with its "
                "header has at most 65535 bytes.",
                UintegerValue(1500),
                MakeUintegerAccessor(&ServerNetNetDevice::SetMtu, &ServerNetNetDevice::GetMtu),
                MakeUintegerChecker<uint16_t>(1, MOST_MTU)),
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

void
ServerNetNetDevice::Attach(uint32_t number, Ptr<ServerNetFabric> x, Ptr<ServerNetFabric> y)
{
    NS_LOG_FUNCTION(this << number << x << y);
    ServerNetEndNode::Attach(number, x, y);
    SetNumber(number, ADDRESS_KIND);
}

void
ServerNetNetDevice::DoDispose()
{
    NS_LOG_FUNCTION(this);
    Settle();
    m_message = Message();
    m_reassembly.clear();
    ServerNetEndNode::DoDispose();
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

void
ServerNetNetDevice::QueueFilled()
{
    DeferTurn(*this);
}

ServerNetRequestSource::Readiness
ServerNetNetDevice::GetReadiness()
{
    if (m_message.destinations.empty() && !GetQueue()->IsEmpty() && !IsInContext())
    {
        return LATER; // the queue has listeners, such as the queue discs of the node
    }
    while (m_message.destinations.empty())
    {
        m_message.packet = GetQueue()->Dequeue();
        if (!m_message.packet)
        {
            return GONE; // other code has taken it out of the queue
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

bool
ServerNetNetDevice::MakesMessages(const ServerNetRequestSource& source) const
{
    return &source == this;
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

} // namespace ns3
