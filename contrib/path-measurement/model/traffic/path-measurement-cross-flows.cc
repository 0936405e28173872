/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-cross-flows.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3::measurement
{

NS_LOG_COMPONENT_DEFINE("CrossFlows");

namespace
{

constexpr uint64_t UDP_HEADERS = 28; // of IPv4 and UDP

/** Close this side too. @param socket whose other side is closed */
void
CloseToo(Ptr<Socket> socket)
{
    socket->Close();
}

/** @param bytes of IP that a flow takes
 * @param socket of it
 * @return its payload, at least 1 */
uint64_t
GetPayload(uint64_t bytes, Ptr<const Socket> socket)
{
    UintegerValue segment;
    BooleanValue timestamp;
    socket->GetAttribute("SegmentSize", segment);
    socket->GetAttribute("Timestamp", timestamp);
    const uint64_t headers = timestamp.Get() ? 52 : 40; // of IPv4 and TCP
    return std::max<uint64_t>(1, bytes * segment.Get() / (segment.Get() + headers));
}

} // namespace

CrossFlows::CrossFlows(Ptr<Node> source, Ptr<Node> sink, Ipv4Address address, uint16_t port)
    : m_source(source),
      m_remote(InetSocketAddress(address, port)),
      m_listener(AbortableTcpSocket::Create(sink)),
      m_receiver(Socket::CreateSocket(sink, UdpSocketFactory::GetTypeId())),
      m_sender(Socket::CreateSocket(source, UdpSocketFactory::GetTypeId()))
{
    const InetSocketAddress local(Ipv4Address::GetAny(), port);
    if (m_listener->Bind(local) < 0 || m_receiver->Bind(local) < 0)
    {
        m_listener->Abort();
        m_receiver->Close();
        throw std::invalid_argument("the port of CrossTraffic is " + std::to_string(port) +
                                    "; allowed are those that are free at node " +
                                    std::to_string(sink->GetId()));
    }
    m_listener->Listen();
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&CrossFlows::Accept, this));
    m_receiver->SetRecvCallback(MakeCallback(&CrossFlows::Read, this));
    m_sender->Connect(m_remote);
}

CrossFlows::~CrossFlows()
{
    Abort();
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeNullCallback<void, Ptr<Socket>, const Address&>());
    m_listener->Abort();
    m_receiver->SetRecvCallback(MakeNullCallback<void, Ptr<Socket>>());
    m_receiver->Close();
    m_sender->Close();
}

void
CrossFlows::Start(uint64_t bytes)
{
    NS_LOG_FUNCTION(this);
    const uint32_t number = m_number++;
    auto socket = AbortableTcpSocket::Create(m_source);
    socket->SetAttribute("MaxSegLifetime", DoubleValue(0)); // no TIME_WAIT of minutes
    const uint64_t payload = GetPayload(bytes, socket);
    m_flows[number] = {socket, payload, payload, Simulator::Now()};
    socket->SetConnectCallback(MakeCallback(&CrossFlows::Connected, this).Bind(number),
                               MakeCallback(&CrossFlows::Failed, this).Bind(number));
    socket->SetCloseCallbacks(MakeCallback(&CrossFlows::Closed, this).Bind(number),
                              MakeCallback(&CrossFlows::Failed, this).Bind(number));
    socket->SetSendCallback(MakeCallback(&CrossFlows::Write, this).Bind(number));
    if (socket->Bind() < 0 || socket->Connect(m_remote) < 0)
    {
        Failed(number, socket);
    }
}

void
CrossFlows::Send(uint64_t bytes)
{
    m_sender->Send(Create<Packet>(static_cast<uint32_t>(bytes - UDP_HEADERS)));
}

void
CrossFlows::Abort()
{
    NS_LOG_FUNCTION(this);
    m_aborted += m_flows.size();
    for (auto& [number, flow] : m_flows)
    {
        flow.socket->Abort();
    }
    m_flows.clear();
    for (auto& socket : m_accepted)
    {
        socket->Abort();
    }
    m_accepted.clear();
}

void
CrossFlows::Prune()
{
    m_accepted.remove_if([](const auto& socket) { return socket->IsOver(); });
}

uint64_t
CrossFlows::GetDelivered() const
{
    return m_delivered;
}

uint64_t
CrossFlows::GetAborted() const
{
    return m_aborted;
}

std::vector<Time>
CrossFlows::GetActive() const
{
    std::vector<Time> opened;
    for (const auto& [number, flow] : m_flows)
    {
        opened.push_back(flow.opened);
    }
    return opened;
}

void
CrossFlows::SetEnded(Ended ended)
{
    m_ended = ended;
}

void
CrossFlows::Connected(uint32_t number, Ptr<Socket> socket)
{
    Write(number, socket, 0);
}

void
CrossFlows::Write(uint32_t number, Ptr<Socket> socket, uint32_t)
{
    const auto found = m_flows.find(number);
    if (found == m_flows.end() || found->second.left == 0)
    {
        return;
    }
    Flow& flow = found->second;
    while (flow.left > 0)
    {
        const auto room = std::min<uint64_t>(socket->GetTxAvailable(), flow.left);
        if (room == 0 || socket->Send(Create<Packet>(static_cast<uint32_t>(room))) < 0)
        {
            return;
        }
        flow.left -= room;
    }
    socket->Close();
}

void
CrossFlows::Closed(uint32_t number, Ptr<Socket>)
{
    NS_LOG_FUNCTION(this << number);
    if (const auto found = m_flows.find(number); found != m_flows.end() && !m_ended.IsNull())
    {
        m_ended(found->second.payload, Simulator::Now() - found->second.opened);
    }
    // The last acknowledgement is yet to be sent.
    Simulator::ScheduleNow(&CrossFlows::Remove, this, number);
}

void
CrossFlows::Failed(uint32_t number, Ptr<Socket>)
{
    NS_LOG_FUNCTION(this << number);
    ++m_aborted;
    Simulator::ScheduleNow(&CrossFlows::Remove, this, number);
}

void
CrossFlows::Remove(uint32_t number)
{
    NS_LOG_FUNCTION(this << number);
    const auto found = m_flows.find(number);
    if (found != m_flows.end())
    {
        found->second.socket->Abort();
        m_flows.erase(found);
    }
}

void
CrossFlows::Accept(Ptr<Socket> socket, const Address&)
{
    NS_LOG_FUNCTION(this);
    m_accepted.push_back(DynamicCast<AbortableTcpSocket>(socket));
    socket->SetRecvCallback(MakeCallback(&CrossFlows::Read, this));
    socket->SetCloseCallbacks(MakeCallback(&CloseToo), MakeNullCallback<void, Ptr<Socket>>());
}

void
CrossFlows::Read(Ptr<Socket> socket)
{
    while (const auto packet = socket->Recv())
    {
        m_delivered += packet->GetSize();
    }
}

} // namespace ns3::measurement
