/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-tcp-flows.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/pfabric-forwarding.h"
#include "ns3/pfabric-tcp-socket.h"
#include "ns3/rtt-estimator.h"
#include "ns3/simulator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-dctcp.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/trace-source-accessor.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricTcpFlows");

namespace
{

constexpr uint32_t SEGMENT = 1460;    //!< bytes
constexpr uint32_t ALL = 2147483647;  //!< bytes of a socket: whatever a flow may have
constexpr uint32_t FOREVER = 1000000; //!< times

/**
 * @param factory of objects
 * @param tcp of a node
 * @param attribute of that, with their type
 * @return an object of the factory's type, if it has one, else of that type
 */
template <typename Type>
Ptr<Type>
Make(ObjectFactory factory, Ptr<TcpL4Protocol> tcp, const std::string& attribute)
{
    if (factory.GetTypeId().GetUid() == 0)
    {
        TypeIdValue type;
        tcp->GetAttribute(attribute, type);
        factory.SetTypeId(type.Get());
    }
    return factory.Create<Type>();
}

} // namespace

PFabricTcpPreset::PFabricTcpPreset(const std::string& name)
{
    NS_LOG_FUNCTION(this << name);
    m_sockets.SetTypeId(PFabricTcpSocket::GetTypeId());
    if (name == "ns-3")
    {
        return;
    }
    const bool library = name == "library";
    if (!library && name != "authors" && name != "dctcp")
    {
        throw std::invalid_argument("a preset of TCP is '" + name +
                                    "'; allowed are ns-3, library, authors and dctcp");
    }
    const auto set = [this](const std::string& attribute, const AttributeValue& value) {
        SetSocketAttribute(attribute, value);
    };
    m_congestions.SetTypeId(name == "dctcp" ? TcpDctcp::GetTypeId() : TcpNewReno::GetTypeId());
    m_recoveries.SetTypeId(TcpClassicRecovery::GetTypeId());
    m_estimators.SetTypeId(RttMeanDeviation::GetTypeId());
    set("SegmentSize", UintegerValue(SEGMENT));
    set("DelAckCount", UintegerValue(1));
    set("Timestamp", BooleanValue(false));
    set("LimitedTransmit", BooleanValue(false));
    // ns-2 has neither a limit of what waits to be sent nor one of attempts, and opens connections
    // before the simulation proper.
    set("SndBufSize", UintegerValue(ALL));
    set("DataRetries", UintegerValue(FOREVER));
    set("ConnTimeout", TimeValue(MilliSeconds(10)));
    // windowInit, window_ or maxcwnd_, minrto_, tcpTick_, rtxcur_init_
    set("InitialCwnd", UintegerValue(library ? 2 : 12));
    set("RcvBufSize", UintegerValue((library ? 20 : 149) * SEGMENT));
    set("MinRto", TimeValue(library ? MilliSeconds(200) : MicroSeconds(200)));
    set("ClockGranularity", TimeValue(library ? MilliSeconds(10) : MicroSeconds(1)));
    m_estimators.Set("InitialEstimation", TimeValue(library ? Seconds(3) : MilliSeconds(1)));
    set("Sack", BooleanValue(!library));
    // Some hundred times what a segment waits and what MinRto is: a socket that is closed goes.
    set("MaxSegLifetime", DoubleValue(library ? 20 : 0.05));
}

void
PFabricTcpPreset::SetSocketAttribute(const std::string& name, const AttributeValue& value)
{
    m_sockets.Set(name, *burst::TakeAttributeValue(m_sockets.GetTypeId(), name, value));
}

Ptr<TcpSocketBase>
PFabricTcpPreset::CreateSocket(Ptr<Node> node) const
{
    // As TcpL4Protocol::CreateSocket.
    const auto tcp = node->GetObject<TcpL4Protocol>();
    if (!tcp)
    {
        throw std::invalid_argument(
            "node " + std::to_string(node->GetId()) +
            " has no TCP; allowed are all stacks of PFabricHelper but LEAN");
    }
    auto socket = m_sockets.Create<TcpSocketBase>();
    socket->SetNode(node);
    socket->SetTcp(tcp);
    socket->SetRtt(Make<RttEstimator>(m_estimators, tcp, "RttEstimatorType"));
    socket->SetCongestionControlAlgorithm(Make<TcpCongestionOps>(m_congestions, tcp, "SocketType"));
    socket->SetRecoveryAlgorithm(Make<TcpRecoveryOps>(m_recoveries, tcp, "RecoveryType"));
    tcp->AddSocket(socket);
    return socket;
}

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
    constexpr uint64_t MAX = (uint64_t{1} << 31) - 2; // of what sequence numbers can tell
    if (flow.bytes > MAX)
    {
        throw std::invalid_argument("a flow over TCP has " + std::to_string(flow.bytes) +
                                    " bytes; allowed are 1 to " + std::to_string(MAX));
    }
    if (m_flows.count(flow.number) > 0)
    {
        throw std::invalid_argument("flow " + std::to_string(flow.number) +
                                    " is announced while one of that number is under way; allowed "
                                    "are others, as those of a PFabricFlowGenerator from 0 on");
    }
    if (IsGone(flow.from))
    {
        NotifyFailed(flow);
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
    NotifyFailed(m_flows.at(number).flow);
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
    NotifyAcknowledged(connection.flow);
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
                NotifyReceived(found->second.flow);
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
