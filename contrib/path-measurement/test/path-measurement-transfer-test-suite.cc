/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-transfer-test-path.h"

#include "ns3/ipv4-header.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/packet.h"
#include "ns3/path-measurement-transfer-cause.h"
#include "ns3/test.h"

#include <cmath>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::measurement;

namespace
{

constexpr uint32_t SENDER = TransferTestPath::SENDER;
constexpr uint32_t RECEIVER = TransferTestPath::RECEIVER;

} // namespace

/**
 * @ingroup path-measurement
 * @brief A window limits streams to window over round trip, each of them, and together.
 */
class TransferWindowTest : public TestCase
{
  public:
    TransferWindowTest();

  private:
    void DoRun() override;
};

TransferWindowTest::TransferWindowTest()
    : TestCase("a window for each round trip")
{
}

void
TransferWindowTest::DoRun()
{
    for (const uint32_t streams : {1, 3})
    {
        TransferTestPath path(20'000'000, 40);
        const auto result = path.Measure("ns3::ThroughputProbe[Duration=4s|Omit=1s|Interval=500ms|"
                                         "Window=29200|Streams=" +
                                         std::to_string(streams) + "]");
        NS_TEST_ASSERT_MSG_EQ(ToText(result.status), "ok", result.note);
        const double expected = streams * 8 * 29'200 / path.GetRoundTrip(2);
        const double throughput = result.Get("throughput");
        NS_TEST_EXPECT_MSG_EQ_TOL(throughput, expected, 0.01 * expected, "bit/s");
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("stream_least"), throughput / streams, 1e5, "fair");
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("stream_most"), throughput / streams, 1e5, "fair");
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("rtt_mean"), path.GetRoundTrip(2), 2e-3, "RTT");
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("rtt_least"), 0.04, 1e-3, "of the handshake");
        NS_TEST_EXPECT_MSG_GT(result.Get("limited_window"), 0.99, "all the time");
        NS_TEST_EXPECT_MSG_EQ(static_cast<TransferCause::Cause>(result.Get("limited_by")),
                              TransferCause::WINDOW,
                              result.note);
        NS_TEST_EXPECT_MSG_EQ(result.note, "limited by window", "in words");
        NS_TEST_EXPECT_MSG_EQ(result.Get("retransmits"), 0, "none");
        NS_TEST_EXPECT_MSG_LT(result.Get("rate_deviation"), 0.05 * throughput, "steady");
        // Of 5 s, and what goes on for a round trip until the report comes; of the first second
        // slow start takes some round trips.
        NS_TEST_EXPECT_MSG_LT(result.bytes, throughput * 5.1 / 8, "sent");
        NS_TEST_EXPECT_MSG_GT(result.bytes, throughput * 4.75 / 8, "sent");
    }
    // 60 segments need window scaling.
    TransferTestPath path(50'000'000, 40);
    const auto result = path.Measure("ns3::ThroughputProbe[Duration=4s|Omit=1s|Window=87600]");
    const double expected = 8 * 87'600 / path.GetRoundTrip(2);
    NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("throughput"), expected, 0.01 * expected, "scaled");
}

/**
 * @ingroup path-measurement
 * @brief A link is filled: streams have their shares, and a queue stands.
 */
class TransferBottleneckTest : public TestCase
{
  public:
    TransferBottleneckTest();

  private:
    void DoRun() override;
};

TransferBottleneckTest::TransferBottleneckTest()
    : TestCase("share of a link")
{
}

void
TransferBottleneckTest::DoRun()
{
    const std::string probe = "ns3::ThroughputProbe[Duration=2s|Window=65536|Streams=";
    {
        TransferTestPath path(8'000'000, 10);
        const auto result = path.Measure(probe + "1|Omit=500ms]");
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("throughput"),
                                  path.GetMost(),
                                  0.005 * path.GetMost(),
                                  "all of the link");
        NS_TEST_EXPECT_MSG_EQ(static_cast<TransferCause::Cause>(result.Get("limited_by")),
                              TransferCause::BOTTLENECK,
                              result.note);
    }
    {
        // Without Omit slow start costs: from 2 segments the window doubles at most by each round
        // trip, and by half with delayed acknowledgements, until the link is full with 8 segments.
        TransferTestPath path(8'000'000, 10);
        const auto result = path.Measure(probe + "1]");
        const double lost = 4 * 0.0115 * path.GetMost() / 2; // four rounds at half of the rate
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("throughput"),
                                  path.GetMost() - lost / 2,
                                  lost / 2,
                                  "less slow start");
        NS_TEST_EXPECT_MSG_LT(result.Get("throughput"), path.GetMost(), "less slow start");
    }
    {
        // A short queue: losses, and all of the link with several streams.
        TransferTestPath path(8'000'000, 20, "30p");
        const auto result = path.Measure(probe + "4|Omit=1s]");
        NS_TEST_EXPECT_MSG_GT(result.Get("throughput"), 0.9 * path.GetMost(), "most of the link");
        NS_TEST_EXPECT_MSG_LT(result.Get("throughput"), 1.001 * path.GetMost(), "no more");
        NS_TEST_EXPECT_MSG_LT(result.Get("stream_least"), 0.25 * path.GetMost(), "a share");
        NS_TEST_EXPECT_MSG_GT(result.Get("stream_most"), 0.2 * path.GetMost(), "a share");
        NS_TEST_EXPECT_MSG_GT(result.Get("retransmits"), 0, "the queue drops");
        NS_TEST_EXPECT_MSG_GT(result.Get("limited_path"), 0.9, "by congestion windows");
        NS_TEST_EXPECT_MSG_EQ(static_cast<TransferCause::Cause>(result.Get("limited_by")),
                              TransferCause::BOTTLENECK,
                              result.note);
    }
}

/**
 * @ingroup path-measurement
 * @brief Random loss: near the law of Mathis, and told from a full link. Before the first loss it
 * is slow start.
 */
class TransferLossTest : public TestCase
{
  public:
    TransferLossTest();

  private:
    void DoRun() override;
};

TransferLossTest::TransferLossTest()
    : TestCase("random loss")
{
}

void
TransferLossTest::DoRun()
{
    {
        const double loss = 0.003;
        TransferTestPath path(100'000'000, 20);
        path.SetLoss(loss);
        const auto result =
            path.Measure("ns3::ThroughputProbe[Duration=20s|Omit=1s|Window=1048576]");
        // Mathis, Semke, Mahdavi and Ott: sqrt(3/4) MSS / (RTT sqrt(loss)) with an acknowledgement
        // for each second segment. Of about 45 losses the window at each is random: 10 %.
        const double expected =
            std::sqrt(0.75) * 8 * 1460 / (result.Get("rtt_mean") * std::sqrt(result.Get("loss")));
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("throughput"), expected, 0.15 * expected, "Mathis");
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("rtt_mean"), path.GetRoundTrip(2), 3e-3, "no queue");
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("loss"), loss, 0.4 * loss, "sent again");
        NS_TEST_EXPECT_MSG_GT(result.Get("limited_path"), 0.95, "by the congestion window");
        NS_TEST_EXPECT_MSG_EQ(static_cast<TransferCause::Cause>(result.Get("limited_by")),
                              TransferCause::LOSS,
                              result.note);
    }
    TransferTestPath path(100'000'000, 200);
    const auto start = path.Measure("ns3::ThroughputProbe[Duration=1s|Window=10485760]");
    NS_TEST_EXPECT_MSG_EQ(static_cast<TransferCause::Cause>(start.Get("limited_by")),
                          TransferCause::START,
                          start.note);
    NS_TEST_EXPECT_MSG_EQ(start.Get("retransmits"), 0, "no loss");
}

/**
 * @ingroup path-measurement
 * @brief Processors limit streams: their clock over the cycles for each byte, whoever shares them.
 */
class TransferProcessorTest : public TestCase
{
  public:
    TransferProcessorTest();

  private:
    void DoRun() override;
};

TransferProcessorTest::TransferProcessorTest()
    : TestCase("processors")
{
}

void
TransferProcessorTest::DoRun()
{
    const double perByte = ProcessorCost().GetPerByte(1460, 65'536);
    for (const uint32_t host : {SENDER, RECEIVER})
    {
        for (const uint32_t streams : {1, 3})
        {
            TransferTestPath path(50'000'000, 10);
            path.SetProcessor(host, 6);
            const auto result = path.Measure("ns3::ThroughputProbe[Duration=2s|Omit=1s|Streams=" +
                                             std::to_string(streams) + "]");
            const double expected = 8 * 6e6 / perByte;
            NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("throughput"), expected, 0.01 * expected, host);
            const bool sends = host == SENDER;
            NS_TEST_EXPECT_MSG_EQ_TOL(result.Get(sends ? "cpu_sender" : "cpu_receiver"),
                                      6,
                                      0.06,
                                      "all of it");
            NS_TEST_EXPECT_MSG_EQ(
                static_cast<TransferCause::Cause>(result.Get("limited_by")),
                (sends ? TransferCause::SOURCE_PROCESSOR : TransferCause::SINK_PROCESSOR),
                result.note);
            NS_TEST_EXPECT_MSG_GT(result.Get(sends ? "limited_sender" : "limited_window"),
                                  0.9,
                                  "the state");
        }
    }
    {
        // More than the window needs: 0.97 MHz for each Mb/s, whatever there is.
        TransferTestPath path(50'000'000, 40);
        path.SetProcessor(SENDER, 1000);
        path.SetProcessor(RECEIVER, 500);
        const auto result = path.Measure("ns3::ThroughputProbe[Duration=2s|Omit=1s]");
        for (const std::string end : {"cpu_sender", "cpu_receiver"})
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(result.Get(end) / (1e-6 * result.Get("throughput")),
                                      0.97,
                                      0.03, // a burst each round trip: one more or less of 48
                                      end << " for 1 Mb/s");
        }
        NS_TEST_EXPECT_MSG_EQ(static_cast<TransferCause::Cause>(result.Get("limited_by")),
                              TransferCause::WINDOW,
                              result.note);
    }
    // Two tests at a time share the processor.
    TransferTestPath path(50'000'000, 10);
    path.SetProcessor(SENDER, 6);
    for (int i = 0; i < 2; ++i)
    {
        path.Start(path.Make("ns3::ThroughputProbe[Duration=2s|Omit=1s]"));
    }
    path.Run(2);
    NS_TEST_ASSERT_MSG_EQ(path.results.size(), 2, "two results");
    for (const auto& result : path.results)
    {
        const double expected = 8 * 3e6 / perByte;
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("throughput"), expected, 0.02 * expected, "half");
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("cpu_sender"), 3, 0.06, "half");
        NS_TEST_EXPECT_MSG_EQ(static_cast<TransferCause::Cause>(result.Get("limited_by")),
                              TransferCause::SOURCE_PROCESSOR,
                              result.note);
    }
}

/**
 * @ingroup path-measurement
 * @brief Progress is told each Interval, and packets have the code point.
 */
class TransferProgressTest : public TestCase
{
  public:
    TransferProgressTest();

  private:
    void DoRun() override;

    /** @param bytes that have arrived */
    void Tell(uint64_t bytes);
    /** @param packet with its header of IP @param ipv4 of the sender @param interface it leaves by
     */
    void Receive(Ptr<const Packet> packet, Ptr<Ipv4> ipv4, uint32_t interface);

    std::vector<uint64_t> m_progress; //!< bytes
    uint32_t m_marked{0};             //!< packets of more than 1,000 bytes with the code point
    uint32_t m_others{0};             //!< without
};

TransferProgressTest::TransferProgressTest()
    : TestCase("progress and code point")
{
}

void
TransferProgressTest::Tell(uint64_t bytes)
{
    m_progress.push_back(bytes);
}

void
TransferProgressTest::Receive(Ptr<const Packet> packet, Ptr<Ipv4> ipv4, uint32_t interface)
{
    Ipv4Header header;
    packet->PeekHeader(header);
    if (packet->GetSize() > 1000)
    {
        ++(header.GetTos() == 8 << 2 ? m_marked : m_others);
    }
}

void
TransferProgressTest::DoRun()
{
    TransferTestPath path(8'000'000, 10);
    const auto probe = path.Make("ns3::ThroughputProbe[Duration=1s|Interval=200ms|Dscp=8]");
    probe->TraceConnectWithoutContext("Progress", MakeCallback(&TransferProgressTest::Tell, this));
    path.nodes.Get(SENDER)->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
        "Tx",
        MakeCallback(&TransferProgressTest::Receive, this));
    path.Start(probe);
    path.Run();
    NS_TEST_ASSERT_MSG_EQ(path.results.size(), 1, "one result");
    NS_TEST_ASSERT_MSG_EQ(m_progress.size(), 4, "the fifth one is the end");
    for (uint32_t i = 1; i < 4; ++i)
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(m_progress[i] - m_progress[i - 1],
                                  path.GetMost() * 0.2 / 8,
                                  3000,
                                  "an interval of a full link, but for an acknowledgement");
    }
    NS_TEST_EXPECT_MSG_EQ(path.results[0].Has("rate_deviation"), true, "of the intervals");
    m_progress.clear();
    const auto silent = path.Make("ns3::ThroughputProbe[Duration=1s|Interval=0s|Dscp=8]");
    silent->TraceConnectWithoutContext("Progress", MakeCallback(&TransferProgressTest::Tell, this));
    path.Start(silent);
    path.Run();
    NS_TEST_ASSERT_MSG_EQ(path.results.size(), 1, "one result");
    NS_TEST_EXPECT_MSG_EQ(m_progress.size(), 0, "with an interval of 0 nothing is told");
    NS_TEST_EXPECT_MSG_EQ(path.results[0].Has("rate_deviation"), false, "there is no interval");
    NS_TEST_EXPECT_MSG_GT(m_marked, 500, "all data");
    NS_TEST_EXPECT_MSG_EQ(m_others, 0, "all data");
}

/**
 * @ingroup path-measurement
 * @brief Connections that are open at the end send nothing by devices that are gone.
 */
class TransferDestroyTest : public TestCase
{
  public:
    TransferDestroyTest();

  private:
    void DoRun() override;
};

TransferDestroyTest::TransferDestroyTest()
    : TestCase("destroyed in the middle")
{
}

void
TransferDestroyTest::DoRun()
{
    TransferTestPath path(20'000'000, 40);
    path.SetProcessor(TransferTestPath::SENDER, 100);
    const auto processor = path.nodes.Get(TransferTestPath::SENDER)->GetObject<HostProcessor>();
    const auto disk = CreateObject<HostDisk>();
    disk->SetAttribute("Rate", StringValue("8Mbps"));
    Simulator::Schedule(MilliSeconds(500), [disk] { disk->Work(1'000'000); });
    path.Start(path.Make("ns3::ThroughputProbe[Duration=4s]"));
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(path.agent->GetServers(), 1, "one is at work");
    for (auto node = path.nodes.Begin(); node != path.nodes.End(); ++node)
    {
        // The aggregate that was asked for most is disposed of first: here devices and
        // applications, while IP still sends.
        for (int i = 0; i < 1'000'000; ++i)
        {
            (*node)->GetObject<Object>(Node::GetTypeId());
        }
    }
    const Time busy = processor->GetBusy();
    NS_TEST_EXPECT_MSG_GT(busy, Time(0), "it has worked");
    NS_TEST_EXPECT_MSG_EQ(disk->GetBusy(), MilliSeconds(500), "half of a second's work");
    Simulator::Destroy();
    NS_TEST_EXPECT_MSG_EQ(path.results.size(), 0, "no result");
    NS_TEST_EXPECT_MSG_EQ(processor->GetBusy(), busy, "as at the end");
    NS_TEST_EXPECT_MSG_EQ(disk->GetBusy(), MilliSeconds(500), "as at the end");
}

/**
 * @ingroup path-measurement
 * @brief Suite of ThroughputProbe.
 */
class TransferTestSuite : public TestSuite
{
  public:
    TransferTestSuite();
};

TransferTestSuite::TransferTestSuite()
    : TestSuite("path-measurement-transfer", Type::UNIT)
{
    AddTestCase(new TransferWindowTest);
    AddTestCase(new TransferBottleneckTest);
    AddTestCase(new TransferLossTest);
    AddTestCase(new TransferProcessorTest);
    AddTestCase(new TransferProgressTest);
    AddTestCase(new TransferDestroyTest);
}

static TransferTestSuite g_transferTestSuite; //!< registers itself
