/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup pfabric
 *
 * The queue of a pFabric port under stock devices and stock applications: two TCP senders share a
 * link, one with much to send, and 100 ms later one with little. Packets are tagged where they
 * enter the network, by the size of their flow; the queue of the slow link does the rest.
 *
 *     pfabric-bulk-send-example
 *     pfabric-bulk-send-example --queue=ns3::DropTailQueue<Packet>
 */

#include "ns3/applications-module.h"
#include "ns3/burst-core-checked-command-line.h"
#include "ns3/burst-core-object-text.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/pfabric-module.h"
#include "ns3/point-to-point-module.h"

#include <iostream>

using namespace ns3;

/** A packet enters the network. @param size of its flow, bytes @param packet which */
static void
TagPacket(uint32_t size, Ptr<const Packet> packet)
{
    packet->AddPacketTag(PFabricTag(size, size));
}

/** Bytes have come. @param size of their flow @param left how many are to come @param packet which
 */
static void
Count(uint32_t size, uint32_t* left, Ptr<const Packet> packet, const Address& /* from */)
{
    *left -= packet->GetSize();
    if (*left == 0)
    {
        std::cout << size << " bytes by " << Simulator::Now().ToDouble(Time::MS) << " ms\n";
    }
}

int
main(int argc, char* argv[])
try
{
    std::string queue = "ns3::PFabricQueue<Packet>";
    burst::CheckedCommandLine cmd(__FILE__);
    cmd.AddValue("queue", "TypeId of the queue of the slow link", queue);
    cmd.Parse(argc, argv);

    NodeContainer senders(2);
    NodeContainer router(1);
    NodeContainer receiver(1);
    InternetStackHelper stack;
    stack.Install(NodeContainer(senders, router, receiver));
    Ipv4AddressHelper addresses("10.1.0.0", "255.255.255.0");
    PointToPointHelper links;
    links.DisableFlowControl(); // a device must not stop what feeds a PFabricQueue
    links.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
    links.SetQueue(burst::FindType(queue, Queue<Packet>::GetTypeId()).GetName(),
                   "MaxSize",
                   StringValue("36000B"));
    const auto slow = links.Install(router.Get(0), receiver.Get(0));
    const auto to = addresses.Assign(slow).GetAddress(1);
    links.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
    links.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("10000p"));

    std::vector<uint32_t> left{4000000, 200000};
    for (uint32_t i = 0; i < 2; ++i)
    {
        const uint32_t size = left[i];
        addresses.NewNetwork();
        const auto devices = links.Install(senders.Get(i), router.Get(0));
        addresses.Assign(devices);
        devices.Get(0)->TraceConnectWithoutContext("MacTx", MakeBoundCallback(&TagPacket, size));

        const InetSocketAddress socket(to, static_cast<uint16_t>(9 + i));
        BulkSendHelper source("ns3::TcpSocketFactory", socket);
        source.SetAttribute("MaxBytes", UintegerValue(size));
        source.Install(senders.Get(i)).Start(MilliSeconds(100 * i));
        const auto sink = PacketSinkHelper("ns3::TcpSocketFactory", socket).Install(receiver);
        sink.Get(0)->TraceConnectWithoutContext("Rx", MakeBoundCallback(&Count, size, &left[i]));
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    Simulator::Stop(Seconds(10));
    Simulator::Run();
    Simulator::Destroy();
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
