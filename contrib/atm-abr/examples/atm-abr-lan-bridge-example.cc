/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup atm-abr
 *
 * Two Ethernet LANs of stock devices, joined by an ABR backbone: a BridgeNetDevice at each side
 * bridges its LAN with an edge device. TCP goes from one LAN to the other.
 *
 *     atm-abr-lan-bridge-example
 *     atm-abr-lan-bridge-example --queueCells=200 --pcap=true
 */

#include "ns3/applications-module.h"
#include "ns3/atm-abr-module.h"
#include "ns3/bridge-module.h"
#include "ns3/burst-core-checked-command-line.h"
#include "ns3/core-module.h"
#include "ns3/csma-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"

#include <iostream>
#include <stdexcept>

using namespace ns3;

static Time g_last; //!< when the last bytes came

/** Bytes have come. */
static void
Receive(Ptr<const Packet>, const Address&)
{
    g_last = Simulator::Now();
}

int
main(int argc, char* argv[])
try
{
    const uint64_t bytes = 5'000'000;
    uint32_t queueCells = 0;
    bool pcap = false;
    burst::CheckedCommandLine cmd(__FILE__);
    cmd.AddValue("queueCells", "Cells of the queue of an edge device; 0: no limit", queueCells);
    cmd.AddValue("pcap", "Whether to write atm-abr-lan-bridge-example-*.pcap", pcap);
    cmd.Parse(argc, argv);

    AtmHelper atm;
    atm.SetFabricAttribute("Rate", StringValue("25600kbps"));
    atm.SetDeviceAttribute("QueueCells", UintegerValue(queueCells));
    const std::string source = "ns3::AbrSourceBehaviorDraft95[PeakCellRate=25600kbps]";
    atm.SetFabricAttribute("SourceBehavior", StringValue(source));
    const auto edges = atm.Install(AtmTopology("two-node[Sessions=1|TrunkKm=100]"));
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", StringValue("100Mbps"));
    NodeContainer hosts;
    NetDeviceContainer devices;
    for (uint32_t lan = 0; lan < 2; ++lan)
    {
        const auto edge = edges.Get(lan);
        NodeContainer nodes(1);
        hosts.Add(nodes);
        nodes.Add(edge->GetNode());
        const auto ethernet = csma.Install(nodes);
        devices.Add(ethernet.Get(0));
        BridgeHelper().Install(edge->GetNode(), NetDeviceContainer(ethernet.Get(1), edge));
    }
    InternetStackHelper().Install(hosts);
    Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
    const InetSocketAddress remote(addresses.Assign(devices).GetAddress(1), 9);
    const auto sinks = PacketSinkHelper("ns3::TcpSocketFactory", remote).Install(hosts.Get(1));
    sinks.Get(0)->TraceConnectWithoutContext("Rx", MakeCallback(&Receive));
    BulkSendHelper bulk("ns3::TcpSocketFactory", remote);
    bulk.SetAttribute("MaxBytes", UintegerValue(bytes));
    bulk.Install(hosts.Get(0));
    if (pcap)
    {
        atm.EnablePcapAll("atm-abr-lan-bridge-example");
    }
    Simulator::Run();
    const auto fabric = AtmHelper::GetFabric(edges);
    const auto edge = DynamicCast<AtmEdgeDevice>(edges.Get(0));
    std::cout << DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx() << " of " << bytes
              << " bytes received in " << g_last.GetSeconds() << " s; "
              << fabric->GetFramesDelivered() << " frames in " << fabric->GetDelivered()
              << " cells, " << edge->GetDrops(AtmEdgeDevice::QUEUE_FULL).number
              << " frames found no room\n";
    Simulator::Destroy();
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
