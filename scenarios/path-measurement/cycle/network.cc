/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "network.h"

#include "ns3/error-model.h"
#include "ns3/faults-port-filter.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/ipv4-routing-table-entry.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/pointer.h"
#include "ns3/queue-item.h"
#include "ns3/queue-size.h"
#include "ns3/queue.h"
#include "ns3/string.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"

#include <stdexcept>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint64_t MOST_RATE = 1'000'000'000'000; //!< bit/s of a link

} // namespace

CycleNetwork::CycleNetwork(const fabric::Topology& topology,
                           const iepm::HostDatabase& hosts,
                           const Options& options,
                           fabric::ConservationLedger& ledger)
    : m_routes(topology),
      m_options(options),
      m_ledger(ledger),
      m_account(ledger.AddAccount("packets")),
      m_addresses("10.0.0.0", "255.255.255.252")
{
    topology.AllowAttributes({"as"}, {"rate", "delay"});
    for (const auto& host : hosts.GetHosts())
    {
        UseLinks(FindPath(m_options.monitor, host.name), host);
        UseLinks(FindPath(host.name, m_options.monitor), host);
    }
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.SetRoutingHelper(Ipv4StaticRoutingHelper());
    for (auto& [index, node] : m_nodes)
    {
        node = CreateObject<Node>();
        stack.Install(node);
        KeepBooks(node);
    }
    for (auto& [index, link] : m_links)
    {
        BuildLink(link);
    }
    uint32_t number = 0;
    for (const auto& host : hosts.GetHosts())
    {
        BuildSite(host, FindPath(m_options.monitor, host.name), number++);
    }
}

Ptr<Node>
CycleNetwork::GetMonitor() const
{
    return m_nodes.at(m_routes.GetTopology().FindNode(m_options.monitor));
}

Ptr<Node>
CycleNetwork::GetBorder() const
{
    const auto first = FindPath(m_options.monitor, m_sites.front().name).front();
    return m_nodes.at(m_routes.GetTopology().GetChannel(first).to.node);
}

const std::vector<CycleNetwork::Site>&
CycleNetwork::GetSites() const
{
    return m_sites;
}

const std::map<uint32_t, CycleNetwork::Shared>&
CycleNetwork::GetShared() const
{
    return m_shared;
}

CycleNetwork::Path
CycleNetwork::FindPath(const std::string& from, const std::string& to) const
{
    const auto& topology = m_routes.GetTopology();
    const auto path = m_routes.Trace(topology.FindNode(from), topology.FindNode(to));
    if (path.outcome != fabric::Routes::ARRIVES)
    {
        throw std::invalid_argument("packets from " + from + " to " + to + " meet " +
                                    fabric::Routes::GetWords(path.outcome) +
                                    " in TopologyFile; allowed are hosts to which there is a way");
    }
    return path.channels;
}

void
CycleNetwork::UseLinks(const Path& path, const iepm::MeasurementHost& host)
{
    const auto& topology = m_routes.GetTopology();
    const bool away =
        topology.GetChannel(path.front()).from.node == topology.FindNode(m_options.monitor);
    uint32_t narrowest = path.front();
    for (const uint32_t channel : path)
    {
        const auto ends = topology.GetChannel(channel);
        m_nodes[ends.from.node];
        m_nodes[ends.to.node];
        auto& link = m_links[channel / 2];
        link.channel = away ? channel : channel ^ 1;
        if (away)
        {
            if (GetTiming(channel).rate < GetTiming(narrowest).rate)
            {
                narrowest = channel;
            }
        }
    }
    if (away)
    {
        const auto* other = std::exchange(m_links[narrowest / 2].host, &host);
        if (other)
        {
            throw std::invalid_argument("the narrowest link of the paths to " + other->name +
                                        " and " + host.name +
                                        " is the same; allowed is one for each host");
        }
    }
}

void
CycleNetwork::BuildLink(Link& link)
{
    const auto& topology = m_routes.GetTopology();
    const auto ends = topology.GetChannel(link.channel);
    const auto timing = GetTiming(link.channel);
    PointToPointHelper helper;
    helper.SetDeviceAttribute("DataRate", DataRateValue(DataRate(timing.rate)));
    helper.SetChannelAttribute("Delay", TimeValue(timing.delay));
    link.devices = helper.Install(m_nodes.at(ends.from.node), m_nodes.at(ends.to.node));
    BuildPort(0, timing, link);
    BuildPort(1, timing, link);
    link.interfaces = m_addresses.Assign(link.devices);
    m_addresses.NewNetwork();
    for (uint32_t end = 0; end < 2; ++end)
    {
        const auto& node = topology.GetNodes()[end ? ends.to.node : ends.from.node];
        if (node.role == fabric::Topology::DEVICE)
        {
            TrafficControlHelper().Uninstall(link.devices.Get(end));
        }
    }
    const uint32_t category = topology.GetLinks()[link.channel / 2].category;
    if (category != fabric::Topology::NONE)
    {
        auto& shared = m_shared[category];
        shared.name = topology.GetCategories()[category].name;
        shared.rate += static_cast<double>(timing.rate);
        link.devices.Get(0)->TraceConnectWithoutContext(
            "PhyTxBegin",
            Callback<void, Ptr<const Packet>>(
                [&shared](Ptr<const Packet> packet) { shared.bytes += packet->GetSize(); }));
    }
}

void
CycleNetwork::BuildPort(uint32_t end, const fabric::LinkTiming& timing, const Link& link)
{
    const auto& topology = m_routes.GetTopology();
    const auto ends = topology.GetChannel(link.channel);
    const auto device = DynamicCast<PointToPointNetDevice>(link.devices.Get(end));
    const auto count = [this](Ptr<NetDevice> from, const char* trace, const char* reason) {
        const uint32_t number = m_ledger.AddReason(reason);
        from->TraceConnectWithoutContext(
            trace,
            Callback<void, Ptr<const Packet>>(
                [this, number](Ptr<const Packet>) { m_ledger.Drop(m_account, number); }));
    };
    count(device, "MacTxDrop", "queues of devices");
    count(device, "PhyRxDrop", "chance");
    if (topology.GetNodes()[end ? ends.to.node : ends.from.node].role == fabric::Topology::DEVICE)
    {
        device->GetQueue()->SetMaxSize(QueueSize("100000p"));
        return;
    }
    const Time buffer =
        link.host ? Time::FromDouble(link.host->GetFact("buffer"), Time::MS) : m_options.buffer;
    PathMeasurementStack(m_options.year).InstallQueue(device, DataRate(timing.rate), buffer);
    const uint32_t queues = m_ledger.AddReason("queues");
    device->GetNode()
        ->GetObject<TrafficControlLayer>()
        ->GetRootQueueDiscOnDevice(device)
        ->TraceConnectWithoutContext(
            "Drop",
            Callback<void, Ptr<const QueueDiscItem>>(
                [this, queues](Ptr<const QueueDiscItem>) { m_ledger.Drop(m_account, queues); }));
}

void
CycleNetwork::BuildSite(const iepm::MeasurementHost& host, const Path& path, uint32_t number)
{
    const auto& last = m_links.at(path.back() / 2);
    Site site;
    site.name = host.name;
    site.node = last.devices.Get(1)->GetNode();
    site.address = last.interfaces.GetAddress(1);
    for (const uint32_t channel : path)
    {
        const auto& link = m_links.at(channel / 2);
        if (link.host == &host)
        {
            site.narrow = link.devices.Get(0);
            site.behind = link.devices.Get(1)->GetNode();
            site.behindAt = link.interfaces.GetAddress(1);
            const auto errors = CreateObject<RateErrorModel>();
            errors->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
            errors->SetRate(m_options.scale.GetLoss(host.GetFact("loss"), host.roundTrip));
            errors->AssignStreams(m_options.stream + number);
            link.devices.Get(1)->SetAttribute("ReceiveErrorModel", PointerValue(errors));
        }
    }
    AddRoutes(path, site.address);
    AddRoutes(FindPath(host.name, m_options.monitor),
              m_links.at(path.front() / 2).interfaces.GetAddress(0));
    const uint32_t filters = m_ledger.AddReason("port filters");
    PortFilter::Of(site.node)->TraceConnectWithoutContext(
        "Drop",
        Callback<void, const Ipv4Header&, Ptr<const Packet>, Ptr<const NetDevice>>(
            [this, filters](const Ipv4Header&, Ptr<const Packet>, Ptr<const NetDevice>) {
                m_ledger.Drop(m_account, filters);
            }));
    m_sites.push_back(site);
}

void
CycleNetwork::AddRoutes(const Path& path, Ipv4Address address)
{
    const Ipv4StaticRoutingHelper helper;
    for (const uint32_t channel : path)
    {
        const auto& link = m_links.at(channel / 2);
        const uint32_t from = link.channel == channel ? 0 : 1;
        const auto [ipv4, interface] = link.interfaces.Get(from);
        const auto routing = helper.GetStaticRouting(ipv4);
        bool known = false;
        for (uint32_t i = 0; i < routing->GetNRoutes() && !known; ++i)
        {
            known = routing->GetRoute(i).GetDest() == address;
        }
        if (!known)
        {
            routing->AddHostRouteTo(address, link.interfaces.GetAddress(1 - from), interface);
        }
    }
}

void
CycleNetwork::KeepBooks(Ptr<Node> node)
{
    using Header = const Ipv4Header&;
    const auto ipv4 = node->GetObject<Ipv4L3Protocol>();
    ipv4->TraceConnectWithoutContext(
        "SendOutgoing",
        Callback<void, Header, Ptr<const Packet>, uint32_t>(
            [this](Header, Ptr<const Packet>, uint32_t) { m_ledger.Inject(m_account); }));
    ipv4->TraceConnectWithoutContext(
        "LocalDeliver",
        Callback<void, Header, Ptr<const Packet>, uint32_t>(
            [this](Header, Ptr<const Packet>, uint32_t) { m_ledger.Deliver(m_account); }));
    const uint32_t expired = m_ledger.AddReason("time to live");
    ipv4->TraceConnectWithoutContext(
        "Drop",
        Callback<void, Header, Ptr<const Packet>, Ipv4L3Protocol::DropReason, Ptr<Ipv4>, uint32_t>(
            [this, expired](Header,
                            Ptr<const Packet>,
                            Ipv4L3Protocol::DropReason reason,
                            Ptr<Ipv4>,
                            uint32_t) {
                if (reason == Ipv4L3Protocol::DROP_TTL_EXPIRED)
                {
                    m_ledger.Drop(m_account, expired);
                }
            }));
}

fabric::LinkTiming
CycleNetwork::GetTiming(uint32_t channel) const
{
    auto timing = fabric::ReadLinkTiming(m_routes.GetTopology(),
                                         channel,
                                         {1'000'000'000, Time(0)},
                                         MOST_RATE);
    timing.rate = m_options.scale.Divide(timing.rate);
    return timing;
}

} // namespace ns3
