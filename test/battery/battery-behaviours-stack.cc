/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "battery-protocols.h"

#include "ns3/bridge-helper.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/flow-monitor-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-flow-classifier.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/ipv6.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/udp-client-server-helper.h"
#include "ns3/udp-server.h"
#include "ns3/uinteger.h"

namespace battery
{

namespace
{

constexpr uint16_t PORT = 9; //!< of sinks

/** @param internet any @param from number @param to number @param packets how many @param interval
 * between them @param bytes of each @return what counts them */
Ptr<UdpServer>
AddUdp(const Internet& internet,
       uint32_t from,
       uint32_t to,
       uint32_t packets,
       const Time& interval,
       uint32_t bytes = 1000)
{
    UdpServerHelper server(PORT);
    auto servers = server.Install(internet.nodes.Get(to));
    servers.Start(Seconds(0));
    UdpClientHelper client(internet.addresses[to], PORT);
    client.SetAttribute("MaxPackets", UintegerValue(packets));
    client.SetAttribute("Interval", TimeValue(interval));
    client.SetAttribute("PacketSize", UintegerValue(bytes));
    auto clients = client.Install(internet.nodes.Get(from));
    clients.Start(Seconds(1));
    return DynamicCast<UdpServer>(servers.Get(0));
}

/** UdpClient and UdpServer. @param bed any */
void
CheckUdp(Bed& bed)
{
    const auto internet = bed.dut.MakeInternet(2, "10.1");
    const auto server = AddUdp(internet, 0, 1, 50, MilliSeconds(1));
    RunUntil(5);
    ExpectEqual(server->GetReceived(), 50, "packets that come");
}

/** BulkSend over TCP. @param bed any */
void
CheckTcp(Bed& bed)
{
    constexpr uint32_t BYTES = 300'000;
    const auto internet = bed.dut.MakeInternet(2, "10.1");
    PacketSinkHelper sink("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), PORT));
    auto sinks = sink.Install(internet.nodes.Get(1));
    BulkSendHelper bulk("ns3::TcpSocketFactory", InetSocketAddress(internet.addresses[1], PORT));
    bulk.SetAttribute("MaxBytes", UintegerValue(BYTES));
    bulk.Install(internet.nodes.Get(0)).Start(Seconds(1));
    RunUntil(20);
    ExpectEqual(DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx(), BYTES, "bytes that come");
}

/** A burst waits in the queue disc while the device's queue is full. @param bed any */
void
CheckTrafficControl(Bed& bed)
{
    constexpr uint32_t PACKETS = 300;
    const auto internet = bed.dut.MakeInternet(2, "10.1");
    TrafficControlHelper helper;
    helper.SetRootQueueDisc("ns3::PfifoFastQueueDisc", "MaxSize", StringValue("1000p"));
    const auto disc = ReplaceRoot(internet, helper);
    AddUdp(internet, 0, 1, 1, MilliSeconds(1)); // resolves the address
    uint32_t most = 0;
    disc->TraceConnectWithoutContext(
        "PacketsInQueue",
        Callback<void, uint32_t, uint32_t>(
            [&most](uint32_t, uint32_t now) { most = std::max(most, now); }));
    const auto socket =
        Socket::CreateSocket(internet.nodes.Get(0), TypeId::LookupByName("ns3::UdpSocketFactory"));
    Simulator::ScheduleWithContext(internet.nodes.Get(0)->GetId(), Seconds(2), [&] {
        for (uint32_t i = 0; i < PACKETS; ++i)
        {
            socket->SendTo(Create<Packet>(1400),
                           0,
                           InetSocketAddress(internet.addresses[1], PORT + 1));
        }
    });
    PacketSinkHelper sink("ns3::UdpSocketFactory",
                          InetSocketAddress(Ipv4Address::GetAny(), PORT + 1));
    const auto sinks = sink.Install(internet.nodes.Get(1));
    RunUntil(5);
    ExpectEqual(DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx() / 1400,
                PACKETS,
                "packets that come");
    Expect(most > 50, "no packets wait in the queue disc: the device does not stop it");
}

/** FlowMonitor sees what is sent and comes. @param bed any */
void
CheckFlowMonitor(Bed& bed)
{
    const auto internet = bed.dut.MakeInternet(2, "10.1");
    AddUdp(internet, 0, 1, 50, MilliSeconds(1));
    FlowMonitorHelper helper;
    const auto monitor = helper.Install(internet.nodes);
    RunUntil(5);
    monitor->CheckForLostPackets();
    const auto stats = monitor->GetFlowStats();
    ExpectEqual(stats.size(), 1, "flows");
    const auto& flow = stats.begin()->second;
    ExpectEqual(flow.txPackets, 50, "packets sent");
    ExpectEqual(flow.rxPackets, 50, "packets that come");
    ExpectEqual(flow.rxBytes, flow.txBytes, "bytes");
    ExpectEqual(flow.lostPackets, 0, "packets lost");
    Expect(flow.delaySum.GetSeconds() / 50 >= 1028 * 8 / bed.dut.GetRate(),
           "a delay that is less than the packet takes");
}

/** Two networks with a node in both. @param bed any */
void
CheckRouter(Bed& bed)
{
    const auto left = bed.dut.MakeInternet(2, "10.1");
    NodeContainer nodes(left.nodes.Get(1));
    nodes.Add(CreateObject<Node>());
    const auto right = bed.dut.JoinInternet(nodes, "10.2");
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    Internet both;
    both.nodes.Add(left.nodes.Get(0));
    both.nodes.Add(right.nodes.Get(1));
    both.addresses = {left.addresses[0], right.addresses[1]};
    const auto there = AddUdp(both, 0, 1, 50, MilliSeconds(1));
    const auto back = AddUdp(both, 1, 0, 50, MilliSeconds(1));
    RunUntil(5);
    ExpectEqual(there->GetReceived(), 50, "packets that come");
    ExpectEqual(back->GetReceived(), 50, "packets that come back");
}

/** UdpClient and UdpServer over IPv6, both ways. @param bed any */
void
CheckIpv6(Bed& bed)
{
    Config::SetDefault("ns3::NdiscCache::UnresolvedQueueSize", UintegerValue(1000));
    const auto internet = bed.dut.MakeInternet(2, "10.1");
    Expect(internet.nodes.Get(0)->GetObject<Ipv6>() != nullptr, "its helper gives no IPv6");
    const auto interfaces =
        Ipv6AddressHelper(Ipv6Address("2001:db8::"), Ipv6Prefix(64)).Assign(internet.devices);
    std::vector<Ptr<UdpServer>> servers;
    for (uint32_t to = 0; to < 2; ++to)
    {
        servers.push_back(
            DynamicCast<UdpServer>(UdpServerHelper(PORT).Install(internet.nodes.Get(to)).Get(0)));
        UdpClientHelper client(interfaces.GetAddress(to, 1), PORT);
        client.SetAttribute("MaxPackets", UintegerValue(50));
        client.SetAttribute("Interval", TimeValue(MilliSeconds(1)));
        // When the address is found; not both at once: a question that comes while its own is
        // open makes a node of ns-3 forget what waits.
        client.Install(internet.nodes.Get(1 - to)).Start(Seconds(3 + to));
    }
    RunUntil(6);
    ExpectEqual(servers[0]->GetReceived(), 50, "packets that come");
    ExpectEqual(servers[1]->GetReceived(), 50, "packets that come back");
}

/** Two networks with a BridgeNetDevice between them. @param bed any */
void
CheckBridge(Bed& bed)
{
    Config::SetDefault("ns3::ArpCache::PendingQueueSize", UintegerValue(1000));
    NodeContainer hosts(2);
    const auto middle = CreateObject<Node>();
    NetDeviceContainer ends;
    NetDeviceContainer ports;
    for (uint32_t i = 0; i < 2; ++i)
    {
        const auto devices = bed.dut.InstallOn(NodeContainer(hosts.Get(i), middle));
        ends.Add(devices.Get(0));
        ports.Add(devices.Get(1));
    }
    BridgeHelper().Install(middle, ports);
    InternetStackHelper().Install(hosts);
    const auto interfaces = Ipv4AddressHelper("10.1.0.0", "255.255.255.0").Assign(ends);
    Internet both;
    both.nodes = hosts;
    both.addresses = {interfaces.GetAddress(0), interfaces.GetAddress(1)};
    const auto there = AddUdp(both, 0, 1, 50, MilliSeconds(1));
    const auto back = AddUdp(both, 1, 0, 50, MilliSeconds(1));
    RunUntil(5);
    ExpectEqual(there->GetReceived(), 50, "packets that come");
    ExpectEqual(back->GetReceived(), 50, "packets that come back");
}

} // namespace

void
AddStackBehaviours(std::vector<Behaviour>& list)
{
    list.push_back({"UDP", "UdpClient and UdpServer lose nothing", WithProtocols(CheckUdp)});
    list.push_back({"TCP", "BulkSend and PacketSink lose nothing", WithProtocols(CheckTcp)});
    list.push_back({"traffic control",
                    "a burst waits in the queue disc while the device has no room, and comes",
                    WithProtocols(CheckTrafficControl)});
    list.push_back({"FlowMonitor",
                    "sees the packets sent and those that come, with delays that can be",
                    WithProtocols(CheckFlowMonitor)});
    list.push_back({"router",
                    "two networks are joined by a node that is in both",
                    WithProtocols(CheckRouter)});
    list.push_back(
        {"bridge", "two networks are joined by a BridgeNetDevice", WithProtocols(CheckBridge)});
    list.push_back(
        {"IPv6", "UdpClient and UdpServer lose nothing over IPv6", WithProtocols(CheckIpv6)});
}

} // namespace battery
