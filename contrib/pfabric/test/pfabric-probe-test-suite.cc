/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/config.h"
#include "ns3/double.h"
#include "ns3/pfabric-flow-generator.h"
#include "ns3/pfabric-forwarding.h"
#include "ns3/pfabric-helper.h"
#include "ns3/pfabric-latency-probe.h"
#include "ns3/pfabric-message-flows.h"
#include "ns3/pfabric-tcp-flows.h"
#include "ns3/pfabric-topologies.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint8_t FOLLOWED = 5 << 2; //!< octet of IP with the default of Dscp

/** @param time any @return in tenths of a microsecond */
double
GetUs(Time time)
{
    return time.GetNanoSeconds() / 1000.0;
}

} // namespace

/**
 * @ingroup pfabric
 * @brief A packet that waits for one of each kind.
 *
 * Links of 1 Gb/s through one switch: 12 us for a packet of 1,500 bytes, then 2.7 us. Host 1 sends
 * a long message at 20 us, whose packets are on the link to host 3 from 34.7, 46.7, ... us on. The
 * packet that is followed comes to that port at 40.7 us: 6 us are left of the first one. Before it
 * are sent an acknowledgement that came at 41.42 us (40 bytes), a message of 100 bytes that came at
 * 40.82 us, and a message of as many bytes that came at 39.7 us.
 */
class PFabricProbeCausesTest : public TestCase
{
  public:
    PFabricProbeCausesTest();

  private:
    void DoRun() override;
    void Follow(PFabricHelper::Stack stack); //!< @param stack where Ipv4L3Protocol runs
};

PFabricProbeCausesTest::PFabricProbeCausesTest()
    : TestCase("whom a packet waits for")
{
}

void
PFabricProbeCausesTest::DoRun()
{
    for (const auto stack : {PFabricHelper::LEAN, PFabricHelper::HOSTS, PFabricHelper::ALL})
    {
        Follow(stack);
    }
}

void
PFabricProbeCausesTest::Follow(PFabricHelper::Stack stack)
{
    PFabricHelper helper;
    helper.SetStack(stack);
    helper.SetTransportAttribute("TimeOut", StringValue("1ms"));
    const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=4]"));
    auto probe = CreateObject<PFabricLatencyProbe>();
    probe->Install(NodeContainer(hosts, helper.GetSwitches()));
    auto flows = CreateObject<PFabricMessageFlows>();
    flows->Install(hosts);
    flows->Announce({0, 3, 2, 1460, MicroSeconds(9)});
    flows->Announce({1, 1, 3, 100000, MicroSeconds(20)});
    flows->Announce({2, 2, 3, 1460, MicroSeconds(25)});
    flows->Announce({3, 0, 3, 1460, MicroSeconds(26), FOLLOWED});
    flows->Announce({4, 2, 3, 100, MicroSeconds(37)});
    Simulator::Run();
    const auto& packets = probe->GetPackets();
    NS_TEST_ASSERT_MSG_EQ(packets.size(), 1, "one is followed");
    const auto& packet = packets.front();
    NS_TEST_EXPECT_MSG_EQ(packet.hops.size(), 2, "hops");
    NS_TEST_EXPECT_MSG_EQ_TOL(GetUs(packet.GetLatency()), 48.84, 1e-6, "latency");
    NS_TEST_EXPECT_MSG_EQ_TOL(GetUs(packet.GetTransmission()), 24, 1e-6, "on links");
    NS_TEST_EXPECT_MSG_EQ_TOL(GetUs(packet.GetPropagation()), 5.4, 1e-6, "links and hosts");
    const std::vector<double> waiting{6, 0.32, 1.12, 12, 0};
    for (std::size_t cause = 0; cause < PFabricLatencyProbe::CAUSES; ++cause)
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(
            GetUs(packet.GetWaiting(static_cast<PFabricLatencyProbe::Cause>(cause))),
            waiting[cause],
            1e-6,
            "cause " << cause << " with stack " << stack);
    }
    NS_TEST_EXPECT_MSG_EQ_TOL(GetUs(packet.GetResidualBound()), 24, 1e-6, "a packet a hop");
    NS_TEST_EXPECT_MSG_EQ(packet.hops[1].delays[3].source,
                          PFabricForwarding::GetAddress(2).Get(),
                          "the tie is with host 2");
    Simulator::Destroy();
}

/**
 * @ingroup pfabric
 * @brief Whatever happens to a packet, its latency is the sum of its parts, and its hops follow
 * each other without a gap.
 */
class PFabricProbeSumsTest : public TestCase
{
  public:
    PFabricProbeSumsTest();

  private:
    void DoRun() override;
};

PFabricProbeSumsTest::PFabricProbeSumsTest()
    : TestCase("a latency is the sum of its parts")
{
}

void
PFabricProbeSumsTest::DoRun()
{
    for (const std::string kind : {"pfabric", "tcp", "tcp everywhere"})
    {
        const bool tcp = kind != "pfabric";
        PFabricHelper helper;
        helper.SetStack(kind == "tcp" ? PFabricHelper::HOSTS
                        : tcp         ? PFabricHelper::ALL
                                      : PFabricHelper::LEAN);
        helper.SetDeviceAttribute("DropByPriority", StringValue(tcp ? "false" : "true"));
        helper.SetDeviceAttribute("ServeByPriority", StringValue(tcp ? "false" : "true"));
        helper.SetDeviceAttribute("MaxSize", StringValue("12000B"));
        helper.SetTransportAttribute("TimeOut", StringValue("300us"));
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1460));
        Config::SetDefault("ns3::TcpSocketBase::Timestamp", StringValue("false"));
        const auto hosts = helper.Install(PFabricTopology("tree[Pods=2|Tors=2|Hosts=4]"));
        auto probe = CreateObject<PFabricLatencyProbe>();
        probe->Install(NodeContainer(hosts, helper.GetSwitches()));
        Ptr<PFabricFlowTransport> flows = CreateObject<PFabricMessageFlows>();
        if (tcp)
        {
            flows = CreateObject<PFabricTcpFlows>();
        }
        flows->Install(hosts);
        auto load = CreateObject<PFabricFlowGenerator>();
        load->SetAttribute("Rate", DoubleValue(3000));
        load->SetAttribute("Sizes", StringValue("ns3::UniformRandomVariable[Min=1|Max=200000]"));
        load->SetAttribute("End", StringValue("80ms"));
        load->AssignStreams(1);
        load->Start(flows, hosts.GetN());
        constexpr uint64_t FIRST = 1000000; // number of a flow that is followed
        uint64_t number = FIRST;
        for (uint32_t from = 0; from < hosts.GetN(); ++from)
        {
            for (uint32_t to = 0; to < hosts.GetN(); ++to)
            {
                if (from != to)
                {
                    const Time at = MilliSeconds(20) + MicroSeconds(200) * (number - FIRST);
                    flows->Plan({number, from, to, 1460, at + MilliSeconds(1), FOLLOWED});
                    ++number;
                }
            }
        }
        for (const auto& rate : {std::pair(40, "500Mbps"), std::pair(60, "1Gbps")})
        {
            Simulator::Schedule(MilliSeconds(rate.first), [&hosts, rate] {
                hosts.Get(0)->GetDevice(0)->SetAttribute("DataRate", StringValue(rate.second));
            });
        }
        Simulator::Stop(MilliSeconds(120));
        Simulator::Run();
        for (const auto& name : {"Dscp", "MinSize"})
        {
            NS_TEST_EXPECT_MSG_EQ(probe->SetAttributeFailSafe(name, UintegerValue(20)),
                                  false,
                                  "packets are followed by their old " << name);
        }
        uint32_t dropped = 0;
        uint32_t waited = 0;
        for (const auto& packet : probe->GetPackets())
        {
            Time sum = packet.GetTransmission() + packet.GetPropagation();
            for (std::size_t i = 0; i < packet.hops.size(); ++i)
            {
                const auto& hop = packet.hops[i];
                Time delays;
                for (const auto& delay : hop.delays)
                {
                    delays += delay.time;
                }
                sum += delays;
                waited += delays.IsStrictlyPositive() ? 1 : 0;
                if (!hop.dropped)
                {
                    NS_TEST_EXPECT_MSG_EQ(hop.begin - hop.arrive, delays, "a wait has causes");
                }
                if (i > 0)
                {
                    const auto& last = packet.hops[i - 1];
                    PFabricLatencyProbe::Packet one = packet;
                    one.hops = {last};
                    NS_TEST_EXPECT_MSG_EQ(hop.arrive - last.begin,
                                          one.GetTransmission() + one.GetPropagation(),
                                          "hops follow each other");
                }
            }
            if (packet.IsDropped())
            {
                ++dropped;
                NS_TEST_EXPECT_MSG_EQ(packet.received.IsZero(), true, "it did not arrive");
                continue;
            }
            NS_TEST_EXPECT_MSG_EQ(packet.GetLatency(), sum, kind);
            for (const auto cause : {PFabricLatencyProbe::OTHER, PFabricLatencyProbe::HIGHER})
            {
                if (!tcp)
                {
                    NS_TEST_EXPECT_MSG_LT(packet.GetWaiting(cause),
                                          MicroSeconds(100),
                                          "the shortest messages hardly wait");
                }
            }
        }
        const std::size_t all = number - FIRST;
        NS_TEST_EXPECT_MSG_GT(probe->GetPackets().size(), all / 2, "they were sent");
        NS_TEST_EXPECT_MSG_GT(waited, all / 4, "the network was busy");
        NS_TEST_EXPECT_MSG_EQ((dropped > 0), tcp, "pFabric does not drop the shortest");
        Simulator::Destroy();
        Config::Reset();
    }
}

/**
 * @ingroup pfabric
 * @brief The first packet of a pair with the code point and at least MinSize bytes is followed, and
 * later ones are its copies.
 *
 * A message of B bytes is a packet of B + 40 bytes, and a message of 3,000 bytes three packets.
 */
class PFabricProbeChoiceTest : public TestCase
{
  public:
    PFabricProbeChoiceTest()
        : TestCase("which packets are followed")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricProbeChoiceTest::DoRun()
{
    for (const auto stack : {PFabricHelper::LEAN, PFabricHelper::ALL})
    {
        PFabricHelper helper;
        helper.SetStack(stack);
        helper.SetTransportAttribute("TimeOut", StringValue("1ms"));
        const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=3]"));
        std::vector<Ptr<PFabricLatencyProbe>> probes;
        for (const uint32_t dscp : {5, 11}) // the default, and another one with another MinSize
        {
            auto& probe = probes.emplace_back(CreateObject<PFabricLatencyProbe>());
            if (dscp != 5)
            {
                probe->SetAttribute("Dscp", UintegerValue(dscp));
                probe->SetAttribute("MinSize", UintegerValue(41));
            }
            probe->Install(NodeContainer(hosts, helper.GetSwitches()));
        }
        auto flows = CreateObject<PFabricMessageFlows>();
        flows->Install(hosts);
        constexpr uint8_t OTHER = 11 << 2;
        const std::vector<PFabricFlow> planned{{0, 0, 1, 59, MilliSeconds(1), FOLLOWED},
                                               {1, 0, 1, 500, MilliSeconds(2), 6 << 2},
                                               {2, 0, 1, 60, MilliSeconds(3), FOLLOWED},
                                               {3, 0, 1, 3000, MilliSeconds(4), FOLLOWED | 2},
                                               {4, 1, 0, 200, MilliSeconds(5), FOLLOWED},
                                               {5, 2, 1, 1, MilliSeconds(6), OTHER},
                                               {6, 2, 1, 1, MilliSeconds(7), OTHER}};
        for (const auto& flow : planned)
        {
            flows->Plan(flow);
        }
        Simulator::Run();
        const auto& usual = probes[0]->GetPackets();
        NS_TEST_ASSERT_MSG_EQ(usual.size(), 2, "from host 0 to 1, and back");
        NS_TEST_EXPECT_MSG_EQ(usual[0].size, 100, "99 bytes are too few, and 6 is no code point");
        NS_TEST_EXPECT_MSG_EQ(usual[0].copies, 3, "whatever their bits of ECN are");
        NS_TEST_EXPECT_MSG_EQ(usual[0].source, PFabricForwarding::GetAddress(0).Get(), "from");
        NS_TEST_EXPECT_MSG_EQ(usual[0].destination, PFabricForwarding::GetAddress(1).Get(), "to");
        // 0.8 us on each of two links, and 2.7 us behind each.
        NS_TEST_EXPECT_MSG_EQ_TOL(GetUs(usual[0].GetLatency()), 7, 1e-6, "latency");
        NS_TEST_EXPECT_MSG_EQ(usual[1].size, 240, "the other way");
        NS_TEST_EXPECT_MSG_EQ(usual[1].copies, 0, "one");
        const auto& others = probes[1]->GetPackets();
        NS_TEST_ASSERT_MSG_EQ(others.size(), 1, "from host 2 to 1: answers have 40 bytes");
        NS_TEST_EXPECT_MSG_EQ(others[0].size, 41, "MinSize");
        NS_TEST_EXPECT_MSG_EQ(others[0].copies, 1, "the second one");
        Simulator::Destroy();
    }
}

/**
 * @ingroup pfabric
 * @brief At ports that do not heed priorities a packet waits for lower ones, and is dropped when
 * the queue is full: the probe says behind what, and counts the packet that is sent again as copy.
 *
 * 12 us for a packet on a link of 1 Gb/s, then 2.7 us. Packets of host 1 come to the port to host 3
 * at 14.7, 26.7 and 38.7 us, those of host 2 a microsecond later, and the packet that is followed
 * at 39 us. The port sends them as they come, from 14.7 us on: at 39 us the second one of host 1
 * has 11.7 us to go, the second one of host 2 and the third one of host 1 wait. Their messages are
 * longer, and so their priorities are lower.
 */
class PFabricProbeFifoTest : public TestCase
{
  public:
    PFabricProbeFifoTest()
        : TestCase("waits and drops in a queue that is first come, first served")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricProbeFifoTest::DoRun()
{
    for (const bool full : {false, true})
    {
        PFabricHelper helper;
        helper.SetTransportAttribute("TimeOut", StringValue("1ms"));
        for (const std::string name : {"DropByPriority", "ServeByPriority"})
        {
            helper.SetDeviceAttribute(name, StringValue("false"));
        }
        const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=4]"));
        const auto port = hosts.Get(3)->GetDevice(0)->GetObject<PFabricNetDevice>()->GetPeer();
        if (full) // there is room for the two that wait, and for no other
        {
            Simulator::Schedule(NanoSeconds(38900),
                                [port] { port->SetAttribute("MaxSize", StringValue("3p")); });
        }
        auto probe = CreateObject<PFabricLatencyProbe>();
        probe->Install(NodeContainer(hosts, helper.GetSwitches()));
        auto flows = CreateObject<PFabricMessageFlows>();
        flows->Install(hosts);
        flows->Plan({0, 1, 3, 3 * 1460, Time(0)});
        flows->Plan({1, 2, 3, 3 * 1460, MicroSeconds(1)});
        flows->Plan({2, 0, 3, 1460, NanoSeconds(24300), FOLLOWED});
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(probe->GetPackets().size(), 1, "one is followed");
        const auto& packet = probe->GetPackets().front();
        NS_TEST_ASSERT_MSG_EQ(packet.hops.size(), 2, "hops");
        NS_TEST_EXPECT_MSG_EQ(packet.IsDropped(), full, "fate");
        NS_TEST_EXPECT_MSG_EQ(packet.received.IsZero(), full, "fate");
        NS_TEST_EXPECT_MSG_EQ(packet.copies, (full ? 1 : 0), "after the time-out");
        const auto& hop = packet.hops[1];
        NS_TEST_EXPECT_MSG_EQ(hop.arrive.GetNanoSeconds(), 39000, "arrival");
        NS_TEST_ASSERT_MSG_EQ(hop.delays.size(), (full ? 1 : 3), "packets before");
        const std::vector<uint32_t> sources{1, 2, 1};
        for (std::size_t i = 0; i < hop.delays.size(); ++i)
        {
            const auto& delay = hop.delays[i];
            NS_TEST_EXPECT_MSG_EQ(delay.source,
                                  PFabricForwarding::GetAddress(sources[i]).Get(),
                                  "whose packet " << i << " is");
            NS_TEST_EXPECT_MSG_EQ(delay.destination, packet.destination, "where to");
            NS_TEST_EXPECT_MSG_EQ(delay.size, 1500, "bytes");
            NS_TEST_EXPECT_MSG_EQ(delay.priority, 3 * 1460, "priority");
            NS_TEST_EXPECT_MSG_EQ(
                delay.cause,
                (i == 0 ? PFabricLatencyProbe::RESIDUAL : PFabricLatencyProbe::OTHER),
                "cause " << i);
            NS_TEST_EXPECT_MSG_EQ(delay.time.GetNanoSeconds(), (i == 0 ? 11700 : 12000), "time");
        }
        if (!full)
        {
            NS_TEST_EXPECT_MSG_EQ(hop.begin.GetNanoSeconds(), 74700, "its turn");
            NS_TEST_EXPECT_MSG_EQ(packet.GetLatency().GetNanoSeconds(), 65100, "89.4 - 24.3 us");
        }
        Simulator::Destroy();
    }
}

/**
 * @ingroup pfabric
 * @brief Suite of the probe.
 */
class PFabricProbeTestSuite : public TestSuite
{
  public:
    PFabricProbeTestSuite();
};

PFabricProbeTestSuite::PFabricProbeTestSuite()
    : TestSuite("pfabric-probe", Type::UNIT)
{
    AddTestCase(new PFabricProbeCausesTest);
    AddTestCase(new PFabricProbeSumsTest);
    AddTestCase(new PFabricProbeChoiceTest);
    AddTestCase(new PFabricProbeFifoTest);
}

static PFabricProbeTestSuite g_pfabricProbeTestSuite; //!< registers itself
