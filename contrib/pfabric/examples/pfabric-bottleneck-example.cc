/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup pfabric
 *
 * Two hosts send to a third one over one link: host 0 a long message, host 1 short ones a little
 * later. Which comes first is for the rank, the function that gives packets their priority:
 *
 *     pfabric-bottleneck-example
 *     pfabric-bottleneck-example --rank=ns3::PFabricSentRank
 *     pfabric-bottleneck-example '--rank=ns3::PFabricQuantizedRank[Limits=50000]'
 *     pfabric-bottleneck-example --fifo
 *
 * pfabric-bottleneck.py prints the same. examples/largest-first-rank.cc is one more rank.
 */

#include "ns3/burst-core-checked-command-line.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/pfabric-module.h"

#include <iostream>
#include <stdexcept>
#include <string>

using namespace ns3;

int
main(int argc, char* argv[])
try
{
    constexpr uint16_t PORT = 9;
    std::string rank = "ns3::PFabricRemainingRank";
    bool fifo = false;
    burst::CheckedCommandLine cmd(__FILE__);
    cmd.AddValue("rank",
                 "A PFabricRank, with its attributes",
                 rank,
                 burst::MakeObjectTextChecker<PFabricRank>());
    cmd.AddValue("fifo", "Use drop-tail FIFO ports, which ignore priorities", fifo);
    cmd.Parse(argc, argv);

    PFabricHelper helper;
    helper.SetTransportAttribute("Rank", StringValue(rank));
    helper.SetTransportAttribute("TimeOut", TimeValue(MicroSeconds(120)));
    helper.SetDeviceAttribute("DropByPriority", BooleanValue(!fifo));
    helper.SetDeviceAttribute("ServeByPriority", BooleanValue(!fifo));
    const NodeContainer hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=3]"));

    auto receiver = Socket::CreateSocket(hosts.Get(2), PFabricSocketFactory::GetTypeId());
    receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), PORT));
    const InetSocketAddress to(PFabricForwarding::GetAddress(2), PORT);
    const auto senders = {Socket::CreateSocket(hosts.Get(0), PFabricSocketFactory::GetTypeId()),
                          Socket::CreateSocket(hosts.Get(1), PFabricSocketFactory::GetTypeId())};
    for (const auto& sender : senders)
    {
        sender->Connect(to);
    }

    const Time step = MicroSeconds(10);
    uint32_t came = 0;
    for (uint32_t now = 0; came < 5 && now < 2000; ++now)
    {
        if (now == 0)
        {
            (*senders.begin())->Send(Create<Packet>(1000000));
        }
        else if (now % 100 == 0 && now <= 400)
        {
            (*(senders.begin() + 1))->Send(Create<Packet>(now * 200));
        }
        Simulator::Stop(step);
        Simulator::Run();
        Address from;
        while (const auto message = receiver->RecvFrom(from))
        {
            const auto address = InetSocketAddress::ConvertFrom(from).GetIpv4();
            std::cout << (now + 1) * 10 << " us: " << message->GetSize() << " bytes from host "
                      << address.Get() - PFabricForwarding::GetAddress(0).Get() << "\n";
            ++came;
        }
    }
    Simulator::Destroy();
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
