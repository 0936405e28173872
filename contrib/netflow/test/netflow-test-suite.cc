/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../burst-core/test/burst-core-late-attributes.h"
#include "../../burst-core/test/burst-core-test-chain.h"
#include "../../burst-core/test/burst-core-test-echo.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/config.h"
#include "ns3/netflow-exporter.h"
#include "ns3/netflow-stitcher.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/string.h"
#include "ns3/tcp-header.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** An exporter and what it told. */
class Told
{
  public:
    /** @param node where @param attributes of the exporter */
    Told(Ptr<Node> node, const std::vector<std::pair<std::string, std::string>>& attributes = {})
        : exporter(CreateObject<NetflowExporter>())
    {
        for (const auto& [name, value] : attributes)
        {
            exporter->SetAttribute(name, StringValue(value));
        }
        exporter->AssignStreams(9);
        exporter->TraceConnectWithoutContext("Record", MakeCallback(&Told::Take, this));
        exporter->Install(node);
    }

    Ptr<NetflowExporter> exporter;      //!< of a node
    std::vector<NetflowRecord> records; //!< told

  private:
    /** @param record told */
    void Take(const NetflowRecord& record)
    {
        records.push_back(record);
    }
};

/** Counts what a node forwards. */
struct Forwarded
{
    uint64_t packets{0}; //!< of IPv4
    uint64_t bytes{0};   //!< of IPv4

    /** As Ipv4L3Protocol::SentTracedCallback. */
    void Receive(const Ipv4Header& header, Ptr<const Packet> packet, uint32_t)
    {
        ++packets;
        bytes += packet->GetSize() + header.GetSerializedSize();
    }
};

/** Throw away what comes. @param socket that has it */
void
Discard(Ptr<Socket> socket)
{
    while (socket->Recv())
    {
    }
}

} // namespace

/**
 * @ingroup netflow
 * @brief Datagrams: key, times, sizes, time-outs, sampling and packets of the node itself.
 */
class NetflowDatagramTest : public TestCase
{
  public:
    NetflowDatagramTest();

  private:
    void DoRun() override;
};

NetflowDatagramTest::NetflowDatagramTest()
    : TestCase("records of datagrams")
{
}

void
NetflowDatagramTest::DoRun()
{
    // 10 Mbit/s and 1 ms: 972 bytes of payload are 1,002 on the link with IP, UDP and PPP, and take
    // 801.6 us.
    burst::TestChain chain(4, "10Mbps", MilliSeconds(1));
    Told router(chain.nodes.Get(1));
    Told sampled(chain.nodes.Get(2), {{"Sampling", "10"}});
    Told host(chain.nodes.Get(0), {{"Local", "1"}});
    Told sink(chain.nodes.Get(3),
              {{"Local", "1"}, {"Sampling", "10"}, {"RandomSampling", "1"}, {"MaxEntries", "1"}});
    const auto listener = chain.Listen(77, MakeCallback(&Discard));
    const auto socket = chain.Connect(0, 77);
    socket->SetIpTos(0x20);
    for (int i = 0; i < 100; ++i)
    {
        chain.SendAt(Seconds(1) + MilliSeconds(10 * i), socket, 972);
    }
    chain.SendAt(Seconds(20), socket, 972); // 18.01 s after the 100th packet
    Simulator::Stop(Seconds(30));
    Simulator::Run();
    for (const auto& told : {&router, &sampled, &host, &sink})
    {
        told->exporter->Flush();
    }

    NS_TEST_ASSERT_MSG_EQ(router.records.size(), 2, "before and after the pause");
    const auto& first = router.records[0];
    Address local;
    socket->GetSockName(local);
    NS_TEST_EXPECT_MSG_EQ(first.key.source, chain.addresses[0].GetAddress(0).Get(), "source");
    NS_TEST_EXPECT_MSG_EQ(first.key.destination, chain.GetLast().Get(), "destination");
    NS_TEST_EXPECT_MSG_EQ(first.key.sourcePort,
                          InetSocketAddress::ConvertFrom(local).GetPort(),
                          "source port");
    NS_TEST_EXPECT_MSG_EQ(first.key.destinationPort, 77, "destination port");
    NS_TEST_EXPECT_MSG_EQ(+first.key.protocol, 17, "UDP");
    NS_TEST_EXPECT_MSG_EQ(+first.key.dscp, 8, "0x20 is QBSS");
    NS_TEST_EXPECT_MSG_EQ(first.key.input, 1, "the interface after that of the loopback device");
    NS_TEST_EXPECT_MSG_EQ(first.packets, 100, "packets");
    NS_TEST_EXPECT_MSG_EQ(first.bytes, 100'000, "1,000 bytes of IP each");
    NS_TEST_EXPECT_MSG_EQ(first.first, 1'001'801'600, "a link later");
    NS_TEST_EXPECT_MSG_EQ(first.last, 1'991'801'600, "99 gaps of 10 ms later");
    NS_TEST_EXPECT_MSG_EQ(first.expired, 16'991'801'600, "15 s later");
    NS_TEST_EXPECT_MSG_EQ(first.GetReason(), std::string("inactive"), "reason");
    NS_TEST_EXPECT_MSG_EQ(router.records[1].packets, 1, "the last packet");
    NS_TEST_EXPECT_MSG_EQ(router.records[1].GetReason(), std::string("flushed"), "reason");
    NS_TEST_EXPECT_MSG_EQ(router.exporter->GetPackets(), 101, "heard");
    NS_TEST_EXPECT_MSG_EQ(router.exporter->GetBytes(), 101'000, "bytes");
    NS_TEST_EXPECT_MSG_EQ(router.exporter->GetRecords(), 2, "told");

    NS_TEST_ASSERT_MSG_EQ(sampled.records.size(), 1, "the 101st packet is not the last of ten");
    NS_TEST_EXPECT_MSG_EQ(sampled.records[0].packets, 10, "one of ten");
    NS_TEST_EXPECT_MSG_EQ(sampled.exporter->GetPackets(), 101, "heard");
    NS_TEST_EXPECT_MSG_EQ(sampled.exporter->GetSampled(), 10, "counted");

    NS_TEST_ASSERT_MSG_EQ(host.records.size(), 2, "of its own packets");
    NS_TEST_EXPECT_MSG_EQ(host.records[0].key.input, 0, "no packet came in");
    NS_TEST_EXPECT_MSG_EQ(host.records[0].packets, 100, "packets");
    NS_TEST_EXPECT_MSG_EQ(host.records[0].first, 1'000'000'000, "when it is sent");

    NS_TEST_EXPECT_MSG_EQ(sink.exporter->GetPackets(), 101, "packets for itself");
    NS_TEST_EXPECT_MSG_EQ((sink.exporter->GetSampled() - 10 <= 1),
                          true,
                          "one of each ten, at random");
    NS_TEST_EXPECT_MSG_EQ(sink.records[0].key.input, 1, "by which they come in");
    Simulator::Destroy();
}

/**
 * @ingroup netflow
 * @brief Parallel streams of TCP: nothing is lost in the records, and the stitched transfer is what
 * the receiver measured.
 */
class NetflowStreamsTest : public TestCase
{
  public:
    NetflowStreamsTest();

  private:
    void DoRun() override;
};

NetflowStreamsTest::NetflowStreamsTest()
    : TestCase("records of TCP against the receiver")
{
}

void
NetflowStreamsTest::DoRun()
{
    constexpr uint32_t STREAMS = 4;
    constexpr uint64_t BYTES = 2'896'000; // 2,000 segments of 1,448
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    // Four windows fill the link (75 KB in a round trip) and not its queue: nothing is sent again.
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(32'768));
    burst::TestChain chain(4, "50Mbps", MilliSeconds(2));
    Told border(chain.nodes.Get(1));
    Told small(chain.nodes.Get(2), {{"MaxEntries", "3"}});
    Forwarded forwarded;
    chain.nodes.Get(1)->GetObject<Ipv4>()->TraceConnectWithoutContext(
        "UnicastForward",
        MakeCallback(&Forwarded::Receive, &forwarded));
    const InetSocketAddress remote(chain.GetLast(), 5001);
    auto sinks = PacketSinkHelper("ns3::TcpSocketFactory", remote).Install(chain.nodes.Get(3));
    BulkSendHelper sender("ns3::TcpSocketFactory", remote);
    sender.SetAttribute("MaxBytes", UintegerValue(BYTES));
    for (uint32_t i = 0; i < STREAMS; ++i)
    {
        sender.Install(chain.nodes.Get(0)).Start(Seconds(1) + MilliSeconds(i));
    }
    Simulator::Stop(Seconds(60));
    Simulator::Run();
    border.exporter->Flush();
    small.exporter->Flush();
    const uint64_t received = DynamicCast<PacketSink>(sinks.Get(0))->GetTotalRx();
    NS_TEST_ASSERT_MSG_EQ(received, STREAMS * BYTES, "the receiver has all");

    uint64_t packets = 0;
    uint64_t bytes = 0;
    uint32_t finished = 0;
    NetflowStitcher stitcher({});
    for (const auto& record : border.records)
    {
        packets += record.packets;
        bytes += record.bytes;
        const bool data = record.key.destinationPort == 5001;
        NS_TEST_EXPECT_MSG_EQ(record.key.input, (data ? 1 : 2), "data come by the first interface");
        if (record.reason == NetflowRecord::FINISHED && data)
        {
            ++finished;
            NS_TEST_EXPECT_MSG_EQ(
                (record.flags & (TcpHeader::SYN | TcpHeader::FIN | TcpHeader::ACK)),
                (TcpHeader::SYN | TcpHeader::FIN | TcpHeader::ACK),
                "all that a connection begins and ends with");
        }
        if (data)
        {
            stitcher.Add(record);
        }
    }
    NS_TEST_EXPECT_MSG_EQ(packets, forwarded.packets, "packets of all records");
    NS_TEST_EXPECT_MSG_EQ(bytes, forwarded.bytes, "bytes of all records");
    NS_TEST_EXPECT_MSG_EQ(finished, STREAMS, "each stream ends with FIN");

    const auto transfers = stitcher.GetTransfers();
    NS_TEST_ASSERT_MSG_EQ(transfers.size(), 1, "one transfer");
    NS_TEST_EXPECT_MSG_EQ(transfers[0].streams, STREAMS, "streams");
    NS_TEST_EXPECT_MSG_EQ(transfers[0].IsBig(), true, "11.6 MB are more than 10");
    // All but the packets that open and close connections are segments of 1,448 bytes with 52 of
    // headers: the rate of the link less that of its own header of 2 bytes
    // is an upper limit, and the receiver's rate less 2 % for the start of TCP a lower one.
    const double rate = transfers[0].GetRate();
    NS_TEST_EXPECT_MSG_LT(rate, 50e6 * 1500 / 1502, "not faster than the link");
    const double duration = static_cast<double>(transfers[0].last - transfers[0].first) / 1e9;
    const double goodput = static_cast<double>(received) * 8 / duration;
    NS_TEST_EXPECT_MSG_EQ_TOL(rate / goodput,
                              1500.0 / 1448,
                              0.01,
                              "passive over active, headers in");
    NS_TEST_EXPECT_MSG_GT(small.exporter->GetForced(), 0, "eight flows and three entries");
    NS_TEST_EXPECT_MSG_EQ(small.exporter->GetPackets(), packets, "the next router hears the same");
    Simulator::Destroy();
    Config::Reset();
}

/**
 * @ingroup netflow
 * @brief The time-outs of the exporter, to the nanosecond, and Flush in the middle of a flow.
 */
class NetflowTimeoutsTest : public TestCase
{
  public:
    NetflowTimeoutsTest();

  private:
    void DoRun() override;

    /** @param attributes of the exporter @param flush when it is flushed in between, 0: never
     * @return records of 100 datagrams 10 ms apart, of which the first is heard at FIRST */
    static std::vector<NetflowRecord> Run(
        const std::vector<std::pair<std::string, std::string>>& attributes,
        Time flush = Time(0));

    static constexpr int64_t MS = 1'000'000; //!< in ns
    /// 100 + 28 + 2 bytes take 0.104 ms on a link of 10 Mbit/s and 1 ms.
    static constexpr int64_t FIRST = 1000 * MS + MS + 104'000;
};

NetflowTimeoutsTest::NetflowTimeoutsTest()
    : TestCase("time-outs")
{
}

std::vector<NetflowRecord>
NetflowTimeoutsTest::Run(const std::vector<std::pair<std::string, std::string>>& attributes,
                         Time flush)
{
    burst::TestChain chain(3, "10Mbps", MilliSeconds(1));
    Told told(chain.nodes.Get(1), attributes);
    const auto listener = chain.Listen(77, MakeCallback(&Discard));
    const auto socket = chain.Connect(0, 77);
    for (int i = 0; i < 100; ++i)
    {
        chain.SendAt(Seconds(1) + MilliSeconds(10 * i), socket, 100);
    }
    if (!flush.IsZero())
    {
        Simulator::Schedule(flush, &NetflowExporter::Flush, told.exporter);
    }
    Simulator::Stop(Seconds(3));
    Simulator::Run();
    told.exporter->Flush();
    Simulator::Destroy();
    return told.records;
}

void
NetflowTimeoutsTest::DoRun()
{
    const auto active = Run({{"ActiveTimeout", "200ms"}});
    NS_TEST_ASSERT_MSG_EQ(active.size(), 5, "of 20 datagrams each");
    for (int64_t i = 0; i < 5; ++i)
    {
        NS_TEST_EXPECT_MSG_EQ(active.at(i).packets, 20, "the next one comes when the first is old");
        NS_TEST_EXPECT_MSG_EQ(active.at(i).first, FIRST + i * 200 * MS, i);
        NS_TEST_EXPECT_MSG_EQ(active.at(i).expired, FIRST + (i + 1) * 200 * MS, i);
        NS_TEST_EXPECT_MSG_EQ(active.at(i).GetReason(), std::string("active"), i);
    }
    const auto idle = Run({{"InactiveTimeout", "10ms"}});
    NS_TEST_ASSERT_MSG_EQ(idle.size(), 100, "of one datagram each");
    for (int64_t i = 0; i < 100; ++i)
    {
        NS_TEST_EXPECT_MSG_EQ(idle.at(i).expired, FIRST + (i + 1) * 10 * MS, i);
        NS_TEST_EXPECT_MSG_EQ(idle.at(i).GetReason(), std::string("inactive"), i);
    }
    NS_TEST_EXPECT_MSG_EQ(Run({{"InactiveTimeout", "10000001ns"}}).size(), 1, "1 ns more");
    const auto flushed = Run({}, MilliSeconds(1500));
    NS_TEST_ASSERT_MSG_EQ(flushed.size(), 2, "before and after Flush");
    NS_TEST_EXPECT_MSG_EQ(flushed.at(0).packets, 50, "the 50th is heard at 1,491.1 ms");
    NS_TEST_EXPECT_MSG_EQ(flushed.at(0).expired, 1500 * MS, "Flush");
    NS_TEST_EXPECT_MSG_EQ(flushed.at(0).GetReason(), std::string("flushed"), "Flush");
    NS_TEST_EXPECT_MSG_EQ(flushed.at(1).packets, 50, "a record of its own");
}

/**
 * @ingroup netflow
 * @brief Keys of what has no ports: ICMP has its type and code, later fragments have nothing.
 */
class NetflowPortsTest : public TestCase
{
  public:
    NetflowPortsTest();

  private:
    void DoRun() override;
};

NetflowPortsTest::NetflowPortsTest()
    : TestCase("ports of ICMP and of fragments")
{
}

void
NetflowPortsTest::DoRun()
{
    burst::TestChain chain(4, "10Mbps", MilliSeconds(1));
    Told told(chain.nodes.Get(1));
    burst::TestEcho echo(chain.nodes.Get(0), chain.GetLast());
    echo.SendAt(Seconds(1));
    echo.SendAt(Seconds(1.1));
    for (const uint8_t ttl : {1, 2, 64})
    {
        const auto closed = chain.Connect(0, 33434 + ttl);
        closed->SetIpTtl(ttl);
        chain.SendAt(Seconds(1), closed, 32);
    }
    // 3,008 bytes with UDP are 1,480, 1,480 and 48 in packets of IP, which begin as if with ports.
    const auto listener = chain.Listen(77, MakeCallback(&Discard));
    const auto socket = chain.Connect(0, 77);
    chain.SendWordsAt(Seconds(2), socket, 3000, 77);
    Simulator::Stop(Seconds(9));
    Simulator::Run();
    told.exporter->Flush();
    // By protocol and ports: packets and bytes.
    std::map<std::tuple<int, int, int>, std::pair<uint64_t, uint64_t>> found;
    Address local;
    socket->GetSockName(local);
    const int port = InetSocketAddress::ConvertFrom(local).GetPort();
    for (const auto& record : told.records)
    {
        const auto& key = record.key;
        if (key.protocol == 1 || key.destinationPort == 77 || key.destinationPort == 0)
        {
            auto& [packets, bytes] = found[{key.protocol, key.sourcePort, key.destinationPort}];
            packets += record.packets;
            bytes += record.bytes;
        }
    }
    const decltype(found) expected{
        {{1, 0, 0}, {2, 256}},           // echo replies
        {{1, 0, 8 << 8}, {2, 256}},      // echo requests
        {{1, 0, 11 << 8}, {1, 56}},      // time exceeded, of the second router
        {{1, 0, (3 << 8) + 3}, {1, 56}}, // port unreachable, of the host
        {{17, port, 77}, {1, 1500}},     // the first fragment
        {{17, 0, 0}, {2, 1500 + 68}},    // the others
    };
    NS_TEST_EXPECT_MSG_EQ(found.size(), expected.size(), "flows");
    NS_TEST_EXPECT_MSG_EQ((found == expected), true, "ports, packets and bytes");
    Simulator::Destroy();
}

/**
 * @ingroup netflow
 * @brief Wrong use is refused.
 */
class NetflowRefusalTest : public TestCase
{
  public:
    NetflowRefusalTest();

  private:
    void DoRun() override;
};

NetflowRefusalTest::NetflowRefusalTest()
    : TestCase("refusals")
{
}

void
NetflowRefusalTest::DoRun()
{
    const auto refuses = [](Ptr<NetflowExporter> exporter, Ptr<Node> node) {
        try
        {
            exporter->Install(node);
        }
        catch (const std::invalid_argument&)
        {
            return true;
        }
        return false;
    };
    const auto bare = CreateObject<Node>();
    const auto node = CreateObject<Node>();
    InternetStackHelper().Install(node);
    const auto exporter = CreateObject<NetflowExporter>();
    NS_TEST_EXPECT_MSG_EQ(refuses(exporter, bare), true, "no IPv4");
    NS_TEST_EXPECT_MSG_EQ(refuses(exporter, node), false, "right");
    NS_TEST_EXPECT_MSG_EQ(refuses(exporter, node), true, "twice");
    NS_TEST_EXPECT_MSG_EQ(refuses(CreateObject<NetflowExporter>(), node), true, "two of them");
    NS_TEST_EXPECT_MSG_EQ(burst::FindOpen(CreateObject<NetflowExporter>()).size(),
                          6,
                          "attributes that may change before Install");
    NS_TEST_EXPECT_MSG_EQ(burst::Join(burst::FindOpen(exporter)), "", "and after");
    Simulator::Destroy();
}

/**
 * @ingroup netflow
 * @brief Flow records of a router.
 */
class NetflowTestSuite : public TestSuite
{
  public:
    NetflowTestSuite();
};

NetflowTestSuite::NetflowTestSuite()
    : TestSuite("netflow", Type::UNIT)
{
    AddTestCase(new NetflowDatagramTest);
    AddTestCase(new NetflowStreamsTest);
    AddTestCase(new NetflowTimeoutsTest);
    AddTestCase(new NetflowPortsTest);
    AddTestCase(new NetflowRefusalTest);
}

/// registers the suite
static NetflowTestSuite g_netflowTestSuite;
