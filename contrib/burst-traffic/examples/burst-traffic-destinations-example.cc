/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup burst-traffic
 *
 * Four stock nodes around a router send UDP packets to each other, as a pattern says:
 *
 *     burst-traffic-destinations-example
 *     burst-traffic-destinations-example
 * --destinations="ns3::HotspotDestinations[Hotspots=0|Fraction=0.5]"
 *     burst-traffic-destinations-example --size="ns3::UniformRandomVariable[Min=64|Max=1400]"
 *
 * Prints which part of the packets of each node (rows) arrived at each node (columns), with the
 * probability in brackets.
 */

#include "ns3/applications-module.h"
#include "ns3/burst-core-checked-command-line.h"
#include "ns3/burst-traffic-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"

#include <algorithm>
#include <iomanip>
#include <iostream>
#include <numeric>
#include <stdexcept>

using namespace ns3;

static std::vector<Ipv4Address> g_addresses;                                     //!< of the nodes
static std::vector<std::vector<uint32_t>> g_matrix(4, std::vector<uint32_t>(4)); //!< packets

static void
Receive(uint32_t sink, Ptr<const Packet> packet, const Address& from)
{
    const auto address = InetSocketAddress::ConvertFrom(from).GetIpv4();
    const auto source = std::find(g_addresses.begin(), g_addresses.end(), address);
    ++g_matrix[source - g_addresses.begin()][sink];
}

int
main(int argc, char* argv[])
try
{
    std::string destinations = "ns3::CommonSubtreeDestinations[SubtreeSize=2|LocalFraction=0.7]";
    std::string size = "ns3::ConstantRandomVariable[Constant=500]";
    burst::CheckedCommandLine cmd(
        __FILE__,
        "Four nodes around a router send each other packets; prints who got what share, and "
        "the law in brackets.");
    cmd.AddValue("destinations", "The pattern of destinations", destinations);
    cmd.AddValue("size", "The law of the packet sizes in bytes", size);
    cmd.Parse(argc, argv);

    NodeContainer router(1);
    NodeContainer nodes(4);
    InternetStackHelper().Install(NodeContainer(router, nodes));
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    Ipv4AddressHelper addresses("10.1.0.0", "255.255.255.0");
    const uint16_t port = 9;
    std::vector<Address> remotes;
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        const auto devices = link.Install(nodes.Get(i), router.Get(0));
        g_addresses.push_back(addresses.Assign(devices).GetAddress(0));
        remotes.push_back(InetSocketAddress(g_addresses.back(), port));
        addresses.NewNetwork();
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();

    const InetSocketAddress any(Ipv4Address::GetAny(), port);
    const auto sinks = PacketSinkHelper("ns3::UdpSocketFactory", any).Install(nodes);
    for (uint32_t i = 0; i < nodes.GetN(); ++i)
    {
        sinks.Get(i)->TraceConnectWithoutContext("Rx", MakeBoundCallback(&Receive, i));
    }

    ArrivalHelper source("ns3::UdpSocketFactory");
    source.SetProcess("ns3::ParetoOnOffArrivals[Sources=10]");
    source.SetAttribute("Tick", TimeValue(MicroSeconds(20)));
    source.SetSize(size);
    source.SetDestinations(destinations, remotes);
    auto applications = source.Install(nodes);
    applications.Stop(MilliSeconds(200));
    ArrivalHelper::AssignStreams(nodes, 1);
    const auto pattern = DynamicCast<ArrivalApplication>(applications.Get(0))->GetDestinations();

    Simulator::Run();
    std::cout << destinations << "\n" << std::fixed << std::setprecision(3);
    for (uint32_t row = 0; row < nodes.GetN(); ++row)
    {
        const double sent = std::accumulate(g_matrix[row].begin(), g_matrix[row].end(), 0.0);
        for (uint32_t column = 0; column < nodes.GetN(); ++column)
        {
            std::cout << "  " << g_matrix[row][column] / sent << " ("
                      << pattern->GetProbability(row, column) << ")";
        }
        std::cout << "   of " << static_cast<uint32_t>(sent) << " packets\n";
    }
    Simulator::Destroy();
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
