/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/application-container.h"
#include "ns3/bulk-send-application.h"
#include "ns3/config.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/object-factory.h"
#include "ns3/packet-sink.h"
#include "ns3/pfabric-forwarding.h"
#include "ns3/pfabric-helper.h"
#include "ns3/pfabric-l4-protocol.h"
#include "ns3/pfabric-lean-ip.h"
#include "ns3/pfabric-socket-factory.h"
#include "ns3/pfabric-socket.h"
#include "ns3/pfabric-topologies.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"
#include "ns3/type-id.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t STOCK_PORT = 9; //!< of all receivers

/** What came of a transfer. */
struct Transfer
{
    uint64_t received{0}; //!< bytes
    uint64_t dropped{0};  //!< packets
    uint64_t queued{0};   //!< bytes, most at a time in the queue to the receiver
};

/**
 * Two hosts below a switch send to a third one for a while, by ns-3's BulkSendApplication and
 * PacketSink.
 * @param helper makes the network
 * @param protocol socket factory
 * @param bytes of each host, 0: without end
 * @return what came of it in 20 ms
 */
Transfer
Send(PFabricHelper helper, const std::string& protocol, uint64_t bytes)
{
    const auto hosts =
        helper.Install(PFabricTopology("leaf-spine[Leaves=1|Spines=1|Hosts=3|HostMbps=1000]"));
    const InetSocketAddress to(PFabricForwarding::GetAddress(2), STOCK_PORT);
    auto sink = CreateObject<PacketSink>();
    sink->SetAttribute("Protocol", StringValue(protocol));
    sink->SetAttribute("Local", AddressValue(InetSocketAddress(Ipv4Address::GetAny(), STOCK_PORT)));
    hosts.Get(2)->AddApplication(sink);
    for (const uint32_t host : {0, 1})
    {
        auto source = CreateObject<BulkSendApplication>();
        source->SetAttribute("Protocol", StringValue(protocol));
        source->SetAttribute("Remote", AddressValue(to));
        source->SetAttribute("MaxBytes", UintegerValue(bytes));
        source->SetAttribute("SendSize", UintegerValue(20000));
        hosts.Get(host)->AddApplication(source);
    }
    Transfer transfer;
    const auto toSink = DynamicCast<PFabricNetDevice>(helper.GetSwitches().Get(1)->GetDevice(2));
    for (uint32_t us = 0; us < 20000; us += 5)
    {
        Simulator::Schedule(MicroSeconds(us), [&transfer, toSink] {
            transfer.queued = std::max(transfer.queued, toSink->GetQueuedBytes());
        });
    }
    Simulator::Stop(MilliSeconds(20));
    Simulator::Run();
    transfer.received = sink->GetTotalRx();
    transfer.dropped = toSink->GetDropped();
    Simulator::Destroy();
    return transfer;
}

} // namespace

/**
 * @ingroup pfabric
 * @brief Stock applications over the pFabric transport, and over TCP in the same network.
 */
class PFabricApplicationsTest : public TestCase
{
  public:
    PFabricApplicationsTest();

  private:
    void DoRun() override;
};

PFabricApplicationsTest::PFabricApplicationsTest()
    : TestCase("BulkSend and PacketSink over pFabric, TCP and DCTCP")
{
}

void
PFabricApplicationsTest::DoRun()
{
    for (const auto stack : {PFabricHelper::LEAN, PFabricHelper::HOSTS, PFabricHelper::ALL})
    {
        PFabricHelper helper;
        helper.SetStack(stack);
        helper.SetTransportAttribute("TimeOut", StringValue("200us"));
        const auto [received, dropped, queued] = Send(helper, "ns3::PFabricSocketFactory", 500000);
        NS_TEST_EXPECT_MSG_EQ(received, 1000000, "all of it");
        NS_TEST_EXPECT_MSG_GT(dropped, 0, "the queue was too short for two");
        NS_TEST_EXPECT_MSG_LT(queued, 36000, "less than MaxSize waits");
    }

    PFabricHelper tcp;
    tcp.SetStack(PFabricHelper::HOSTS);
    tcp.SetDeviceAttribute("DropByPriority", StringValue("false"));
    tcp.SetDeviceAttribute("ServeByPriority", StringValue("false"));
    tcp.SetDeviceAttribute("MaxSize", StringValue("120000B"));
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 22));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1 << 22));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", StringValue("1ms"));
    const auto newReno = Send(tcp, "ns3::TcpSocketFactory", 0);
    NS_TEST_EXPECT_MSG_GT(newReno.dropped, 0, "TCP fills the queue");
    NS_TEST_EXPECT_MSG_GT(newReno.queued, 115000, "TCP fills the queue");
    NS_TEST_EXPECT_MSG_GT(newReno.received, 1500000, "and the link, most of 20 ms");

    Config::SetDefault("ns3::TcpL4Protocol::SocketType", StringValue("ns3::TcpDctcp"));
    Config::SetDefault("ns3::TcpSocketBase::UseEcn", StringValue("On"));
    tcp.SetDeviceAttribute("MarkingThreshold", StringValue("30000B"));
    const auto dctcp = Send(tcp, "ns3::TcpSocketFactory", 0);
    NS_TEST_EXPECT_MSG_EQ(dctcp.dropped, 0, "DCTCP hears of marks");
    NS_TEST_EXPECT_MSG_LT(dctcp.queued, 100000, "and keeps the queue short");
    NS_TEST_EXPECT_MSG_GT(dctcp.received, 2000000, "and the link busy");
    Config::Reset();
}

/**
 * @ingroup pfabric
 * @brief What stock applications make of messages: each Send is one. Pieces of a stream are said to
 * be messages, once in a simulation.
 *
 * UdpClient makes sockets of UDP itself, which are no messages.
 */
class PFabricPiecesTest : public TestCase
{
  public:
    PFabricPiecesTest()
        : TestCase("messages of BulkSend and OnOff")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricPiecesTest::DoRun()
{
    const std::vector<std::tuple<std::string, uint32_t, uint32_t, bool>> cases{
        // application, bytes of a Send, messages of 100,000 bytes, whether they are pieces
        {"ns3::BulkSendApplication", 0, 196, true}, // 512 unless it is set
        {"ns3::BulkSendApplication", 100000, 1, false},
        {"ns3::OnOffApplication", 1000, 100, false}};
    for (const auto& [name, bytes, count, pieces] : cases)
    {
        PFabricHelper helper;
        helper.SetTransportAttribute("TimeOut", StringValue("120us"));
        const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=2]"));
        const InetSocketAddress to(PFabricForwarding::GetAddress(0), STOCK_PORT);
        const auto sink = CreateObject<PacketSink>();
        sink->SetAttribute("Protocol", StringValue("ns3::PFabricSocketFactory"));
        sink->SetAttribute("Local",
                           AddressValue(InetSocketAddress(Ipv4Address::GetAny(), STOCK_PORT)));
        hosts.Get(0)->AddApplication(sink);
        ObjectFactory factory(name);
        const auto set = [&factory](const std::string& attribute, const std::string& value) {
            factory.Set(attribute, StringValue(value));
        };
        factory.Set("Remote", AddressValue(to));
        set("Protocol", "ns3::PFabricSocketFactory");
        set("MaxBytes", "100000");
        if (name == "ns3::BulkSendApplication")
        {
            if (bytes > 0)
            {
                set("SendSize", std::to_string(bytes));
            }
        }
        else
        {
            set("PacketSize", std::to_string(bytes));
            set("DataRate", "500Mbps");
            set("OnTime", "ns3::ConstantRandomVariable[Constant=1]");
            set("OffTime", "ns3::ConstantRandomVariable[Constant=0]");
        }
        hosts.Get(1)->AddApplication(factory.Create<Application>());
        uint32_t came = 0;
        int64_t first = -1;
        Config::ConnectWithoutContext(
            "/NodeList/*/$ns3::PFabricL4Protocol/MessageReceived",
            Callback<void, const PFabricMessageRecord&>([&](const PFabricMessageRecord& record) {
                ++came;
                first = first < 0 ? record.start.GetMicroSeconds() : first;
            }));
        std::ostringstream said;
        auto* const usual = std::cerr.rdbuf(said.rdbuf());
        Simulator::Stop(MilliSeconds(200));
        Simulator::Run();
        std::cerr.rdbuf(usual);
        NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), 100000, name);
        NS_TEST_EXPECT_MSG_EQ(came, count, name);
        NS_TEST_EXPECT_MSG_GT_OR_EQ(first, 0, "the record says when");
        const std::string sentence = "sends pieces of 512 bytes at one time";
        const auto where = said.str().find(sentence);
        NS_TEST_EXPECT_MSG_EQ((where != std::string::npos), pieces, name);
        NS_TEST_EXPECT_MSG_EQ(said.str().find(sentence, where + 1), std::string::npos, "once");
        Simulator::Destroy();
    }
}

/**
 * @ingroup pfabric
 * @brief Sockets of TCP and UDP on nodes without them are refused by the name of what would give
 * them.
 */
class PFabricNoStackTest : public TestCase
{
  public:
    PFabricNoStackTest()
        : TestCase("sockets of TCP on nodes without TCP")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricNoStackTest::DoRun()
{
    for (const auto stack :
         {PFabricHelper::LEAN, PFabricHelper::LEAN_TCP, PFabricHelper::HOSTS, PFabricHelper::ALL})
    {
        PFabricHelper helper;
        helper.SetStack(stack);
        const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=2]"));
        for (const std::string protocol : {"ns3::TcpSocketFactory", "ns3::UdpSocketFactory"})
        {
            for (const auto& node : {hosts.Get(0), helper.GetSwitches().Get(0)})
            {
                const bool host = node == hosts.Get(0);
                const bool has =
                    stack == PFabricHelper::ALL || (host && stack != PFabricHelper::LEAN);
                std::string said;
                try
                {
                    Socket::CreateSocket(node, TypeId::LookupByName(protocol));
                }
                catch (const std::invalid_argument& error)
                {
                    said = error.what();
                }
                NS_TEST_EXPECT_MSG_EQ(said.empty(), has, "stack " << stack << ": " << said);
                NS_TEST_EXPECT_MSG_EQ(
                    (said.find("PFabricHelper::SetStack is ") != std::string::npos &&
                     said.find("allowed are LEAN_TCP and HOSTS") != std::string::npos),
                    !has,
                    said);
            }
        }
        Simulator::Destroy();
    }
}

/**
 * @ingroup pfabric
 * @brief What a socket answers.
 */
class PFabricSocketTest : public TestCase
{
  public:
    PFabricSocketTest();

  private:
    void DoRun() override;
};

PFabricSocketTest::PFabricSocketTest()
    : TestCase("sockets")
{
}

void
PFabricSocketTest::DoRun()
{
    for (const auto stack : {PFabricHelper::LEAN, PFabricHelper::HOSTS})
    {
        PFabricHelper helper;
        helper.SetStack(stack);
        helper.SetTransportAttribute("Rank", StringValue("ns3::PFabricDeadlineRank"));
        const auto hosts = helper.Install(PFabricTopology("tree[Pods=1|Tors=1|Hosts=2]"));
        const auto make = [&hosts](uint32_t host) {
            return DynamicCast<PFabricSocket>(
                Socket::CreateSocket(hosts.Get(host), PFabricSocketFactory::GetTypeId()));
        };
        const InetSocketAddress local(Ipv4Address::GetAny(), STOCK_PORT);
        const InetSocketAddress remote(PFabricForwarding::GetAddress(1), STOCK_PORT);
        const auto receiver = make(1);
        const auto sender = make(0);
        std::string told;
        sender->SetConnectCallback(MakeCallback(+[](std::string* said, Ptr<Socket>) {
                                       *said += "connected ";
                                   }).Bind(&told),
                                   MakeNullCallback<void, Ptr<Socket>>());
        sender->SetDataSentCallback(
            MakeCallback(+[](std::string* said, Ptr<Socket>, uint32_t bytes) {
                *said += "sent " + std::to_string(bytes) + ' ';
            }).Bind(&told));
        NS_TEST_EXPECT_MSG_EQ(receiver->Bind(local), 0, "bound");
        NS_TEST_EXPECT_MSG_EQ(receiver->Bind(local), -1, "bound already");
        NS_TEST_EXPECT_MSG_EQ(make(1)->Bind(local), -1, "port is taken");
        NS_TEST_EXPECT_MSG_EQ(sender->Send(Create<Packet>(10)), -1, "not connected");
        NS_TEST_EXPECT_MSG_EQ(sender->GetErrno(), Socket::ERROR_NOTCONN, "so it says");
        const InetSocketAddress nobody(Ipv4Address("192.168.0.1"), STOCK_PORT);
        if (stack == PFabricHelper::LEAN)
        {
            NS_TEST_EXPECT_MSG_EQ(sender->SendTo(Create<Packet>(10), 0, nobody), -1, "no host");
            NS_TEST_EXPECT_MSG_EQ(sender->GetErrno(), Socket::ERROR_NOROUTETOHOST, "so it says");
        }
        NS_TEST_EXPECT_MSG_EQ(sender->Connect(remote), 0, "connected");
        NS_TEST_EXPECT_MSG_EQ(sender->GetTxAvailable(), 131072, "room");
        NS_TEST_EXPECT_MSG_EQ(sender->Send(Create<Packet>(131071)), 131071, "a message");
        sender->SetDeadline(MicroSeconds(100));
        NS_TEST_EXPECT_MSG_EQ(sender->Send(Create<Packet>(500000)), 500000, "longer than the room");
        NS_TEST_EXPECT_MSG_EQ(sender->Send(Create<Packet>(1)), -1, "there is no room");
        NS_TEST_EXPECT_MSG_EQ(sender->GetErrno(), Socket::ERROR_AGAIN, "so it says");
        NS_TEST_EXPECT_MSG_EQ(sender->GetTxAvailable(), 0, "no room");
        NS_TEST_EXPECT_MSG_EQ(sender->Close(), 0, "closed when all is sent");
        NS_TEST_EXPECT_MSG_EQ(sender->Send(Create<Packet>(1)), -1, "nothing more");
        Address name;
        receiver->GetSockName(name);
        NS_TEST_EXPECT_MSG_EQ(InetSocketAddress::ConvertFrom(name).GetPort(), STOCK_PORT, "port");
        Simulator::Run();
        // The one with the deadline is the first, though it is longer and was sent later.
        NS_TEST_EXPECT_MSG_EQ(told, "connected sent 500000 sent 131071 ", "callbacks");
        NS_TEST_EXPECT_MSG_EQ(receiver->GetRxAvailable(), 631071, "both came");
        Address source;
        NS_TEST_EXPECT_MSG_EQ(receiver->RecvFrom(400000, 0, source)->GetSize(), 400000, "a part");
        NS_TEST_EXPECT_MSG_EQ(receiver->RecvFrom(source)->GetSize(), 100000, "the rest");
        NS_TEST_EXPECT_MSG_EQ(InetSocketAddress::ConvertFrom(source).GetIpv4(),
                              PFabricForwarding::GetAddress(0),
                              "from");
        NS_TEST_EXPECT_MSG_EQ(receiver->Recv()->GetSize(), 131071, "the other one");
        NS_TEST_EXPECT_MSG_EQ(receiver->Recv(), nullptr, "nothing more");
        NS_TEST_EXPECT_MSG_EQ(receiver->Close(), 0, "closed");
        const auto second = make(1);
        NS_TEST_EXPECT_MSG_EQ(second->Bind(local), 0, "the port is free again");
        // Sockets that have a port one after the other do not send the same messages.
        for (uint32_t i = 1; i <= 3; ++i)
        {
            const auto next = make(0);
            next->Bind(InetSocketAddress(Ipv4Address::GetAny(), 77));
            next->SendTo(Create<Packet>(i), 0, remote);
            next->Close();
            Simulator::Run();
            const auto came = second->Recv();
            NS_TEST_ASSERT_MSG_NE(came, nullptr, "socket " << i << " is heard");
            NS_TEST_EXPECT_MSG_EQ(came->GetSize(), i, "with its own message");
        }
        // A socket whose sending side is shut down still receives, until it is closed.
        const auto asking = make(0);
        asking->Bind(InetSocketAddress(Ipv4Address::GetAny(), 78));
        asking->SendTo(Create<Packet>(1000), 0, remote);
        NS_TEST_EXPECT_MSG_EQ(asking->ShutdownSend(), 0, "no further question");
        NS_TEST_EXPECT_MSG_EQ(asking->SendTo(Create<Packet>(1), 0, remote), -1, "refused");
        NS_TEST_EXPECT_MSG_EQ(asking->GetErrno(), Socket::ERROR_SHUTDOWN, "so it says");
        Simulator::Run();
        second->RecvFrom(source);
        second->SendTo(Create<Packet>(777), 0, source);
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(asking->GetRxAvailable(), 777, "the answer");
        NS_TEST_EXPECT_MSG_EQ(asking->Close(), 0, "closed");
        NS_TEST_EXPECT_MSG_EQ(make(0)->Bind(InetSocketAddress(Ipv4Address::GetAny(), 78)),
                              0,
                              "its port is free");
        Simulator::Destroy();
    }
}

/**
 * @ingroup pfabric
 * @brief An Mtu below the packets of the transport is refused where it is set, so that no message
 * that begins later ends the simulation.
 */
class PFabricMtuTest : public TestCase
{
  public:
    PFabricMtuTest();

  private:
    void DoRun() override;
};

PFabricMtuTest::PFabricMtuTest()
    : TestCase("Mtu and SegmentSize of a host that sends")
{
}

void
PFabricMtuTest::DoRun()
{
    PFabricHelper helper;
    const auto hosts = helper.Install(PFabricTopology("leaf-spine[Leaves=1|Spines=1|Hosts=2]"));
    const auto device = hosts.Get(0)->GetDevice(0);
    const auto transport = hosts.Get(0)->GetObject<PFabricL4Protocol>();
    Simulator::Schedule(MicroSeconds(1), [this, device, transport] {
        NS_TEST_EXPECT_MSG_EQ(device->SetMtu(1499), false, "less than 1460 bytes and headers");
        NS_TEST_EXPECT_MSG_EQ(device->SetAttributeFailSafe("Mtu", UintegerValue(1499)),
                              false,
                              "the same");
        NS_TEST_EXPECT_MSG_EQ(device->GetMtu(), 1500, "as before");
        NS_TEST_EXPECT_MSG_EQ(transport->SetAttributeFailSafe("SegmentSize", UintegerValue(1461)),
                              false,
                              "more than the device takes");
        UintegerValue segment;
        transport->GetAttribute("SegmentSize", segment);
        NS_TEST_EXPECT_MSG_EQ(segment.Get(), 1460, "as before");
        transport->SetAttribute("SegmentSize", UintegerValue(460));
        NS_TEST_EXPECT_MSG_EQ(device->SetMtu(499), false, "less than 460 bytes and headers");
        NS_TEST_EXPECT_MSG_EQ(device->SetMtu(500), true, "as much as they are");
    });
    auto sink = CreateObject<PacketSink>();
    sink->SetAttribute("Protocol", StringValue("ns3::PFabricSocketFactory"));
    sink->SetAttribute("Local", AddressValue(InetSocketAddress(Ipv4Address::GetAny(), STOCK_PORT)));
    hosts.Get(1)->AddApplication(sink);
    const auto socket = Socket::CreateSocket(hosts.Get(0), PFabricSocketFactory::GetTypeId());
    socket->Connect(InetSocketAddress(PFabricForwarding::GetAddress(1), STOCK_PORT));
    Simulator::Schedule(MicroSeconds(2), [=] { socket->Send(Create<Packet>(10'000)); });
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(sink->GetTotalRx(), 10'000, "all of it");
    Simulator::Destroy();
}

/**
 * @ingroup pfabric
 * @brief A packet for an address that no host has is dropped by the first switch, and told of.
 */
class PFabricNobodyTest : public TestCase
{
  public:
    PFabricNobodyTest();

  private:
    void DoRun() override;
};

PFabricNobodyTest::PFabricNobodyTest()
    : TestCase("a packet for nobody")
{
}

void
PFabricNobodyTest::DoRun()
{
    PFabricHelper helper;
    const auto hosts = helper.Install(PFabricTopology("leaf-spine[Leaves=1|Spines=1|Hosts=2]"));
    const auto nodes = helper.GetSwitches();
    uint32_t dropped = 0;
    for (auto node = nodes.Begin(); node != nodes.End(); ++node)
    {
        (*node)->GetObject<PFabricLeanIp>()->TraceConnectWithoutContext(
            "Drop",
            Callback<void, Ptr<const Packet>>(
                [&dropped](Ptr<const Packet> packet) { dropped += packet->GetSize(); }));
    }
    const auto packet = Create<Packet>(80);
    Ipv4Header header;
    header.SetSource(PFabricForwarding::GetAddress(0));
    header.SetDestination("10.250.9.9");
    header.SetPayloadSize(80);
    packet->AddHeader(header);
    const auto device = hosts.Get(0)->GetDevice(0);
    device->Send(packet, device->GetBroadcast(), Ipv4L3Protocol::PROT_NUMBER);
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(dropped, 100, "once, with its header");
    Simulator::Destroy();
}

/**
 * @ingroup pfabric
 * @brief Suite of the transport with applications of ns-3.
 */
class PFabricStockTestSuite : public TestSuite
{
  public:
    PFabricStockTestSuite();
};

PFabricStockTestSuite::PFabricStockTestSuite()
    : TestSuite("pfabric-stock", Type::UNIT)
{
    AddTestCase(new PFabricApplicationsTest);
    AddTestCase(new PFabricPiecesTest);
    AddTestCase(new PFabricNoStackTest);
    AddTestCase(new PFabricSocketTest);
    AddTestCase(new PFabricMtuTest);
    AddTestCase(new PFabricNobodyTest);
}

static PFabricStockTestSuite g_pfabricStockTestSuite; //!< registers itself
