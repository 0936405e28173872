/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-tcp-socket.h"

#include "pfabric-forwarding.h"
#include "pfabric-lean-ip.h"

#include "ns3/ipv4-end-point.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/tcp-l4-protocol.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricTcpSocket");

NS_OBJECT_ENSURE_REGISTERED(PFabricTcpSocket);

TypeId
PFabricTcpSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricTcpSocket")
                            .SetParent<TcpSocketBase>()
                            .SetGroupName("PFabric")
                            .AddConstructor<PFabricTcpSocket>();
    return tid;
}

PFabricTcpSocket::PFabricTcpSocket(const PFabricTcpSocket& other)
    : TcpSocketBase(other)
{
}

PFabricTcpSocket::~PFabricTcpSocket()
{
    if (m_lean)
    {
        m_lean->Delist(m_way, this);
    }
}

int
PFabricTcpSocket::Connect(const Address& address)
{
    const int result = TcpSocketBase::Connect(address);
    Enlist();
    return result;
}

Ptr<TcpSocketBase>
PFabricTcpSocket::Fork()
{
    return CopyObject<PFabricTcpSocket>(this);
}

void
PFabricTcpSocket::CompleteFork(Ptr<Packet> packet,
                               const TcpHeader& header,
                               const Address& from,
                               const Address& to)
{
    TcpSocketBase::CompleteFork(packet, header, from, to);
    Enlist();
}

void
PFabricTcpSocket::Enlist()
{
    NS_LOG_FUNCTION(this);
    m_lean = m_node->GetObject<PFabricLeanIp>();
    if (m_lean && m_endPoint)
    {
        m_way = PFabricForwarding::GetFlow(m_endPoint->GetPeerAddress().Get(),
                                           m_endPoint->GetLocalAddress().Get(),
                                           TcpL4Protocol::PROT_NUMBER,
                                           uint32_t{m_endPoint->GetPeerPort()} << 16 |
                                               m_endPoint->GetLocalPort());
        m_lean->Enlist(m_way, this);
    }
}

bool
PFabricTcpSocket::Receive(const PFabricFrame& frame, Ptr<Ipv4Interface> interface)
{
    // Ways of one pair of addresses differ if the ports do.
    if (!m_endPoint || !m_endPoint->IsRxEnabled() ||
        m_endPoint->GetPeerAddress().Get() != frame.source ||
        m_endPoint->GetLocalAddress().Get() != frame.destination)
    {
        return false;
    }
    ForwardUp(frame.packet, frame.GetIpHeader(), m_endPoint->GetPeerPort(), interface);
    return true;
}

} // namespace ns3
