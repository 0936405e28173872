/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/config.h"
#include "ns3/csma-helper.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/l2-notification-congestion-notifier.h"
#include "ns3/l2-notification-helper.h"
#include "ns3/node-container.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <stdexcept>
#include <string>

using namespace ns3;

namespace
{

/** What came of a run. */
struct Outcome
{
    double goodput;    //!< bits per second of payload at the receiver, after 5 s
    double sent;       //!< bits per second of payload that left the sender, after 5 s
    uint32_t queue;    //!< bytes before the slow link at the end
    uint32_t dropped;  //!< packets, before the slow link
    uint64_t messages; //!< sent by the router
    uint64_t heeded;   //!< by the sender
};

/**
 * A stock OnOffApplication sends 50 Mb/s in packets of 1472 bytes through a router to a link of 10
 * Mb/s.
 * @param bcn whether there are congestion points and rate limiters
 * @param transport TypeId name of the socket factory
 * @param ppp whether the fast link is of point-to-point devices
 * @return means from 5 to 15 s
 */
Outcome
RunStock(bool bcn, const std::string& transport = "ns3::UdpSocketFactory", bool ppp = false)
{
    NodeContainer nodes(3);
    CsmaHelper slow;
    slow.SetChannelAttribute("DataRate", StringValue("10Mb/s"));
    slow.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1p"));
    CsmaHelper csma;
    csma.SetChannelAttribute("DataRate", StringValue("100Mb/s"));
    csma.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("1p"));
    PointToPointHelper pointToPoint;
    pointToPoint.SetDeviceAttribute("DataRate", StringValue("100Mb/s"));
    const NodeContainer first(nodes.Get(0), nodes.Get(1));
    const NetDeviceContainer fast = ppp ? pointToPoint.Install(first) : csma.Install(first);
    const NetDeviceContainer last = slow.Install(NodeContainer(nodes.Get(1), nodes.Get(2)));
    InternetStackHelper().Install(nodes);

    CongestionNotificationHelper helper(
        bcn ? "ns3::BcnCongestionPoint[SetPoint=30000|SampleProbability=0.1]" : "",
        "ns3::BcnReactionPoint[DecreaseGain=3.3333e-6|IncreaseGain=5e-5|RateUnit=1Mb/s|MinRate=1Mb/"
        "s]");
    helper.SetMaxSize(QueueSize("200p"));
    const auto points = helper.InstallCongestionPoints(NetDeviceContainer(last.Get(0)));
    int64_t stream = 1 + CongestionNotificationHelper::AssignStreams(points, 1);
    if (bcn)
    {
        const auto limiters = helper.InstallRateLimiters(NetDeviceContainer(fast.Get(0)));
        stream += CongestionNotificationHelper::AssignStreams(limiters, stream);
    }
    stream += CsmaHelper().AssignStreams(last, stream);
    Ipv4AddressHelper addresses("10.0.1.0", "255.255.255.0");
    addresses.Assign(fast);
    addresses.NewNetwork();
    const auto to = addresses.Assign(last).GetAddress(1);
    Ipv4GlobalRoutingHelper::PopulateRoutingTables();

    OnOffHelper source(transport, InetSocketAddress(to, 9));
    source.SetConstantRate(DataRate("50Mb/s"), 1472);
    source.Install(nodes.Get(0)).Start(Seconds(0.1));
    auto application = PacketSinkHelper(transport, InetSocketAddress(Ipv4Address::GetAny(), 9))
                           .Install(nodes.Get(2));
    const auto sink = DynamicCast<PacketSink>(application.Get(0));
    uint64_t before = 0;
    uint64_t sent = 0;
    fast.Get(1)->TraceConnectWithoutContext(
        "MacRx",
        Callback<void, Ptr<const Packet>>(
            [&](Ptr<const Packet>) { sent += Simulator::Now() > Seconds(5) ? 1472 : 0; }));
    Simulator::Schedule(Seconds(5), [&] { before = sink->GetTotalRx(); });
    Simulator::Stop(Seconds(15));
    Outcome outcome{};
    try
    {
        Simulator::Run();
    }
    catch (...)
    {
        Simulator::Destroy();
        throw;
    }
    outcome.goodput = 8.0 * static_cast<double>(sink->GetTotalRx() - before) / 10;
    outcome.sent = 8.0 * static_cast<double>(sent) / 10;
    outcome.queue = points.Get(0)->GetNBytes();
    outcome.dropped = points.Get(0)->GetStats().nTotalDroppedPackets;
    if (bcn)
    {
        outcome.messages = nodes.Get(1)->GetObject<CongestionNotifier>()->GetSent();
        outcome.heeded = nodes.Get(0)->GetObject<CongestionNotifier>()->GetReceived();
    }
    Simulator::Destroy();
    return outcome;
}

/** 10 Mb/s of frames of 1518 bytes, of which 1472 are payload. */
constexpr double SLOW = 10e6 * 1472 / 1518;

/** UDP does not slow down by itself, and does behind our rate limiter. */
class UdpTest : public TestCase
{
  public:
    UdpTest()
        : TestCase("a stock UDP sender")
    {
    }

  private:
    void DoRun() override
    {
        const Outcome none = RunStock(false);
        NS_TEST_ASSERT_MSG_EQ_TOL(none.sent, 50e6, 0.5e6, "tail drop: it sends on");
        NS_TEST_ASSERT_MSG_EQ_TOL(none.goodput, SLOW, 0.01 * SLOW, "tail drop: the link is full");
        NS_TEST_ASSERT_MSG_EQ_TOL(none.queue, 300e3, 1500.0, "tail drop: the queue is full");
        NS_TEST_ASSERT_MSG_GT(none.dropped, 40'000, "tail drop: 40 Mb/s, 15 s, 12 kbit");

        const Outcome bcn = RunStock(true);
        NS_TEST_ASSERT_MSG_EQ_TOL(bcn.sent, SLOW, 0.01 * SLOW, "BCN: it slows down");
        NS_TEST_ASSERT_MSG_EQ_TOL(bcn.goodput, SLOW, 0.01 * SLOW, "BCN: the link is full");
        NS_TEST_ASSERT_MSG_EQ_TOL(bcn.queue, 30e3, 5e3, "BCN: about Qeq");
        NS_TEST_ASSERT_MSG_LT(bcn.dropped, none.dropped / 100, "BCN: at the start at most");
        NS_TEST_ASSERT_MSG_GT(bcn.messages, 0, "BCN: messages");
        NS_TEST_ASSERT_MSG_EQ(bcn.heeded, bcn.messages, "BCN: each comes");
    }
};

/** TCP keeps its order, and its window fills the sender's queue instead of the router's. */
class TcpTest : public TestCase
{
  public:
    TcpTest()
        : TestCase("a stock TCP sender")
    {
    }

  private:
    void DoRun() override
    {
        const Outcome bcn = RunStock(true, "ns3::TcpSocketFactory");
        // Frames of 594 bytes with 536 of payload share the slow link with an ACK of 64 for every
        // two.
        const double most = 10e6 * 536 / (594 + 64 / 2);
        NS_TEST_ASSERT_MSG_GT(bcn.goodput, 0.9 * most, "BCN: the link is used");
        NS_TEST_ASSERT_MSG_LT(bcn.goodput, most, "BCN: and not more than it");
        NS_TEST_ASSERT_MSG_EQ(bcn.dropped, 0, "BCN: nothing is lost before the slow link");
        NS_TEST_ASSERT_MSG_LT(bcn.queue, 60'000, "BCN: the queue is short");
    }
};

/** PPP of ns-3 carries IP alone. */
class PppTest : public TestCase
{
  public:
    PppTest()
        : TestCase("point-to-point devices")
    {
    }

  private:
    void DoRun() override
    {
        std::string sentence;
        try
        {
            RunStock(true, "ns3::UdpSocketFactory", true);
        }
        catch (const std::invalid_argument& error)
        {
            sentence = error.what();
        }
        NS_TEST_ASSERT_MSG_NE(
            sentence.find("PPP carries IP alone; allowed are devices of Ethernet"),
            std::string::npos,
            "messages over PPP are refused");
        NS_TEST_ASSERT_MSG_EQ(Simulator::Now(), Time(0), "before the simulation");
    }
};

/** All of the above. */
class QueueDiscStockTestSuite : public TestSuite
{
  public:
    QueueDiscStockTestSuite()
        : TestSuite("l2-notification-stock", Type::UNIT)
    {
        AddTestCase(new UdpTest());
        AddTestCase(new TcpTest());
        AddTestCase(new PppTest());
    }
};

QueueDiscStockTestSuite g_queueDiscStockTestSuite; //!< registers itself

} // namespace
