/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Two hosts and a switch, and a receiver that takes 2 Gb/s of the 20 that they send. Nothing is
// lost: the switch pauses the hosts, or has them slow down. slow-receiver.py writes the same rows.
//
//   ./lab run slow-receiver --pcap=slow-receiver
//   ./lab run slow-receiver --congestionPoint=ns3::BcnCongestionPoint
//   --reactionPoint=ns3::BcnReactionPoint

#include "ns3/burst-core-checked-command-line.h"
#include "ns3/core-module.h"
#include "ns3/lossless-ethernet-module.h"
#include "ns3/network-module.h"
#include "ns3/run-archive-module.h"

#include <iostream>
#include <stdexcept>

using namespace ns3;

int
main(int argc, char* argv[])
try
{
    std::string congestionPoint;
    std::string reactionPoint;
    std::string pcap;
    std::string file = "slow-receiver.sqlite";
    uint64_t run = 1;
    burst::CheckedCommandLine cmd(__FILE__);
    cmd.AddValue("congestionPoint", "Congestion point of the switch ports", congestionPoint);
    cmd.AddValue("reactionPoint", "Reaction point of the hosts", reactionPoint);
    cmd.AddValue("pcap", "Prefix of the names of pcap files; empty: no files", pcap);
    cmd.AddValue("archive", "Archive to which the run is added", file);
    cmd.AddValue("run", "Run number: each has its own random numbers", run);
    cmd.Parse(argc, argv);
    RngSeedManager::SetRun(run);

    Config::SetDefault("ns3::DropTailQueue<Packet>::MaxSize", StringValue("10000p")); // of hosts
    LosslessEthernetHelper helper;
    helper.SetFabricAttribute("CongestionPoint", StringValue(congestionPoint));
    helper.SetFabricAttribute("ReactionPoint", StringValue(reactionPoint));
    const auto devices = helper.Install(LosslessTopology("single-stage[Nodes=3]"));
    const auto fabric = LosslessEthernetHelper::GetFabric(devices);
    LosslessEthernetHelper::AssignStreams(devices, 1);
    const uint32_t slow = fabric->GetNetwork().GetStationPorts()[2] ^ 1;
    fabric->SetServiceRate(slow, 2e9);

    PacketSocketHelper sockets;
    for (uint32_t i = 0; i < 2; ++i)
    {
        const auto node = devices.Get(i)->GetNode();
        sockets.Install(node);
        PacketSocketAddress to;
        to.SetSingleDevice(devices.Get(i)->GetIfIndex());
        to.SetPhysicalAddress(devices.Get(2)->GetAddress());
        to.SetProtocol(0x88b6); // for local experiments, IEEE 802
        auto client = CreateObject<PacketSocketClient>();
        client->SetRemote(to);
        client->SetAttribute("PacketSize", UintegerValue(1482)); // frames of 1500 bytes
        client->SetAttribute("Interval", TimeValue(NanoSeconds(1200)));
        client->SetAttribute("MaxPackets", UintegerValue(5000));
        node->AddApplication(client);
    }

    archive::RunIdentity identity;
    identity.study = "examples";
    identity.scenario = "slow-receiver";
    identity.run = run;
    identity.parameters = {{"congestionPoint", congestionPoint}, {"reactionPoint", reactionPoint}};
    archive::RunArchive archive(file);
    archive.Begin(identity);
    archive::TraceRecorder recorder(archive);
    recorder.Series("queue", "B", fabric->GetSwitchPort(slow), "QueueBytes", "slow receiver");
    recorder.Statistics(fabric);
    if (!pcap.empty())
    {
        helper.EnablePcapAll(pcap);
    }
    Simulator::Stop(MilliSeconds(10));
    Simulator::Run();
    recorder.Finish();
    archive.Commit({}); // what the run cost is left open here
    std::cout << fabric->GetDelivered() << " frames delivered, "
              << fabric->GetDrops().GetTotal().number << " lost, " << fabric->GetPauses()
              << " pauses asked for, " << fabric->GetMessages() << " congestion messages\n";
    std::cout << "wrote " << file << std::endl;
    Simulator::Destroy();
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
