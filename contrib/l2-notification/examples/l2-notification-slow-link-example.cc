/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup l2-notification
 *
 * A stock UDP sender, a router and a link that is too slow: CSMA devices of ns-3, with a congestion
 * point before the slow link and a rate limiter at the sender. l2-notification-slow-link.py prints
 * the same lines.
 *
 *     l2-notification-slow-link-example
 *     l2-notification-slow-link-example --off
 *     l2-notification-slow-link-example
 *         '--congestionPoint=ns3::QcnCongestionPoint[SetPoint=30000|SampleBase=15000]'
 *         '--reactionPoint=ns3::QcnReactionPoint[ActiveIncrease=20kb/s|HyperIncrease=20kb/s]'
 */

#include "ns3/applications-module.h"
#include "ns3/burst-core-checked-command-line.h"
#include "ns3/core-module.h"
#include "ns3/csma-module.h"
#include "ns3/internet-module.h"
#include "ns3/l2-notification-module.h"
#include "ns3/lossless-ethernet-module.h"
#include "ns3/network-module.h"

#include <iostream>
#include <stdexcept>

using namespace ns3;

int
main(int argc, char* argv[])
try
{
    std::string point = "ns3::BcnCongestionPoint[SetPoint=30000|SampleProbability=0.1]";
    std::string reaction = "ns3::BcnReactionPoint[DecreaseGain=3.3333e-6|IncreaseGain=5e-5|"
                           "RateUnit=1Mb/s|MinRate=1Mb/s]";
    burst::CheckedCommandLine cmd(__FILE__);
    bool off = false;
    cmd.AddValue("congestionPoint", "Congestion point of the port before the slow link", point);
    cmd.AddValue("reactionPoint", "Reaction point of the sender", reaction);
    cmd.AddValue("off", "Install neither a congestion point nor a reaction point", off);
    cmd.Parse(argc, argv);

    const NodeContainer nodes(3);
    CsmaHelper csma;
    csma.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1p"));
    csma.SetChannelAttribute("DataRate", StringValue("100Mb/s"));
    const auto fast = csma.Install(NodeContainer(nodes.Get(0), nodes.Get(1)));
    csma.SetChannelAttribute("DataRate", StringValue("10Mb/s"));
    const auto slow = csma.Install(NodeContainer(nodes.Get(1), nodes.Get(2)));
    InternetStackHelper().Install(nodes);

    CongestionNotificationHelper helper(off ? "" : point, off ? "" : reaction);
    helper.SetMaxSize(QueueSize("200p"));
    const auto queue = helper.InstallCongestionPoints(NetDeviceContainer(slow.Get(0))).Get(0);
    const auto sender = helper.InstallRateLimiters(NetDeviceContainer(fast.Get(0))).Get(0);
    CongestionNotificationHelper::AssignStreams(QueueDiscContainer(queue), 1);
    CongestionNotificationHelper::AssignStreams(QueueDiscContainer(sender), 2);
    csma.AssignStreams(NetDeviceContainer(fast, slow), 3);

    Ipv4AddressHelper addresses("10.0.1.0", "255.255.255.0");
    addresses.Assign(fast);
    addresses.NewNetwork();
    const auto to = addresses.Assign(slow).GetAddress(1);
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    OnOffHelper source("ns3::UdpSocketFactory", InetSocketAddress(to, 9));
    source.SetConstantRate(DataRate("50Mb/s"), 1472);
    source.Install(nodes.Get(0));
    PacketSinkHelper sink("ns3::UdpSocketFactory", InetSocketAddress(to, 9));
    sink.Install(nodes.Get(2));

    uint64_t before = 0;
    for (int second = 1; second <= 10; ++second)
    {
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        const uint64_t sent = sender->GetStats().nTotalSentBytes;
        std::cout << second << " s: the sender sends " << 8 * (sent - before) / 1000
                  << " kb/s, before the slow link wait " << queue->GetNBytes() << " B, "
                  << queue->GetStats().nTotalDroppedPackets << " packets lost" << std::endl;
        before = sent;
    }
    Simulator::Destroy();
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
