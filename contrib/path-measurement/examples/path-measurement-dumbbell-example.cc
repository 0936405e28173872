/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup path-measurement
 *
 * Ping and iperf on a stock dumbbell: what a path carries, what limits that, and what a test does
 * to others. A host pings through the bottleneck for 30 s; from 10 s on another one measures its
 * throughput.
 *
 *     path-measurement-dumbbell-example --probe=ns3::ThroughputProbe[Streams=4|Window=262144]
 *     path-measurement-dumbbell-example --megahertz=30
 */

#include "ns3/applications-module.h"
#include "ns3/burst-core-checked-command-line.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/path-measurement-module.h"
#include "ns3/point-to-point-module.h"

#include <iostream>

using namespace ns3;

/** @param result that is there */
static void
Print(const MeasurementResult& result)
{
    std::cout << result.begin.As(Time::S) << " " << ToText(result.status) << " " << result.note;
    for (const std::string name : {"rtt_mean", "loss", "throughput", "limited_by", "cpu_sender"})
    {
        if (result.Has(name))
        {
            std::cout << "  " << name << " " << result.Get(name);
        }
    }
    std::cout << "\n";
}

int
main(int argc, char* argv[])
try
{
    std::string text = "ns3::ThroughputProbe[Duration=5s|Window=131072]";
    double megahertz = 1133;
    burst::CheckedCommandLine cmd(__FILE__);
    cmd.AddValue("probe", "Tool of the second host, with its attributes", text);
    cmd.AddValue("megahertz",
                 "Clock rate in MHz of the processor of the second host",
                 megahertz,
                 MakeDoubleChecker<double>(1));
    cmd.Parse(argc, argv);
    Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpNewReno"));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1460));

    NodeContainer nodes(6); // two routers, two hosts on the left, two on the right
    InternetStackHelper().Install(nodes);
    PointToPointHelper link;
    Ipv4AddressHelper addresses("10.1.0.0", "255.255.255.0");
    std::vector<Ipv4Address> hosts;
    for (uint32_t end = 1; end < nodes.GetN(); ++end)
    {
        link.SetDeviceAttribute("DataRate", StringValue(end == 1 ? "20Mbps" : "100Mbps"));
        link.SetChannelAttribute("Delay", StringValue(end == 1 ? "20ms" : "1ms"));
        const auto devices = link.Install(nodes.Get(end == 1 ? 0 : end / 4), nodes.Get(end));
        hosts.push_back(addresses.Assign(devices).GetAddress(1));
        addresses.NewNetwork();
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();

    const auto processor = CreateObject<HostProcessor>();
    processor->SetAttribute("Megahertz", DoubleValue(megahertz));
    nodes.Get(3)->AggregateObject(processor);
    MeasurementHelper::InstallAgents(nodes.Get(5));
    for (const uint32_t host : {2, 3})
    {
        const std::string probe = host == 2 ? "ns3::PingProbe[Count=50|Interval=100ms]" : text;
        MeasurementHelper helper(probe, hosts[host + 1]);
        helper.SetAttribute("Interval", TimeValue(Seconds(10)));
        helper.SetAttribute("Count", UintegerValue(host == 2 ? 3 : 1));
        auto measurements = helper.Install(nodes.Get(host));
        measurements.Start(Seconds(host == 2 ? 0 : 9));
        measurements.Get(0)->TraceConnectWithoutContext("Result", MakeCallback(&Print));
    }
    Simulator::Stop(Seconds(30));
    Simulator::Run();
    Simulator::Destroy();
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
