/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../burst-core/test/burst-core-test-chain.h"
#include "faults-test-probe.h"

#include "ns3/faults-port-filter.h"
#include "ns3/icmpv4.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"

#include <map>
#include <optional>
#include <stdexcept>

using namespace ns3;
using namespace ns3::faults;

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
            MakeCallback(&IcmpCount::Receive, this));
    }

    std::map<int, int> types; //!< how many of each

  private:
    /** As Ipv4L3Protocol::SentTracedCallback. */
    void Receive(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t)
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
 * @ingroup faults
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
    burst::TestChain chain(3, "10Mbps", MilliSeconds(1));
    const auto client = chain.nodes.Get(0);
    const auto server = chain.nodes.Get(2);
    FaultsTestProbe blocked(chain, 22, MilliSeconds(100), 40);
    FaultsTestProbe open(chain, 23, MilliSeconds(100), 40);
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
 * @ingroup faults
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
    burst::TestChain chain(3, "10Mbps", MilliSeconds(1));
    FaultsTestProbe probe(chain, 22, MilliSeconds(10), 400);
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
 * @ingroup faults
 * @brief Fragments, the loopback device, a host's own pings, and connections that are refused.
 */
class PortFilterPassTest : public TestCase
{
  public:
    PortFilterPassTest();

  private:
    void DoRun() override;

    void PassesLaterFragments();     //!< Of which the port is not known.
    void PassesLoopbackAndAnswers(); //!< What does not come from outside.
    void LetsTcpTryAgain();          //!< After "port unreachable".
};

PortFilterPassTest::PortFilterPassTest()
    : TestCase("what a filter lets pass")
{
}

void
PortFilterPassTest::DoRun()
{
    PassesLaterFragments();
    PassesLoopbackAndAnswers();
    LetsTcpTryAgain();
}

void
PortFilterPassTest::PassesLaterFragments()
{
    for (const bool port : {true, false})
    {
        burst::TestChain chain(2, "10Mbps", MilliSeconds(1));
        const auto filter = PortFilter::Of(chain.nodes.Get(1));
        const auto number = port ? std::optional<uint16_t>(22) : std::nullopt;
        uint32_t traced = 0;
        filter->TraceConnectWithoutContext(
            "Drop",
            Callback<void, const Ipv4Header&, Ptr<const Packet>, Ptr<const NetDevice>>(
                [&](const Ipv4Header& header, Ptr<const Packet>, Ptr<const NetDevice> device) {
                    NS_TEST_EXPECT_MSG_EQ(header.GetDestination(), chain.GetLast(), "which");
                    NS_TEST_EXPECT_MSG_EQ(device, chain.links[0].Get(1), "by which it came");
                    ++traced;
                }));
        uint32_t passed = 0;
        chain.nodes.Get(1)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
            "Rx",
            Callback<void, Ptr<const Packet>, Ptr<Ipv4>, uint32_t>(
                [&passed](Ptr<const Packet>, Ptr<Ipv4>, uint32_t) { ++passed; }));
        filter->Block({17, number, true, false, false});
        // Three fragments, of which the later ones begin as if with ports of 22.
        chain.SendWordsAt(Seconds(1), chain.Connect(0, 22), 3000, 22);
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(passed, (port ? 2 : 0), "later ones have no port");
        NS_TEST_EXPECT_MSG_EQ(filter->GetDropped(), 3 - passed, "the rest");
        NS_TEST_EXPECT_MSG_EQ(traced, 3 - passed, "each is told of");
        Simulator::Destroy();
    }
}

void
PortFilterPassTest::PassesLoopbackAndAnswers()
{
    burst::TestChain chain(2, "10Mbps", MilliSeconds(1));
    const auto client = chain.nodes.Get(0);
    const auto server = chain.nodes.Get(1);
    const auto filter = PortFilter::Of(server);
    filter->Block({1, 8, true, false, false}); // pings that come in
    IcmpCount clients(client);
    IcmpCount servers(server);
    for (int second = 1; second < 5; ++second)
    {
        PingAt(client, chain.GetLast(), Seconds(second));
        PingAt(server, chain.addresses[0].GetAddress(0), Seconds(second));
    }
    uint32_t heard = 0;
    const auto listener = chain.Listen(7, Callback<void, Ptr<Socket>>([&heard](Ptr<Socket> socket) {
                                           heard += !!socket->Recv();
                                       }));
    const auto socket = Socket::CreateSocket(server, UdpSocketFactory::GetTypeId());
    socket->Connect(InetSocketAddress(Ipv4Address::GetLoopback(), 7));
    Simulator::Schedule(Seconds(10),
                        [filter] { filter->Block({0, std::nullopt, true, true, true}); });
    chain.SendAt(Seconds(11), socket, 100);
    chain.SendAt(Seconds(11), chain.Connect(0, 7), 100);
    Simulator::Stop(Seconds(12));
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(clients.types[Icmpv4Header::ICMPV4_ECHO_REPLY], 0, "blocked");
    NS_TEST_EXPECT_MSG_EQ(servers.types[Icmpv4Header::ICMPV4_ECHO_REPLY], 4, "its own");
    NS_TEST_EXPECT_MSG_EQ(heard, 1, "over the loopback device alone");
    Simulator::Destroy();
}

void
PortFilterPassTest::LetsTcpTryAgain()
{
    burst::TestChain chain(2, "10Mbps", MilliSeconds(1));
    const auto filter = PortFilter::Of(chain.nodes.Get(1));
    const auto rule = filter->Block({6, 9, true, false, true});
    Simulator::Schedule(Seconds(2), [filter, rule] { filter->Unblock(rule); });
    IcmpCount icmp(chain.nodes.Get(0));
    const auto listener = Socket::CreateSocket(chain.nodes.Get(1), TcpSocketFactory::GetTypeId());
    listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
    listener->Listen();
    const auto socket = Socket::CreateSocket(chain.nodes.Get(0), TcpSocketFactory::GetTypeId());
    Time connected;
    bool failed = false;
    socket->SetConnectCallback(
        Callback<void, Ptr<Socket>>([&connected](Ptr<Socket>) { connected = Simulator::Now(); }),
        Callback<void, Ptr<Socket>>([&failed](Ptr<Socket>) { failed = true; }));
    Simulator::Schedule(Seconds(1),
                        [&] { socket->Connect(InetSocketAddress(chain.GetLast(), 9)); });
    Simulator::Stop(Seconds(10));
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(icmp.types[Icmpv4Header::ICMPV4_DEST_UNREACH], 1, "to the first SYN");
    NS_TEST_EXPECT_MSG_EQ(failed, false, "the attempt goes on");
    NS_TEST_EXPECT_MSG_EQ_TOL(connected.GetSeconds(), 4, 0.01, "with the SYN of 3 s later");
    Simulator::Destroy();
}

/**
 * @ingroup faults
 * @brief Port filters.
 */
class PortFilterTestSuite : public TestSuite
{
  public:
    PortFilterTestSuite();
};

PortFilterTestSuite::PortFilterTestSuite()
    : TestSuite("faults-filter", Type::UNIT)
{
    AddTestCase(new PortFilterTest);
    AddTestCase(new PortFilterPlaceTest);
    AddTestCase(new PortFilterPassTest);
}

/// registers the suite
static PortFilterTestSuite g_portFilterTestSuite;
