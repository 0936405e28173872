/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "sc2001.h"

#include "ns3/burst-core-number-text.h"
#include "ns3/error-model.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-congestion-ops.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/traffic-control-helper.h"

#include <algorithm>
#include <array>

namespace ns3
{

namespace
{

/** By interface. */
constexpr std::array<uint32_t, PathMeasurementSc2001Scenario::NICS> MACHINE_OF{0, 0, 1, 1, 2};
constexpr uint32_t MACHINES = 3;                                 //!< of the booth
constexpr double NIC_RATE = 1e9;                                 //!< bit/s of an interface
constexpr int64_t START_MS = 1000;                               //!< in which streams start
constexpr double MOST_LOSS = 0.01;                               //!< by chance, after scaling
constexpr std::array<uint8_t, QbssClass::COUNT> DSCPS{8, 0, 10}; //!< of classes, as at SLAC
constexpr uint32_t INITIAL_2002 = 2;                             //!< segments
constexpr uint32_t INITIAL_TODAY = 10;                           //!< segments, RFC 6928

/** @param host of the table @return streams that iperf is told to use to it */
uint32_t
GetStreams(const iepm::MeasurementHost& host)
{
    if (const auto* tool = iepm::HostDatabase::FindTool(host, "iperf"))
    {
        for (const auto& [name, value] : tool->options)
        {
            if (name == "Streams")
            {
                return burst::ToUinteger(value).value_or(1);
            }
        }
    }
    return 1;
}

} // namespace

PathMeasurementSc2001Scenario::Link
PathMeasurementSc2001Scenario::Connect(Ptr<Node> first,
                                       Ptr<Node> second,
                                       double rate,
                                       Time delay,
                                       bool firstIsHost,
                                       bool secondIsHost)
{
    PointToPointHelper helper;
    helper.SetDeviceAttribute("DataRate", DataRateValue(Scale(rate)));
    helper.SetChannelAttribute("Delay", TimeValue(delay));
    helper.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1000000p"));
    Link link;
    link.devices = helper.Install(first, second);
    link.ends = m_addresses.Assign(link.devices);
    m_addresses.NewNetwork();
    TrafficControlHelper().Uninstall(link.devices);
    m_books.Watch(link.devices.Get(0), firstIsHost);
    m_books.Watch(link.devices.Get(1), secondIsHost);
    return link;
}

void
PathMeasurementSc2001Scenario::BuildNetwork()
{
    NodeContainer machines(MACHINES);
    NodeContainer routers(2);
    m_booth = routers.Get(0);
    m_floor = routers.Get(1);
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.Install(NodeContainer(machines, routers));
    const double rate = m_trunk.GetBitRate();
    const auto trunk = Connect(m_booth, m_floor, rate, MicroSeconds(TRUNK_US), false, false);
    m_disc = PathMeasurementStack(m_year).InstallQbss(trunk.devices.Get(0), Scale(rate), m_buffer);
    for (const uint32_t number : MACHINE_OF)
    {
        const auto machine = machines.Get(number);
        const auto link = Connect(machine, m_booth, NIC_RATE, Time(0), true, false);
        m_nics.push_back({machine, link.ends.GetAddress(1), link.ends.Get(0).second});
    }
    const auto random = CreateObject<UniformRandomVariable>();
    random->SetStream(GetStreamBase() + 1);
    for (uint32_t i = 0; i < m_sites.size(); ++i)
    {
        BuildSite(m_sites[i], i, random);
    }
}

void
PathMeasurementSc2001Scenario::BuildSite(Site& site,
                                         uint32_t number,
                                         Ptr<UniformRandomVariable> random)
{
    const auto node = CreateObject<Node>();
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.Install(node);
    const double rate = site.rate * 1e6;
    const Time delay = std::max(Time(0), site.host.roundTrip / 2 - MicroSeconds(TRUNK_US));
    const auto link = Connect(m_floor, node, rate, delay, false, true);
    const Time buffer = Time::FromDouble(site.host.GetFact("buffer"), Time::MS);
    PathMeasurementStack(m_year).InstallQueue(link.devices.Get(0), Scale(rate), buffer);
    const auto errors = CreateObject<RateErrorModel>();
    errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    errors->SetRate(std::min(site.host.GetFact("loss") * m_scale * m_scale, MOST_LOSS));
    errors->AssignStreams(GetStreamBase() + 2 + number);
    link.devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));

    const auto& nic = m_nics[site.nic];
    Ipv4StaticRoutingHelper()
        .GetStaticRouting(nic.machine->GetObject<Ipv4>())
        ->AddHostRouteTo(link.ends.GetAddress(1), nic.gateway, nic.number);
    TypeIdValue tcp;
    nic.machine->GetObject<TcpL4Protocol>()->GetAttribute("SocketType", tcp);
    const bool old = m_year == PathMeasurementStack::Y2002;
    site.streams = std::make_unique<QbssStreams>(
        nic.machine,
        node,
        QbssStreams::Settings{burst::ObjectText(tcp.Get().GetName(), TcpCongestionOps::GetTypeId()),
                              static_cast<uint32_t>(m_window / m_scale),
                              old ? INITIAL_2002 : INITIAL_TODAY,
                              DSCPS[site.number],
                              !old});
    for (uint32_t i = 0; i < GetStreams(site.host); ++i)
    {
        Simulator::Schedule(MicroSeconds(random->GetInteger(0, START_MS * 1000)),
                            &QbssStreams::Start,
                            site.streams.get());
    }
}

void
PathMeasurementSc2001Scenario::AddPings()
{
    NodeContainer hosts(2);
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.Install(hosts);
    Connect(hosts.Get(0), m_booth, NIC_RATE, Time(0), true, false);
    const Time delay = m_base / 2 - MicroSeconds(TRUNK_US);
    const auto far = Connect(m_floor, hosts.Get(1), NIC_RATE, delay, false, true);
    for (uint32_t i = 0; i < DSCPS.size(); ++i)
    {
        // not at one time: pings of classes do not wait for each other
        const Time begin = m_settle + i * m_pingInterval / DSCPS.size();
        m_pings.emplace_back(
            PingSeries::Settings{m_pingInterval, m_pingWait, begin, m_duration, DSCPS[i]},
            hosts.Get(0),
            far.ends.GetAddress(1));
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
}

} // namespace ns3
