/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-traceroute.h"

#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/inet-socket-address.h"
#include "ns3/log.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/udp-socket-factory.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("TracerouteProbe");

NS_OBJECT_ENSURE_REGISTERED(TracerouteProbe);

namespace
{

constexpr uint32_t DATA = 32;          //!< bytes of a packet
constexpr uint32_t PROBE_HEADERS = 28; //!< bytes, of IPv4 and UDP or ICMP

} // namespace

TypeId
TracerouteProbe::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::TracerouteProbe")
            .SetParent<MeasurementProbe>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<TracerouteProbe>()
            .AddAttribute(
                "Kind",
                "What packets are sent.",
                EnumValue(UDP),
                BetweenMeasurements(burst::MakeEnumerationAccessor<Kind>(&TracerouteProbe::m_kind)),
                MakeEnumChecker(UDP, "Udp", ICMP, "Icmp"))
            .AddAttribute("MaxHops",
                          "Greatest TTL.",
                          UintegerValue(30),
                          BetweenMeasurements(MakeUintegerAccessor(&TracerouteProbe::m_maxHops)),
                          MakeUintegerChecker<uint8_t>(1))
            .AddAttribute("Probes",
                          "Packets for each hop.",
                          UintegerValue(1),
                          BetweenMeasurements(MakeUintegerAccessor(&TracerouteProbe::m_probes)),
                          MakeUintegerChecker<uint8_t>(1, 10))
            .AddAttribute("Wait",
                          "How long an answer is waited for.",
                          TimeValue(Seconds(2)),
                          BetweenMeasurements(MakeTimeAccessor(&TracerouteProbe::m_wait)),
                          MakeTimeChecker(MilliSeconds(1)))
            .AddTraceSource("Hop",
                            "A packet was answered, or nobody answered in time.",
                            burst::MakeTraceSourceAccessor(&TracerouteProbe::m_hopTrace),
                            "ns3::TracerouteProbe::HopTracedCallback");
    return tid;
}

Time
TracerouteProbe::GetExpectedDuration(double rate, Time roundTrip) const
{
    return m_probes * roundTrip; // hops are at most as far as the host; their number is not known
}

double
TracerouteProbe::GetExpectedBytes(double rate) const
{
    return static_cast<double>(m_probes) * m_maxHops * (DATA + PROBE_HEADERS);
}

const std::vector<Ipv4Address>&
TracerouteProbe::GetRoute() const
{
    return m_route;
}

void
TracerouteProbe::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_route.clear();
    m_sent = 0;
    m_reached = false;
    m_refused = false;
    m_icmp.Connect(GetNode(), GetRemote(), MakeCallback(&TracerouteProbe::Receive, this));
    if (m_kind == UDP)
    {
        m_udp = Socket::CreateSocket(GetNode(), UdpSocketFactory::GetTypeId());
        m_udp->Bind();
        Address local;
        m_udp->GetSockName(local);
        m_source = InetSocketAddress::ConvertFrom(local).GetPort();
    }
    Send();
}

void
TracerouteProbe::DoStop()
{
    NS_LOG_FUNCTION(this);
    m_next.Cancel();
    m_icmp.Close();
    if (const auto socket = std::exchange(m_udp, nullptr))
    {
        socket->Close();
    }
    const auto answered = std::count_if(m_route.begin(), m_route.end(), [](Ipv4Address address) {
        return address != Ipv4Address();
    });
    Report("hops", m_route.size(), "1");
    Report("answered", answered, "1");
    Report("arrived", m_reached, "1");
    if (answered == static_cast<std::ptrdiff_t>(m_route.size()))
    {
        Report("route", static_cast<double>(GetRouteNumber()), "1");
    }
}

uint64_t
TracerouteProbe::GetRouteNumber() const
{
    // As FNV-1a, but an address at a time; in the 53 bits that a number of the archive holds
    // exactly.
    uint64_t number = 14'695'981'039'346'656'037U;
    for (const auto& address : m_route)
    {
        number = (number ^ address.Get()) * 1'099'511'628'211U;
    }
    return number >> 11;
}

void
TracerouteProbe::Send()
{
    NS_LOG_FUNCTION(this);
    const uint8_t ttl = m_sent / m_probes + 1;
    if (m_route.size() < ttl)
    {
        m_route.emplace_back();
    }
    m_start = Simulator::Now();
    AddBytes(DATA + PROBE_HEADERS);
    if (m_udp)
    {
        m_udp->SetIpTtl(ttl);
        const InetSocketAddress to(GetRemote(), measurement::IcmpSocket::FIRST_PORT + m_sent);
        measurement::SendWithTos(m_udp, Create<Packet>(DATA), GetTos(), to);
    }
    else
    {
        m_icmp.SendEcho(m_sent, DATA, ttl, GetTos());
    }
    m_next = Simulator::Schedule(m_wait, &TracerouteProbe::Unanswered, this);
}

void
TracerouteProbe::Receive(const measurement::IcmpSocket::Answer& answer)
{
    NS_LOG_FUNCTION(this);
    const bool echo = answer.type == Icmpv4Header::ICMPV4_ECHO_REPLY || !answer.port;
    const uint16_t number =
        echo ? answer.sequence : answer.port - measurement::IcmpSocket::FIRST_PORT;
    if (number != m_sent || echo != !m_udp || (m_udp && answer.source != m_source))
    {
        return; // to a packet that is not waited for any more, or to one of another probe
    }
    const uint8_t ttl = m_sent / m_probes + 1;
    m_route[ttl - 1] = answer.from;
    m_reached =
        m_reached || answer.type == Icmpv4Header::ICMPV4_ECHO_REPLY || answer.IsPortUnreachable();
    m_refused = m_refused || answer.IsRefusal();
    m_hopTrace(ttl, answer.from, Simulator::Now() - m_start);
    m_next.Cancel();
    m_next = Simulator::ScheduleNow(&TracerouteProbe::Conclude, this);
}

void
TracerouteProbe::Unanswered()
{
    NS_LOG_FUNCTION(this);
    m_hopTrace(m_sent / m_probes + 1, Ipv4Address(), Simulator::Now() - m_start);
    Conclude();
}

void
TracerouteProbe::Conclude()
{
    NS_LOG_FUNCTION(this);
    ++m_sent;
    if (m_sent % m_probes == 0 && m_reached)
    {
        Finish(MeasurementResult::OK);
    }
    else if (m_refused)
    {
        Finish(MeasurementResult::UNREACHABLE, "a router has no way to the host");
    }
    else if (m_sent == m_maxHops * m_probes)
    {
        Finish(MeasurementResult::UNREACHABLE, "no answer from the host within MaxHops");
    }
    else
    {
        Send();
    }
}

} // namespace ns3
