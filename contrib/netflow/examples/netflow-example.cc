/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup netflow
 *
 * Flow records of a router, and the transfers that a stitcher makes of them. A host sends 4 MB over
 * two streams of TCP, and UDP for one second of each five. Time-outs cut flows into several
 * records.
 *
 *     netflow-example --inactive=15s --active=30min
 */

#include "ns3/applications-module.h"
#include "ns3/burst-core-checked-command-line.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/netflow-module.h"
#include "ns3/point-to-point-module.h"

#include <iomanip>
#include <iostream>

using namespace ns3;

/** @param stitcher of the records @param record that left the cache of the router */
static void
Print(NetflowStitcher* stitcher, const NetflowRecord& record)
{
    std::cout << (record.key.protocol == 6 ? "TCP  " : "UDP  ") << record.key.sourcePort << " > "
              << record.key.destinationPort << "  " << NanoSeconds(record.first).As(Time::S)
              << " to " << NanoSeconds(record.last).As(Time::S) << "  " << record.packets
              << " packets  " << record.bytes << " bytes  " << record.GetReason() << "\n";
    stitcher->Add(record);
}

int
main(int argc, char* argv[])
try
{
    Time inactive = Seconds(2);
    Time active = Seconds(3);
    burst::CheckedCommandLine cmd(__FILE__);
    const auto checker = MakeTimeChecker(Seconds(1));
    cmd.AddValue("inactive", "InactiveTimeout of the router", inactive, checker);
    cmd.AddValue("active", "ActiveTimeout of the router", active, checker);
    cmd.Parse(argc, argv);

    NodeContainer nodes(3); // sender, router, receiver
    InternetStackHelper().Install(nodes);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    Ipv4AddressHelper addresses("10.1.0.0", "255.255.255.0");
    addresses.Assign(link.Install(nodes.Get(0), nodes.Get(1)));
    addresses.NewNetwork();
    const auto receiver = addresses.Assign(link.Install(nodes.Get(1), nodes.Get(2))).GetAddress(1);
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();

    const InetSocketAddress data(receiver, 5001);
    PacketSinkHelper("ns3::TcpSocketFactory", data).Install(nodes.Get(2));
    BulkSendHelper copy("ns3::TcpSocketFactory", data);
    copy.SetAttribute("MaxBytes", UintegerValue(2000000));
    copy.Install(NodeContainer(nodes.Get(0), nodes.Get(0))); // two streams
    const InetSocketAddress calls(receiver, 9);
    PacketSinkHelper("ns3::UdpSocketFactory", calls).Install(nodes.Get(2));
    OnOffHelper call("ns3::UdpSocketFactory", calls);
    call.SetConstantRate(DataRate("80kbps"), 200);
    call.SetAttribute("OffTime", StringValue("ns3::ConstantRandomVariable[Constant=4]"));
    call.SetAttribute("OnTime", StringValue("ns3::ConstantRandomVariable[Constant=1]"));
    call.Install(nodes.Get(0));

    NetflowStitcher::Rules rules;
    rules.gap = inactive.GetNanoSeconds();
    NetflowStitcher stitcher(rules);
    const auto exporter = CreateObject<NetflowExporter>();
    exporter->SetAttribute("InactiveTimeout", TimeValue(inactive));
    exporter->SetAttribute("ActiveTimeout", TimeValue(active));
    exporter->TraceConnectWithoutContext("Record", MakeBoundCallback(&Print, &stitcher));
    exporter->Install(nodes.Get(1));
    std::cout << std::fixed << std::setprecision(2);
    Simulator::Stop(Seconds(12));
    Simulator::Run();
    exporter->Flush();
    for (const auto& transfer : stitcher.GetTransfers())
    {
        std::cout << "transfer, port " << transfer.serverPort << ": " << transfer.streams
                  << " streams, " << transfer.bytes << " bytes, " << transfer.GetRate() / 1e6
                  << " Mb/s\n";
    }
    Simulator::Destroy();
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
