/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-tcp-preset.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/pfabric-tcp-socket.h"
#include "ns3/rtt-estimator.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-dctcp.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-recovery-ops.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricTcpPreset");

namespace
{

constexpr uint32_t SEGMENT = 1460;    //!< bytes
constexpr uint32_t ALL = 2147483647;  //!< bytes of a socket: whatever a flow may have
constexpr uint32_t FOREVER = 1000000; //!< times

/** @param factory of objects @param tcp of a node @param attribute of that, with their type
 * @return an object of the factory's type, if it has one, else of that type */
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

} // namespace ns3
