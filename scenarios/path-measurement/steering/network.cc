/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "network.h"

#include "ns3/channel.h"
#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/path-measurement-agent.h"
#include "ns3/path-measurement-ping.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/queue-size.h"
#include "ns3/simulator.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-l4-protocol.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <boost/math/statistics/univariate_statistics.hpp>
#include <utility>

namespace ns3
{

namespace
{

constexpr double LEAST_SPREAD = 10; //!< longest flow of others over the shortest, at least
constexpr int64_t PER_SITE = 10;    //!< random streams of a site
constexpr int64_t EVENTS = 90;      //!< first random stream of events
constexpr uint32_t UDP_HEADER = 8;  //!< bytes
const Time PING_WAIT = Seconds(5);  //!< for a reply

} // namespace

SteeringNetwork::SteeringNetwork(const Settings& settings, uint32_t number, int64_t stream)
    : m_settings(settings),
      m_stream(stream),
      m_addresses(("10." + std::to_string(number) + ".0.0").c_str(), "255.255.255.252"),
      m_monitor(CreateNode())
{
    for (const auto& host : m_settings.hosts)
    {
        AddSite(host);
    }
    AddEvents();
}

Ptr<Node>
SteeringNetwork::CreateNode()
{
    const auto node = CreateObject<Node>();
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.Install(node);
    m_books.WatchNode(node);
    return node;
}

void
SteeringNetwork::AddSite(const iepm::MeasurementHost& host)
{
    auto& site = *m_sites.emplace_back(std::make_unique<Site>());
    site.name = host.name;
    site.node = CreateNode();
    const uint64_t rate = m_settings.scale.Divide(host.rate);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", DataRateValue(DataRate(rate)));
    link.SetChannelAttribute("Delay", TimeValue(host.roundTrip / 2));
    link.SetQueue("ns3::DropTailQueue",
                  "MaxSize",
                  QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, 100'000)));
    const auto devices = link.Install(m_monitor, site.node);
    site.narrow = devices.Get(0);
    PathMeasurementStack(m_settings.year)
        .InstallQbss(site.narrow,
                     DataRate(rate),
                     Time::FromDouble(host.GetFact("buffer"), Time::MS));
    const auto interfaces = m_addresses.Assign(devices);
    m_addresses.NewNetwork();
    TrafficControlHelper().Uninstall(devices.Get(1));
    m_books.Watch(devices.Get(0), false);
    m_books.Watch(devices.Get(1), false);
    site.address = interfaces.GetAddress(1);
    const auto errors = CreateObject<RateErrorModel>();
    errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    errors->SetRate(m_settings.scale.GetLoss(host.GetFact("loss"), host.roundTrip));
    errors->AssignStreams(m_stream + PER_SITE * static_cast<int64_t>(m_sites.size()));
    devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
    const auto agent = CreateObject<MeasurementAgent>();
    agent->SetAttribute("LoginTime", TimeValue(m_settings.login));
    site.node->AddApplication(agent);
    if (m_settings.cross)
    {
        AddOthers(site, host);
    }
}

void
SteeringNetwork::AddOthers(Site& site, const iepm::MeasurementHost& host)
{
    site.others = m_settings.cross.Create<CrossTraffic>();
    site.others->SetAttribute("Mean", DoubleValue(host.GetFact("use")));
    site.others->SetAttribute("Diurnal", DoubleValue(host.GetFact("diurnal")));
    site.others->SetAttribute("UtcOffset", DoubleValue(host.utcOffset));
    if (m_settings.scale.GetFactor() > 1)
    {
        DoubleValue shortest;
        DoubleValue longest;
        site.others->GetAttribute("FlowMin", shortest);
        site.others->GetAttribute("FlowMax", longest);
        site.others->SetAttribute("FlowMax",
                                  DoubleValue(std::max(longest.Get() / m_settings.scale.GetFactor(),
                                                       LEAST_SPREAD * shortest.Get())));
    }
    site.node->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
        "LocalDeliver",
        Callback<void, const Ipv4Header&, Ptr<const Packet>, uint32_t>(
            [&site](const Ipv4Header& header, Ptr<const Packet> packet, uint32_t) {
                if (site.watched && header.GetProtocol() == UdpL4Protocol::PROT_NUMBER)
                {
                    site.datagrams += packet->GetSize() - UDP_HEADER;
                }
            }));
    site.others->SetLink(site.narrow);
    site.others->SetPath(m_monitor, site.node, site.address);
    site.others->AssignStreams(m_stream + PER_SITE * static_cast<int64_t>(m_sites.size()) + 1);
    site.others->TraceConnectWithoutContext(
        "FlowEnded",
        Callback<void, uint64_t, Time>([&site](uint64_t, Time took) {
            ++site.ended;
            if (site.watched)
            {
                site.took.push_back(took.GetSeconds());
            }
        }));
}

void
SteeringNetwork::AddEvents()
{
    if (!m_settings.events)
    {
        return;
    }
    m_events = m_settings.events.Create<FaultInjector>();
    for (const auto& site : m_sites)
    {
        const auto channel = site->narrow->GetChannel();
        m_events->AddLink(site->name, channel->GetDevice(channel->GetDevice(0) == site->narrow));
        m_events->AddHost(site->name, site->node);
    }
    m_events->AssignStreams(m_stream + EVENTS);
    m_events->Start();
}

Ptr<Node>
SteeringNetwork::GetMonitor() const
{
    return m_monitor;
}

uint32_t
SteeringNetwork::GetCount() const
{
    return m_sites.size();
}

const std::string&
SteeringNetwork::GetName(uint32_t site) const
{
    return m_sites.at(site)->name;
}

Ipv4Address
SteeringNetwork::GetAddress(uint32_t site) const
{
    return m_sites.at(site)->address;
}

Ptr<FaultInjector>
SteeringNetwork::GetEvents() const
{
    return m_events;
}

void
SteeringNetwork::ScheduleOthers(uint32_t site, Time from, Time to)
{
    if (const auto& others = m_sites.at(site)->others)
    {
        others->Announce(from, to);
    }
}

void
SteeringNetwork::Watch(uint32_t site, Time length)
{
    auto& watched = *m_sites.at(site);
    if (!std::exchange(watched.watched, true) && watched.others)
    {
        watched.payload = watched.others->GetDelivered();
        watched.flows = watched.others->GetFlows();
    }
    const Time now = Simulator::Now();
    ScheduleOthers(site, now, now + length + m_settings.settle);
    SchedulePings(watched, length);
}

void
SteeringNetwork::SchedulePings(Site& site, Time length)
{
    const int64_t count = length.GetTimeStep() / m_settings.pings.GetTimeStep();
    if (count < 1)
    {
        return;
    }
    const auto probe = CreateObject<PingProbe>();
    probe->SetAttribute("Remote", Ipv4AddressValue(site.address));
    probe->SetAttribute("Count", UintegerValue(count));
    probe->SetAttribute("Interval", TimeValue(m_settings.pings));
    probe->SetAttribute("Wait", TimeValue(PING_WAIT));
    probe->SetAttribute("Timeout", TimeValue(2 * (length + PING_WAIT)));
    probe->TraceConnectWithoutContext("Rtt",
                                      Callback<void, uint16_t, Time>([&site](uint16_t, Time time) {
                                          ++site.pings;
                                          site.roundTrips += time.GetSeconds();
                                      }));
    probe->Start(m_monitor, Callback<void, const MeasurementResult&>([](const auto&) {}));
}

SteeringNetwork::Outcome
SteeringNetwork::GetOutcome(uint32_t site) const
{
    const auto& of = *m_sites.at(site);
    Outcome outcome{0, of.datagrams, 0, std::nullopt, of.pings, std::nullopt};
    if (of.others && of.watched)
    {
        outcome.payload = of.others->GetDelivered() - of.payload;
        outcome.flows = of.others->GetFlows() - of.flows;
    }
    if (!of.took.empty())
    {
        outcome.flowTime = boost::math::statistics::mean(of.took);
    }
    if (of.pings)
    {
        outcome.ping = of.roundTrips / static_cast<double>(of.pings);
    }
    return outcome;
}

void
SteeringNetwork::Close(fabric::ConservationLedger& ledger, const std::string& name) const
{
    m_books.Close(ledger, "packets, " + name);
    for (const auto& site : m_sites)
    {
        if (!site->others)
        {
            continue;
        }
        const uint32_t account = ledger.AddAccount("flows of others, " + name + ", " + site->name);
        ledger.Inject(account, site->others->GetFlows());
        ledger.Deliver(account, site->ended);
        ledger.Drop(account, ledger.AddReason("aborted"), site->others->GetAborted());
        ledger.StateInFlight(account, site->others->GetActive().size());
    }
}

} // namespace ns3
