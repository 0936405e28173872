/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup run-archive
 *
 * A UDP source sends 12 Mbit/s over a link of 10 Mbit/s for a second. Everything is stock ns-3; the
 * recorder is told by Config path what to keep. Look into the file with
 *
 *     sqlite3 run-archive-example.sqlite 'SELECT metric, object, value, unit FROM scalar JOIN
 * metric ON name = metric'
 */

#include "ns3/applications-module.h"
#include "ns3/burst-core-checked-command-line.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/run-archive-module.h"
#include "ns3/traffic-control-module.h"

#include <iostream>

using namespace ns3;

int
main(int argc, char* argv[])
try
{
    std::string file = "run-archive-example.sqlite";
    burst::CheckedCommandLine cmd(__FILE__);
    cmd.AddValue("archive", "Archive to which the run is added", file);
    cmd.Parse(argc, argv);

    NodeContainer nodes(2);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    link.SetChannelAttribute("Delay", StringValue("2ms"));
    link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1p"));
    const NetDeviceContainer devices = link.Install(nodes);
    InternetStackHelper().Install(nodes);
    TrafficControlHelper queueing;
    queueing.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("50p"));
    queueing.Install(devices);
    Ipv4AddressHelper addresses("10.0.0.0", "255.255.255.0");
    const Address sink = InetSocketAddress(addresses.Assign(devices).GetAddress(1), 9);
    PacketSinkHelper("ns3::UdpSocketFactory", sink).Install(nodes.Get(1));
    OnOffHelper source("ns3::UdpSocketFactory", sink);
    source.SetConstantRate(DataRate("12Mbps"), 1000);
    source.Install(nodes.Get(0)).Stop(Seconds(1));

    try
    {
        archive::RunArchive archive(file);
        archive::RunIdentity identity;
        identity.study = "example";
        identity.scenario = "run-archive-example";
        archive.Begin(identity);

        archive::TraceRecorder recorder(archive);
        const std::string disc = "/NodeList/0/$ns3::TrafficControlLayer/RootQueueDiscList/*/";
        recorder.Count("enqueued", "1", disc + "Enqueue");
        recorder.Count("dropped", "1", disc + "Drop");
        recorder.Series("queue length", "1", disc + "PacketsInQueue");
        recorder.Histogram("queueing delay", "ns", disc + "SojournTime");
        const std::string device = "/NodeList/*/DeviceList/*/$ns3::PointToPointNetDevice/";
        recorder.Total("sent", "B", device + "PhyTxEnd");
        recorder.Binned("throughput",
                        "B",
                        "/NodeList/1/ApplicationList/0/$ns3::PacketSink/Rx",
                        MilliSeconds(100));

        Simulator::Stop(Seconds(2));
        Simulator::Run();
        recorder.Finish();
        archive::RunCost cost;
        cost.events = Simulator::GetEventCount();
        cost.driver = "compiled";
        archive.Commit(cost);
        std::cout << "wrote " << file << std::endl;
    }
    catch (const std::exception& error)
    {
        std::cerr << error.what() << std::endl;
        return dynamic_cast<const std::invalid_argument*>(&error) ? 2 : 1;
    }
    Simulator::Destroy();
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
