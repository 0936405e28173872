/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-udp-probe.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("UdpProbe");

NS_OBJECT_ENSURE_REGISTERED(UdpProbe);

TypeId
UdpProbe::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::UdpProbe")
            .SetParent<RemoteProbe>()
            .SetGroupName("PathMeasurement")
            .AddAttribute(
                "Linger",
                "Time from the last packet until the server is asked. What comes later is "
                "lost: it should exceed what queues on the way may add.",
                TimeValue(MilliSeconds(200)),
                BetweenMeasurements(MakeTimeAccessor(&UdpProbe::m_linger)),
                MakeTimeChecker(Time(0)));
    return tid;
}

Time
UdpProbe::GetExpectedDuration(double rate, Time roundTrip) const
{
    const auto plan = MakePlan([] { return 1.0; });
    return NanoSeconds(plan.GetDuration()) + m_linger + roundTrip + roundTrip + roundTrip;
}

double
UdpProbe::GetExpectedBytes(double rate) const
{
    return static_cast<double>(MakePlan([] { return 1.0; }).GetBytes());
}

int64_t
UdpProbe::AssignStreams(int64_t stream)
{
    if (!m_variable)
    {
        m_variable = CreateObject<ExponentialRandomVariable>();
        m_variable->SetAttribute("Mean", DoubleValue(1));
    }
    m_variable->SetStream(stream);
    return 1;
}

void
UdpProbe::Send(const measurement::TrainPlan& plan)
{
    m_sender.Send(plan, MakeCallback(&UdpProbe::Sent, this));
}

void
UdpProbe::Complete(const std::string& note)
{
    NS_LOG_FUNCTION(this << note);
    Report("sent", m_sender.GetPackets(), "1");
    Report("lost", m_sender.GetPackets() - m_received, "1");
    Finish(MeasurementResult::OK, note);
}

void
UdpProbe::Report(const Values& values)
{
    for (const auto& value : values)
    {
        Report(value.name, value.value, value.unit);
    }
}

Time
UdpProbe::GetLinger() const
{
    return m_linger;
}

uint32_t
UdpProbe::GetRound() const
{
    return m_sender.GetRound();
}

void
UdpProbe::DoEnd()
{
    NS_LOG_FUNCTION(this);
    m_ask.Cancel();
    AddBytes(m_sender.TakeBytes());
    m_sender.Close();
}

double
UdpProbe::Find(const Values& values, const std::string& name)
{
    for (const auto& value : values)
    {
        if (value.name == name)
        {
            return value.value;
        }
    }
    return 0;
}

void
UdpProbe::Begin()
{
    NS_LOG_FUNCTION(this);
    Send(MakePlan([this] {
        if (!m_variable)
        {
            AssignStreams(-1);
        }
        return m_variable->GetValue();
    }));
}

void
UdpProbe::Conclude(const Values& values, bool current)
{
    NS_LOG_FUNCTION(this << current);
    Report(values);
    Complete();
}

std::string
UdpProbe::GetServer() const
{
    return "ns3::UdpReceiver[Probe=" + burst::WriteObject(*this) + "]";
}

void
UdpProbe::DoMeasure(uint16_t port)
{
    NS_LOG_FUNCTION(this << port);
    m_received = 0;
    m_sender.Connect(GetNode(), InetSocketAddress(GetRemote(), port), GetTos());
    Begin();
}

void
UdpProbe::Sent()
{
    m_ask = Simulator::Schedule(m_linger, &UdpProbe::RequestReport, this);
}

void
UdpProbe::ReceiveReport(const Values& values)
{
    NS_LOG_FUNCTION(this);
    m_received = Find(values, "received");
    if (!m_received)
    {
        Finish(MeasurementResult::BLOCKED, "no packet came to the UDP port of the server");
        return;
    }
    Values told;
    for (const auto& value : values)
    {
        if (value.name != "received" && value.name != "round")
        {
            told.push_back(value);
        }
    }
    Conclude(told, Find(values, "round") == m_sender.GetRound());
}

} // namespace ns3
