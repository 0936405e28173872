/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-transfer-test-path.h"

#include "ns3/faults-port-filter.h"
#include "ns3/inet-socket-address.h"
#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/packet.h"
#include "ns3/path-measurement-abortable-tcp-socket.h"
#include "ns3/path-measurement-transfer-socket.h"
#include "ns3/tcp-header.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/tcp-socket-factory.h"
#include "ns3/test.h"

#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** All tools, none of which takes long without trouble, without a bracket at the end. */
const std::vector<std::string> TOOLS{
    "ns3::ThroughputProbe[Duration=500ms|Streams=3",
    "ns3::BbcpProbe[Size=400000",
    "ns3::BbftpProbe[Size=400000|StartUp=10ms|Streams=2",
    "ns3::GridFtpProbe[Size=400000|StartUp=10ms|Unanswered=2",
};

} // namespace

/**
 * @ingroup path-measurement
 * @brief Whatever goes wrong, each tool gives one result, says what it was, and leaves nothing.
 */
class TransferFaultsTest : public TestCase
{
  public:
    TransferFaultsTest();

  private:
    void DoRun() override;

    using Fault = std::function<void(TransferTestPath&)>; //!< makes a path wrong

    /** @param what for messages @param status of each result @param fault of the path */
    void Check(const std::string& what, MeasurementResult::Status status, const Fault& fault);
};

TransferFaultsTest::TransferFaultsTest()
    : TestCase("one result whatever goes wrong")
{
}

void
TransferFaultsTest::Check(const std::string& what,
                          MeasurementResult::Status status,
                          const Fault& fault)
{
    for (const auto& tool : TOOLS)
    {
        for (const std::string timestamp : {"false", "true"})
        {
            TransferTestPath path(8'000'000, 10);
            // With timestamps the TCP of ns-3 ignores resets.
            Config::SetDefault("ns3::TcpSocketBase::Timestamp", StringValue(timestamp));
            fault(path);
            const std::string text = tool + "|Timeout=5s|ConnectTimeout=3s]";
            path.Start(path.Make(text));
            path.Run(1, Seconds(10));
            NS_TEST_ASSERT_MSG_EQ(path.results.size(), 1, what << ": one result of " << text);
            const auto& result = path.results.front();
            NS_TEST_EXPECT_MSG_EQ(ToText(result.status),
                                  ToText(status),
                                  what << ": " << text << " " << result.note);
            NS_TEST_EXPECT_MSG_LT(result.end - result.begin, Seconds(5.001), "in time");
            NS_TEST_EXPECT_MSG_EQ(path.agent->GetServers(), 0, what << ": no server is left");
        }
    }
}

void
TransferFaultsTest::DoRun()
{
    using Result = MeasurementResult;
    // 100 ms to the start of the probe, 10 ms to connect, 100 ms of login, 20 ms to connect again,
    // at most 80 ms of handshake: after 400 ms they send, and until 620 ms at least.
    const Time measuring = MilliSeconds(400);
    Check("no fault", Result::OK, [](TransferTestPath& path) {});
    Check("crash", Result::SERVER_DIED, [=](TransferTestPath& path) {
        Simulator::Schedule(measuring, &MeasurementAgent::Crash, path.agent);
    });
    Check("hang", Result::TIMED_OUT, [=](TransferTestPath& path) {
        Simulator::Schedule(measuring, &MeasurementAgent::Hang, path.agent);
    });
    Check("blocked", Result::BLOCKED, [](TransferTestPath& path) {
        PortFilter::Of(path.nodes.Get(TransferTestPath::RECEIVER))
            ->Block({6, 5001, true, false, false});
    });
    Check("no agent", Result::BLOCKED, [](TransferTestPath& path) {
        path.agent->SetStartTime(Hours(1));
    });
    Check("no host", Result::UNREACHABLE, [](TransferTestPath& path) {
        path.nodes.Get(TransferTestPath::RECEIVER)->GetObject<Ipv4>()->SetDown(1);
    });
    Check("link down", Result::TIMED_OUT, [=](TransferTestPath& path) {
        Simulator::Schedule(measuring, [&path] {
            path.nodes.Get(TransferTestPath::RECEIVER)->GetObject<Ipv4>()->SetDown(1);
        });
        // The session is not told of the end of its monitor.
        Simulator::Schedule(Seconds(6), &MeasurementAgent::Crash, path.agent);
    });
    {
        // A monitor that is cut off cannot end its session, whose server ends when it is too old.
        TransferTestPath path(8'000'000, 10);
        path.agent->SetAttribute("ServerPorts", UintegerValue(1));
        path.agent->SetAttribute("LongestSession", TimeValue(Minutes(5)));
        const auto filter = PortFilter::Of(path.nodes.Get(TransferTestPath::RECEIVER));
        Simulator::Schedule(measuring, [=] {
            const auto rule = filter->Block(faults::PortRule());
            Simulator::Schedule(Minutes(2), [=] { filter->Unblock(rule); });
        });
        const auto probe = path.Make(TOOLS[0] + "]");
        path.Start(probe);
        Simulator::Schedule(Minutes(4), [&] { path.Start(probe); });
        Simulator::Schedule(Minutes(6), [&] { path.Start(probe); });
        path.Run(3, Seconds(5));
        NS_TEST_ASSERT_MSG_EQ(path.results.size(), 3, "one result each");
        NS_TEST_EXPECT_MSG_EQ(ToText(path.results[0].status), "timeout", "cut off");
        NS_TEST_EXPECT_MSG_EQ(path.results[1].note,
                              "all 1 ports of servers are taken",
                              "too early");
        NS_TEST_EXPECT_MSG_EQ(ToText(path.results[2].status), "ok", path.results[2].note);
        NS_TEST_EXPECT_MSG_EQ(path.agent->GetServers(), 0, "no server is left");
    }
    // TCP gives up before a long time-out: that is no end of the server either.
    auto tools = TOOLS;
    tools.emplace_back("ns3::UdpMonitorProbe[Packets=200");
    for (const auto& tool : tools)
    {
        TransferTestPath path(8'000'000, 10);
        Simulator::Schedule(measuring, [&path] {
            path.nodes.Get(TransferTestPath::RECEIVER)->GetObject<Ipv4>()->SetDown(1);
        });
        const auto result = path.Measure(tool + "|Timeout=1h]");
        NS_TEST_EXPECT_MSG_EQ(ToText(result.status), "timeout", tool << " " << result.note);
        NS_TEST_EXPECT_MSG_EQ(result.note, "the remote host did not answer any more", tool);
        // Least time-outs of 0.2, 0.4 .. 12.8 s.
        NS_TEST_EXPECT_MSG_EQ_TOL((result.end - result.begin).GetSeconds(), 25.4, 1, tool);
    }
}

/**
 * @ingroup path-measurement
 * @brief Streams that are refused, that end one by one, and that are slow to start.
 */
class TransferStreamsTest : public TestCase
{
  public:
    TransferStreamsTest();

  private:
    void DoRun() override;
};

TransferStreamsTest::TransferStreamsTest()
    : TestCase("streams that end or do not begin")
{
}

void
TransferStreamsTest::DoRun()
{
    const std::string text = "ns3::ThroughputProbe[Duration=1s|Streams=3|ConnectTimeout=8s]";
    {
        // The first SYN of each stream is dropped, and ns-3 sends the next one after 3 s.
        TransferTestPath path(8'000'000, 10);
        const auto filter = PortFilter::Of(path.nodes.Get(TransferTestPath::RECEIVER));
        const auto rule = filter->Block({6, 5001, true, false, false});
        Simulator::Schedule(Seconds(1), [=] { filter->Unblock(rule); });
        const auto result = path.Measure(text);
        NS_TEST_EXPECT_MSG_EQ(ToText(result.status), "ok", result.note);
        NS_TEST_EXPECT_MSG_GT(result.end - result.begin, Seconds(4.1), "slow to start");
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("throughput"),
                                  path.GetMost(),
                                  0.05 * path.GetMost(),
                                  "the time before does not count");
    }
    {
        TransferTestPath path(8'000'000, 10);
        const auto filter = PortFilter::Of(path.nodes.Get(TransferTestPath::RECEIVER));
        filter->Block({6, 5001, true, false, false});
        const auto result = path.Measure(text);
        NS_TEST_EXPECT_MSG_EQ(ToText(result.status), "blocked", result.note);
        NS_TEST_EXPECT_MSG_EQ(result.note, "3 of 3 streams were not accepted", "the reason");
    }
    // The link fails before the first data come, and is back when the server is asked, but not yet
    // when data are sent again.
    for (const std::string tool : {"ns3::ThroughputProbe[Duration=3s|Streams=1]",
                                   "ns3::WindowSearchProbe[Windows=65536|Streams=1]"})
    {
        TransferTestPath path(8'000'000, 160);
        // 100 ms to the start, 160 to connect, 260 to log in, 160 to connect: data come at 760 ms.
        const auto filter = PortFilter::Of(path.nodes.Get(TransferTestPath::RECEIVER));
        Simulator::Schedule(MilliSeconds(700), [=] {
            const auto rule = filter->Block(faults::PortRule());
            Simulator::Schedule(Seconds(3.5), [=] { filter->Unblock(rule); });
        });
        const auto result = path.Measure(tool);
        NS_TEST_EXPECT_MSG_EQ(ToText(result.status), "blocked", tool << ": " << result.note);
        NS_TEST_EXPECT_MSG_NE(result.note.find("no data came to the server"),
                              std::string::npos,
                              result.note);
        NS_TEST_EXPECT_MSG_GT(result.bytes, 0, "some was sent");
    }
    // A socket by itself: refused where nobody listens, and reset when the other side ends.
    for (const bool timestamp : {false, true})
    {
        TransferTestPath path(8'000'000, 10);
        Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(timestamp));
        const auto listener =
            TransferSocket::Create(path.nodes.Get(TransferTestPath::RECEIVER), 65'536);
        listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 7));
        listener->Listen();
        std::vector<Time> resets;
        std::vector<Ptr<TransferSocket>> sockets;
        for (const uint16_t port : {6, 7})
        {
            const auto socket =
                TransferSocket::Create(path.nodes.Get(TransferTestPath::SENDER), 65'536);
            socket->SetResetCallback(
                Callback<void>([&resets] { resets.push_back(Simulator::Now()); }));
            socket->Bind();
            socket->Connect(InetSocketAddress(path.remote, port));
            sockets.push_back(socket);
        }
        Ptr<Socket> accepted;
        listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>(
                [&accepted](Ptr<Socket> socket, const Address&) { accepted = socket; }));
        Simulator::Schedule(Seconds(1), [&] {
            listener->Abort(); // who listens ignores segments of connections that are not there
            DynamicCast<TransferSocket>(accepted)->Abort();
            sockets[1]->Write(Create<Packet>(100));
        });
        Simulator::Stop(Seconds(2));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(resets.size(), 2, "both, once each");
        NS_TEST_EXPECT_MSG_EQ_TOL(resets[0].GetSeconds(), 0.01, 1e-3, "after a round trip");
        NS_TEST_EXPECT_MSG_EQ_TOL(resets[1].GetSeconds(), 1.01, 1e-3, "after a round trip");
        for (const auto& socket : sockets)
        {
            socket->Abort();
        }
    }
}

/**
 * @ingroup path-measurement
 * @brief A probe that is cancelled or disposed of sends nothing any more, and wrong values are
 * refused where they are given.
 */
class TransferCancelTest : public TestCase
{
  public:
    TransferCancelTest();

  private:
    void DoRun() override;

    /** @param packet with its header of IP @param ipv4 of the sender @param interface it leaves by
     */
    void Receive(Ptr<const Packet> packet, Ptr<Ipv4> ipv4, uint32_t interface);
    /** @param what for messages @param use what should throw */
    void Refuse(const std::string& what, const std::function<void()>& use);

    uint32_t m_packets{0}; //!< of more than 1,000 bytes that the sender has sent
};

TransferCancelTest::TransferCancelTest()
    : TestCase("cancelled and refused")
{
}

void
TransferCancelTest::Receive(Ptr<const Packet> packet, Ptr<Ipv4> ipv4, uint32_t interface)
{
    m_packets += packet->GetSize() > 1000;
}

void
TransferCancelTest::Refuse(const std::string& what, const std::function<void()>& use)
{
    bool refused = false;
    try
    {
        use();
    }
    catch (const std::invalid_argument&)
    {
        refused = true;
    }
    NS_TEST_EXPECT_MSG_EQ(refused, true, what);
}

void
TransferCancelTest::DoRun()
{
    for (const auto& tool : TOOLS)
    {
        TransferTestPath path(8'000'000, 10);
        const auto sender = path.nodes.Get(TransferTestPath::SENDER);
        sender->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
            "Tx",
            MakeCallback(&TransferCancelTest::Receive, this));
        const auto probe = path.Make(tool + "]");
        path.Start(probe);
        const Time sending = MilliSeconds(450);
        Simulator::Schedule(sending, [&] {
            NS_TEST_EXPECT_MSG_GT(m_packets, 0, "some was sent by " << tool);
            m_packets = 0;
            probe->Cancel(MeasurementResult::SELF_LIMITED, "enough");
        });
        path.Run(1, Seconds(5));
        NS_TEST_ASSERT_MSG_EQ(path.results.size(), 1, "one result of " << tool);
        NS_TEST_EXPECT_MSG_EQ(path.results[0].note, "enough", tool);
        NS_TEST_EXPECT_MSG_GT(path.results[0].bytes, 0, "some was sent by " << tool);
        NS_TEST_EXPECT_MSG_EQ(m_packets, 0, "nothing more by " << tool);
        NS_TEST_EXPECT_MSG_EQ(path.agent->GetServers(), 0, "no server is left of " << tool);
        // The same probe again, and it is disposed of while it sends.
        path.Start(probe);
        Simulator::Schedule(sending, [&] {
            NS_TEST_EXPECT_MSG_GT(m_packets, 0, "some was sent by " << tool);
            m_packets = 0;
            probe->Dispose();
        });
        Simulator::Stop(Seconds(5));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_packets, 0, "nothing more by " << tool);
    }
    {
        // What a measurement does not send is not counted because the one before has sent it.
        TransferTestPath path(8'000'000, 10);
        const auto probe = path.Make(TOOLS[0] + "|ConnectTimeout=1s]");
        path.Start(probe);
        path.Run();
        NS_TEST_EXPECT_MSG_GT(path.results.at(0).bytes, 0, "sent");
        PortFilter::Of(path.nodes.Get(TransferTestPath::RECEIVER))
            ->Block({6, 22, true, false, false});
        path.Start(probe);
        path.Run();
        NS_TEST_EXPECT_MSG_EQ(ToText(path.results.at(0).status), "unreachable", "blocked");
        NS_TEST_EXPECT_MSG_EQ(path.results.at(0).bytes, 0, "nothing sent");
    }
    TransferTestPath path(8'000'000, 10);
    for (const std::string probe : {"ns3::ThroughputProbe[Window=0]",
                                    "ns3::ThroughputProbe[Streams=0]",
                                    "ns3::ThroughputProbe[Duration=0s]",
                                    "ns3::ThroughputProbe[Dscp=64]",
                                    "ns3::BbcpProbe[Size=0]",
                                    "ns3::BbcpProbe[Source=Tape]",
                                    "ns3::BbcpProbe[CompressionRatio=0.5]",
                                    "ns3::BbcpProbe[BlockSize=100]",
                                    "ns3::CopyProbe"})
    {
        Refuse(probe, [&] { burst::CreateFromText<MeasurementProbe>(probe); });
    }
    const auto probe = path.Make("ns3::BbcpProbe[Size=1000|Offset=1000]");
    Refuse("Offset", [&] { probe->GetExpectedBytes(1e6); });
    Refuse("Offset", [&] { probe->GetExpectedDuration(1e6, MilliSeconds(10)); });
}

/**
 * @ingroup path-measurement
 * @brief A stream that breaks leaves the others alone; without any the test ends.
 */
class BrokenStreamTest : public TestCase
{
  public:
    BrokenStreamTest();

  private:
    void DoRun() override;
};

BrokenStreamTest::BrokenStreamTest()
    : TestCase("streams that break")
{
}

void
BrokenStreamTest::DoRun()
{
    for (const uint32_t broken : {1, 2})
    {
        TransferTestPath path(1'000'000, 10);
        const auto sender = path.nodes.Get(TransferTestPath::SENDER);
        std::set<uint16_t> ports; // of streams
        sender->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
            "SendOutgoing",
            Callback<void, const Ipv4Header&, Ptr<const Packet>, uint32_t>(
                [&ports](const Ipv4Header&, Ptr<const Packet> packet, uint32_t) {
                    TcpHeader header;
                    packet->PeekHeader(header);
                    if (header.GetDestinationPort() == 5001)
                    {
                        ports.insert(header.GetSourcePort());
                    }
                }));
        Simulator::Schedule(Seconds(5), [&] {
            NS_TEST_ASSERT_MSG_EQ(ports.size(), 2, "streams");
            auto port = ports.begin();
            for (uint32_t i = 0; i < broken; ++i)
            {
                // It hears nothing any more. After time-outs of 0.2, 0.4 .. 12.8 s TCP gives up.
                PortFilter::Of(sender)->Block({6, *port++, true, false, false});
            }
        });
        const auto result =
            path.Measure("ns3::ThroughputProbe[Duration=60s|Streams=2|Window=14600|Timeout=2min]");
        if (broken == 2)
        {
            NS_TEST_EXPECT_MSG_EQ(ToText(result.status), "timeout", "nobody answered");
            NS_TEST_EXPECT_MSG_LT(result.end, Seconds(55), "before Duration is over");
            continue;
        }
        NS_TEST_EXPECT_MSG_EQ(ToText(result.status), "ok", result.note);
        const std::string end = "; 1 of 2 streams broke";
        NS_TEST_EXPECT_MSG_EQ(result.note.find(end), result.note.size() - end.size(), result.note);
        // The other one has the link for itself.
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("throughput"),
                                  path.GetMost(),
                                  0.03 * path.GetMost(),
                                  "of both");
        NS_TEST_EXPECT_MSG_LT(result.Get("stream_least"), 0.1 * path.GetMost(), "of the first 5 s");
        NS_TEST_EXPECT_MSG_GT(result.Get("stream_most"), 0.9 * path.GetMost(), "of 55 s more");
    }
}

/**
 * @ingroup path-measurement
 * @brief A receiver that reads nothing for a time: its window closes with the last byte, so that
 * the sender probes it and has nothing left to probe with.
 */
class ClosedWindowTest : public TestCase
{
  public:
    ClosedWindowTest();

  private:
    void DoRun() override;
};

ClosedWindowTest::ClosedWindowTest()
    : TestCase("a window that closes with the last byte")
{
}

void
ClosedWindowTest::DoRun()
{
    static constexpr uint32_t BYTES = 14'600;
    TransferTestPath path(8'000'000, 10);
    const auto receiver = path.nodes.Get(TransferTestPath::RECEIVER);
    const auto listener = Socket::CreateSocket(receiver, TcpSocketFactory::GetTypeId());
    listener->SetAttribute("RcvBufSize", UintegerValue(BYTES));
    listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
    listener->Listen();
    Ptr<Socket> accepted;
    listener->SetAcceptCallback(
        MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
        Callback<void, Ptr<Socket>, const Address&>(
            [&accepted](Ptr<Socket> socket, const Address&) { accepted = socket; }));
    const auto sender = AbortableTcpSocket::Create(path.nodes.Get(TransferTestPath::SENDER));
    sender->SetConnectCallback(Callback<void, Ptr<Socket>>(
                                   [](Ptr<Socket> socket) { socket->Send(Create<Packet>(BYTES)); }),
                               MakeNullCallback<void, Ptr<Socket>>());
    sender->Connect(InetSocketAddress(path.remote, 9));
    uint32_t read = 0;
    Simulator::Schedule(Minutes(2), [&accepted, &read]() {
        // At the end of the stream a packet without bytes comes.
        for (auto packet = accepted->Recv(); packet && packet->GetSize(); packet = accepted->Recv())
        {
            read += packet->GetSize();
        }
        accepted->Close();
    });
    Simulator::Schedule(Minutes(1), [&sender]() { sender->Close(); });
    Simulator::Stop(Minutes(8));
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(read, BYTES, "all came");
    NS_TEST_EXPECT_MSG_EQ(sender->IsOver(), true, "and the connection ended");
    accepted = nullptr;
}

/**
 * @ingroup path-measurement
 * @brief A reset that comes when its connection is gone reaches the listening socket, which takes
 * the next connection all the same.
 */
class LateResetTest : public TestCase
{
  public:
    LateResetTest();

  private:
    void DoRun() override;
};

LateResetTest::LateResetTest()
    : TestCase("a reset for a listening socket")
{
}

void
LateResetTest::DoRun()
{
    TransferTestPath path(8'000'000, 10);
    const auto node = path.nodes.Get(TransferTestPath::SENDER);
    const auto listener = AbortableTcpSocket::Create(path.nodes.Get(TransferTestPath::RECEIVER));
    listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), 9));
    listener->Listen();
    uint32_t accepted = 0;
    listener->SetAcceptCallback(MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
                                Callback<void, Ptr<Socket>, const Address&>(
                                    [&accepted](Ptr<Socket>, const Address&) { ++accepted; }));
    Simulator::Schedule(Seconds(1), [&path, node] {
        TcpHeader header;
        header.SetFlags(TcpHeader::RST);
        header.SetSourcePort(50'000);
        header.SetDestinationPort(9);
        node->GetObject<TcpL4Protocol>()->SendPacket(
            Create<Packet>(),
            header,
            node->GetObject<Ipv4>()->GetAddress(1, 0).GetLocal(),
            path.remote);
    });
    const auto sender = AbortableTcpSocket::Create(node);
    Simulator::Schedule(Seconds(2),
                        [&path, sender] { sender->Connect(InetSocketAddress(path.remote, 9)); });
    Simulator::Stop(Seconds(3));
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(accepted, 1, "connections");
}

/**
 * @ingroup path-measurement
 * @brief Suite of what goes wrong with the tools that send over TCP.
 */
class TransferFaultsTestSuite : public TestSuite
{
  public:
    TransferFaultsTestSuite();
};

TransferFaultsTestSuite::TransferFaultsTestSuite()
    : TestSuite("path-measurement-transfer-faults", Type::UNIT)
{
    AddTestCase(new TransferFaultsTest);
    AddTestCase(new TransferStreamsTest);
    AddTestCase(new TransferCancelTest);
    AddTestCase(new BrokenStreamTest);
    AddTestCase(new ClosedWindowTest);
    AddTestCase(new LateResetTest);
}

static TransferFaultsTestSuite g_transferFaultsTestSuite; //!< registers itself
