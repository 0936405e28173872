/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-lean-ip.h"

#include "pfabric-tcp-socket.h"

#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-route.h"
#include "ns3/log.h"
#include "ns3/pfabric-l4-protocol.h"
#include "ns3/socket.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/trace-source-accessor.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricLeanIp");

NS_OBJECT_ENSURE_REGISTERED(PFabricLeanIp);

TypeId
PFabricLeanIp::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricLeanIp")
                            .SetParent<Object>()
                            .SetGroupName("PFabric")
                            .AddConstructor<PFabricLeanIp>()
                            .AddTraceSource("Drop",
                                            "A packet is thrown away: its destination is no host, "
                                            "or it has come to one that has no use for it.",
                                            MakeTraceSourceAccessor(&PFabricLeanIp::m_dropTrace),
                                            "ns3::Packet::TracedCallback");
    return tid;
}

void
PFabricLeanIp::SetForwarding(Ptr<PFabricForwarding> forwarding)
{
    NS_LOG_FUNCTION(this << forwarding);
    m_forwarding = forwarding;
    const uint32_t host = forwarding->GetOwnHost();
    m_address = host == PFabricForwarding::NOWHERE ? 0 : PFabricForwarding::GetAddress(host).Get();
}

void
PFabricLeanIp::AddPort(Ptr<PFabricNetDevice> device)
{
    NS_LOG_FUNCTION(this << device);
    device->SetLeanIp(this, m_ports.size());
    m_ports.push_back(device);
}

void
PFabricLeanIp::SetTransport(Ptr<PFabricL4Protocol> transport)
{
    NS_LOG_FUNCTION(this << transport);
    m_transport = transport;
}

void
PFabricLeanIp::SetTcp(Ptr<TcpL4Protocol> tcp, Ptr<Ipv4L3Protocol> ipv4)
{
    NS_LOG_FUNCTION(this << tcp << ipv4);
    m_tcp = tcp;
    m_interface = ipv4->GetInterface(1);
    m_down = tcp->GetDownTarget();
    tcp->SetDownTarget(MakeCallback(&PFabricLeanIp::SendSegment, this));
}

void
PFabricLeanIp::Enlist(uint64_t way, PFabricTcpSocket* socket)
{
    m_connections[way] = socket;
}

void
PFabricLeanIp::Delist(uint64_t way, PFabricTcpSocket* socket)
{
    const auto found = m_connections.find(way);
    if (found != m_connections.end() && found->second == socket)
    {
        m_connections.erase(found);
    }
}

bool
PFabricLeanIp::HasWay(Ipv4Address destination) const
{
    return m_forwarding->GetHost(destination.Get()) != PFabricForwarding::NOWHERE;
}

Ipv4Address
PFabricLeanIp::GetAddress() const
{
    return m_address == 0 ? Ipv4Address() : Ipv4Address(m_address);
}

void
PFabricLeanIp::Receive(const Ptr<PFabricFrame>& frame, uint32_t port)
{
    if (m_address == 0)
    {
        Forward(frame, port);
    }
    else if (m_transport && frame->destination == m_address && !frame->packet)
    {
        m_transport->Receive(*frame);
    }
    else if (m_tcp && frame->destination == m_address && frame->segment)
    {
        ReceiveSegment(*frame);
    }
    else if (m_tcp)
    {
        m_ports[port]->PassUp(*frame);
    }
    else
    {
        m_dropTrace(frame->GetPacket());
    }
}

void
PFabricLeanIp::ReceiveSegment(const PFabricFrame& frame)
{
    const auto found = m_connections.find(frame.way);
    if (found != m_connections.end())
    {
        const Ptr<PFabricTcpSocket> socket = found->second; // which may be closed in between
        if (socket->Receive(frame, m_interface))
        {
            return;
        }
    }
    m_tcp->Receive(frame.packet, frame.GetIpHeader(), m_interface);
}

void
PFabricLeanIp::Send(const Ptr<PFabricFrame>& frame)
{
    Forward(frame, PFabricForwarding::NOWHERE);
}

void
PFabricLeanIp::SendSegment(Ptr<Packet> segment,
                           Ipv4Address source,
                           Ipv4Address destination,
                           uint8_t protocol,
                           Ptr<Ipv4Route> route)
{
    const auto& port = m_ports.front();
    SocketIpTtlTag hops;
    if (!route || route->GetOutputDevice() != port || segment->PeekPacketTag(hops) ||
        segment->GetSize() + PFabricFrame::IP_BYTES > port->GetMtu())
    {
        m_down(segment, source, destination, protocol, route);
        return;
    }
    port->Send(
        PFabricFrame::MakeOfSegment(segment, source, destination, port->GetDefaultPriority()));
}

void
PFabricLeanIp::Forward(const Ptr<PFabricFrame>& frame, uint32_t in)
{
    const uint32_t port = m_forwarding->GetPort(*frame, in);
    if (port == PFabricForwarding::NOWHERE)
    {
        m_dropTrace(frame->GetPacket());
        return;
    }
    m_ports[port]->Send(frame);
}

void
PFabricLeanIp::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_forwarding = nullptr;
    m_transport = nullptr;
    m_tcp = nullptr;
    m_interface = nullptr;
    m_down.Nullify();
    m_ports.clear();
    Object::DoDispose();
}

} // namespace ns3
