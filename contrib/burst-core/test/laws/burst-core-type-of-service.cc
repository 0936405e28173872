/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-compat.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/packet-socket-server.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

using namespace ns3;

namespace
{

std::set<int> g_seen; //!< types of service of the packets that were sent

void
See(Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t)
{
    Ipv4Header header;
    packet->PeekHeader(header);
    g_seen.insert(header.GetTos());
}

} // namespace

// The packets of stock applications have the byte, all of them, and 0 without it.
TEST(TypeOfService, IsInTheHeadersOfStockApplications)
{
    for (const std::string application :
         {"ns3::OnOffApplication[OffTime=ns3::ConstantRandomVariable[Constant=0]]",
          "ns3::BulkSendApplication"})
    {
        for (const int tos : {0, 0xb8, 0x03})
        {
            const bool tcp = application == "ns3::BulkSendApplication";
            NodeContainer nodes(2);
            InternetStackHelper().Install(nodes);
            const auto devices = SimpleNetDeviceHelper().Install(nodes);
            const auto addresses = Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices);
            auto source = burst::CreateFromText<Application>(application);
            burst::SetAttributeOrThrow(source,
                                       "Protocol",
                                       tcp ? "ns3::TcpSocketFactory" : "ns3::UdpSocketFactory");
            source->SetAttribute("Remote",
                                 AddressValue(InetSocketAddress(addresses.GetAddress(1), 9)));
            EXPECT_TRUE(burst::SetTypeOfService(source, tos)) << application;
            nodes.Get(0)->AddApplication(source);
            nodes.Get(0)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
                "Tx",
                MakeCallback(&See));
            g_seen.clear();
            Simulator::Stop(MilliSeconds(50));
            Simulator::Run();
            Simulator::Destroy();
            // ns-3 leaves the two bits of congestion notification of TCP to TCP.
            EXPECT_EQ(g_seen, std::set<int>{tcp ? tos & ~3 : tos}) << application << " " << tos;
        }
    }
}

TEST(TypeOfService, IsRefusedWhereThereIsNone)
{
    const auto server = CreateObject<PacketSocketServer>();
    EXPECT_FALSE(burst::SetTypeOfService(server, 0xb8));
}
