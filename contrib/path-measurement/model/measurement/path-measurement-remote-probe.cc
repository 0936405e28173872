/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-remote-probe.h"

#include "ns3/burst-core-number-text.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/path-measurement-abortable-tcp-socket.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <sstream>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RemoteProbe");

NS_OBJECT_ENSURE_REGISTERED(RemoteProbe);

TypeId
RemoteProbe::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RemoteProbe")
            .SetParent<MeasurementProbe>()
            .SetGroupName("PathMeasurement")
            .AddAttribute("AgentPort",
                          "TCP port of the agent of the remote host.",
                          UintegerValue(22),
                          BetweenMeasurements(MakeUintegerAccessor(&RemoteProbe::m_agentPort)),
                          MakeUintegerChecker<uint16_t>(1))
            .AddAttribute("ConnectTimeout",
                          "How long the remote host may take to accept connections.",
                          TimeValue(Seconds(10)),
                          BetweenMeasurements(MakeTimeAccessor(&RemoteProbe::m_connectTimeout)),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddAttribute(
                "ExpectedLogin",
                "Processing time of a login at the remote host, for predictions of schedules.",
                TimeValue(Seconds(1)),
                BetweenMeasurements(MakeTimeAccessor(&RemoteProbe::m_expectedLogin)),
                MakeTimeChecker(Time(0)));
    return tid;
}

Time
RemoteProbe::GetExpectedLogin() const
{
    return m_expectedLogin;
}

void
RemoteProbe::FinishWithReport()
{
    RequestReport();
}

void
RemoteProbe::FinishUnanswered()
{
    Finish(MeasurementResult::TIMED_OUT, "the remote host did not answer any more");
}

void
RemoteProbe::RequestReport()
{
    if (m_channel)
    {
        m_channel->SendLine("report");
    }
}

Time
RemoteProbe::GetConnectTimeout() const
{
    return m_connectTimeout;
}

void
RemoteProbe::DoDispose()
{
    NS_LOG_FUNCTION(this);
    MeasurementProbe::DoDispose();
    m_channel = nullptr;
}

void
RemoteProbe::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_serverBytes = 0;
    m_values.clear();
    const auto socket = AbortableTcpSocket::Create(GetNode());
    m_channel = CreateObject<ControlChannel>();
    m_channel->SetSocket(socket,
                         MakeCallback(&RemoteProbe::ReceiveLine, this),
                         MakeCallback(&RemoteProbe::NotifyChannelEnd, this));
    socket->SetConnectCallback(MakeCallback(&RemoteProbe::Connected, this),
                               MakeNullCallback<void, Ptr<Socket>>());
    m_watch.Watch(socket, MakeCallback(&RemoteProbe::Refused, this));
    m_unanswered = Simulator::Schedule(m_connectTimeout, &RemoteProbe::Unanswered, this);
    if (socket->Connect(InetSocketAddress(GetRemote(), m_agentPort)) != 0)
    {
        Finish(MeasurementResult::UNREACHABLE, "no route to the host");
    }
}

void
RemoteProbe::DoStop()
{
    NS_LOG_FUNCTION(this);
    m_unanswered.Cancel();
    m_watch.Stop();
    DoEnd();
    if (const auto channel = std::exchange(m_channel, nullptr))
    {
        channel->Close();
    }
}

void
RemoteProbe::Connected(Ptr<Socket> socket)
{
    NS_LOG_FUNCTION(this);
    m_unanswered.Cancel();
    m_watch.Stop();
    if (m_channel)
    {
        m_channel->SendLine("start " + GetServer());
    }
}

void
RemoteProbe::Refused()
{
    Finish(MeasurementResult::BLOCKED, "the agent refused the connection");
}

void
RemoteProbe::Unanswered()
{
    Finish(MeasurementResult::UNREACHABLE, "the agent did not answer");
}

void
RemoteProbe::ReceiveLine(Ptr<ControlChannel> channel, const std::string& line)
{
    NS_LOG_FUNCTION(this << line);
    std::istringstream words(line);
    std::string what;
    words >> what;
    if (what == "port")
    {
        uint16_t port = 0;
        words >> port;
        DoMeasure(port);
    }
    else if (what == "refused")
    {
        Finish(MeasurementResult::BLOCKED, line.substr(8));
    }
    else if (what == "died")
    {
        Finish(MeasurementResult::SERVER_DIED);
    }
    else if (what == "value")
    {
        std::string name;
        std::string unit;
        std::string number;
        words >> name >> unit >> number;
        m_values.push_back({name, burst::ToDouble(number).value(), unit});
    }
    else if (what == "bytes")
    {
        uint64_t bytes = 0;
        words >> bytes;
        AddBytes(bytes - std::exchange(m_serverBytes, bytes));
        ReceiveReport(std::exchange(m_values, {}));
    }
}

void
RemoteProbe::ReceiveReport(const std::vector<MeasurementResult::Value>& values)
{
    NS_LOG_FUNCTION(this);
    for (const auto& value : values)
    {
        Report(value.name, value.value, value.unit);
    }
    Finish(MeasurementResult::OK);
}

void
RemoteProbe::NotifyChannelEnd(Ptr<ControlChannel> channel)
{
    NS_LOG_FUNCTION(this);
    if (channel->IsBroken())
    {
        FinishUnanswered();
        return;
    }
    Finish(MeasurementResult::SERVER_DIED, "the agent ended the session");
}

} // namespace ns3
