/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-transfer-test-path.h"

#include "ns3/path-measurement-transfer-block.h"
#include "ns3/path-measurement-transfer-cause.h"
#include "ns3/test.h"

#include <cstdint>
#include <string>
#include <utility>
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
 * @brief A copy is complete when each byte is there, and its time has all of its parts.
 */
class CopyTimeTest : public TestCase
{
  public:
    CopyTimeTest();

  private:
    void DoRun() override;
};

CopyTimeTest::CopyTimeTest()
    : TestCase("bytes and times")
{
}

void
CopyTimeTest::DoRun()
{
    std::vector<MeasurementResult> results;
    const std::string common = "Size=1000000|Window=65536|Streams=2|BlockSize=14600|";
    for (const std::string more :
         {"Handshakes=0|StartUp=0s", "Handshakes=5|StartUp=0s", "Handshakes=0|StartUp=700ms"})
    {
        TransferTestPath path(8'000'000, 50);
        const auto result = path.Measure("ns3::BbcpProbe[" + common + more + "]");
        NS_TEST_ASSERT_MSG_EQ(ToText(result.status), "ok", result.note);
        NS_TEST_EXPECT_MSG_EQ(result.Get("acknowledged"), 1e6, "all of the file");
        NS_TEST_EXPECT_MSG_EQ(result.Get("reached"), 1e6, "all of the file");
        NS_TEST_EXPECT_MSG_EQ(result.Get("resumed_from"), 0, "from its begin");
        // 14,600 bytes with 16 of the header: 69 blocks, and an answer of 16 bytes each.
        const uint32_t messages = more[11] == '5' ? 5 : 0;
        NS_TEST_EXPECT_MSG_EQ(result.bytes, 1'000'000 + 2 * 16 * (69 + messages), "and headers");
        const double duration = (result.end - result.begin).GetSeconds();
        NS_TEST_EXPECT_MSG_LT(result.Get("duration"), duration, "until the last answer");
        NS_TEST_EXPECT_MSG_GT(result.Get("duration"), duration - 0.06, "the report comes after");
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("throughput"),
                                  8e6 / result.Get("duration"),
                                  1,
                                  "as the application sees it");
        results.push_back(result);
    }
    // A message of 16 bytes has 58 on the links, both ways, and so has its answer.
    const double roundTrip = 0.05 + 2 * 58 * 8 * (1 / 8e6 + 2 / 1e9);
    const auto before = [](const MeasurementResult& result) {
        return result.Get("duration") - result.Get("wire_duration");
    };
    NS_TEST_EXPECT_MSG_EQ_TOL(before(results[1]) - before(results[0]),
                              5 * roundTrip,
                              5e-4, // an acknowledgement may be before a message: 42 us
                              "five round trips");
    NS_TEST_EXPECT_MSG_EQ_TOL(before(results[2]) - before(results[0]), 0.7, 1e-6, "StartUp");
    NS_TEST_EXPECT_MSG_EQ_TOL(results[2].Get("wire_duration"),
                              results[0].Get("wire_duration"),
                              1e-6,
                              "not on the wire");
    // To the agent, the login, to the server.
    NS_TEST_EXPECT_MSG_EQ_TOL(before(results[0]), 0.1 + 3 * 0.05, 5e-3, "before the first block");
    // Slow start of two streams costs less than half of five round trips of the link's rate.
    TransferTestPath path(8'000'000, 50);
    const double least = 8 * 1.0011e6 / path.GetMost() + 0.05;
    NS_TEST_EXPECT_MSG_GT(results[0].Get("wire_duration"), least, "the link, and a round trip");
    NS_TEST_EXPECT_MSG_LT(results[0].Get("wire_duration"), least + 0.25, "and slow start");
}

/**
 * @ingroup path-measurement
 * @brief Disks, processors, a rate limit and answers that are waited for, by closed forms.
 */
class CopyLimitsTest : public TestCase
{
  public:
    CopyLimitsTest();

  private:
    void DoRun() override;

    /** @param path to use @param text of a probe @param rate of data on the wire that is expected,
     * bit/s @param tolerance part of it @param cause that is expected */
    void Check(TransferTestPath& path,
               const std::string& text,
               double rate,
               double tolerance,
               TransferCause::Cause cause);
};

CopyLimitsTest::CopyLimitsTest()
    : TestCase("what limits a copy")
{
}

void
CopyLimitsTest::Check(TransferTestPath& path,
                      const std::string& text,
                      double rate,
                      double tolerance,
                      TransferCause::Cause cause)
{
    const auto result = path.Measure(text);
    NS_TEST_ASSERT_MSG_EQ(ToText(result.status), "ok", text << " " << result.note);
    NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("wire_throughput"), rate, tolerance * rate, text);
    NS_TEST_EXPECT_MSG_EQ(static_cast<TransferCause::Cause>(result.Get("limited_by")),
                          cause,
                          text << " " << result.note);
}

void
CopyLimitsTest::DoRun()
{
    const std::string file = "ns3::BbcpProbe[Size=1500000|BlockSize=14600|";
    {
        TransferTestPath path(50'000'000, 10);
        path.SetDisk(SENDER, "6Mbps");
        Check(path, file + "Source=Disk]", 6e6, 0.01, TransferCause::SOURCE_DISK);
    }
    {
        TransferTestPath path(50'000'000, 10);
        path.SetDisk(RECEIVER, "6Mbps");
        const auto result = path.Measure(file + "Sink=Disk|Window=29200]");
        // The first block takes at most four round trips, the last answer half of one.
        const double writing = 8 * 1.5e6 / 6e6;
        NS_TEST_EXPECT_MSG_GT(result.Get("wire_duration"), writing, "until all is written");
        NS_TEST_EXPECT_MSG_LT(result.Get("wire_duration"), writing + 0.05, "until all is written");
        NS_TEST_EXPECT_MSG_EQ(static_cast<TransferCause::Cause>(result.Get("limited_by")),
                              TransferCause::SINK_DISK,
                              result.note);
    }
    {
        TransferTestPath path(50'000'000, 10);
        path.SetDisk(SENDER, "6Mbps");
        path.SetDisk(RECEIVER, "0bps");
        const auto result = path.Measure(file + "Sink=Disk|Window=29200]");
        NS_TEST_EXPECT_MSG_GT(result.Get("wire_throughput"), 25e6, "neither reads nor waits");
    }
    {
        // Windows that the disk closes and opens: no stream waits for the others, and nothing is
        // sent again, as no packet is lost. The first blocks of 44 segments come after six round
        // trips of slow start (2, 3, 5, 7, 11, 17 segments), the last answer takes half of one.
        TransferTestPath path(20'000'000, 100);
        path.SetDisk(RECEIVER, "5Mbps");
        const auto result =
            path.Measure("ns3::BbcpProbe[TimeLimit=6s|Window=146000|Streams=4|Sink=Disk]");
        NS_TEST_EXPECT_MSG_EQ(result.Get("retransmits"), 0, "no time-outs");
        NS_TEST_EXPECT_MSG_GT(result.Get("reached"), result.Get("acknowledged") / 2, "by turns");
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("acknowledged"), 5e6 * 5.35 / 8, 1e5, "by the disk");
        NS_TEST_EXPECT_MSG_EQ(static_cast<TransferCause::Cause>(result.Get("limited_by")),
                              TransferCause::SINK_DISK,
                              result.note);
    }
    {
        // Two copies read from one disk, by turns: both are there when it has read all.
        TransferTestPath path(50'000'000, 10);
        path.SetDisk(SENDER, "6Mbps");
        for (int i = 0; i < 2; ++i)
        {
            path.Start(path.Make("ns3::BbcpProbe[Size=750000|BlockSize=14600|Source=Disk]"));
        }
        path.Run(2);
        NS_TEST_ASSERT_MSG_EQ(path.results.size(), 2, "two results");
        for (const auto& result : path.results)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("wire_throughput"), 3e6, 0.1 * 3e6, "half");
        }
    }
    for (const uint32_t host : {SENDER, RECEIVER})
    {
        // A fifth more cycles than TCP alone.
        TransferTestPath path(50'000'000, 10);
        path.SetProcessor(host, 6);
        const double perByte = 1.2 * ProcessorCost().GetPerByte(1460, 65'536);
        const auto result = path.Measure(file + "Window=65536]");
        const double expected = 8 * 1.5e6 * perByte / (8 * 6e6);
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("wire_duration"), expected, 0.04, host);
        NS_TEST_EXPECT_MSG_EQ(
            static_cast<TransferCause::Cause>(result.Get("limited_by")),
            (host == SENDER ? TransferCause::SOURCE_PROCESSOR : TransferCause::SINK_PROCESSOR),
            result.note);
    }
    {
        TransferTestPath path(20'000'000, 60);
        Check(path,
              file + "Streams=8|RateLimit=4Mbps]",
              4e6 * 14'600 / 14'584, // without headers
              0.02,
              TransferCause::RATE_LIMIT);
    }
    {
        // One block after another: each takes its 10 segments and a round trip, the answer is
        // another 58 bytes.
        TransferTestPath path(20'000'000, 60);
        const double answer = 8 * 58 * (1 / 20e6 + 2 / 1e9) - 8 * 42 * (1 / 20e6 + 2 / 1e9);
        const double time = path.GetRoundTrip(10) + answer;
        Check(path,
              "ns3::BbcpProbe[Size=583360|BlockSize=14600|Streams=1|Unanswered=1|Window=65536]",
              8 * 14'584 / time,
              0.06, // of 40 blocks: slow start takes three round trips more, the last answer none
              TransferCause::APPLICATION);
    }
}

/**
 * @ingroup path-measurement
 * @brief Compression with the path, compression and expansion as the limit: a pipeline is as fast
 * as its slowest part.
 */
class CopyCompressionTest : public TestCase
{
  public:
    CopyCompressionTest();

  private:
    void DoRun() override;
};

CopyCompressionTest::CopyCompressionTest()
    : TestCase("compression")
{
}

void
CopyCompressionTest::DoRun()
{
    for (const auto& [source, sink] :
         std::vector<std::pair<double, double>>{{1000, 1000}, {60, 1000}, {1000, 20}})
    {
        // MHz over seconds of work for a byte of data: the protocol has 2.5 times fewer bytes.
        const double protocol = 1.2 * ProcessorCost().GetPerByte(1460, 65'536) / 1e6;
        for (const bool compressed : {true, false})
        {
            TransferTestPath path(8'000'000, 10);
            path.SetProcessor(SENDER, source);
            path.SetProcessor(RECEIVER, sink);
            const double ratio = compressed ? 2.5 : 1;
            const double compression = compressed ? 8 / 0.13e6 : 0;
            const double expansion = compressed ? 8 / 0.5e6 : 0;
            const double perByte = std::max({8 / ratio / path.GetMost(),
                                             (protocol / ratio + compression) / source,
                                             (protocol / ratio + expansion) / sink});
            const auto result =
                path.Measure("ns3::BbcpProbe[Size=2000000|Window=65536|BlockSize=29200|"
                             "CompressionRatio=" +
                             std::string(compressed ? "2.5" : "1") + "]");
            NS_TEST_ASSERT_MSG_EQ(ToText(result.status), "ok", result.note);
            NS_TEST_EXPECT_MSG_EQ(result.Get("acknowledged"), 2e6, "bytes of the file");
            // Blocks in the pipeline, slow start and answers cost some of the time.
            const double expected = 2e6 * perByte;
            NS_TEST_EXPECT_MSG_GT(result.Get("wire_duration"), expected, "as predicted");
            NS_TEST_EXPECT_MSG_LT(result.Get("wire_duration"), 1.1 * expected, "as predicted");
            const double sent = compressed ? 2e6 / 2.5 : 2e6;
            NS_TEST_EXPECT_MSG_EQ_TOL(result.bytes, sent, 0.01 * sent, "fewer on the wire");
        }
    }
    // A block whose bits are more than 32 bits count: 8 * 1e9 / (K MHz) + 8 * 1e9 / (K' MHz').
    TransferTestPath path(20'000'000, 10);
    path.SetProcessor(SENDER, 1000);
    path.SetProcessor(RECEIVER, 1000);
    const auto result =
        path.Measure("ns3::BbcpProbe[Size=1000000000|BlockSize=1073741824|Streams=1|"
                     "CompressionRatio=1000000|Timeout=200s|Interval=0s]");
    NS_TEST_EXPECT_MSG_EQ(ToText(result.status), "ok", result.note);
    NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("wire_duration"), 8 / 0.13 + 8 / 0.5, 0.1, "one block");
}

/**
 * @ingroup path-measurement
 * @brief What has broken goes on where it was, and a time limit ends a copy.
 */
class CopyResumeTest : public TestCase
{
  public:
    CopyResumeTest();

  private:
    void DoRun() override;
};

CopyResumeTest::CopyResumeTest()
    : TestCase("resumed and ended")
{
}

void
CopyResumeTest::DoRun()
{
    TransferTestPath path(8'000'000, 10);
    const auto probe = path.Make("ns3::BbcpProbe[Size=2000000|BlockSize=14600|Resume=true]");
    path.Start(probe);
    Simulator::Schedule(Seconds(1.2), &MeasurementAgent::Crash, path.agent);
    path.Run();
    const auto broken = path.results.at(0);
    NS_TEST_ASSERT_MSG_EQ(ToText(broken.status), "server-died", broken.note);
    const double reached = broken.Get("reached");
    // 950 ms at the rate of the link, but for the round trip and windows that are on their way.
    NS_TEST_EXPECT_MSG_GT(reached, 5e5, "some");
    NS_TEST_EXPECT_MSG_LT(reached, 9.3e5, "not all");
    NS_TEST_EXPECT_MSG_GT(broken.Get("acknowledged"), reached - 1, "some behind a gap");
    path.Start(probe);
    path.Run();
    const auto rest = path.results.at(0);
    NS_TEST_ASSERT_MSG_EQ(ToText(rest.status), "ok", rest.note);
    NS_TEST_EXPECT_MSG_EQ(rest.Get("resumed_from"), reached, "where it was");
    NS_TEST_EXPECT_MSG_EQ(rest.Get("acknowledged"), 2e6 - reached, "the rest");
    NS_TEST_EXPECT_MSG_EQ(rest.Get("reached"), 2e6, "all");
    NS_TEST_EXPECT_MSG_EQ_TOL(rest.bytes, 2e6 - reached, 0.01 * rest.bytes, "no more");
    path.Start(probe);
    path.Run();
    NS_TEST_EXPECT_MSG_EQ(path.results.at(0).Get("resumed_from"), 0, "the file again");

    const auto offset = path.Measure("ns3::BbcpProbe[Size=2000000|Offset=1900000]");
    NS_TEST_EXPECT_MSG_EQ(offset.Get("resumed_from"), 1.9e6, "Offset");
    NS_TEST_EXPECT_MSG_EQ(offset.Get("acknowledged"), 1e5, "the rest");

    const auto limited =
        path.Measure("ns3::BbcpProbe[Size=20000000|BlockSize=14600|TimeLimit=1s|Interval=100ms]");
    NS_TEST_EXPECT_MSG_EQ(ToText(limited.status), "ok", limited.note);
    NS_TEST_EXPECT_MSG_EQ(limited.Get("wire_duration"), 1, "TimeLimit");
    NS_TEST_EXPECT_MSG_NE(limited.note.find("TimeLimit"), std::string::npos, limited.note);
    NS_TEST_EXPECT_MSG_EQ_TOL(limited.Get("wire_throughput"),
                              path.GetMost() * 14'584 / 14'600,
                              0.03 * path.GetMost(),
                              "the link");
    NS_TEST_EXPECT_MSG_LT(limited.Get("acknowledged"), path.GetMost() / 8, "in 1 s");
}

/**
 * @ingroup path-measurement
 * @brief Tools differ by their defaults.
 */
class CopyToolsTest : public TestCase
{
  public:
    CopyToolsTest();

  private:
    void DoRun() override;
};

CopyToolsTest::CopyToolsTest()
    : TestCase("tools")
{
}

void
CopyToolsTest::DoRun()
{
    {
        // Of 100 MB as many as the rate limit, not the path, sends until TimeLimit.
        const auto probe = burst::CreateFromText<MeasurementProbe>(
            "ns3::BbcpProbe[Size=100000000|RateLimit=8Mbps|TimeLimit=10s]");
        NS_TEST_EXPECT_MSG_EQ(probe->GetExpectedBytes(100e6), 10e6, "8 Mb/s for 10 s");
        NS_TEST_EXPECT_MSG_EQ(probe->GetExpectedBytes(4e6), 5e6, "the path is slower");
    }

    /** What a tool is without attributes. */
    struct Defaults
    {
        std::string type;
        uint64_t streams;
        uint64_t window;
        uint64_t block;
        uint64_t handshakes;
        Time startUp;
    };

    for (const auto& tool : {Defaults{"ns3::BbcpProbe", 4, 65'536, 65'536, 2, Time(0)},
                             Defaults{"ns3::BbftpProbe", 1, 262'144, 262'144, 6, Seconds(1)},
                             Defaults{"ns3::GridFtpProbe", 1, 65'536, 65'536, 8, Seconds(1)}})
    {
        const auto probe = burst::CreateFromText<MeasurementProbe>(tool.type);
        for (const auto& [name, expected] : {std::pair("Streams", tool.streams),
                                             {"Window", tool.window},
                                             {"BlockSize", tool.block},
                                             {"Handshakes", tool.handshakes}})
        {
            UintegerValue value;
            probe->GetAttribute(name, value);
            NS_TEST_EXPECT_MSG_EQ(value.Get(), expected, tool.type << " " << name);
        }
        TimeValue startUp;
        probe->GetAttribute("StartUp", startUp);
        NS_TEST_EXPECT_MSG_EQ(startUp.Get(), tool.startUp, tool.type);
    }
    TransferTestPath path(8'000'000, 10);
    const std::string file = "Probe[Size=500000]";
    const auto bbcp = path.Measure("ns3::Bbcp" + file);
    const auto bbftp = path.Measure("ns3::Bbftp" + file);
    const auto grid = path.Measure("ns3::GridFtp" + file);
    for (const auto& result : {bbcp, bbftp, grid})
    {
        NS_TEST_ASSERT_MSG_EQ(ToText(result.status), "ok", result.note);
        NS_TEST_EXPECT_MSG_EQ(result.Get("acknowledged"), 5e5, "all");
    }
    const auto before = [](const MeasurementResult& result) {
        return result.Get("duration") - result.Get("wire_duration");
    };
    // Four round trips more than bbcp, and six; a second of start-up.
    NS_TEST_EXPECT_MSG_EQ_TOL(before(bbftp) - before(bbcp), 1 + 4 * 0.01, 2e-3, "bbftp");
    NS_TEST_EXPECT_MSG_EQ_TOL(before(grid) - before(bbcp), 1 + 6 * 0.01, 2e-3, "GridFTP");
    // Slide 25: the clock of the application includes what comes before.
    NS_TEST_EXPECT_MSG_LT(bbftp.Get("throughput"), 0.5 * bbftp.Get("wire_throughput"), "login");

    BlockHeader header;
    header.offset = 0x123456789a;
    header.data = 1000;
    header.payload = 400;
    const auto packet = Create<Packet>();
    packet->AddHeader(header);
    NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), BlockHeader::SIZE, "on the wire");
    BlockHeader other;
    packet->RemoveHeader(other);
    NS_TEST_EXPECT_MSG_EQ(other.offset, header.offset, "there and back");
    NS_TEST_EXPECT_MSG_EQ(other.data, header.data, "there and back");
    NS_TEST_EXPECT_MSG_EQ(other.payload, header.payload, "there and back");
}

/**
 * @ingroup path-measurement
 * @brief Suite of copies.
 */
class CopyTestSuite : public TestSuite
{
  public:
    CopyTestSuite();
};

CopyTestSuite::CopyTestSuite()
    : TestSuite("path-measurement-copy", Type::UNIT)
{
    AddTestCase(new CopyTimeTest);
    AddTestCase(new CopyLimitsTest);
    AddTestCase(new CopyCompressionTest);
    AddTestCase(new CopyResumeTest);
    AddTestCase(new CopyToolsTest);
}

static CopyTestSuite g_copyTestSuite; //!< registers itself
