/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup lossless-ethernet
 *
 * TCP over lossless Ethernet: eight stock BulkSendApplications send to one PacketSink at once. The
 * switch pauses them, so that TCP never sends anything again.
 *
 *     lossless-tcp-example
 *     lossless-tcp-example --memory=ns3::SharedMemory --pcap=true
 */

#include "ns3/applications-module.h"
#include "ns3/burst-core-checked-command-line.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/lossless-ethernet-module.h"
#include "ns3/network-module.h"

#include <iostream>
#include <stdexcept>

using namespace ns3;

int
main(int argc, char* argv[])
try
{
    uint64_t bytes = 1'000'000;
    std::string memory = "ns3::PartitionedMemory[Capacity=100000]";
    bool pcap = false;
    burst::CheckedCommandLine cmd(__FILE__,
                                  "TCP connections from all stations at a switch to one of them.");
    cmd.AddValue("bytes", "Bytes that each sends", bytes);
    cmd.AddValue("memory", "Memory of the switch", memory);
    cmd.AddValue("pcap", "Whether to write lossless-tcp-example-*.pcap", pcap);
    cmd.Parse(argc, argv);

    LosslessEthernetHelper helper;
    helper.SetFabricAttribute("Memory", StringValue(memory));
    const auto devices = helper.Install(LosslessTopology("single-stage[Nodes=9]"));
    const auto fabric = LosslessEthernetHelper::GetFabric(devices);
    NodeContainer nodes;
    for (uint32_t i = 0; i < devices.GetN(); ++i)
    {
        nodes.Add(devices.Get(i)->GetNode());
    }
    InternetStackHelper().Install(nodes);
    Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
    const auto interfaces = addresses.Assign(devices);

    const uint16_t port = 9;
    PacketSinkHelper sink("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), port));
    const auto sinks = sink.Install(nodes.Get(0));
    BulkSendHelper source("ns3::TcpSocketFactory",
                          InetSocketAddress(interfaces.GetAddress(0), port));
    source.SetAttribute("MaxBytes", UintegerValue(bytes));
    for (uint32_t i = 1; i < nodes.GetN(); ++i)
    {
        source.Install(nodes.Get(i));
    }
    if (pcap)
    {
        helper.EnablePcapAll("lossless-tcp-example");
    }
    Simulator::Run();
    std::cout << DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx() << " of "
              << bytes * (nodes.GetN() - 1) << " bytes received; " << fabric->GetPauses()
              << " pauses, " << fabric->GetDrops().GetTotal().number << " frames lost\n";
    Simulator::Destroy();
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
