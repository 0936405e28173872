/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup path-measurement
 *
 * A tool of UDP packets over stock devices: a link that traffic of constant rate shares, and a
 * remote host with an agent; both hosts have a clock.
 *
 *     path-measurement-udp-example --probe=ns3::SlopsProbe --cross=40Mbps
 *     path-measurement-udp-example --capacity=400Mbps
 * --clock=ns3::HostClock[InterruptCoalescing=100us]
 */

#include "ns3/applications-module.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-checked-command-line.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/path-measurement-helper.h"
#include "ns3/path-measurement-host-clock.h"
#include "ns3/path-measurement-result.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

#include <iostream>

using namespace ns3;

/** @param result that is there */
static void
Print(const MeasurementResult& result)
{
    std::cout << ToText(result.status) << " " << result.note << "\n";
    for (const auto& value : result.values)
    {
        std::cout << value.name << " " << value.value << " " << value.unit << "\n";
    }
    Simulator::Stop();
}

int
main(int argc, char* argv[])
try
{
    std::string text = "ns3::PipecharProbe";
    std::string clock = "ns3::HostClock";
    DataRate capacity("100Mbps");
    DataRate cross(0);
    burst::CheckedCommandLine cmd(__FILE__);
    cmd.AddValue("probe", "Tool, with its attributes", text);
    cmd.AddValue("clock", "Clock of both hosts, with its attributes", clock);
    cmd.AddValue("capacity", "Capacity of the link", capacity, burst::MakePositiveRateChecker());
    cmd.AddValue("cross", "Rate of other traffic, in packets of 200 bytes", cross);
    cmd.Parse(argc, argv);

    NodeContainer nodes(3); // sender, router, remote host
    InternetStackHelper().Install(nodes);
    PointToPointHelper link;
    link.SetChannelAttribute("Delay", StringValue("1ms"));
    link.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    const auto first = link.Install(nodes.Get(0), nodes.Get(1));
    link.SetDeviceAttribute("DataRate", DataRateValue(capacity));
    const auto second = link.Install(nodes.Get(1), nodes.Get(2));
    Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(first);
    const auto remote = Ipv4AddressHelper("10.1.2.0", "255.255.255.0").Assign(second).GetAddress(1);
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    TrafficControlHelper().Uninstall(NetDeviceContainer(first, second)); // first in, first out

    MeasurementHelper::InstallAgents(nodes.Get(2));
    for (const uint32_t host : {0, 2})
    {
        nodes.Get(host)->AggregateObject(burst::CreateFromText<HostClock>(clock));
    }
    if (cross.GetBitRate())
    {
        OnOffHelper source("ns3::UdpSocketFactory", InetSocketAddress(remote, 9));
        source.SetConstantRate(cross, 172); // and 28 of headers
        source.Install(nodes.Get(1));
        PacketSinkHelper("ns3::UdpSocketFactory", InetSocketAddress(remote, 9))
            .Install(nodes.Get(2));
    }
    const auto measurements = MeasurementHelper(text, remote).Install(nodes.Get(0));
    MeasurementHelper::AssignStreams(measurements, 1);
    measurements.Get(0)->TraceConnectWithoutContext("Result", MakeCallback(&Print));
    Simulator::Run();
    Simulator::Destroy();
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
