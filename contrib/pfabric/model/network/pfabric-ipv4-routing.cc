/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-ipv4-routing.h"

#include "ns3/ipv4-route.h"
#include "ns3/ipv4.h"
#include "ns3/log.h"
#include "ns3/output-stream-wrapper.h"

#include <array>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricIpv4Routing");

NS_OBJECT_ENSURE_REGISTERED(PFabricIpv4Routing);

TypeId
PFabricIpv4Routing::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricIpv4Routing")
                            .SetParent<Ipv4RoutingProtocol>()
                            .SetGroupName("PFabric")
                            .AddConstructor<PFabricIpv4Routing>();
    return tid;
}

void
PFabricIpv4Routing::SetForwarding(Ptr<PFabricForwarding> forwarding)
{
    NS_LOG_FUNCTION(this << forwarding);
    m_forwarding = forwarding;
}

Ptr<Ipv4Route>
PFabricIpv4Routing::RouteOutput(Ptr<Packet> packet,
                                const Ipv4Header& header,
                                Ptr<NetDevice>,
                                Socket::SocketErrno& error)
{
    NS_LOG_FUNCTION(this << packet << header.GetDestination());
    const uint32_t port = GetPort(packet, header, PFabricForwarding::NOWHERE);
    if (port == PFabricForwarding::NOWHERE)
    {
        error = Socket::ERROR_NOROUTETOHOST;
        return nullptr;
    }
    error = Socket::ERROR_NOTERROR;
    if (m_last && m_last->GetReferenceCount() == 1)
    {
        m_last->SetDestination(header.GetDestination()); // nobody has it any more
        return m_last;
    }
    const auto route = GetRoute(port, header);
    m_last = m_ipv4->GetNInterfaces() == 2 ? route : nullptr; // a host: the loopback and a link
    return route;
}

bool
PFabricIpv4Routing::RouteInput(Ptr<const Packet> packet,
                               const Ipv4Header& header,
                               Ptr<const NetDevice> device,
                               Arguments::Unicast unicast,
                               Arguments::Multicast,
                               Arguments::Local local,
                               Arguments::Error error)
{
    NS_LOG_FUNCTION(this << packet << header.GetDestination());
    const uint32_t interface = m_ipv4->GetInterfaceForDevice(device);
    if (m_ipv4->IsDestinationAddress(header.GetDestination(), interface))
    {
        local(packet, header, interface);
        return true;
    }
    const uint32_t port = GetPort(packet, header, interface - 1);
    if (port == PFabricForwarding::NOWHERE)
    {
        error(packet, header, Socket::ERROR_NOROUTETOHOST);
        return false;
    }
    unicast(GetRoute(port, header), packet, header);
    return true;
}

Ptr<Ipv4Route>
PFabricIpv4Routing::GetRoute(uint32_t port, const Ipv4Header& header) const
{
    const uint32_t interface = port + 1;
    auto route = Create<Ipv4Route>();
    if (m_ipv4->GetNAddresses(interface) > 0)
    {
        route->SetSource(m_ipv4->GetAddress(interface, 0).GetLocal());
    }
    route->SetDestination(header.GetDestination());
    route->SetGateway(Ipv4Address::GetZero());
    route->SetOutputDevice(m_ipv4->GetNetDevice(interface));
    return route;
}

uint32_t
PFabricIpv4Routing::GetPort(Ptr<const Packet> packet, const Ipv4Header& header, uint32_t in)
{
    const uint32_t host = m_forwarding->GetHost(header.GetDestination().Get());
    if (host == PFabricForwarding::NOWHERE)
    {
        return PFabricForwarding::NOWHERE;
    }
    if (in == PFabricForwarding::NOWHERE && m_last)
    {
        return 0;
    }
    std::array<uint8_t, 4> ports{};
    const bool fragment = header.GetFragmentOffset() > 0 || !header.IsLastFragment();
    if (packet && PFabricForwarding::HasPorts(header.GetProtocol(), fragment))
    {
        packet->CopyData(ports.data(), ports.size());
    }
    const uint64_t flow = PFabricForwarding::GetFlow(
        header.GetSource().Get(),
        header.GetDestination().Get(),
        header.GetProtocol(),
        uint32_t{ports[0]} << 24 | uint32_t{ports[1]} << 16 | uint32_t{ports[2]} << 8 | ports[3]);
    return m_forwarding->GetPort(host, in, m_forwarding->IsEqualLength(header.GetTos() >> 2), flow);
}

void
PFabricIpv4Routing::NotifyInterfaceUp(uint32_t)
{
}

void
PFabricIpv4Routing::NotifyInterfaceDown(uint32_t)
{
}

void
PFabricIpv4Routing::NotifyAddAddress(uint32_t, Ipv4InterfaceAddress)
{
    m_last = nullptr;
}

void
PFabricIpv4Routing::NotifyRemoveAddress(uint32_t, Ipv4InterfaceAddress)
{
    m_last = nullptr;
}

void
PFabricIpv4Routing::SetIpv4(Ptr<Ipv4> ipv4)
{
    m_ipv4 = ipv4;
}

void
PFabricIpv4Routing::PrintRoutingTable(Ptr<OutputStreamWrapper> stream, Time::Unit) const
{
    *stream->GetStream() << "no table: see PFabricForwarding\n";
}

void
PFabricIpv4Routing::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_forwarding = nullptr;
    m_ipv4 = nullptr;
    m_last = nullptr;
    Ipv4RoutingProtocol::DoDispose();
}

} // namespace ns3
