/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// ParetoOnOffApplication between two stock nodes: self-similar traffic into a stock PacketSink, the
// received bytes recorded per 10 ms, and a monitor on the stock device that says how bursty the
// packets are on all time scales. pareto-on-off.py writes the same rows.
//
//   ./lab run pareto-on-off --sources=20

#include "ns3/applications-module.h"
#include "ns3/burst-core-checked-command-line.h"
#include "ns3/burst-traffic-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/run-archive-module.h"

using namespace ns3;

int
main(int argc, char* argv[])
try
{
    uint32_t sources = 10;
    uint64_t run = 1;
    std::string file = "pareto-on-off.sqlite";
    burst::CheckedCommandLine cmd(__FILE__);
    cmd.AddValue("sources", "number of ON-OFF sources", sources, MakeUintegerChecker<uint32_t>(1));
    cmd.AddValue("archive", "Archive to which the run is added", file);
    cmd.AddValue("run", "Run number: each has its own random numbers", run);
    cmd.Parse(argc, argv);
    RngSeedManager::SetRun(run);

    NodeContainer nodes(2);
    PointToPointHelper link;
    link.SetDeviceAttribute("DataRate", StringValue("100Mbps"));
    link.SetChannelAttribute("Delay", StringValue("1ms"));
    const NetDeviceContainer devices = link.Install(nodes);
    InternetStackHelper().Install(nodes);
    Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices);

    const InetSocketAddress any(Ipv4Address::GetAny(), 9);
    const auto sink = PacketSinkHelper("ns3::UdpSocketFactory", any).Install(nodes.Get(1)).Get(0);

    // A tick of the process is 100 us here, and a source that is ON sends a packet every 10 ticks.
    // Tails of index 1.2 in ON and OFF give a Hurst parameter of 0.9.
    ArrivalHelper helper("ns3::UdpSocketFactory", InetSocketAddress("10.1.1.2", 9));
    helper.SetProcess("ns3::ParetoOnOffArrivals[Sources=" + std::to_string(sources) +
                      "|Spacing=10|OnShape=1.2|OffShape=1.2]");
    helper.SetAttribute("Tick", TimeValue(MicroSeconds(100)));
    helper.SetAttribute("PacketSize", UintegerValue(1000));
    const auto source = helper.Install(nodes.Get(0)).Get(0);
    ArrivalHelper::AssignStreams(nodes, 1);

    archive::RunIdentity identity;
    identity.study = "examples";
    identity.scenario = "pareto-on-off";
    identity.run = run;
    identity.parameters = {{"sources", std::to_string(sources)}};
    archive::RunArchive archive(file);
    archive.Begin(identity);
    archive::TraceRecorder recorder(archive);
    recorder.Binned("received", "B", sink, "Rx", "sink", MilliSeconds(10));
    recorder.Count("sent", "p", source, "Tx");

    // In slots of 10 ms, ten packets of a source that is ON.
    auto monitor = CreateObject<BurstinessMonitor>();
    monitor->SetAttribute("Slot", TimeValue(MilliSeconds(10)));
    monitor->Connect("/NodeList/0/DeviceList/0/$ns3::PointToPointNetDevice/MacTx");
    recorder.Statistics(monitor, "link");
    Simulator::Stop(Seconds(20));
    Simulator::Run();
    const auto hurst = monitor->GetEstimate();
    recorder.Finish();
    archive.Commit({}); // what the run cost is left open here
    const auto process = DynamicCast<ArrivalApplication>(source)->GetProcess();
    const double bytes = DynamicCast<PacketSink>(sink)->GetTotalRx();
    Simulator::Destroy();
    std::cout << "in theory " << process->GetMeanRate() * 80 << " Mb/s, in this run "
              << bytes * 8 / 20e6 << " Mb/s\n";
    if (hurst.acceptable)
    {
        std::cout << "H = " << hurst.hurst << " [" << hurst.low << ", " << hurst.high << "] from "
                  << (10 << hurst.first) << " to " << (10 << hurst.last) << " ms\n";
    }
    else
    {
        std::cout << "no H: " << hurst.reason << "\n";
    }
    std::cout << "wrote " << file << std::endl;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
