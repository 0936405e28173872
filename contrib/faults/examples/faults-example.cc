/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup faults
 *
 * What a stock application loses when a link fails. A UdpClient sends 100 packets a second over a
 * router. The link behind the router fails from 3 to 5 s, has 30 ms more delay from 6 to 8 s, and
 * carries a fifth of the offered rate from 8 s on.
 *
 *     faults-example --plan="2s 1s loss wan 0.1; 5s forever host-down server"
 */

#include "ns3/applications-module.h"
#include "ns3/burst-core-checked-command-line.h"
#include "ns3/core-module.h"
#include "ns3/faults-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"

#include <cstdio>
#include <string>

using namespace ns3;

/** @param what happens to a fault @param fault that begins or ends */
static void
Print(std::string what, const faults::Fault& fault)
{
    std::printf("%6.2f s  %s of %s %s\n",
                Simulator::Now().GetSeconds(),
                faults::Fault::GetWord(fault.kind),
                fault.target.c_str(),
                what.c_str());
}

int
main(int argc, char* argv[])
try
{
    std::string plan = "3s 2s link-down wan; 6s 2s delay wan +30ms; 8s forever rate wan 200kbps";
    burst::CheckedCommandLine cmd(__FILE__);
    cmd.AddValue("plan", "Faults of link wan and host server, with ; between them", plan);
    cmd.Parse(argc, argv);

    NodeContainer nodes(3); // client, router, server
    InternetStackHelper().Install(nodes);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    link.SetChannelAttribute("Delay", StringValue("5ms"));
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("5p"));
    Ipv4AddressHelper addresses("10.1.0.0", "255.255.255.0");
    addresses.Assign(link.Install(nodes.Get(0), nodes.Get(1)));
    addresses.NewNetwork();
    const auto wan = link.Install(nodes.Get(1), nodes.Get(2));
    const auto interfaces = addresses.Assign(wan);
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();

    UdpServerHelper serverHelper(9);
    const auto server = DynamicCast<UdpServer>(serverHelper.Install(nodes.Get(2)).Get(0));
    UdpClientHelper client(interfaces.GetAddress(1), 9);
    client.SetAttribute("Interval", StringValue("10ms"));
    client.SetAttribute("PacketSize", UintegerValue(1222)); // 1252 bytes on the link: 1 Mb/s
    client.SetAttribute("MaxPackets", UintegerValue(1000));
    client.Install(nodes.Get(0)).Stop(Seconds(10));

    const auto faults = CreateObject<FaultInjector>();
    faults->SetAttribute("Plan", StringValue(plan));
    faults->AddLink("wan", wan.Get(1));
    faults->AddHost("server", nodes.Get(2));
    faults->TraceConnect("Begin", "begins", MakeCallback(&Print));
    faults->TraceConnect("End", "ends", MakeCallback(&Print));
    faults->AssignStreams(100);
    faults->Start();

    uint64_t before = 0;
    for (int second = 1; second <= 10; ++second)
    {
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        const auto received = server->GetReceived();
        std::printf("%6.2f s  %d of 100 packets received\n", second * 1.0, int(received - before));
        before = received;
    }
    std::printf("%d of 1000 packets did not arrive\n", 1000 - int(before));
    Simulator::Destroy();
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
