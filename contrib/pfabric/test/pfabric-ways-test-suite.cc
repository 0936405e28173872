/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/pfabric-channel.h"
#include "ns3/pfabric-flow-generator.h"
#include "ns3/pfabric-forwarding.h"
#include "ns3/pfabric-header.h"
#include "ns3/pfabric-helper.h"
#include "ns3/pfabric-l4-protocol.h"
#include "ns3/pfabric-message-flows.h"
#include "ns3/pfabric-socket-factory.h"
#include "ns3/pfabric-tag.h"
#include "ns3/pfabric-topologies.h"
#include "ns3/simulator.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t WAYS_PORT = 9; //!< of all receivers
constexpr auto STACKS = {PFabricHelper::LEAN, PFabricHelper::HOSTS, PFabricHelper::ALL};

} // namespace

/**
 * @ingroup pfabric
 * @brief Attributes of forwarding act on the next packet, whatever stack has them, and the bits of
 * ECN are no part of the code point.
 *
 * A packet of 1,500 bytes between neighbours in a rack: two links of 12.2 us and two hosts of 2.5
 * us, 29.4 us; by the core four links more, 78.2 us.
 */
class PFabricLiveForwardingTest : public TestCase
{
  public:
    PFabricLiveForwardingTest()
        : TestCase("attributes of forwarding in mid-run")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricLiveForwardingTest::DoRun()
{
    constexpr int64_t SHORT = 29400;
    constexpr int64_t LONG = 78200;
    const std::vector<std::tuple<std::string, std::string, uint8_t, int64_t>> steps{
        // attribute and value that is set, octet of the packet, ns that it takes
        {"EqualLengthDscp", "4", 0, SHORT}, // as it is
        {"EqualLengthDscp", "4", 4 << 2, LONG},
        {"EqualLengthDscp", "4", 4 << 2 | 2, LONG},
        {"EqualLengthDscp", "4", 5 << 2, SHORT},
        {"EqualLengthDscp", "5", 5 << 2, LONG},
        {"EqualLengthDscp", "5", 4 << 2, SHORT},
        {"EqualLength", "Never", 5 << 2, SHORT},
        {"EqualLength", "Always", 0, LONG},
        {"EqualLength", "Marked", 0, SHORT},
        {"EqualLength", "Marked", 5 << 2, LONG}};
    for (const auto stack : STACKS)
    {
        PFabricHelper helper;
        helper.SetStack(stack);
        helper.SetTransportAttribute("TimeOut", StringValue("1ms"));
        const auto hosts = helper.Install(PFabricTopology("tree[Pods=2|Tors=2|Hosts=2]"));
        const auto flows = CreateObject<PFabricMessageFlows>();
        flows->Install(hosts);
        std::vector<int64_t> times;
        flows->TraceConnectWithoutContext(
            "Received",
            Callback<void, const PFabricFlow&>([&times](const PFabricFlow& flow) {
                times.push_back((Simulator::Now() - flow.start).GetNanoSeconds());
            }));
        for (std::size_t i = 0; i < steps.size(); ++i)
        {
            const auto& [name, value, tos, time] = steps[i];
            const Time at = MilliSeconds(i + 1);
            Simulator::Schedule(at - MicroSeconds(1), [name = name, value = value] {
                Config::Set("/NodeList/*/$ns3::PFabricForwarding/" + name, StringValue(value));
            });
            flows->Plan({i, 0, 1, 1460, at, tos});
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(times.size(), steps.size(), "all came");
        for (std::size_t i = 0; i < steps.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(times[i],
                                  std::get<3>(steps[i]),
                                  "step " << i << " with stack " << stack);
        }
        Simulator::Destroy();
    }
}

/**
 * @ingroup pfabric
 * @brief Where packets have several ways, times do not depend on the stack either, but on the
 * spreading; and AssignStreams takes a stream for each node.
 */
class PFabricManyWaysTest : public TestCase
{
  public:
    PFabricManyWaysTest()
        : TestCase("three stacks spread packets alike")
    {
    }

  private:
    void DoRun() override;

    using Times = std::vector<std::pair<uint64_t, int64_t>>; //!< flow, ns

    /** @param stack where Ipv4L3Protocol runs @param spreading text of the attribute @param stream
     * the first one @return when flows came */
    Times Run(PFabricHelper::Stack stack, const std::string& spreading, int64_t stream);
};

PFabricManyWaysTest::Times
PFabricManyWaysTest::Run(PFabricHelper::Stack stack, const std::string& spreading, int64_t stream)
{
    PFabricHelper helper;
    helper.SetStack(stack);
    helper.SetForwardingAttribute("Spreading", StringValue(spreading));
    helper.SetTransportAttribute("TimeOut", StringValue("300us"));
    const auto hosts = helper.Install(
        PFabricTopology("leaf-spine[Leaves=3|Spines=4|Hosts=3|HostMbps=1000|CoreMbps=600]"));
    const NodeContainer nodes(hosts, helper.GetSwitches());
    NS_TEST_EXPECT_MSG_EQ(PFabricHelper::AssignStreams(nodes, stream), 9 + 7, "one of each node");
    const auto flows = CreateObject<PFabricMessageFlows>();
    flows->Install(hosts);
    Times times;
    flows->TraceConnectWithoutContext(
        "Received",
        Callback<void, const PFabricFlow&>([&times](const PFabricFlow& flow) {
            times.emplace_back(flow.number, Simulator::Now().GetNanoSeconds());
        }));
    const auto load = CreateObject<PFabricFlowGenerator>();
    load->SetAttribute("Rate", StringValue("12000"));
    load->SetAttribute("Sizes", StringValue("ns3::UniformRandomVariable[Min=1|Max=60000]"));
    load->SetAttribute("End", StringValue("4ms"));
    load->AssignStreams(1);
    load->Start(flows, hosts.GetN());
    Simulator::Run();
    NS_TEST_EXPECT_MSG_GT(times.size(), 25, "48 flows are expected");
    NS_TEST_EXPECT_MSG_EQ(flows->GetUnfinished(), 0, "all came");
    Simulator::Destroy();
    return times;
}

void
PFabricManyWaysTest::DoRun()
{
    std::set<Times> different;
    for (const std::string spreading : {"RoundRobin", "Random", "Flow"})
    {
        const auto lean = Run(PFabricHelper::LEAN, spreading, 100);
        for (const auto stack : {PFabricHelper::HOSTS, PFabricHelper::ALL})
        {
            NS_TEST_EXPECT_MSG_EQ((Run(stack, spreading, 100) == lean),
                                  true,
                                  spreading << " with stack " << stack);
        }
        NS_TEST_EXPECT_MSG_EQ((Run(PFabricHelper::LEAN, spreading, 200) == lean),
                              (spreading == "RoundRobin"),
                              spreading << " with other streams");
        different.insert(lean);
    }
    NS_TEST_EXPECT_MSG_EQ(different.size(), 3, "the spreading matters");
}

/**
 * @ingroup pfabric
 * @brief All messages between two sockets go one way with Spreading=Flow, those of other ports
 * others, and the same ways with all stacks.
 *
 * Of 24 sockets over four ways, all on one would be a chance of 4 / 4^24.
 */
class PFabricMessageWaysTest : public TestCase
{
  public:
    PFabricMessageWaysTest()
        : TestCase("ways of messages by ports")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricMessageWaysTest::DoRun()
{
    using Ways = std::map<uint16_t, std::set<uint32_t>>; // spines by port of the source
    Ways first;
    for (const auto stack : STACKS)
    {
        PFabricHelper helper;
        helper.SetStack(stack);
        helper.SetForwardingAttribute("Spreading", StringValue("Flow"));
        const auto hosts = helper.Install(PFabricTopology("leaf-spine[Leaves=2|Spines=4|Hosts=2]"));
        PFabricHelper::AssignStreams(NodeContainer(hosts, helper.GetSwitches()), 5);
        Ways ways;
        for (uint32_t spine = 0; spine < 4; ++spine)
        {
            const auto node = helper.GetSwitches().Get(spine);
            for (uint32_t i = 0; i < node->GetNDevices(); ++i)
            {
                if (const auto device = DynamicCast<PFabricNetDevice>(node->GetDevice(i)))
                {
                    device->TraceConnectWithoutContext(
                        "PhyRxEnd",
                        Callback<void, Ptr<const Packet>>([&ways, spine](Ptr<const Packet> packet) {
                            auto rest = packet->Copy();
                            Ipv4Header ip;
                            PFabricHeader header;
                            rest->RemoveHeader(ip);
                            rest->RemoveHeader(header);
                            if (!header.IsAcknowledgement())
                            {
                                ways[header.GetSourcePort()].insert(spine);
                            }
                        }));
                }
            }
        }
        const auto receiver = Socket::CreateSocket(hosts.Get(3), PFabricSocketFactory::GetTypeId());
        receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), WAYS_PORT));
        std::vector<Ptr<Socket>> sockets;
        for (uint16_t port = 100; port < 124; ++port)
        {
            auto& socket = sockets.emplace_back(
                Socket::CreateSocket(hosts.Get(0), PFabricSocketFactory::GetTypeId()));
            socket->Bind(InetSocketAddress(Ipv4Address::GetAny(), port));
            for (const int64_t ms : {1, 2, 3})
            {
                Simulator::Schedule(MilliSeconds(ms), [socket] {
                    socket->SendTo(Create<Packet>(4000),
                                   0,
                                   InetSocketAddress(PFabricForwarding::GetAddress(3), WAYS_PORT));
                });
            }
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(receiver->GetRxAvailable(), 24 * 3 * 4000, "all came");
        std::set<uint32_t> spines;
        for (const auto& [port, taken] : ways)
        {
            NS_TEST_EXPECT_MSG_EQ(taken.size(), 1, "ways of port " << port);
            spines.insert(*taken.begin());
        }
        NS_TEST_EXPECT_MSG_EQ(ways.size(), 24, "ports");
        NS_TEST_EXPECT_MSG_GT(spines.size(), 1, "not one way for all");
        first = first.empty() ? ways : first;
        NS_TEST_EXPECT_MSG_EQ((ways == first), true, "the same ways with stack " << stack);
        Simulator::Destroy();
    }
}

/**
 * @ingroup pfabric
 * @brief Links of a topology file have the rate and delay that it says, or 1 Gb/s and 200 ns, and
 * the delays of the hosts at their ends; nodes are numbered in its order, hosts by themselves.
 */
class PFabricFileTest : public TestCase
{
  public:
    PFabricFileTest()
        : TestCase("networks of topology files")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricFileTest::DoRun()
{
    std::istringstream text("device a delay=1us\n"
                            "router s\n"
                            "device b\n"
                            "router t\n"
                            "device c delay=30ns\n"
                            "link a s\n"
                            "link b t rate=2500Mbps\n"
                            "link s t delay=3us rate=100Gbps\n"
                            "link t c delay=0ns\n");
    for (const auto stack : STACKS)
    {
        text.clear();
        text.seekg(0);
        PFabricHelper helper;
        helper.SetStack(stack);
        const auto hosts = helper.Install(fabric::ReadTopology(text, "file"));
        const auto switches = helper.GetSwitches();
        NS_TEST_ASSERT_MSG_EQ(hosts.GetN(), 3, "hosts");
        NS_TEST_ASSERT_MSG_EQ(switches.GetN(), 2, "switches");
        // By channel: each link forth and back.
        const std::vector<std::tuple<Ptr<Node>, Ptr<Node>, std::string, int64_t>> links{
            {hosts.Get(0), switches.Get(0), "1Gbps", 1200},
            {hosts.Get(1), switches.Get(1), "2500Mbps", 200},
            {switches.Get(0), switches.Get(1), "100Gbps", 3000},
            {switches.Get(1), hosts.Get(2), "1Gbps", 30}};
        const auto& devices = helper.GetDevices();
        NS_TEST_ASSERT_MSG_EQ(devices.size(), 2 * links.size(), "channels");
        for (std::size_t i = 0; i < devices.size(); ++i)
        {
            const auto& [one, other, rate, delay] = links[i / 2];
            const auto& device = devices[i];
            NS_TEST_EXPECT_MSG_EQ(device->GetNode(), (i % 2 == 0 ? one : other), "begin of " << i);
            NS_TEST_EXPECT_MSG_EQ(device->GetPeer(), devices[i ^ 1], "end of " << i);
            NS_TEST_EXPECT_MSG_EQ(device->GetDataRate(), DataRate(rate), "rate of " << i);
            NS_TEST_EXPECT_MSG_EQ(
                DynamicCast<PFabricChannel>(device->GetChannel())->GetDelay().GetNanoSeconds(),
                delay,
                "delay of " << i);
        }
        for (uint32_t host = 0; host < 3; ++host)
        {
            const auto node = hosts.Get(host);
            NS_TEST_EXPECT_MSG_EQ(node->GetObject<PFabricForwarding>()->GetOwnHost(), host, "");
            NS_TEST_EXPECT_MSG_EQ(
                node->GetObject<PFabricL4Protocol>()->GetSource(PFabricForwarding::GetAddress(1)),
                PFabricForwarding::GetAddress(host),
                "address with stack " << stack);
        }
        Simulator::Destroy();
    }
}

/**
 * @ingroup pfabric
 * @brief A PFabricTag that a program gives a datagram stays on it through UDP and Ipv4L3Protocol of
 * the hosts and switches: the port to the receiver, the slowest one, serves by it.
 *
 * Datagrams come to that port within a packet time of it, and the first one is sent at once.
 */
class PFabricTaggedDatagramsTest : public TestCase
{
  public:
    PFabricTaggedDatagramsTest()
        : TestCase("tags of datagrams")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricTaggedDatagramsTest::DoRun()
{
    using Tagged = std::vector<std::pair<int64_t, uint64_t>>; // priority, -1 for none, and flow
    const std::vector<std::pair<Tagged, std::vector<uint32_t>>> cases{
        // datagrams, and their indices in the order in which they come
        {{{9, 1}, {8, 2}, {1, 3}, {7, 4}}, {0, 2, 3, 1}},
        {{{9, 1}, {8, 2}, {1, 2}, {7, 4}}, {0, 1, 2, 3}}, // the first one of flow 2 before the best
        {{{9, 1}, {8, 2}, {-1, 0}, {7, 4}}, {0, 2, 3, 1}}};
    for (const auto stack : {PFabricHelper::LEAN_TCP, PFabricHelper::HOSTS, PFabricHelper::ALL})
    {
        for (std::size_t i = 0; i < cases.size(); ++i)
        {
            const auto& [datagrams, order] = cases[i];
            PFabricHelper helper;
            helper.SetStack(stack);
            const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=2]"));
            const auto last = DynamicCast<PFabricNetDevice>(hosts.Get(1)->GetDevice(0))->GetPeer();
            last->SetAttribute("DataRate", StringValue("100Mbps"));
            const auto type = TypeId::LookupByName("ns3::UdpSocketFactory");
            const auto receiver = Socket::CreateSocket(hosts.Get(1), type);
            receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), WAYS_PORT));
            const auto sender = Socket::CreateSocket(hosts.Get(0), type);
            for (std::size_t j = 0; j < datagrams.size(); ++j)
            {
                auto packet = Create<Packet>(1000 + j);
                if (datagrams[j].first >= 0)
                {
                    packet->AddPacketTag(PFabricTag(datagrams[j].first, datagrams[j].second));
                }
                Simulator::Schedule(MicroSeconds(15 * j), [sender, packet] {
                    sender->SendTo(packet,
                                   0,
                                   InetSocketAddress(PFabricForwarding::GetAddress(1), WAYS_PORT));
                });
            }
            Simulator::Run();
            for (const uint32_t j : order)
            {
                const auto datagram = receiver->Recv();
                NS_TEST_ASSERT_MSG_NE(datagram, nullptr, "it came");
                NS_TEST_EXPECT_MSG_EQ(datagram->GetSize(),
                                      1000 + j,
                                      "case " << i << " with stack " << stack);
            }
            Simulator::Destroy();
        }
    }
}

/**
 * @ingroup pfabric
 * @brief Suite of ways through the network.
 */
class PFabricWaysTestSuite : public TestSuite
{
  public:
    PFabricWaysTestSuite();
};

PFabricWaysTestSuite::PFabricWaysTestSuite()
    : TestSuite("pfabric-ways", Type::UNIT)
{
    AddTestCase(new PFabricLiveForwardingTest);
    AddTestCase(new PFabricManyWaysTest);
    AddTestCase(new PFabricMessageWaysTest);
    AddTestCase(new PFabricFileTest);
    AddTestCase(new PFabricTaggedDatagramsTest);
}

static PFabricWaysTestSuite g_pfabricWaysTestSuite; //!< registers itself
