/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-agent.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-number-text.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/path-measurement-abortable-tcp-socket.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MeasurementAgent");

NS_OBJECT_ENSURE_REGISTERED(MeasurementAgent);

TypeId
MeasurementAgent::GetTypeId()
{
    using Self = MeasurementAgent;
    static TypeId tid =
        TypeId("ns3::MeasurementAgent")
            .SetParent<Application>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<Self>()
            .AddAttribute("Port",
                          "TCP port on which monitors log in.",
                          UintegerValue(22),
                          burst::MakeAccessorUntil(MakeUintegerAccessor(&Self::m_port),
                                                   &Self::HasStarted,
                                                   "the start"),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute("FirstServerPort",
                          "First of the ports that servers listen on.",
                          UintegerValue(5001),
                          MakeUintegerAccessor(&Self::m_firstPort),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute("ServerPorts",
                          "How many ports servers may listen on: at most so many at a time.",
                          UintegerValue(64),
                          MakeUintegerAccessor(&Self::m_ports),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute("LoginTime",
                          "Processing time of a login, beside the round trips.",
                          TimeValue(Seconds(1)),
                          MakeTimeAccessor(&Self::m_loginTime),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("LongestSession",
                          "How long a session is kept; longer ones, whose monitors were cut off "
                          "before they could end them, end when another server starts.",
                          TimeValue(Days(1)),
                          MakeTimeAccessor(&Self::m_longest),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("Server",
                            "A server was started.",
                            burst::MakeTraceSourceAccessor(&Self::m_serverTrace),
                            "ns3::MeasurementAgent::ServerTracedCallback");
    return tid;
}

void
MeasurementAgent::Crash()
{
    for (auto& session : m_sessions)
    {
        if (const auto server = std::exchange(session.server, nullptr))
        {
            server->Stop();
            session.channel->SendLine("died");
        }
    }
}

void
MeasurementAgent::Hang()
{
    m_hangs = true;
    for (const auto& session : m_sessions)
    {
        if (session.server)
        {
            session.server->Hang();
        }
    }
}

void
MeasurementAgent::Recover()
{
    m_hangs = false;
}

uint32_t
MeasurementAgent::GetServers() const
{
    return std::count_if(m_sessions.begin(), m_sessions.end(), [](const Session& session) {
        return bool(session.server);
    });
}

void
MeasurementAgent::DoDispose()
{
    StopApplication();
    Application::DoDispose();
}

bool
MeasurementAgent::HasStarted() const
{
    return m_started;
}

void
MeasurementAgent::StartApplication()
{
    m_started = true;
    m_listener = AbortableTcpSocket::Create(GetNode());
    if (m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), m_port)) != 0 ||
        m_listener->Listen() != 0)
    {
        throw std::invalid_argument("Port is " + std::to_string(m_port) +
                                    ", which something else on the node has");
    }
    m_listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                  MakeCallback(&MeasurementAgent::Accept, this));
}

void
MeasurementAgent::StopApplication()
{
    if (const auto listener = std::exchange(m_listener, nullptr))
    {
        listener->Close();
    }
    while (!m_sessions.empty())
    {
        End(m_sessions.back().channel);
    }
}

void
MeasurementAgent::Accept(Ptr<Socket> socket, const Address& from)
{
    const auto channel = CreateObject<ControlChannel>();
    m_sessions.push_back({channel, nullptr, 0, EventId(), Simulator::Now()});
    channel->SetSocket(socket,
                       MakeCallback(&MeasurementAgent::ReceiveLine, this),
                       MakeCallback(&MeasurementAgent::End, this));
}

void
MeasurementAgent::ReceiveLine(Ptr<ControlChannel> channel, const std::string& line)
{
    const auto session = Find(channel);
    if (line.rfind("start ", 0) == 0 && !session->server)
    {
        session->login = Simulator::Schedule(m_loginTime,
                                             &MeasurementAgent::StartServer,
                                             this,
                                             channel,
                                             line.substr(6));
    }
    else if (line == "report" && session->server && !session->server->IsHanging())
    {
        SendReport(*session);
    }
}

void
MeasurementAgent::End(Ptr<ControlChannel> channel)
{
    const auto session = Find(channel);
    session->login.Cancel();
    if (session->server)
    {
        session->server->Stop();
    }
    channel->Close();
    m_sessions.erase(session);
}

void
MeasurementAgent::EndBefore(Ptr<ControlChannel> channel)
{
    while (m_sessions.front().channel != channel &&
           Simulator::Now() - m_sessions.front().begin > m_longest)
    {
        End(m_sessions.front().channel);
    }
}

void
MeasurementAgent::StartServer(Ptr<ControlChannel> channel, const std::string& text)
{
    EndBefore(channel);
    const auto session = Find(channel);
    session->port = FindPort();
    if (!session->port)
    {
        channel->SendLine("refused all " + std::to_string(m_ports) + " ports of servers are taken");
        return;
    }
    try
    {
        session->server = burst::CreateFromText<MeasurementServer>(text);
        session->server->Start(GetNode(), session->port);
    }
    catch (const std::invalid_argument& error)
    {
        session->server = nullptr;
        channel->SendLine(std::string("refused ") + error.what());
        return;
    }
    NS_LOG_LOGIC(text << " on port " << session->port);
    if (m_hangs)
    {
        session->server->Hang();
    }
    m_serverTrace(text, session->port);
    channel->SendLine("port " + std::to_string(session->port));
}

void
MeasurementAgent::SendReport(const Session& session)
{
    for (const auto& value : session.server->GetReport())
    {
        session.channel->SendLine("value " + value.name + " " + value.unit + " " +
                                  burst::WriteDouble(value.value));
    }
    session.channel->SendLine("bytes " + std::to_string(session.server->GetBytes()));
}

uint16_t
MeasurementAgent::FindPort() const
{
    for (uint16_t port = m_firstPort; port < m_firstPort + m_ports; ++port)
    {
        if (std::none_of(m_sessions.begin(), m_sessions.end(), [port](const Session& session) {
                return session.server && session.port == port;
            }))
        {
            return port;
        }
    }
    return 0;
}

std::vector<MeasurementAgent::Session>::iterator
MeasurementAgent::Find(Ptr<ControlChannel> channel)
{
    return std::find_if(m_sessions.begin(), m_sessions.end(), [channel](const Session& session) {
        return session.channel == channel;
    });
}

} // namespace ns3
