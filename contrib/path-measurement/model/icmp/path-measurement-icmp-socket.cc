/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-icmp-socket.h"

#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-raw-socket-factory.h"
#include "ns3/log.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3::measurement
{

NS_LOG_COMPONENT_DEFINE("IcmpSocket");

namespace
{

/** Identifiers of echo requests of a node, each socket one that no other has had before. */
class Identifiers : public Object
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::IcmpIdentifiers")
                                .SetParent<Object>()
                                .SetGroupName("PathMeasurement")
                                .AddConstructor<Identifiers>();
        return tid;
    }

    uint16_t next{1}; //!< to be given
};

NS_OBJECT_ENSURE_REGISTERED(Identifiers);

constexpr uint8_t ICMP = 1; //!< protocol number
constexpr uint8_t UDP = 17; //!< protocol number

constexpr uint8_t PORT_UNREACHABLE = 3; //!< code of ICMP

/** @param bytes of a packet @return the number of two of them */
uint16_t
Read(const uint8_t* bytes)
{
    return (bytes[0] << 8) + bytes[1];
}

} // namespace

bool
IcmpSocket::Answer::IsPortUnreachable() const
{
    return type == Icmpv4Header::ICMPV4_DEST_UNREACH && code == PORT_UNREACHABLE;
}

bool
IcmpSocket::Answer::IsRefusal() const
{
    return type == Icmpv4Header::ICMPV4_DEST_UNREACH && code != PORT_UNREACHABLE;
}

int
SendWithTos(Ptr<Socket> socket, Ptr<Packet> packet, uint8_t tos, const Address& to)
{
    socket->SetIpTos(tos); // and the priority that goes with it
    SocketIpTosTag tag;
    tag.SetTos(tos);
    packet->AddPacketTag(tag);
    return socket->SendTo(packet, 0, to);
}

void
IcmpSocket::Connect(Ptr<Node> node, Ipv4Address remote, Received received)
{
    NS_LOG_FUNCTION(this);
    auto identifiers = node->GetObject<Identifiers>();
    if (!identifiers)
    {
        identifiers = CreateObject<Identifiers>();
        node->AggregateObject(identifiers);
    }
    m_identifier = identifiers->next++;
    m_remote = remote;
    m_received = received;
    m_socket = Socket::CreateSocket(node, Ipv4RawSocketFactory::GetTypeId());
    m_socket->SetAttribute("Protocol", UintegerValue(ICMP));
    m_socket->SetRecvCallback(MakeCallback(&IcmpSocket::ReceivePackets, this));
    m_socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), 0));
}

void
IcmpSocket::Close()
{
    NS_LOG_FUNCTION(this);
    if (const auto socket = std::exchange(m_socket, nullptr))
    {
        socket->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
        socket->Close();
    }
}

bool
IcmpSocket::SendEcho(uint16_t sequence, uint32_t size, uint8_t ttl, uint8_t tos)
{
    Icmpv4Echo echo;
    echo.SetIdentifier(m_identifier);
    echo.SetSequenceNumber(sequence);
    echo.SetData(Create<Packet>(size));
    Icmpv4Header header;
    header.SetType(Icmpv4Header::ICMPV4_ECHO);
    header.SetCode(0);
    if (Node::ChecksumEnabled())
    {
        header.EnableChecksum();
    }
    const auto packet = Create<Packet>();
    packet->AddHeader(echo);
    packet->AddHeader(header);
    if (ttl)
    {
        m_socket->SetIpTtl(ttl);
    }
    return SendWithTos(m_socket, packet, tos, InetSocketAddress(m_remote, 0)) >= 0;
}

void
IcmpSocket::ReceivePackets(Ptr<Socket> socket)
{
    Address address;
    while (const auto packet = socket->RecvFrom(address))
    {
        Ipv4Header ip;
        packet->RemoveHeader(ip);
        Icmpv4Header header;
        packet->RemoveHeader(header);
        Answer answer{ip.GetSource(), header.GetType(), header.GetCode(), 0, 0, 0};
        if (answer.type == Icmpv4Header::ICMPV4_ECHO_REPLY)
        {
            Icmpv4Echo echo;
            packet->RemoveHeader(echo);
            if (echo.GetIdentifier() != m_identifier)
            {
                continue;
            }
            answer.sequence = echo.GetSequenceNumber();
        }
        else if (answer.type == Icmpv4Header::ICMPV4_DEST_UNREACH ||
                 answer.type == Icmpv4Header::ICMPV4_TIME_EXCEEDED)
        {
            packet->RemoveAtStart(4); // unused, or the MTU
            Ipv4Header about;
            packet->RemoveHeader(about);
            uint8_t first[8]{};
            packet->CopyData(first, sizeof(first));
            if (about.GetProtocol() == UDP)
            {
                answer.source = Read(first);
                answer.port = Read(first + 2);
            }
            else if (about.GetProtocol() == ICMP && Read(first + 4) == m_identifier)
            {
                answer.sequence = Read(first + 6);
            }
            else
            {
                continue;
            }
        }
        else
        {
            continue;
        }
        m_received(answer);
        if (!m_socket)
        {
            return;
        }
    }
}

} // namespace ns3::measurement
