/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-l4-protocol.h"

#include "pfabric-socket-factory.h"
#include "pfabric-socket.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/double.h"
#include "ns3/ipv4-route.h"
#include "ns3/ipv4-routing-protocol.h"
#include "ns3/ipv4.h"
#include "ns3/log.h"
#include "ns3/pfabric-forwarding.h"
#include "ns3/pfabric-frame.h"
#include "ns3/pfabric-lean-ip.h"
#include "ns3/pfabric-net-device.h"
#include "ns3/string.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/uinteger.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricL4Protocol");

NS_OBJECT_ENSURE_REGISTERED(PFabricL4Protocol);

namespace
{

constexpr uint16_t FIRST_ANY = 49152; //!< of the dynamic ports (RFC 6335)

/**
 * @param segment bytes of a message in a packet
 * @param mtu of a device, at least the headers; std::invalid_argument unless both go together
 */
void
CheckFits(uint32_t segment, uint32_t mtu)
{
    constexpr uint32_t HEADERS = PFabricFrame::IP_BYTES + PFabricHeader::BYTES;
    if (segment + HEADERS > mtu)
    {
        throw std::invalid_argument("SegmentSize of PFabricL4Protocol is " +
                                    std::to_string(segment) + " bytes; allowed are 1 to " +
                                    std::to_string(mtu - HEADERS) +
                                    ", with headers at most the Mtu of PFabricNetDevice");
    }
}

} // namespace

TypeId
PFabricL4Protocol::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PFabricL4Protocol")
            .SetParent<IpL4Protocol>()
            .SetGroupName("PFabric")
            .AddConstructor<PFabricL4Protocol>()
            .AddAttribute(
                "SegmentSize",
                "Bytes of a message in a packet; 1,460 make packets of 1,500. This and "
                "all other attributes hold for the messages that are sent from then on.",
                UintegerValue(1460),
                burst::MakeRefusingAccessor(MakeUintegerAccessor(&PFabricL4Protocol::SetSegment,
                                                                 &PFabricL4Protocol::GetSegment)),
                MakeUintegerChecker<uint32_t>(1, 65495))
            .AddAttribute("InitialWindow",
                          "With which a message begins, packets.",
                          UintegerValue(12),
                          MakeUintegerAccessor(&PFabricL4Protocol::m_initialWindow),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("MaxWindow",
                          "To which it grows, packets.",
                          UintegerValue(23),
                          MakeUintegerAccessor(&PFabricL4Protocol::m_mostWindow),
                          MakeUintegerChecker<uint32_t>(1, 1000000))
            .AddAttribute("InitialThreshold",
                          "From which the window of a message grows by one packet in a round trip, "
                          "packets.",
                          DoubleValue(1e6),
                          MakeDoubleAccessor(&PFabricL4Protocol::m_threshold),
                          MakeDoubleChecker<double>(1, 1e9))
            .AddAttribute(
                "TimeOut",
                "Without progress until packets are sent again, constant; 45 us is three "
                "round trips of the 10-Gb/s network that it was published for.",
                TimeValue(MicroSeconds(45)),
                burst::MakeRefusingAccessor(MakeTimeAccessor(&PFabricL4Protocol::SetTimeOut,
                                                             &PFabricL4Protocol::GetTimeOut)),
                MakeTimeChecker(Time(0)))
            .AddAttribute("ProbeAfter",
                          "Time-outs in a row from which single bytes are sent; 0: never.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&PFabricL4Protocol::m_probeAfter),
                          MakeUintegerChecker<uint32_t>(0, 1000000))
            .AddAttribute("SelectiveWindow",
                          "The window does not count what blocks have acknowledged, as in YAPS.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&PFabricL4Protocol::m_selective),
                          MakeBooleanChecker())
            .AddAttribute("Rank",
                          "The PFabricRank that gives data packets their priority.",
                          StringValue("ns3::PFabricRemainingRank"),
                          burst::MakeObjectTextAccessor(&PFabricL4Protocol::SetRank,
                                                        &PFabricL4Protocol::GetRank),
                          burst::MakeObjectTextChecker<PFabricRank>())
            .AddTraceSource("MessageAcknowledged",
                            "A message of this host is acknowledged whole: the sender's end of its "
                            "completion time.",
                            burst::MakeTraceSourceAccessor(&PFabricL4Protocol::m_acknowledgedTrace),
                            "ns3::PFabricL4Protocol::MessageTracedCallback")
            .AddTraceSource("MessageReceived",
                            "A message has come whole to this host: the receiver's end of its "
                            "completion time.",
                            burst::MakeTraceSourceAccessor(&PFabricL4Protocol::m_receivedTrace),
                            "ns3::PFabricL4Protocol::MessageTracedCallback")
            .AddTraceSource("Window",
                            "Of a message of this host, packets: before and now. It begins with 0 "
                            "and the initial window.",
                            burst::MakeTraceSourceAccessor(&PFabricMessageTraces::window),
                            "ns3::PFabricL4Protocol::WindowTracedCallback")
            .AddTraceSource("RetransmissionTimeOut",
                            "A message of this host had no progress for TimeOut; and how many "
                            "time-outs these are in a row, without any acknowledgement.",
                            burst::MakeTraceSourceAccessor(&PFabricMessageTraces::timeOut),
                            "ns3::PFabricL4Protocol::TimeOutTracedCallback")
            .AddTraceSource("Probing",
                            "A message of this host begins (true) or ends (false) to send single "
                            "bytes, see ProbeAfter.",
                            burst::MakeTraceSourceAccessor(&PFabricMessageTraces::probing),
                            "ns3::PFabricL4Protocol::ProbingTracedCallback")
            .AddTraceSource("Priority",
                            "What Rank says of the packets of a message of this host that are sent "
                            "from now on: before and now. It begins with 0.",
                            burst::MakeTraceSourceAccessor(&PFabricMessageTraces::priority),
                            "ns3::PFabricL4Protocol::PriorityTracedCallback");
    return tid;
}

Ptr<Socket>
PFabricL4Protocol::CreateSocket()
{
    NS_LOG_FUNCTION(this);
    if (!m_node)
    {
        throw std::invalid_argument("a socket of a PFabricL4Protocol that has no node any more, or "
                                    "not yet; allowed are those of nodes with PFabricLeanIp or "
                                    "Ipv4, and without Dispose");
    }
    CheckSegment(m_segment);
    auto socket = CreateObject<PFabricSocket>();
    socket->SetProtocol(m_node, this);
    return socket;
}

void
PFabricL4Protocol::CheckSegment(uint32_t segment) const
{
    for (uint32_t i = 0; i < m_node->GetNDevices(); ++i)
    {
        if (const auto device = DynamicCast<PFabricNetDevice>(m_node->GetDevice(i)))
        {
            CheckFits(segment, device->GetMtu());
        }
    }
}

void
PFabricL4Protocol::CheckMtu(uint32_t mtu) const
{
    CheckFits(m_segment, mtu);
}

void
PFabricL4Protocol::SetSegment(uint32_t segment)
{
    if (m_node)
    {
        CheckSegment(segment);
    }
    m_segment = segment;
}

uint32_t
PFabricL4Protocol::GetSegment() const
{
    return m_segment;
}

void
PFabricL4Protocol::SetTimeOut(Time timeOut)
{
    if (!timeOut.IsStrictlyPositive())
    {
        throw std::invalid_argument("TimeOut of PFabricL4Protocol is less than a tick of ns-3's "
                                    "time; allowed are a tick and more, see Time::SetResolution");
    }
    m_timeOut = timeOut;
}

Time
PFabricL4Protocol::GetTimeOut() const
{
    return m_timeOut;
}

PFabricOutgoing::Transport
PFabricL4Protocol::GetTransport() const
{
    CheckSegment(m_segment);
    PFabricOutgoing::Transport transport;
    transport.traces = this;
    transport.sender.segment = m_segment;
    transport.sender.initialWindow = m_initialWindow;
    transport.sender.mostWindow = m_mostWindow;
    transport.sender.threshold = m_threshold;
    transport.sender.probeAfter = m_probeAfter;
    transport.sender.selective = m_selective;
    transport.timeOut = m_timeOut;
    transport.rank = m_rank;
    return transport;
}

uint16_t
PFabricL4Protocol::Bind(Ptr<PFabricSocket> socket, uint16_t port)
{
    NS_LOG_FUNCTION(this << socket << port);
    constexpr uint32_t ANY = (1 << 16) - FIRST_ANY;
    for (uint32_t i = 0; port == 0 && i < ANY; ++i)
    {
        const uint16_t next = FIRST_ANY + m_nextAny++ % ANY;
        port = m_sockets.count(next) == 0 ? next : 0;
    }
    return port != 0 && m_sockets.emplace(port, socket).second ? port : 0;
}

void
PFabricL4Protocol::Unbind(uint16_t port)
{
    NS_LOG_FUNCTION(this << port);
    m_sockets.erase(port);
}

uint32_t
PFabricL4Protocol::GetNextMessage(uint16_t port) const
{
    const auto found = m_messages.find(port);
    return found == m_messages.end() ? 0 : found->second;
}

void
PFabricL4Protocol::CountMessage(uint16_t port)
{
    ++m_messages[port];
}

Ipv4Address
PFabricL4Protocol::GetSource(Ipv4Address destination) const
{
    if (m_lean)
    {
        return m_lean->HasWay(destination) ? m_lean->GetAddress() : Ipv4Address::GetAny();
    }
    Ipv4Header header;
    header.SetDestination(destination);
    header.SetProtocol(PROTOCOL);
    Socket::SocketErrno error;
    const auto route = m_node->GetObject<Ipv4>()->GetRoutingProtocol()->RouteOutput(nullptr,
                                                                                    header,
                                                                                    nullptr,
                                                                                    error);
    return route ? route->GetSource() : Ipv4Address::GetAny();
}

void
PFabricL4Protocol::Send(const Letter& letter, Ptr<const Packet> message, uint32_t bytes)
{
    const auto& [header, source, destination, tos] = letter;
    const uint32_t ports = uint32_t{header.GetSourcePort()} << 16 | header.GetDestinationPort();
    auto frame = Create<PFabricFrame>();
    frame->size = PFabricFrame::IP_BYTES + header.GetSerializedSize() + bytes;
    frame->priority = header.GetPriority();
    frame->way = PFabricForwarding::GetFlow(source.Get(), destination.Get(), PROTOCOL, ports);
    frame->flow = frame->way + header.GetMessage();
    frame->source = source.Get();
    frame->destination = destination.Get();
    frame->tos = tos;
    frame->acknowledgement = header.IsAcknowledgement();
    frame->header = header;
    frame->message = message;
    if (m_lean)
    {
        m_lean->Send(frame);
        return;
    }
    auto segment = frame->GetSegment();
    if (tos != 0)
    {
        SocketIpTosTag tag;
        tag.SetTos(tos);
        segment->AddPacketTag(tag);
    }
    m_down(segment, source, destination, PROTOCOL, nullptr);
}

void
PFabricL4Protocol::NotifyAcknowledged(const PFabricMessageRecord& record)
{
    m_acknowledgedTrace(record);
}

void
PFabricL4Protocol::NotifyReceived(const PFabricMessageRecord& record)
{
    m_receivedTrace(record);
}

int
PFabricL4Protocol::GetProtocolNumber() const
{
    return PROTOCOL;
}

IpL4Protocol::RxStatus
PFabricL4Protocol::Receive(Ptr<Packet> packet, const Ipv4Header& ip, Ptr<Ipv4Interface>)
{
    NS_LOG_FUNCTION(this << packet << ip);
    Letter letter{{}, ip.GetSource(), ip.GetDestination(), ip.GetTos()};
    packet->RemoveHeader(letter.header);
    const uint64_t begin = letter.header.GetBegin();
    const bool found =
        Deliver(letter,
                {{begin, begin + packet->GetSize()}, letter.header.IsLast(), packet, nullptr});
    return found ? RX_OK : RX_ENDPOINT_CLOSED; // and not UNREACH: nobody would read what ICMP says
}

void
PFabricL4Protocol::Receive(const PFabricFrame& frame)
{
    const PFabricHeader& header = frame.header;
    const uint64_t begin = header.GetBegin();
    Deliver({header, Ipv4Address(frame.source), Ipv4Address(frame.destination), frame.tos},
            {{begin, begin + frame.GetDataBytes()}, header.IsLast(), nullptr, frame.message});
}

bool
PFabricL4Protocol::Deliver(const Letter& letter, const PFabricIncoming::Data& data)
{
    const auto found = m_sockets.find(letter.header.GetDestinationPort());
    if (found == m_sockets.end())
    {
        return false;
    }
    const auto socket = found->second; // which may be closed in between
    socket->Receive(letter, data);
    return true;
}

IpL4Protocol::RxStatus
PFabricL4Protocol::Receive(Ptr<Packet>, const Ipv6Header&, Ptr<Ipv6Interface>)
{
    return RX_ENDPOINT_UNREACH;
}

void
PFabricL4Protocol::SetDownTarget(DownTargetCallback target)
{
    m_down = target;
}

void
PFabricL4Protocol::SetDownTarget6(DownTargetCallback6)
{
}

IpL4Protocol::DownTargetCallback
PFabricL4Protocol::GetDownTarget() const
{
    return m_down;
}

IpL4Protocol::DownTargetCallback6
PFabricL4Protocol::GetDownTarget6() const
{
    return {};
}

void
PFabricL4Protocol::NotifyNewAggregate()
{
    const auto node = GetObject<Node>();
    const auto lean = GetObject<PFabricLeanIp>();
    const auto ipv4 = GetObject<Ipv4>();
    if (!m_node && node && (lean || ipv4))
    {
        m_node = node;
        auto factory = CreateObject<PFabricSocketFactory>();
        factory->SetProtocol(this);
        node->AggregateObject(factory);
        if (lean)
        {
            m_lean = lean;
            lean->SetTransport(this);
        }
        else
        {
            ipv4->Insert(this);
            SetDownTarget(MakeCallback(&Ipv4::Send, ipv4));
        }
    }
    IpL4Protocol::NotifyNewAggregate();
}

void
PFabricL4Protocol::DoDispose()
{
    NS_LOG_FUNCTION(this);
    for (const auto& [port, socket] : m_sockets)
    {
        socket->Dispose();
    }
    m_sockets.clear();
    m_node = nullptr;
    m_lean = nullptr;
    m_down.Nullify();
    IpL4Protocol::DoDispose();
}

void
PFabricL4Protocol::SetRank(const burst::ObjectText& rank)
{
    m_rankText = rank;
    m_rank = rank.Create<PFabricRank>();
}

burst::ObjectText
PFabricL4Protocol::GetRank() const
{
    return m_rankText;
}

} // namespace ns3
