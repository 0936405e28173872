/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-udp-sender.h"

#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/udp-socket-factory.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UdpSender");

NS_OBJECT_ENSURE_REGISTERED(UdpProbeHeader);

TypeId
UdpProbeHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::UdpProbeHeader")
                            .SetParent<Header>()
                            .SetGroupName("PathMeasurement")
                            .AddConstructor<UdpProbeHeader>();
    return tid;
}

TypeId
UdpProbeHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

uint32_t
UdpProbeHeader::GetSerializedSize() const
{
    return 24;
}

void
UdpProbeHeader::Serialize(Buffer::Iterator start) const
{
    start.WriteHtonU32(round);
    start.WriteHtonU32(train);
    start.WriteHtonU32(number);
    start.WriteHtonU32(length);
    start.WriteHtonU64(sent);
}

uint32_t
UdpProbeHeader::Deserialize(Buffer::Iterator start)
{
    round = start.ReadNtohU32();
    train = start.ReadNtohU32();
    number = start.ReadNtohU32();
    length = start.ReadNtohU32();
    sent = static_cast<int64_t>(start.ReadNtohU64());
    return GetSerializedSize();
}

void
UdpProbeHeader::Print(std::ostream& os) const
{
    os << "round " << round << " train " << train << " packet " << number << " of " << length
       << " sent " << sent << " ns";
}

} // namespace ns3

namespace ns3::measurement
{

void
UdpSender::Connect(Ptr<Node> node, const InetSocketAddress& remote, uint8_t tos)
{
    NS_LOG_FUNCTION(this << tos);
    m_clock = HostClock::Get(node);
    m_round = 0;
    m_packets = 0;
    m_bytes = 0;
    m_socket = Socket::CreateSocket(node, UdpSocketFactory::GetTypeId());
    m_socket->Bind();
    m_socket->Connect(remote);
    m_socket->SetIpTos(tos);
}

void
UdpSender::Close()
{
    NS_LOG_FUNCTION(this);
    m_event.Cancel();
    m_done.Nullify();
    if (const auto socket = std::exchange(m_socket, nullptr))
    {
        socket->Close();
    }
}

void
UdpSender::Send(const TrainPlan& plan, Done done)
{
    NS_LOG_FUNCTION(this);
    m_plan = plan;
    m_done = done;
    m_begin = Simulator::Now();
    m_next = 0;
    ++m_round;
    SendDue();
}

uint32_t
UdpSender::GetRound() const
{
    return m_round;
}

uint32_t
UdpSender::GetPackets() const
{
    return m_packets;
}

uint64_t
UdpSender::TakeBytes()
{
    return std::exchange(m_bytes, 0);
}

void
UdpSender::SendDue()
{
    const auto& packets = m_plan.GetPackets();
    for (; m_next < packets.size(); ++m_next)
    {
        const Time due = m_begin + NanoSeconds(packets[m_next].time);
        if (due > Simulator::Now())
        {
            m_event = Simulator::Schedule(due - Simulator::Now(), &UdpSender::SendDue, this);
            return;
        }
        SendPacket(packets[m_next]);
    }
    m_done();
}

void
UdpSender::SendPacket(const TrainPlan::Packet& it)
{
    UdpProbeHeader header;
    header.round = m_round;
    header.train = it.train;
    header.number = it.number;
    header.length = it.length;
    header.sent = m_clock->Read();
    const uint32_t size = it.size - TrainPlan::HEADERS;
    const auto packet = Create<Packet>(size - header.GetSerializedSize());
    packet->AddHeader(header);
    ++m_packets;
    if (m_socket->Send(packet) >= 0)
    {
        m_bytes += size;
    }
}

} // namespace ns3::measurement
