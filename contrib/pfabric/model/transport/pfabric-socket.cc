/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-socket.h"

#include "ns3/log.h"
#include "ns3/pfabric-tag.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <iostream>
#include <limits>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricSocket");

NS_OBJECT_ENSURE_REGISTERED(PFabricSocket);

namespace
{

constexpr uint64_t ALL = std::numeric_limits<uint32_t>::max(); //!< bytes of any message

bool g_warnedOfPieces = false; //!< in this simulation, see PFabricSocket::WarnOfPieces

} // namespace

TypeId
PFabricSocket::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PFabricSocket")
            .SetParent<Socket>()
            .SetGroupName("PFabric")
            .AddConstructor<PFabricSocket>()
            .AddAttribute("SndBufSize",
                          "Send takes a message while fewer bytes than this wait for "
                          "acknowledgements.",
                          UintegerValue(131072),
                          MakeUintegerAccessor(&PFabricSocket::m_sendBuffer),
                          MakeUintegerChecker<uint64_t>(1));
    return tid;
}

PFabricSocket::PFabricSocket()
    : m_local(Ipv4Address::GetAny(), 0),
      m_peer(Ipv4Address::GetAny(), 0),
      m_pieces{Time(0), 0, m_peer, 0}
{
}

void
PFabricSocket::SetProtocol(Ptr<Node> node, Ptr<PFabricL4Protocol> protocol)
{
    m_node = node;
    m_protocol = protocol;
}

void
PFabricSocket::SetDeadline(Time deadline)
{
    m_deadline = deadline;
}

void
PFabricSocket::Receive(const PFabricL4Protocol::Letter& letter, const PFabricIncoming::Data& data)
{
    if (letter.header.IsAcknowledgement())
    {
        ReceiveAcknowledgement(letter);
    }
    else if (!m_deaf)
    {
        ReceiveData(letter, data);
    }
}

void
PFabricSocket::ReceiveData(const PFabricL4Protocol::Letter& letter,
                           const PFabricIncoming::Data& data)
{
    const auto& [header, source, destination, tos] = letter;
    const uint32_t number = header.GetMessage();
    Peer& peer = m_peers[uint64_t{source.Get()} << 16 | header.GetSourcePort()];
    PFabricL4Protocol::Letter answer{{}, destination, source, tos};
    answer.header.SetPorts(header.GetDestinationPort(), header.GetSourcePort());
    answer.header.SetMessage(number);
    Ptr<Packet> whole;
    const auto done = peer.done.Find(number);
    if (done.begin != done.end)
    {
        answer.header.SetAcknowledgement({ALL, {}});
    }
    else
    {
        PFabricIncoming& message = peer.messages[number];
        message.Receive(data);
        answer.header.SetAcknowledgement(message.GetAcknowledgement());
        if (message.IsDone())
        {
            whole = message.GetContent();
            peer.messages.erase(number);
            peer.done.Add({number, uint64_t{number} + 1});
        }
    }
    m_protocol->Send(answer, nullptr, 0);
    if (whole)
    {
        const InetSocketAddress from(source, header.GetSourcePort());
        PFabricStartTag tag;
        whole->PeekPacketTag(tag);
        whole->RemoveAllPacketTags(); // of this transport
        m_protocol->NotifyReceived({from,
                                    {destination, header.GetDestinationPort()},
                                    number,
                                    whole->GetSize(),
                                    tag.GetStart()});
        m_unread += whole->GetSize();
        m_received.emplace_back(whole, from);
        NotifyDataRecv();
    }
}

void
PFabricSocket::ReceiveAcknowledgement(const PFabricL4Protocol::Letter& letter)
{
    const PFabricHeader& header = letter.header;
    const auto found = m_sent.find(header.GetMessage());
    if (found == m_sent.end())
    {
        return;
    }
    PFabricOutgoing& message = *found->second;
    const PFabricOutgoing::Way way = message.GetWay();
    if (way.destination != letter.source || way.destinationPort != header.GetSourcePort() ||
        !message.Acknowledge(header.GetAcknowledgement()))
    {
        return;
    }
    const PFabricMessageRecord record = message.GetRecord();
    m_sent.erase(found);
    m_waiting -= record.size;
    m_protocol->NotifyAcknowledged(record);
    NotifyDataSent(record.size);
    NotifySend(GetTxAvailable());
    if (m_closed && m_sent.empty())
    {
        Unbind();
    }
}

uint16_t
PFabricSocket::GetPort() const
{
    return m_local.GetPort();
}

uint32_t
PFabricSocket::GetNextMessage() const
{
    return m_protocol ? m_protocol->GetNextMessage(m_local.GetPort()) : 0;
}

uint64_t
PFabricSocket::GetWaiting() const
{
    return m_waiting;
}

Socket::SocketErrno
PFabricSocket::GetErrno() const
{
    return m_error;
}

Socket::SocketType
PFabricSocket::GetSocketType() const
{
    return NS3_SOCK_SEQPACKET;
}

Ptr<Node>
PFabricSocket::GetNode() const
{
    return m_node;
}

int
PFabricSocket::Fail(SocketErrno error)
{
    m_error = error;
    return -1;
}

int
PFabricSocket::Bind(const Address& address)
{
    NS_LOG_FUNCTION(this << address);
    if (!m_protocol || !InetSocketAddress::IsMatchingType(address) || m_local.GetPort() != 0)
    {
        return Fail(ERROR_INVAL);
    }
    InetSocketAddress local = InetSocketAddress::ConvertFrom(address);
    const uint16_t port = m_protocol->Bind(this, local.GetPort());
    if (port == 0)
    {
        return Fail(ERROR_ADDRINUSE);
    }
    local.SetPort(port);
    m_local = local;
    return 0;
}

int
PFabricSocket::Bind()
{
    return Bind(InetSocketAddress(Ipv4Address::GetAny(), 0));
}

int
PFabricSocket::Bind6()
{
    return Fail(ERROR_AFNOSUPPORT);
}

int
PFabricSocket::Close()
{
    NS_LOG_FUNCTION(this);
    if (m_closed)
    {
        return Fail(ERROR_BADF);
    }
    m_closed = true;
    m_mute = true;
    m_deaf = true;
    if (m_sent.empty())
    {
        Unbind();
    }
    return 0;
}

int
PFabricSocket::ShutdownSend()
{
    m_mute = true;
    return 0;
}

int
PFabricSocket::ShutdownRecv()
{
    m_deaf = true;
    return 0;
}

int
PFabricSocket::Connect(const Address& address)
{
    NS_LOG_FUNCTION(this << address);
    if (!InetSocketAddress::IsMatchingType(address) || (m_local.GetPort() == 0 && Bind() != 0))
    {
        return Fail(ERROR_INVAL);
    }
    m_peer = InetSocketAddress::ConvertFrom(address);
    Simulator::ScheduleNow(&PFabricSocket::NotifyConnectionSucceeded, Ptr<PFabricSocket>(this));
    return 0;
}

int
PFabricSocket::Listen()
{
    return 0;
}

uint32_t
PFabricSocket::GetTxAvailable() const
{
    return m_waiting < m_sendBuffer ? std::min(m_sendBuffer - m_waiting, ALL) : 0;
}

int
PFabricSocket::Send(Ptr<Packet> packet, uint32_t flags)
{
    if (m_peer.GetPort() == 0)
    {
        return Fail(ERROR_NOTCONN);
    }
    return SendTo(packet, flags, m_peer);
}

int
PFabricSocket::SendTo(Ptr<Packet> packet, uint32_t, const Address& address)
{
    NS_LOG_FUNCTION(this << packet << address);
    if (m_mute || !m_protocol)
    {
        return Fail(ERROR_SHUTDOWN);
    }
    if (!InetSocketAddress::IsMatchingType(address) || (m_local.GetPort() == 0 && Bind() != 0))
    {
        return Fail(ERROR_INVAL);
    }
    if (packet->GetSize() == 0)
    {
        return 0;
    }
    if (packet->GetSize() > MAX_BYTES)
    {
        return Fail(ERROR_MSGSIZE);
    }
    if (m_waiting >= m_sendBuffer)
    {
        return Fail(ERROR_AGAIN);
    }
    const auto destination = InetSocketAddress::ConvertFrom(address);
    const auto source = m_protocol->GetSource(destination.GetIpv4());
    if (source == Ipv4Address::GetAny())
    {
        return Fail(ERROR_NOROUTETOHOST);
    }
    const auto transport = m_protocol->GetTransport();
    WarnOfPieces(packet->GetSize(), transport.sender.segment, destination);
    const uint32_t number = GetNextMessage();
    m_protocol->CountMessage(m_local.GetPort());
    const PFabricOutgoing::Way way{number,
                                   source,
                                   destination.GetIpv4(),
                                   m_local.GetPort(),
                                   destination.GetPort(),
                                   GetIpTos()};
    auto content = packet->Copy();
    content->RemoveAllPacketTags();
    content->AddPacketTag(PFabricStartTag(Simulator::Now()));
    m_waiting += content->GetSize();
    PFabricOutgoing::Owner message(
        new PFabricOutgoing(transport, *this, way, content, GetDeadline()));
    m_sent.emplace(number, std::move(message)).first->second->Send();
    return packet->GetSize();
}

Time
PFabricSocket::GetDeadline() const
{
    const Time now = Simulator::Now();
    return m_deadline.IsZero()              ? Time(0)
           : m_deadline < Time::Max() - now ? now + m_deadline
                                            : Time::Max();
}

void
PFabricSocket::WarnOfPieces(uint32_t bytes, uint32_t segment, const InetSocketAddress& destination)
{
    constexpr uint32_t MANY = 3;
    const Pieces last = std::exchange(m_pieces, {Simulator::Now(), bytes, destination, 1});
    if (g_warnedOfPieces || bytes > segment || last.bytes != bytes || last.at != m_pieces.at ||
        Address(last.destination) != Address(destination))
    {
        return;
    }
    m_pieces.count = last.count + 1;
    if (m_pieces.count == MANY)
    {
        g_warnedOfPieces = true;
        Simulator::ScheduleDestroy(+[] { g_warnedOfPieces = false; });
        std::cerr << "PFabricSocket: an application sends pieces of " << bytes
                  << " bytes at one time, and each Send is a message with a window and a priority "
                     "of its own; for one message give Send all bytes that belong together, as by "
                     "SendSize of BulkSendApplication (said once)"
                  << std::endl;
    }
}

void
PFabricSocket::Send(const PFabricOutgoing::Way& way,
                    const PFabricHeader& header,
                    const Ptr<const Packet>& message,
                    uint32_t bytes)
{
    m_protocol->Send({header, way.source, way.destination, way.tos}, message, bytes);
}

uint32_t
PFabricSocket::GetRxAvailable() const
{
    return std::min(m_unread, ALL);
}

Ptr<Packet>
PFabricSocket::Recv(uint32_t maxSize, uint32_t flags)
{
    Address source;
    return RecvFrom(maxSize, flags, source);
}

Ptr<Packet>
PFabricSocket::RecvFrom(uint32_t maxSize, uint32_t, Address& source)
{
    if (m_received.empty() || maxSize == 0)
    {
        m_error = ERROR_AGAIN;
        return nullptr;
    }
    auto& [whole, from] = m_received.front();
    source = from;
    auto packet = whole;
    if (packet->GetSize() > maxSize)
    {
        packet = whole->CreateFragment(0, maxSize);
        whole->RemoveAtStart(maxSize);
    }
    else
    {
        m_received.pop_front();
    }
    m_unread -= packet->GetSize();
    return packet;
}

int
PFabricSocket::GetSockName(Address& address) const
{
    address = m_local;
    return 0;
}

int
PFabricSocket::GetPeerName(Address& address) const
{
    if (m_peer.GetPort() == 0)
    {
        return -1;
    }
    address = m_peer;
    return 0;
}

bool
PFabricSocket::SetAllowBroadcast(bool allow)
{
    return !allow;
}

bool
PFabricSocket::GetAllowBroadcast() const
{
    return false;
}

void
PFabricSocket::Unbind()
{
    if (m_local.GetPort() != 0 && m_protocol)
    {
        const Ptr<PFabricSocket> alive = this;
        m_protocol->Unbind(m_local.GetPort());
        m_local.SetPort(0);
        NotifyNormalClose();
    }
}

void
PFabricSocket::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_sent.clear();
    m_peers.clear();
    m_received.clear();
    m_node = nullptr;
    m_protocol = nullptr;
    Socket::DoDispose();
}

} // namespace ns3
