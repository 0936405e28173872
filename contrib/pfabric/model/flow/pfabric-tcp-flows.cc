/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-tcp-flows.h"

#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/pfabric-forwarding.h"
#include "ns3/simulator.h"
#include "ns3/trace-source-accessor.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricTcpFlows");

NS_OBJECT_ENSURE_REGISTERED(PFabricTcpFlows);

namespace
{

/** Close this side too. @param socket whose other side is closed */
void
CloseToo(Ptr<Socket> socket)
{
    socket->Close();
}

} // namespace

TypeId
PFabricTcpFlows::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PFabricTcpFlows")
            .SetParent<PFabricFlowTransport>()
            .SetGroupName("PFabric")
            .AddConstructor<PFabricTcpFlows>()
            .AddAttribute("OpenAhead",
                          "How long before the start of a flow its connection is opened.",
                          TimeValue(MilliSeconds(1)),
                          MakeTimeAccessor(&PFabricTcpFlows::m_ahead),
                          MakeTimeChecker(Time(0)));
    return tid;
}

void
PFabricTcpFlows::SetPreset(const PFabricTcpPreset& preset)
{
    if (IsInstalled())
    {
        throw std::invalid_argument("SetPreset() of PFabricTcpFlows after Install(); allowed is it "
                                    "before");
    }
    m_preset = preset;
}

Ptr<Socket>
PFabricTcpFlows::MakeReceiver(Ptr<Node> host)
{
    CheckPresent(host);
    auto socket = m_preset.CreateSocket(host);
    Bind(socket);
    socket->Listen();
    socket->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                              MakeCallback(&PFabricTcpFlows::Accept, this));
    return socket;
}

Time
PFabricTcpFlows::GetAhead() const
{
    return m_ahead;
}

void
PFabricTcpFlows::DoAnnounce(const PFabricFlow& flow)
{
    constexpr uint64_t MOST = (uint64_t{1} << 31) - 2; // of what sequence numbers can tell
    if (flow.bytes > MOST)
    {
        throw std::invalid_argument("a flow over TCP has " + std::to_string(flow.bytes) +
                                    " bytes; allowed are 1 to " + std::to_string(MOST));
    }
    if (m_flows.count(flow.number) > 0)
    {
        throw std::invalid_argument("flow " + std::to_string(flow.number) +
                                    " is announced while one of that number is under way; allowed "
                                    "are others, as those of a PFabricFlowGenerator from 0 on");
    }
    if (IsGone(flow.from))
    {
        TellFailed(flow);
        return;
    }
    auto socket = m_preset.CreateSocket(GetHost(flow.from));
    Connection& connection = m_flows[flow.number];
    connection.flow = flow;
    connection.socket = socket;
    socket->SetConnectCallback(MakeCallback(&PFabricTcpFlows::Open, this).Bind(flow.number),
                               MakeCallback(&PFabricTcpFlows::Fail, this).Bind(flow.number));
    socket->TraceConnectWithoutContext(
        "HighestRxAck",
        MakeCallback(&PFabricTcpFlows::Acknowledge, this).Bind(flow.number));
    socket->Connect(InetSocketAddress(PFabricForwarding::GetAddress(flow.to), PORT));
    socket->SetIpTos(flow.tos); // Connect of ns-3.37 sets it too
    Address local;
    socket->GetSockName(local);
    connection.port = InetSocketAddress::ConvertFrom(local).GetPort();
    m_numbers[GetKey(connection)] = flow.number;
    Simulator::Schedule(std::max(Time(0), flow.start - Simulator::Now()),
                        &PFabricTcpFlows::Write,
                        this,
                        flow.number,
                        socket,
                        0);
}

PFabricTcpFlows::Key
PFabricTcpFlows::GetKey(const Connection& connection)
{
    return {PFabricForwarding::GetAddress(connection.flow.from), connection.port};
}

void
PFabricTcpFlows::Open(uint64_t number, Ptr<Socket> socket)
{
    m_flows.at(number).open = true;
    Write(number, socket, 0);
}

void
PFabricTcpFlows::Fail(uint64_t number, Ptr<Socket>)
{
    TellFailed(m_flows.at(number).flow);
    m_numbers.erase(GetKey(m_flows.at(number)));
    m_flows.erase(number);
}

void
PFabricTcpFlows::Write(uint64_t number, Ptr<Socket> socket, uint32_t)
{
    const auto found = m_flows.find(number);
    if (found == m_flows.end() || !found->second.open ||
        Simulator::Now() < found->second.flow.start)
    {
        return;
    }
    Connection& connection = found->second;
    while (connection.sent < connection.flow.bytes)
    {
        const auto room =
            std::min<uint64_t>(socket->GetTxAvailable(), connection.flow.bytes - connection.sent);
        if (room == 0 || socket->Send(Create<Packet>(static_cast<uint32_t>(room))) < 0)
        {
            socket->SetSendCallback(MakeCallback(&PFabricTcpFlows::Write, this).Bind(number));
            return;
        }
        connection.sent += room;
    }
    socket->SetSendCallback(MakeNullCallback<void, Ptr<Socket>, uint32_t>());
}

void
PFabricTcpFlows::Acknowledge(uint64_t number, SequenceNumber32, SequenceNumber32 next)
{
    const auto found = m_flows.find(number);
    if (found == m_flows.end() || found->second.sent < found->second.flow.bytes ||
        next <= SequenceNumber32(static_cast<uint32_t>(found->second.flow.bytes)))
    {
        return;
    }
    const Connection connection = found->second;
    m_flows.erase(found);
    m_numbers.erase(GetKey(connection));
    TellAcknowledged(connection.flow);
    connection.socket->Close();
}

void
PFabricTcpFlows::Accept(Ptr<Socket> socket, const Address& source)
{
    const auto address = InetSocketAddress::ConvertFrom(source);
    const auto found = m_numbers.find({address.GetIpv4(), address.GetPort()});
    if (found == m_numbers.end())
    {
        socket->Close();
        return;
    }
    const uint64_t number = found->second;
    socket->SetRecvCallback(MakeCallback(&PFabricTcpFlows::Read, this).Bind(number));
    socket->SetCloseCallbacks(MakeCallback(&CloseToo), MakeCallback(&CloseToo));
}

void
PFabricTcpFlows::Read(uint64_t number, Ptr<Socket> socket)
{
    const auto found = m_flows.find(number);
    while (socket->GetRxAvailable() > 0)
    {
        const auto packet = socket->Recv();
        if (found != m_flows.end())
        {
            found->second.received += packet->GetSize();
            if (found->second.received == found->second.flow.bytes)
            {
                TellReceived(found->second.flow);
            }
        }
    }
}

void
PFabricTcpFlows::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_flows.clear();
    m_numbers.clear();
    PFabricFlowTransport::DoDispose();
}

} // namespace ns3
