/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/faults-injector.h"
#include "ns3/inet-socket-address.h"
#include "ns3/pfabric-forwarding.h"
#include "ns3/pfabric-helper.h"
#include "ns3/pfabric-net-device.h"
#include "ns3/pfabric-socket-factory.h"
#include "ns3/pfabric-topologies.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"

#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

// The chapter of pfabric: a link fails by the module faults, in a network with the stack ALL.

namespace
{

Ptr<NetDevice>
GetPort(Ptr<Node> host)
{
    for (uint32_t i = 0; i < host->GetNDevices(); ++i)
    {
        if (DynamicCast<PFabricNetDevice>(host->GetDevice(i)))
        {
            return host->GetDevice(i);
        }
    }
    return nullptr;
}

/** A message of 1000 bytes each 100 us for 5 ms. @return times of arrival, us */
std::vector<int64_t>
SendThroughFault(PFabricHelper::Stack stack, const TypeId& protocol, const std::string& plan)
{
    PFabricHelper helper;
    helper.SetStack(stack);
    const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=2]"));
    std::vector<int64_t> times;
    const auto receiver = Socket::CreateSocket(hosts.Get(1), protocol);
    receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
    receiver->SetRecvCallback([&times](Ptr<Socket> socket) {
        while (socket->Recv())
        {
            times.push_back(Simulator::Now().GetMicroSeconds());
        }
    });
    const auto sender = Socket::CreateSocket(hosts.Get(0), protocol);
    sender->Bind();
    const InetSocketAddress to(PFabricForwarding::GetAddress(1), 9);
    for (int i = 0; i < 50; ++i)
    {
        Simulator::Schedule(MicroSeconds(100 * i + 50),
                            [=] { sender->SendTo(Create<Packet>(1000), 0, to); });
    }
    auto faults = CreateObject<FaultInjector>();
    faults->SetAttribute("Plan", StringValue(plan));
    faults->AddLink("uplink", GetPort(hosts.Get(0)));
    faults->Start();
    Simulator::Stop(MilliSeconds(20));
    Simulator::Run();
    return times;
}

TEST(PFabricLinkDown, DatagramsAreLostWhileTheLinkIsDown)
{
    const auto protocol = TypeId::LookupByName("ns3::UdpSocketFactory");
    const auto times = SendThroughFault(PFabricHelper::ALL, protocol, "1ms 2ms link-down uplink");
    EXPECT_EQ(times.size(), 30U);
    for (const auto time : times)
    {
        EXPECT_TRUE(time < 1100 || time >= 3000) << time;
    }
}

TEST(PFabricLinkDown, MessagesArriveAfterTheFailure)
{
    const auto times = SendThroughFault(PFabricHelper::ALL,
                                        PFabricSocketFactory::GetTypeId(),
                                        "1ms 2ms link-down uplink");
    EXPECT_EQ(times.size(), 50U);
    for (const auto time : times)
    {
        EXPECT_TRUE(time < 1100 || time >= 3000) << time;
    }
}

TEST(PFabricLinkDown, NodesWithoutIpAreRefused)
{
    try
    {
        SendThroughFault(PFabricHelper::LEAN,
                         PFabricSocketFactory::GetTypeId(),
                         "1ms 2ms link-down uplink");
        FAIL() << "accepted";
    }
    catch (const std::invalid_argument& error)
    {
        EXPECT_NE(std::string(error.what()).find("internet stack"), std::string::npos);
    }
}

} // namespace
