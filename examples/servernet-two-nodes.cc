/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Two nodes and a router: a processor reads from and writes to a disk over ServerNet, with requests
// in bursts. The time from each request to its response is recorded, to the tick of 20 ns.
// servernet-two-nodes.py writes the same rows.
//
//   ./lab run servernet-two-nodes
//   ./lab run servernet-two-nodes '--process=ns3::PoissonArrivals[Rate=0.003]'

#include "ns3/burst-core-module.h"
#include "ns3/burst-traffic-module.h"
#include "ns3/core-module.h"
#include "ns3/network-module.h"
#include "ns3/run-archive-module.h"
#include "ns3/servernet-module.h"

#include <iostream>
#include <stdexcept>

using namespace ns3;

int
main(int argc, char* argv[])
try
{
    std::string process =
        "ns3::ParetoOnOffArrivals[Rate=0.003|LambdaMapping=StretchedOff|OnMinimum=10]";
    std::string file = "servernet-two-nodes.sqlite";
    uint64_t run = 1;
    burst::CheckedCommandLine cmd(__FILE__);
    cmd.AddValue("process",
                 "Arrival process; its rate is in requests per tick",
                 process,
                 burst::MakeObjectTextChecker<ArrivalProcess>());
    cmd.AddValue("archive", "Archive to which the run is added", file);
    cmd.AddValue("run", "Run number: each has its own random numbers", run);
    cmd.Parse(argc, argv);
    RngSeedManager::SetRun(run);

    ServerNetHelper helper;
    const auto topology = ServerNetTopology("single-router[Cpus=1|Ios=1]");
    const NetDeviceContainer devices = helper.Install(topology);

    auto destinations = CreateObject<UniformDestinations>();
    destinations->SetDevices(devices.GetN());
    auto application = CreateObject<ServerNetRequestApplication>();
    application->SetAttribute("Process",
                              PointerValue(burst::CreateFromText<ArrivalProcess>(process)));
    application->SetAttribute("Destinations", PointerValue(destinations));
    devices.Get(0)->GetNode()->AddApplication(application);
    ServerNetHelper::AssignStreams(devices, 1);

    archive::RunIdentity identity;
    identity.study = "examples";
    identity.scenario = "servernet-two-nodes";
    identity.run = run;
    identity.parameters = {{"process", process}};
    archive::RunArchive archive(file);
    archive.Begin(identity);
    archive::TraceRecorder recorder(archive);
    recorder.Series("two-way time", "ns", devices.Get(0), "TwoWayTime", "processor");
    recorder.Count("answered", "1", devices.Get(0), "TwoWayTime");

    const auto fabric = ServerNetHelper::GetFabric(devices);
    auto monitor = CreateObject<ServerNetLinkMonitor>();
    monitor->Watch(fabric);
    monitor->Start();
    Simulator::Stop(MilliSeconds(20));
    Simulator::Run();
    monitor->Stop();
    recorder.Finish();
    archive.Commit({}); // what the run cost is left open here
    const auto toDisk = fabric->GetNetwork().GetPath(0, 1)[1];
    const auto state = monitor->GetState(toDisk);
    const double busy =
        100.0 * state.transmitting / (state.transmitting + state.stalled + state.idle);
    std::cout << application->GetOffered() << " requests, the link to the disk busy " << busy
              << " % of the time\n";
    std::cout << "wrote " << file << std::endl;
    Simulator::Destroy();
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
