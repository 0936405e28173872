/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Incast of three senders into one port of a switch, with frames of the priorities 0 and 3. First
// the switch pauses the senders by PFC: the PAUSE frames are counted for each priority. Then BCN is
// switched on, and the rates to which it limits the senders are printed.

#include "ns3/burst-core-checked-command-line.h"
#include "ns3/core-module.h"
#include "ns3/lossless-ethernet-module.h"
#include "ns3/network-module.h"

#include <iostream>
#include <map>
#include <stdexcept>
#include <utility>

using namespace ns3;

std::map<uint32_t, uint32_t> g_pauses;                  //!< by priority
std::map<std::pair<uint32_t, uint8_t>, double> g_rates; //!< by sender and priority, bits per second

void
CountPause(const Time& /* begin */, uint8_t priorities, const Time& duration)
{
    g_pauses[0] += duration.IsStrictlyPositive() && (priorities & 1);
    g_pauses[3] += duration.IsStrictlyPositive() && (priorities & 8);
}

void
SetRate(uint32_t sender, uint32_t /* destination */, uint8_t priority, double rate)
{
    g_rates[{sender, priority}] = rate;
}

void
SendPacket(Ptr<NetDevice> device, Address destination, uint8_t priority)
{
    auto packet =
        Create<Packet>(1482); // with header and check sequence 1,500 bytes, here at 5 Gb/s
    SocketPriorityTag tag;
    tag.SetPriority(priority);
    packet->AddPacketTag(tag);
    device->Send(packet, destination, 0x88b6);
    Simulator::Schedule(NanoSeconds(2400), &SendPacket, device, destination, priority);
}

void
Simulate(LosslessEthernetHelper& helper)
{
    g_pauses.clear();
    const auto devices = helper.Install(LosslessTopology("single-stage[Nodes=4]"));
    const auto fabric = LosslessEthernetHelper::GetFabric(devices);
    LosslessEthernetHelper::AssignStreams(devices, 1);
    for (uint32_t sender = 1; sender < devices.GetN(); ++sender)
    {
        const auto device = devices.Get(sender);
        device->TraceConnectWithoutContext("Paused", MakeCallback(&CountPause));
        device->TraceConnectWithoutContext("RateChanged", MakeBoundCallback(&SetRate, sender));
        for (const uint8_t priority : {0, 3})
        {
            Simulator::ScheduleNow(&SendPacket, device, devices.Get(0)->GetAddress(), priority);
        }
    }
    Simulator::Stop(MilliSeconds(50));
    Simulator::Run();
    std::cout << fabric->GetDelivered() << " frames delivered, "
              << fabric->GetDrops().GetTotal().number
              << " lost; PAUSE frames of priority 0: " << g_pauses[0] << ", of 3: " << g_pauses[3]
              << "\n";
    Simulator::Destroy();
}

int
main(int argc, char* argv[])
try
{
    burst::CheckedCommandLine cmd(__FILE__, "Incast of three senders, with PFC and with BCN.");
    cmd.Parse(argc, argv);
    LosslessEthernetHelper helper;
    helper.SetFabricAttribute("Memory", StringValue("ns3::PriorityMemory[Priorities=9]"));
    Simulate(helper);
    helper.SetFabricAttribute("CongestionPoint", StringValue("ns3::BcnCongestionPoint"));
    helper.SetFabricAttribute("ReactionPoint", StringValue("ns3::BcnReactionPoint"));
    Simulate(helper);
    for (const auto& [flow, rate] : g_rates)
    {
        std::cout << "sender " << flow.first << ", priority " << +flow.second << ": " << rate / 1e6
                  << " Mb/s\n";
    }
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
