/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-abortable-tcp-socket.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/object-factory.h"
#include "ns3/packet.h"
#include "ns3/rtt-estimator.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/tcp-tx-buffer.h"

#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AbortableTcpSocket");

NS_OBJECT_ENSURE_REGISTERED(AbortableTcpSocket);

namespace
{

/** @param tcp of a node
 * @param attribute with a type
 * @return a new object of that type */
template <typename T>
Ptr<T>
Make(Ptr<TcpL4Protocol> tcp, const std::string& attribute)
{
    TypeIdValue type;
    tcp->GetAttribute(attribute, type);
    ObjectFactory factory;
    factory.SetTypeId(type.Get());
    return factory.Create<T>();
}

} // namespace

TypeId
AbortableTcpSocket::GetTypeId()
{
    static TypeId tid = TypeId("ns3::AbortableTcpSocket")
                            .SetParent<TcpSocketBase>()
                            .SetGroupName("PathMeasurement")
                            .AddConstructor<AbortableTcpSocket>();
    return tid;
}

AbortableTcpSocket::AbortableTcpSocket(const AbortableTcpSocket& other)
    : TcpSocketBase(other)
{
}

Ptr<AbortableTcpSocket>
AbortableTcpSocket::Create(Ptr<Node> node)
{
    auto socket = CreateObject<AbortableTcpSocket>();
    socket->Join(node);
    return socket;
}

void
AbortableTcpSocket::Join(Ptr<Node> node)
{
    // As TcpL4Protocol::CreateSocket.
    const auto tcp = node->GetObject<TcpL4Protocol>();
    if (!tcp)
    {
        throw std::invalid_argument("the node of a TCP socket is " + std::to_string(node->GetId()) +
                                    "; allowed are nodes with an internet stack");
    }
    SetNode(node);
    SetTcp(tcp);
    SetRtt(Make<RttEstimator>(tcp, "RttEstimatorType"));
    SetCongestionControlAlgorithm(Make<TcpCongestionOps>(tcp, "SocketType"));
    SetRecoveryAlgorithm(Make<TcpRecoveryOps>(tcp, "RecoveryType"));
    tcp->AddSocket(this);
}

void
AbortableTcpSocket::Abort()
{
    NS_LOG_FUNCTION(this);
    SetConnectCallback(MakeNullCallback<void, Ptr<Socket>>(),
                       MakeNullCallback<void, Ptr<Socket>>());
    SetCloseCallbacks(MakeNullCallback<void, Ptr<Socket>>(), MakeNullCallback<void, Ptr<Socket>>());
    SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
    SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    if (m_endPoint)
    {
        // Events of ns-3 that are due at this moment have a bare pointer to the socket.
        Simulator::ScheduleNow([self = Ptr<AbortableTcpSocket>(this)]() {});
        m_state = CLOSED;
        DeallocateEndPoint();
    }
}

int
AbortableTcpSocket::Close()
{
    if (m_node && m_node->GetNDevices() == 0)
    {
        Abort();
        return 0;
    }
    return TcpSocketBase::Close();
}

bool
AbortableTcpSocket::IsOver() const
{
    return !m_endPoint;
}

void
AbortableTcpSocket::DoForwardUp(Ptr<Packet> packet,
                                const Address& fromAddress,
                                const Address& toAddress)
{
    if (m_state == LISTEN)
    {
        TcpHeader header;
        packet->PeekHeader(header);
        if (!(header.GetFlags() & TcpHeader::SYN))
        {
            return;
        }
    }
    TcpSocketBase::DoForwardUp(packet, fromAddress, toAddress);
}

void
AbortableTcpSocket::PersistTimeout()
{
    if (m_tcb->m_nextTxSequence < m_txBuffer->TailSequence())
    {
        TcpSocketBase::PersistTimeout();
        return;
    }
    m_persistEvent =
        Simulator::Schedule(m_persistTimeout, &AbortableTcpSocket::PersistTimeout, this);
}

Ptr<TcpSocketBase>
AbortableTcpSocket::Fork()
{
    return CopyObject<AbortableTcpSocket>(this);
}

} // namespace ns3
