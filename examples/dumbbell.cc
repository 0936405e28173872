/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A stock dumbbell, plain ns-3, and main() records its trace sources. dumbbell.py does the same.
//
//   ./lab run dumbbell --queueDisc=ns3::RedQueueDisc
//   sqlite3 dumbbell.sqlite 'SELECT metric, object, value FROM scalar'

#include "ns3/applications-module.h"
#include "ns3/burst-core-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-layout-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/run-archive-module.h"
#include "ns3/traffic-control-module.h"

using namespace ns3;

/// Two hosts on each side of 10 Mb/s: a TCP transfer and a bursty UDP flow, from left to right.
void
BuildDumbbell(const std::string& queueDisc)
{
    PointToPointHelper leaf;
    leaf.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
    leaf.SetChannelAttribute("Delay", StringValue("1ms"));
    PointToPointHelper bottleneck;
    bottleneck.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    bottleneck.SetChannelAttribute("Delay", StringValue("20ms"));
    bottleneck.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("10p"));
    PointToPointDumbbellHelper dumbbell(2, leaf, 2, leaf, bottleneck);
    dumbbell.InstallStack(InternetStackHelper());
    TrafficControlHelper control;
    control.SetRootQueueDisc(burst::FindType(queueDisc, QueueDisc::GetTypeId()).GetName());
    control.Install(dumbbell.GetLeft()->GetDevice(0));
    const Ipv4Mask mask("/24");
    dumbbell.AssignIpv4Addresses({"10.1.1.0", mask}, {"10.2.1.0", mask}, {"10.3.1.0", mask});
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();
    const InetSocketAddress any(Ipv4Address::GetAny(), 5000);
    PacketSinkHelper("ns3::TcpSocketFactory", any).Install(dumbbell.GetRight(0));
    PacketSinkHelper("ns3::UdpSocketFactory", any).Install(dumbbell.GetRight(1));
    const InetSocketAddress tcpSink(dumbbell.GetRightIpv4Address(0), 5000);
    BulkSendHelper("ns3::TcpSocketFactory", tcpSink).Install(dumbbell.GetLeft(0));
    const InetSocketAddress udpSink(dumbbell.GetRightIpv4Address(1), 5000);
    OnOffHelper bursts("ns3::UdpSocketFactory", udpSink);
    bursts.SetConstantRate(DataRate("20Mbps"));
    bursts.SetAttribute("OnTime", StringValue("ns3::ExponentialRandomVariable[Mean=0.1]"));
    bursts.SetAttribute("OffTime", StringValue("ns3::ExponentialRandomVariable[Mean=0.9]"));
    bursts.Install(dumbbell.GetLeft(1));
}

int
main(int argc, char* argv[])
try
{
    std::string queueDisc = "ns3::FqCoDelQueueDisc";
    std::string file = "dumbbell.sqlite";
    uint64_t run = 1;
    burst::CheckedCommandLine cmd(__FILE__);
    cmd.AddValue("queueDisc", "TypeId of the queue disc before the bottleneck", queueDisc);
    cmd.AddValue("archive", "Archive to which the run is added", file);
    cmd.AddValue("run", "Run number: each has its own random numbers", run);
    cmd.Parse(argc, argv);
    RngSeedManager::SetRun(run);
    BuildDumbbell(queueDisc);

    // Which run this is: all that was chosen. The program's code is part of it by itself.
    archive::RunIdentity identity;
    identity.study = "examples";
    identity.scenario = "dumbbell";
    identity.run = run;
    identity.parameters = {{"queueDisc", queueDisc}};
    // What is recorded: metric, unit, and any trace source that a Config path can name.
    archive::RunArchive archive(file);
    archive.Begin(identity);
    archive::TraceRecorder recorder(archive);
    const std::string queue = "/NodeList/0/$ns3::TrafficControlLayer/RootQueueDiscList/0/";
    recorder.Series("device queue", "p", "/NodeList/0/DeviceList/0/TxQueue/PacketsInQueue");
    recorder.Series("queue disc", "B", queue + "BytesInQueue");
    recorder.Histogram("sojourn", "ns", queue + "SojournTime");
    recorder.Count("dropped", "p", queue + "Drop");
    recorder.Count("lost on the wire", "p", "/NodeList/*/DeviceList/0/PhyTxDrop");
    recorder.Total("received", "B", "/NodeList/*/ApplicationList/*/$ns3::PacketSink/Rx");
    Simulator::Stop(Seconds(10));
    Simulator::Run();
    recorder.Finish();
    archive.Commit({}); // what the run cost is left open here
    Simulator::Destroy();
    std::cout << "wrote " << file << std::endl;
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
