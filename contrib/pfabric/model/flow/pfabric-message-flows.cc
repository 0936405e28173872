/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-message-flows.h"

#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/pfabric-forwarding.h"
#include "ns3/pfabric-l4-protocol.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricMessageFlows");

NS_OBJECT_ENSURE_REGISTERED(PFabricMessageFlows);

namespace
{

/** Throw away what has come. @param socket that has it */
void
Discard(Ptr<Socket> socket)
{
    while (socket->Recv())
    {
    }
}

} // namespace

TypeId
PFabricMessageFlows::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PFabricMessageFlows")
                            .SetParent<PFabricFlowTransport>()
                            .SetGroupName("PFabric")
                            .AddConstructor<PFabricMessageFlows>();
    return tid;
}

Ptr<Socket>
PFabricMessageFlows::MakeReceiver(Ptr<Node> host)
{
    CheckPresent(host);
    auto protocol = host->GetObject<PFabricL4Protocol>();
    auto socket = protocol->CreateSocket();
    Bind(socket);
    socket->SetRecvCallback(MakeCallback(&Discard));
    protocol->TraceConnectWithoutContext("MessageReceived",
                                         MakeCallback(&PFabricMessageFlows::Receive, this));
    protocol->TraceConnectWithoutContext("MessageAcknowledged",
                                         MakeCallback(&PFabricMessageFlows::Acknowledge, this));
    return socket;
}

void
PFabricMessageFlows::DoAnnounce(const PFabricFlow& flow)
{
    if (flow.bytes > PFabricSocket::MAX_BYTES)
    {
        throw std::invalid_argument("a flow over pFabric has " + std::to_string(flow.bytes) +
                                    " bytes; allowed are 1 to " +
                                    std::to_string(PFabricSocket::MAX_BYTES));
    }
    Simulator::Schedule(std::max(Time(0), flow.start - Simulator::Now()),
                        &PFabricMessageFlows::Start,
                        this,
                        flow);
}

void
PFabricMessageFlows::Start(const PFabricFlow& flow)
{
    if (IsGone(flow.from))
    {
        NotifyFailed(flow);
        return;
    }
    const auto socket = GetSocket(flow.from, flow.to);
    socket->SetIpTos(flow.tos);
    const Key key{PFabricForwarding::GetAddress(flow.from),
                  socket->GetPort(),
                  socket->GetNextMessage()};
    m_flows[key] = flow;
    if (socket->Send(Create<Packet>(static_cast<uint32_t>(flow.bytes))) < 0)
    {
        m_flows.erase(key);
        NotifyFailed(flow);
    }
}

Ptr<PFabricSocket>
PFabricMessageFlows::GetSocket(uint32_t from, uint32_t to)
{
    auto& socket = m_senders[{from, to}];
    if (!socket)
    {
        const auto protocol = GetHost(from)->GetObject<PFabricL4Protocol>();
        socket = DynamicCast<PFabricSocket>(protocol->CreateSocket());
        socket->SetAttribute("SndBufSize", UintegerValue(std::numeric_limits<uint64_t>::max()));
        socket->Connect(InetSocketAddress(PFabricForwarding::GetAddress(to), PORT));
    }
    return socket;
}

PFabricMessageFlows::Key
PFabricMessageFlows::GetKey(const PFabricMessageRecord& record)
{
    return {record.source.GetIpv4(), record.source.GetPort(), record.message};
}

void
PFabricMessageFlows::Receive(const PFabricMessageRecord& record)
{
    if (const auto found = m_flows.find(GetKey(record)); found != m_flows.end())
    {
        NotifyReceived(found->second);
    }
}

void
PFabricMessageFlows::Acknowledge(const PFabricMessageRecord& record)
{
    if (const auto found = m_flows.find(GetKey(record)); found != m_flows.end())
    {
        const PFabricFlow flow = found->second;
        m_flows.erase(found);
        NotifyAcknowledged(flow);
    }
}

void
PFabricMessageFlows::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_senders.clear();
    m_flows.clear();
    PFabricFlowTransport::DoDispose();
}

} // namespace ns3
