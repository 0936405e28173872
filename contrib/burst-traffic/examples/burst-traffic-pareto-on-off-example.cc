/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup burst-traffic
 *
 * Packet trains over a stock point-to-point link of 250 Mb/s, at nine tenths of its rate:
 *
 *     burst-traffic-pareto-on-off-example
 *     burst-traffic-pareto-on-off-example --process="ns3::PoissonArrivals[Rate=0.27577]"
 *
 * Both offer the same load on average, from which a second of trains deviates by 6 % (standard
 * deviation); compare how long the queue of the device gets.
 */

#include "ns3/burst-core-checked-command-line.h"
#include "ns3/burst-traffic-module.h"
#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"

#include <algorithm>
#include <iostream>
#include <stdexcept>

using namespace ns3;

static void
Count(uint64_t* packets, Ptr<const Packet> packet)
{
    ++*packets;
}

static void
KeepLongest(uint32_t* longest, uint32_t before, uint32_t now)
{
    *longest = std::max(*longest, now);
}

int
main(int argc, char* argv[])
try
{
    std::string process = "ns3::ParetoOnOffArrivals[Sources=10]";
    Time duration = Seconds(1);
    burst::CheckedCommandLine cmd(
        __FILE__,
        "Packet trains, or the packets of any other process, over a point-to-point link.");
    cmd.AddValue("process", "The arrival process, in ticks of 1 us", process);
    cmd.AddValue("duration", "Simulated time", duration);
    cmd.Parse(argc, argv);

    NodeContainer nodes(2);
    PacketSocketHelper().Install(nodes);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("250Mb/s"));
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("10000p"));
    auto devices = link.Install(nodes);

    PacketSocketAddress remote;
    remote.SetSingleDevice(devices.Get(0)->GetIfIndex());
    remote.SetPhysicalAddress(devices.Get(1)->GetAddress());
    remote.SetProtocol(0x0800); // a number that PPP can carry

    ArrivalHelper source("ns3::PacketSocketFactory", remote);
    source.SetProcess(process);
    source.SetAttribute("Tick", TimeValue(MicroSeconds(1)));
    source.SetAttribute("PacketSize", UintegerValue(100));
    auto applications = source.Install(nodes.Get(0));
    applications.Stop(duration);
    ArrivalHelper::AssignStreams(nodes, 1);

    uint64_t sent = 0;
    uint64_t received = 0;
    uint32_t longest = 0;
    applications.Get(0)->TraceConnectWithoutContext("Tx", MakeBoundCallback(&Count, &sent));
    devices.Get(1)->TraceConnectWithoutContext("MacRx", MakeBoundCallback(&Count, &received));
    DynamicCast<PointToPointNetDevice>(devices.Get(0))
        ->GetQueue()
        ->TraceConnectWithoutContext("PacketsInQueue", MakeBoundCallback(&KeepLongest, &longest));

    Simulator::Run();
    Simulator::Destroy();
    std::cout << process << ": " << sent << " packets sent, " << received
              << " received, longest queue " << longest << " packets\n";
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
