/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-application.h"
#include "ns3/burst-traffic-helper.h"
#include "ns3/inet-socket-address.h"
#include "ns3/inet6-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-global-routing-helper.h"
#include "ns3/ipv6-address-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/packet-socket-address.h"
#include "ns3/packet-socket-helper.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/random-variable-stream.h"
#include "ns3/simple-net-device-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PORT = 9;

/** A way to send from one stock node to another. */
struct Transport
{
    std::string name;    //!< in the name of a test
    std::string factory; //!< TypeId name of the socket factory
    bool ipv6;           //!< over IPv6
    bool simple{false};  //!< over a SimpleChannel, and no point-to-point link
};

const Transport UDP4{"UDP over IPv4", "ns3::UdpSocketFactory", false};
const Transport UDP6{"UDP over IPv6", "ns3::UdpSocketFactory", true};
const Transport TCP4{"TCP over IPv4", "ns3::TcpSocketFactory", false};
const Transport TCP6{"TCP over IPv6", "ns3::TcpSocketFactory", true};
const Transport PACKET{"packet sockets", "ns3::PacketSocketFactory", false};
const Transport SIMPLE{"a simple channel", "ns3::PacketSocketFactory", false, true};

/** Addresses are checked for duplicates before they are used, which takes two seconds in IPv6. */
const Time START = Seconds(3);

/** Two stock nodes, a link, and a PacketSink on the second node. */
class Link
{
  public:
    /**
     * @param transport how the sink listens
     * @param rate of the link
     */
    Link(const Transport& transport, const std::string& rate)
    {
        m_nodes.Create(2);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue(rate));
        link.SetChannelAttribute("Delay", StringValue("100us"));
        const auto devices =
            transport.simple ? SimpleNetDeviceHelper().Install(m_nodes) : link.Install(m_nodes);
        Address local;
        if (transport.factory == PACKET.factory)
        {
            PacketSocketHelper().Install(m_nodes);
            PacketSocketAddress address;
            address.SetProtocol(0x0800); // a number that PPP can carry
            address.SetAllDevices();
            local = address;
            address.SetSingleDevice(devices.Get(0)->GetIfIndex());
            address.SetPhysicalAddress(devices.Get(1)->GetAddress());
            remote = address;
        }
        else if (transport.ipv6)
        {
            InternetStackHelper().Install(m_nodes);
            Ipv6AddressHelper addresses("2001:1::", 64);
            remote = Inet6SocketAddress(addresses.Assign(devices).GetAddress(1, 1), PORT);
            local = Inet6SocketAddress(Ipv6Address::GetAny(), PORT);
        }
        else
        {
            InternetStackHelper().Install(m_nodes);
            Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
            remote = InetSocketAddress(addresses.Assign(devices).GetAddress(1), PORT);
            local = InetSocketAddress(Ipv4Address::GetAny(), PORT);
        }
        sink = DynamicCast<PacketSink>(
            PacketSinkHelper(transport.factory, local).Install(m_nodes.Get(1)).Get(0));
    }

    ~Link()
    {
        Simulator::Destroy();
    }

    /**
     * @param helper what to install on the first node, to start at START and use the streams from 1
     * @return the application
     */
    Ptr<ArrivalApplication> Install(const ArrivalHelper& helper)
    {
        auto applications = helper.Install(m_nodes.Get(0));
        applications.Start(START);
        ArrivalHelper::AssignStreams(m_nodes, 1);
        applications.Get(0)->TraceConnectWithoutContext("Tx", MakeCallback(&Link::Send, this));
        return DynamicCast<ArrivalApplication>(applications.Get(0));
    }

    Ptr<PacketSink> sink;  //!< on the second node
    Address remote;        //!< the sink, as the source sees it
    uint64_t sent{0};      //!< firings of Tx
    uint64_t sentBytes{0}; //!< their bytes

  private:
    void Send(Ptr<const Packet> packet)
    {
        ++sent;
        sentBytes += packet->GetSize();
    }

    NodeContainer m_nodes; //!< source and sink
};

} // namespace

/**
 * @ingroup burst-traffic-tests
 * @brief Every arrival of every process reaches a stock sink: the link is faster than the source at
 * its peak, so nothing has a reason to be lost.
 */
class StockSinkTestCase : public TestCase
{
  public:
    /**
     * @param process text of the process, empty for that of ParetoOnOffApplication
     * @param transport the way
     */
    StockSinkTestCase(const std::string& process, const Transport& transport)
        : TestCase((process.empty() ? "ParetoOnOffApplication" : process) + " through " +
                   transport.name),
          m_process(process),
          m_transport(transport)
    {
    }

  private:
    void DoRun() override
    {
        constexpr int64_t TICKS = 10'000;
        Link link(m_transport, "1Gbps");
        ArrivalHelper helper(m_transport.factory, link.remote);
        if (!m_process.empty())
        {
            helper.SetProcess(m_process);
        }
        helper.SetAttribute("PacketSize", UintegerValue(100));
        helper.SetAttribute("Tick", TimeValue(MicroSeconds(10)));
        const auto application = link.Install(helper);
        const auto expected = application->GetProcess()->Clone()->CountTo(TICKS - 1);
        application->SetStopTime(START + MicroSeconds(10 * TICKS) - NanoSeconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(expected, 100, "enough to mean something");
        NS_TEST_EXPECT_MSG_EQ(link.sent, expected, "every arrival is sent");
        NS_TEST_EXPECT_MSG_EQ(link.sentBytes, 100 * expected, "in one piece");
        NS_TEST_EXPECT_MSG_EQ(link.sink->GetTotalRx(), 100 * expected, "and received");
    }

    std::string m_process; //!< text of the process
    Transport m_transport; //!< the way
};

/**
 * @ingroup burst-traffic-tests
 * @brief Ten times what the link carries, through TCP: the socket is full most of the time and
 * holds the process. Deferred arrivals are all sent at last, at the speed of the link; of dropped
 * ones a tenth remains. A segment has 536 bytes and 54 of headers.
 */
class FullTcpTestCase : public TestCase
{
  public:
    /** @param drops whether arrivals at a full socket are dropped */
    FullTcpTestCase(bool drops)
        : TestCase(drops ? "TCP drops what a slow link does not take"
                         : "TCP defers what a slow link does not take"),
          m_drops(drops)
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint64_t PACKETS = 5000;
        Link link(TCP4, "1Mbps");
        ArrivalHelper helper(TCP4.factory, link.remote);
        helper.SetProcess(std::string("ns3::PoissonArrivals[Rate=1|Blocked=") +
                          (m_drops ? "Drop]" : "Defer]"));
        helper.SetAttribute("PacketSize", UintegerValue(1000));
        helper.SetAttribute("Tick", TimeValue(MicroSeconds(800)));
        helper.SetAttribute("MaxPackets", UintegerValue(m_drops ? 0 : PACKETS));
        const double duration = m_drops ? 20 : 50; // s; the link takes 44 s for all packets
        link.Install(helper)->SetStopTime(START + Seconds(duration));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(link.sink->GetTotalRx(), link.sentBytes, "bytes conserved");
        NS_TEST_EXPECT_MSG_EQ(link.sentBytes, 1000 * link.sent, "whole packets");
        if (!m_drops)
        {
            NS_TEST_EXPECT_MSG_EQ(link.sent, PACKETS, "every arrival is sent at last");
            return;
        }
        const double carried = duration * 1e6 / 8 / 1000 * 536 / 590;
        constexpr double BUFFER = 131.072; // packets in the send buffer
        NS_TEST_EXPECT_MSG_GT(link.sent, 0.9 * carried, "the link is busy");
        NS_TEST_EXPECT_MSG_LT(link.sent, carried + BUFFER, "and carries no more than it can");
    }

    bool m_drops; //!< attribute Blocked of the process is Drop
};

/**
 * @ingroup burst-traffic-tests
 * @brief Packets of drawn sizes, most of them longer than TCP's send buffer of 131072 bytes, arrive
 * whole: the bytes are those that a variable of the same law and stream adds up to.
 */
class LongPacketTestCase : public TestCase
{
  public:
    LongPacketTestCase()
        : TestCase("Packets longer than the send buffer go in pieces")
    {
    }

  private:
    void DoRun() override
    {
        const std::string law = "ns3::UniformRandomVariable[Min=1|Max=400000]";
        Link link(TCP4, "100Mbps");
        ArrivalHelper helper(TCP4.factory, link.remote);
        helper.SetProcess("ns3::PoissonArrivals[Rate=0.1]");
        helper.SetSize(law);
        helper.SetAttribute("Tick", TimeValue(MilliSeconds(5)));
        const auto application = link.Install(helper);
        application->SetStopTime(START + Seconds(2) - NanoSeconds(1));
        const auto packets = application->GetProcess()->Clone()->CountTo(399);
        const auto size = burst::CreateFromText<RandomVariableStream>(law);
        size->SetStream(2);
        uint64_t expected = 0;
        for (uint64_t i = 0; i < packets; ++i)
        {
            expected += static_cast<uint64_t>(std::ceil(size->GetValue()));
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(link.sent, packets, "there are pieces");
        NS_TEST_EXPECT_MSG_EQ(link.sentBytes, expected, "sent");
        NS_TEST_EXPECT_MSG_EQ(link.sink->GetTotalRx(), expected, "received");
    }
};

/**
 * @ingroup burst-traffic-tests
 * @brief Five stock nodes around a router, each sends to the others as a pattern says. What each
 * sink received from each source is judged by chi-square against the probabilities.
 */
class StarTestCase : public TestCase
{
  public:
    /** @param transport the way */
    StarTestCase(const Transport& transport)
        : TestCase("Hotspots around a router, through " + transport.name),
          m_transport(transport)
    {
    }

  private:
    static constexpr uint32_t LEAVES = 5;
    static constexpr uint32_t SIZE = 100; //!< bytes of a packet

    void DoRun() override
    {
        constexpr int64_t TICKS = 12'000;
        NodeContainer router(1);
        NodeContainer leaves(LEAVES);
        InternetStackHelper().Install(NodeContainer(router, leaves));
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
        Ipv4AddressHelper addresses("10.1.0.0", "255.255.255.0");
        std::vector<Address> remotes;
        for (uint32_t leaf = 0; leaf < LEAVES; ++leaf)
        {
            const auto devices = link.Install(leaves.Get(leaf), router.Get(0));
            m_leaves.push_back(addresses.Assign(devices).GetAddress(0));
            remotes.push_back(InetSocketAddress(m_leaves.back(), PORT));
            addresses.NewNetwork();
        }
        Ipv4GlobalRoutingHelper::PopulateRoutingTables();
        PacketSinkHelper sink(m_transport.factory, InetSocketAddress(Ipv4Address::GetAny(), PORT));
        const auto sinks = sink.Install(leaves);
        ArrivalHelper helper(m_transport.factory);
        helper.SetProcess("ns3::ParetoOnOffArrivals[Sources=5]");
        helper.SetDestinations("ns3::HotspotDestinations[Hotspots=1,4|Fraction=0.4]", remotes);
        helper.SetAttribute("PacketSize", UintegerValue(SIZE));
        helper.SetAttribute("Tick", TimeValue(MicroSeconds(50)));
        auto applications = helper.Install(leaves);
        applications.Stop(MicroSeconds(50 * TICKS) - NanoSeconds(1));
        ArrivalHelper::AssignStreams(leaves, 1);
        for (uint32_t leaf = 0; leaf < LEAVES; ++leaf)
        {
            sinks.Get(leaf)->TraceConnect("Rx",
                                          std::to_string(leaf),
                                          MakeCallback(&StarTestCase::Receive, this));
        }
        Simulator::Run();
        for (uint32_t source = 0; source < LEAVES; ++source)
        {
            const auto application = DynamicCast<ArrivalApplication>(applications.Get(source));
            const uint64_t sent = application->GetProcess()->Clone()->CountTo(TICKS - 1);
            double chiSquare = 0;
            uint64_t received = 0;
            for (uint32_t sink = 0; sink < LEAVES; ++sink)
            {
                received += m_received[source][sink];
                const double expected =
                    sent * application->GetDestinations()->GetProbability(source, sink);
                const double seen = m_received[source][sink] / SIZE;
                if (sink != source)
                {
                    chiSquare += std::pow(seen - expected, 2) / expected;
                }
            }
            NS_TEST_EXPECT_MSG_GT(sent, 1000, "enough to mean something");
            NS_TEST_EXPECT_MSG_EQ(received, SIZE * sent, "every arrival is received");
            // Quantile of chi-square with 3 degrees of freedom that one in 10^6 exceeds.
            NS_TEST_EXPECT_MSG_LT(chiSquare, 30.66, "destinations of " << source);
        }
        Simulator::Destroy();
    }

    void Receive(std::string leaf, Ptr<const Packet> packet, const Address& from)
    {
        const auto address = InetSocketAddress::ConvertFrom(from).GetIpv4();
        const auto source = std::find(m_leaves.begin(), m_leaves.end(), address);
        m_received[source - m_leaves.begin()][std::stoul(leaf)] += packet->GetSize();
    }

    Transport m_transport;                 //!< the way
    std::vector<Ipv4Address> m_leaves;     //!< address of each leaf
    uint64_t m_received[LEAVES][LEAVES]{}; //!< bytes from each source at each sink
};

/**
 * @ingroup burst-traffic-tests
 * @brief The applications with stock sinks over stock devices.
 */
class ArrivalSinkTestSuite : public TestSuite
{
  public:
    ArrivalSinkTestSuite()
        : TestSuite("burst-traffic-sink", Type::UNIT)
    {
        const std::vector<std::string> processes{
            "",
            "ns3::BernoulliArrivals[Probability=0.05]",
            "ns3::ConstantArrivals[Interval=12.5]",
            "ns3::FractionalGaussianArrivals",
            "ns3::MarkovModulatedArrivals",
            "ns3::ParetoOnOffArrivals[Sources=10]",
            "ns3::PoissonArrivals[Rate=0.05]",
            "ns3::PoissonBurstArrivals",
            "ns3::TwinArrivals[Process=ns3::PoissonArrivals[Rate=0.05]]",
        };
        for (const auto& process : processes)
        {
            for (const auto& transport : {UDP4, UDP6, TCP4, TCP6, PACKET, SIMPLE})
            {
                AddTestCase(new StockSinkTestCase(process, transport));
            }
        }
        AddTestCase(new FullTcpTestCase(false));
        AddTestCase(new FullTcpTestCase(true));
        AddTestCase(new LongPacketTestCase);
        AddTestCase(new StarTestCase(UDP4));
        AddTestCase(new StarTestCase(TCP4));
    }
};

static ArrivalSinkTestSuite g_arrivalSinkTestSuite; //!< the suite
