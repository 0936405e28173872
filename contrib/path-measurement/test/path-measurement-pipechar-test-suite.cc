/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-udp-test-path.h"

#include "ns3/ipv4-l3-protocol.h"
#include "ns3/test.h"

#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** @param capacity of a link in bit/s @return rate of IP packets of 1,500 bytes, with 2 of PPP */
double
GetIpRate(double capacity)
{
    return capacity * 1500 / 1502;
}

} // namespace

/**
 * @ingroup path-measurement
 * @brief On an idle path each hop has the least capacity of the links so far. The remote host runs
 * no agent.
 */
class PipecharIdleTest : public TestCase
{
  public:
    PipecharIdleTest();

  private:
    void DoRun() override;

    /** The last of the three links has 1 Gb/s. @param access rate of the first link in bit/s @param
     * capacity of the second one in bit/s @param narrow hop that is said to be the narrow one */
    void Check(double access, double capacity, double narrow);
};

PipecharIdleTest::PipecharIdleTest()
    : TestCase("an idle path has the least capacity so far at each hop")
{
}

void
PipecharIdleTest::Check(double access, double capacity, double narrow)
{
    UdpTestPath path(std::to_string(access) + "bps", std::to_string(capacity) + "bps");
    path.agent->SetStartTime(Hours(1));
    const auto result = path.Measure("ns3::PipecharProbe[ExpectedHops=3]").at(0);
    NS_TEST_ASSERT_MSG_EQ(result.status, MeasurementResult::OK, result.note);
    NS_TEST_EXPECT_MSG_EQ(result.note, "", "all came");
    const double second = std::min(access, capacity);
    for (const auto& [name, rate] : std::map<std::string, double>{{"capacity_1", access},
                                                                  {"capacity_2", second},
                                                                  {"capacity", second},
                                                                  {"capacity_least", second}})
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get(name) / GetIpRate(rate), 1, 1e-4, name);
    }
    NS_TEST_EXPECT_MSG_EQ(result.Get("hops"), 3, "two routers and the host");
    NS_TEST_EXPECT_MSG_EQ(result.Get("narrow_hop"), narrow, "the narrow link");
    NS_TEST_EXPECT_MSG_EQ(result.Get("sent"), 3 * 20 * 10, "trains of ten");
    NS_TEST_EXPECT_MSG_EQ(result.Get("lost"), 0, "all are answered");
    // Round trips of 2, 4 and 6 ms, predicted as three of 6, and 10 packets of each hop.
    const auto made = path.Make("ns3::PipecharProbe[ExpectedHops=3]");
    const double expected = made->GetExpectedDuration(capacity, MilliSeconds(6)).GetSeconds();
    const double packets = 10 * 3 * 8 * 1502 * (1 / access + 1 / capacity + 1e-9);
    const double duration = (result.end - result.begin).GetSeconds();
    NS_TEST_EXPECT_MSG_EQ_TOL(duration, expected - 0.003, 0.003 + packets, "duration");
    NS_TEST_EXPECT_MSG_EQ(result.bytes, made->GetExpectedBytes(capacity), "bytes");
}

void
PipecharIdleTest::DoRun()
{
    Check(1e9, 100e6, 2);
    Check(100e6, 100e6, 1);
    // No link behind a narrower one is seen.
    Check(10e6, 100e6, 1);
}

/**
 * @ingroup path-measurement
 * @brief Whatever goes wrong, there is one result, in time; nothing comes of a measurement that has
 * ended.
 */
class PipecharFaultsTest : public TestCase
{
  public:
    PipecharFaultsTest();

  private:
    void DoRun() override;

    /** @param packet with its header of IP @param ipv4 of the sender @param interface it leaves by
     */
    void Receive(Ptr<const Packet> packet, Ptr<Ipv4> ipv4, uint32_t interface);

    uint32_t m_packets{0}; //!< that the sender has sent
};

PipecharFaultsTest::PipecharFaultsTest()
    : TestCase("one result whatever goes wrong")
{
}

void
PipecharFaultsTest::Receive(Ptr<const Packet> packet, Ptr<Ipv4> ipv4, uint32_t interface)
{
    ++m_packets;
}

void
PipecharFaultsTest::DoRun()
{
    using Result = MeasurementResult;
    {
        UdpTestPath path("1Gbps", "100Mbps");
        path.SetLoss(CreateObject<UdpLoss>());
        const auto results = path.Measure("ns3::PipecharProbe", Seconds(10));
        NS_TEST_ASSERT_MSG_EQ(results.size(), 1, "one result");
        const auto& result = results.front();
        NS_TEST_EXPECT_MSG_EQ(result.status, Result::UNREACHABLE, "a firewall");
        // Two hops that answer and three that do not, each of 0.95 s, the silent ones with 2 s
        // more.
        NS_TEST_EXPECT_MSG_EQ_TOL((result.end - result.begin).GetSeconds(), 10.75, 0.02, "its end");
        NS_TEST_EXPECT_MSG_EQ(result.Get("sent"), 5 * 200, "sent");
        NS_TEST_EXPECT_MSG_EQ(result.Get("lost"), 3 * 200, "not answered");
    }
    {
        UdpTestPath path("1Gbps", "100Mbps");
        path.SetLoss(CreateObject<UdpLoss>());
        const auto result = path.Measure("ns3::PipecharProbe[Timeout=4s]", Seconds(10)).at(0);
        NS_TEST_EXPECT_MSG_EQ(result.status, Result::TIMED_OUT, "no time for silent hops");
        NS_TEST_EXPECT_MSG_EQ(result.Get("lost"), 200, "the first silent hop");
    }
    {
        // Of each train a packet is on the link and three are in its queue.
        UdpTestPath path("1Gbps", "100Mbps", "3p");
        const auto result = path.Measure("ns3::PipecharProbe").at(0);
        NS_TEST_EXPECT_MSG_EQ(result.status, Result::OK, "a result");
        NS_TEST_EXPECT_MSG_EQ(result.note, "no train was answered whole and in order", "note");
        NS_TEST_EXPECT_MSG_EQ(result.Has("capacity"), false, "no train is whole");
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("capacity_1") / GetIpRate(1e9), 1, 1e-4, "router");
        NS_TEST_EXPECT_MSG_GT_OR_EQ(result.Get("lost"), 2 * 20 * 5, "lost at two hops");
    }
    {
        // Two at once from one host: each knows its own answers.
        UdpTestPath path("1Gbps", "100Mbps");
        path.other = path.Make("ns3::PipecharProbe[Interval=40ms]");
        path.other->Start(path.nodes.Get(UdpTestPath::SENDER),
                          MakeCallback(&UdpTestPath::Record, &path));
        const auto results = path.Measure("ns3::PipecharProbe", Seconds(5));
        NS_TEST_ASSERT_MSG_EQ(results.size(), 2, "both");
        for (const auto& result : results)
        {
            NS_TEST_EXPECT_MSG_EQ(result.status, Result::OK, "a result");
            NS_TEST_EXPECT_MSG_EQ(result.Get("lost"), 0, "all answers are heard");
            NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("capacity") / GetIpRate(100e6), 1, 0.1, "rate");
        }
    }
    UdpTestPath path("1Gbps", "100Mbps");
    const auto sender = path.nodes.Get(UdpTestPath::SENDER);
    const auto probe = path.Make("ns3::PipecharProbe");
    sender->GetObject<Ipv4L3Protocol>()->TraceConnectWithoutContext(
        "Tx",
        MakeCallback(&PipecharFaultsTest::Receive, this));
    probe->Start(sender, MakeCallback(&UdpTestPath::Record, &path));
    Simulator::Schedule(MilliSeconds(1101), [&] {
        NS_TEST_EXPECT_MSG_GT(m_packets, 0, "some was sent");
        m_packets = 0;
        probe->Cancel(MeasurementResult::SELF_LIMITED, "enough");
    });
    Simulator::Schedule(Seconds(10), [&] { Simulator::Stop(); });
    path.results.clear();
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(m_packets, 0, "nothing more");
    NS_TEST_ASSERT_MSG_EQ(path.results.size(), 1, "one result");
    NS_TEST_EXPECT_MSG_EQ(path.results[0].note, "enough", "note");
    NS_TEST_EXPECT_MSG_LT(path.results[0].bytes, probe->GetExpectedBytes(1e8), "not all");
}

/**
 * @ingroup path-measurement
 * @brief Suite of pipechar.
 */
class PipecharTestSuite : public TestSuite
{
  public:
    PipecharTestSuite();
};

PipecharTestSuite::PipecharTestSuite()
    : TestSuite("path-measurement-pipechar", Type::UNIT)
{
    AddTestCase(new PipecharIdleTest);
    AddTestCase(new PipecharFaultsTest);
}

static PipecharTestSuite g_pipecharTestSuite; //!< registers itself
