/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup qbss
 *
 * A scavenger under stock applications: a bulk transfer that is marked as QBSS has a link of 10
 * Mb/s but for the time from 3 to 6 s, when best effort wants it. Pings hardly see either of them.
 *
 *     qbss-example --ping=0 --scheduler=ns3::QbssDrrScheduler
 *
 * examples/qbss.py prints the same.
 */

#include "ns3/applications-module.h"
#include "ns3/burst-core-checked-command-line.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/core-module.h"
#include "ns3/internet-apps-module.h"
#include "ns3/internet-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/qbss-module.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

using namespace ns3;

int
main(int argc, char* argv[])
try
{
    std::string scheduler = "ns3::QbssScfqScheduler";
    uint32_t ping = 46;
    burst::CheckedCommandLine cmd(__FILE__);
    cmd.AddValue("scheduler",
                 "A QbssScheduler, with its attributes",
                 scheduler,
                 burst::MakeObjectTextChecker<QbssScheduler>());
    cmd.AddValue("ping",
                 "DSCP of the pings: 46 Priority, 0 BE, 8 QBSS",
                 ping,
                 MakeUintegerChecker<uint32_t>(0, 63));
    cmd.Parse(argc, argv);
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));

    NodeContainer nodes(4); // bulk transfers and pings, two routers, a host
    InternetStackHelper().Install(nodes);
    Ipv4AddressHelper addresses("10.1.0.0", "255.255.255.0");
    std::array<NetDeviceContainer, 3> links;
    Ipv4Address host;
    for (uint32_t i = 0; i < 3; ++i)
    {
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue(i == 1 ? "10Mbps" : "100Mbps"));
        links[i] = link.Install(nodes.Get(i), nodes.Get(i + 1));
        host = addresses.Assign(links[i]).GetAddress(1);
        addresses.NewNetwork();
    }
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    QbssHelper qbss;
    qbss.SetDiscAttribute("Scheduler", StringValue(scheduler));
    const auto disc = DynamicCast<QbssQueueDisc>(qbss.Install(links[1]).Get(0));

    ApplicationContainer sinks;
    for (const uint8_t dscp : {8, 0})
    {
        const InetSocketAddress to(host, 5000 + dscp);
        BulkSendHelper bulk("ns3::TcpSocketFactory", to);
        bulk.SetAttribute("MaxBytes", UintegerValue(0)); // without end
        auto sender = bulk.Install(nodes.Get(0));
        sender.Start(Seconds(dscp == 8 ? 0 : 3));
        sender.Stop(Seconds(dscp == 8 ? 9 : 6));
        QbssHelper::SetDscp(sender, dscp);
        sinks.Add(PacketSinkHelper("ns3::TcpSocketFactory", to).Install(nodes.Get(3)));
    }
#if __has_include("ns3/ping-helper.h") // since ns-3.38
    PingHelper pings(host);
    pings.SetAttribute("Interval", StringValue("50ms"));
    pings.SetAttribute("VerboseMode", StringValue("Silent"));
    QbssHelper::SetDscp(pings.Install(nodes.Get(0)), ping);
#endif

    std::puts("  s  QBSS, Mb/s  BE, Mb/s  wait in the class of the pings, us");
    QbssQueueDisc::Account before;
    std::array<uint64_t, 2> had{};
    for (int second = 1; second <= 9; ++second)
    {
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        const std::array<uint64_t, 2> has{DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx(),
                                          DynamicCast<PacketSink>(sinks.Get(1))->GetTotalRx()};
        const auto now = disc->GetAccount(ping == 8 ? 0 : ping == 0 ? 1 : 2);
        const int us = (now.waited - before.waited).GetMicroSeconds();
        const int packets = std::max<int>(now.packets - before.packets, 1);
        std::printf("%3d%12.2f", second, (has[0] - had[0]) * 8 / 1e6);
        std::printf("%10.2f%36d\n", (has[1] - had[1]) * 8 / 1e6, us / packets);
        before = now;
        had = has;
    }
    Simulator::Destroy();
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
