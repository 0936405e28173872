/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-test-chain.h"
#include "path-measurement-test-probe.h"

#include "ns3/icmpv4.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/path-measurement-port-filter.h"
#include "ns3/test.h"

#include <map>
#include <optional>
#include <stdexcept>

using namespace ns3;

namespace
{

/** Counts messages of ICMP that a node receives, by type. */
class IcmpCount
{
  public:
    /** @param node that receives */
    explicit IcmpCount(Ptr<Node> node)
    {
        node->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
            "LocalDeliver",
            MakeCallback(&IcmpCount::Hear, this));
    }

    std::map<int, int> types; //!< how many of each

  private:
    /** As Ipv4L3Protocol::SentTracedCallback. */
    void Hear(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t)
    {
        if (header.GetProtocol() == 1)
        {
            Icmpv4Header icmp;
            packet->PeekHeader(icmp);
            ++types[icmp.GetType()];
        }
    }
};

/** @param node that asks @param remote for an echo @param at when */
void
PingAt(Ptr<Node> node, Ipv4Address remote, Time at)
{
    Simulator::Schedule(at, [node, remote]() {
        auto packet = Create<Packet>(56);
        packet->AddHeader(Icmpv4Echo());
        Icmpv4Header header;
        header.SetType(Icmpv4Header::ICMPV4_ECHO);
        packet->AddHeader(header);
        const auto ipv4 = node->GetObject<Ipv4>();
        ipv4->Send(packet, ipv4->GetAddress(1, 0).GetLocal(), remote, 1, nullptr);
    });
}

} // namespace

/**
 * @ingroup path-measurement
 * @brief A filter drops what its rules say, before sockets of all kinds, and answers if it is told.
 */
class PortFilterTest : public TestCase
{
  public:
    PortFilterTest();

  private:
    void DoRun() override;
};

PortFilterTest::PortFilterTest()
    : TestCase("port filter")
{
}

void
PortFilterTest::DoRun()
{
    PathMeasurementTestChain chain(3, "10Mbps", MilliSeconds(1));
    const auto client = chain.nodes.Get(0);
    const auto server = chain.nodes.Get(2);
    PathMeasurementTestProbe blocked(chain, 22, MilliSeconds(100), 40);
    PathMeasurementTestProbe open(chain, 23, MilliSeconds(100), 40);
    IcmpCount icmp(client);
    for (int i = 0; i < 40; ++i)
    {
        PingAt(client, chain.GetLast(), MilliSeconds(100 * i));
    }
    const auto filter = PortFilter::Of(server);
    NS_TEST_EXPECT_MSG_EQ(PortFilter::Of(server), filter, "one for each node");
    Simulator::Schedule(MilliSeconds(950), [&]() {
        const auto ssh = filter->Block({17, 22, true, false, false});
        const auto ping = filter->Block({1, 8, true, false, false});
        const auto elsewhere = filter->Block({17, 23, false, true, false}); // comes in: passes
        Simulator::Schedule(Seconds(1), [&filter, ssh, ping, elsewhere]() {
            filter->Unblock(ssh);
            filter->Unblock(ping);
            filter->Unblock(elsewhere);
        });
    });
    Simulator::Schedule(MilliSeconds(2950), [&]() { filter->Block({17, 22, true, true, true}); });
    Simulator::Stop(Seconds(5));
    Simulator::Run();
    // Of those that are sent each 100 ms 10 are sent in a second.
    NS_TEST_EXPECT_MSG_EQ(blocked.Count(0, 10), 10, "before");
    NS_TEST_EXPECT_MSG_EQ(blocked.Count(10, 20), 0, "blocked for a second");
    NS_TEST_EXPECT_MSG_EQ(blocked.Count(20, 30), 10, "after");
    NS_TEST_EXPECT_MSG_EQ(blocked.Count(30, 40), 0, "blocked again");
    NS_TEST_EXPECT_MSG_EQ(open.delays.size(), 40, "another port");
    NS_TEST_EXPECT_MSG_EQ(icmp.types[Icmpv4Header::ICMPV4_ECHO_REPLY], 30, "pings but 10");
    NS_TEST_EXPECT_MSG_EQ(icmp.types[Icmpv4Header::ICMPV4_DEST_UNREACH], 10, "only by reject");
    NS_TEST_EXPECT_MSG_EQ(filter->GetDropped(), 30, "10 silently, 10 pings, 10 with an answer");
    Simulator::Destroy();
}

/**
 * @ingroup path-measurement
 * @brief A filter at the sender, at a router, for one device, and for interfaces that come later.
 */
class PortFilterPlaceTest : public TestCase
{
  public:
    PortFilterPlaceTest();

  private:
    void DoRun() override;
};

PortFilterPlaceTest::PortFilterPlaceTest()
    : TestCase("port filter elsewhere")
{
}

void
PortFilterPlaceTest::DoRun()
{
    PathMeasurementTestChain chain(3, "10Mbps", MilliSeconds(1));
    PathMeasurementTestProbe probe(chain, 22, MilliSeconds(10), 400);
    const auto router = PortFilter::Of(chain.nodes.Get(1));
    const auto sender = PortFilter::Of(chain.nodes.Get(0));
    // A packet each 10 ms; each rule is in force from 5 ms before a second for 100 packets.
    const auto blockAt = [](Time at, Ptr<PortFilter> filter, PortRule rule, Ptr<NetDevice> device) {
        Simulator::Schedule(at - MilliSeconds(5), [filter, rule, device]() {
            const auto number = filter->Block(rule, device);
            Simulator::Schedule(Seconds(1), &PortFilter::Unblock, filter, number);
        });
    };
    blockAt(Seconds(1), sender, {17, 22, false, true, false}, nullptr);
    blockAt(Seconds(2), router, {17, 22, true, false, false}, chain.links[0].Get(1));
    blockAt(Seconds(3), router, {17, 22, true, false, false}, chain.links[1].Get(0)); // not its way
    Simulator::Stop(Seconds(5));
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(probe.Count(0, 100), 100, "no rule");
    NS_TEST_EXPECT_MSG_EQ(probe.Count(100, 200), 0, "as they go out");
    // Packet 299 is at the router 1.1 ms after 2,990 ms, and the rule until 2,995.
    NS_TEST_EXPECT_MSG_EQ(probe.Count(200, 300), 0, "as they are forwarded");
    NS_TEST_EXPECT_MSG_EQ(probe.Count(300, 400), 100, "by another device");
    // What comes later is filtered too, and the former interfaces still work.
    PointToPointHelper helper;
    const auto link = helper.Install(chain.nodes.Get(2), chain.nodes.Get(0));
    Ipv4AddressHelper("10.1.0.0", "255.255.255.0").Assign(link);
    sender->Block({1, std::nullopt, true, true, false}, link.Get(1));
    IcmpCount icmp(chain.nodes.Get(0));
    PingAt(chain.nodes.Get(0), "10.1.0.1", Seconds(0));
    PingAt(chain.nodes.Get(0), "10.0.0.2", Seconds(0));
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(icmp.types[Icmpv4Header::ICMPV4_ECHO_REPLY], 1, "of the former one");
    bool refused = false;
    try
    {
        router->Block({}, link.Get(0));
    }
    catch (const std::invalid_argument&)
    {
        refused = true;
    }
    NS_TEST_EXPECT_MSG_EQ(refused, true, "the device of another node");
    Simulator::Destroy();
}

/**
 * @ingroup path-measurement
 * @brief Port filters.
 */
class PortFilterTestSuite : public TestSuite
{
  public:
    PortFilterTestSuite();
};

PortFilterTestSuite::PortFilterTestSuite()
    : TestSuite("path-measurement-filter", Type::UNIT)
{
    AddTestCase(new PortFilterTest);
    AddTestCase(new PortFilterPlaceTest);
}

/// registers the suite
static PortFilterTestSuite g_portFilterTestSuite;
