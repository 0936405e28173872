/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup servernet
 *
 * TCP over ServerNet: a stock BulkSendApplication on a processor of Tetra 16 sends a file to a
 * stock PacketSink on one far away, over two fabrics. A link of fabric X fails on the way.
 *
 *     servernet-tcp-example
 *     servernet-tcp-example --pcap=true
 */

#include "ns3/applications-module.h"
#include "ns3/burst-core-checked-command-line.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/servernet-module.h"

#include <iostream>
#include <stdexcept>

using namespace ns3;

int
main(int argc, char* argv[])
try
{
    uint64_t bytes = 1'000'000;
    bool pcap = false;
    burst::CheckedCommandLine cmd(
        __FILE__,
        "A TCP connection over two ServerNet fabrics, of which one loses a link.");
    cmd.AddValue("bytes", "Bytes to send", bytes);
    cmd.AddValue("pcap", "Whether to write tcp-example-*.pcap", pcap);
    cmd.Parse(argc, argv);

    const auto topology = ServerNetTopology("tetra-8");
    ServerNetHelper helper;
    const auto devices = helper.Install(topology, topology);
    const auto x = ServerNetHelper::GetFabric(devices, 0);
    const auto y = ServerNetHelper::GetFabric(devices, 1);
    const uint32_t from = 0;
    const uint32_t to = 7;

    NetDeviceContainer ends(devices.Get(from));
    ends.Add(devices.Get(to));
    NodeContainer nodes(ends.Get(0)->GetNode(), ends.Get(1)->GetNode());
    InternetStackHelper().Install(nodes);
    Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
    const auto interfaces = addresses.Assign(ends);

    const uint16_t port = 9;
    BulkSendHelper source("ns3::TcpSocketFactory",
                          InetSocketAddress(interfaces.GetAddress(1), port));
    source.SetAttribute("MaxBytes", UintegerValue(bytes));
    source.Install(nodes.Get(0));
    PacketSinkHelper sink("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), port));
    const auto sinks = sink.Install(nodes.Get(1));

    const auto path = x->GetNetwork().GetPath(from, to);
    const uint32_t middle = path[path.GetSize() / 2];
    Simulator::Schedule(MilliSeconds(20), &ServerNetFabric::SetDown, x, middle, true);
    if (pcap)
    {
        helper.EnablePcap("servernet-tcp-example", ends);
    }
    Simulator::Run();
    std::cout << DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx() << " of " << bytes
              << " bytes received; packets in X " << x->GetDelivered() << ", in Y "
              << y->GetDelivered() << ", thrown away at the broken link "
              << x->GetDrops().GetTotal().number << "\n";
    Simulator::Destroy();
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
