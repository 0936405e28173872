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
}

static PFabricProbeTestSuite g_pfabricProbeTestSuite; //!< registers itself
