/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-udp-test-path.h"

#include "ns3/ipv4-l3-protocol.h"
#include "ns3/test.h"
#include "ns3/udp-header.h"

#include <cmath>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** @param capacity of a link in bit/s @param size of IP packets in bytes @return rate of these */
double
GetIpRate(double capacity, double size)
{
    return capacity * size / (size + 2);
}

const std::string PIPECHAR = "ns3::PipecharProbe"; //!< the tool with one end

/** @param estimator with its attributes @return a probe of packet pairs */
std::string
Pairs(const std::string& estimator)
{
    return "ns3::PacketPairProbe[Estimator=ns3::" + estimator + "]";
}

} // namespace

/**
 * @ingroup path-measurement
 * @brief Without other traffic, and with exact clocks, the tools tell the capacity of the path.
 */
class UdpIdlePathTest : public TestCase
{
  public:
    UdpIdlePathTest();

  private:
    void DoRun() override;

    /** @param probe text @param size of its packets in bytes @param names of values that should be
     * the capacity @return its result */
    MeasurementResult Check(const std::string& probe,
                            uint32_t size,
                            const std::vector<std::string>& names);
    void CheckPlans(); //!< What is predicted without a network.
};

UdpIdlePathTest::UdpIdlePathTest()
    : TestCase("an idle path has its capacity")
{
}

MeasurementResult
UdpIdlePathTest::Check(const std::string& probe,
                       uint32_t size,
                       const std::vector<std::string>& names)
{
    UdpTestPath path("1Gbps", "100Mbps");
    const auto result = path.Measure(probe).at(0);
    NS_TEST_EXPECT_MSG_EQ(result.status, MeasurementResult::OK, probe << ": " << result.note);
    NS_TEST_EXPECT_MSG_EQ(result.note, "", probe);
    for (const auto& name : names)
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get(name) / GetIpRate(100e6, size),
                                  1,
                                  1e-5,
                                  name << probe);
    }
    NS_TEST_EXPECT_MSG_EQ(result.Get("lost"), 0, "nothing is lost");
    // Round trips of 6 ms and a login of 1 s. Only the plan of spruce is random: 100 exponential
    // times.
    const auto made = path.Make(probe);
    const double expected = made->GetExpectedDuration(100e6, MilliSeconds(6)).GetSeconds();
    const double tolerance = names.front() == "available" ? 0.4 * expected : 0.002;
    NS_TEST_EXPECT_MSG_EQ_TOL((result.end - result.begin).GetSeconds() - 1,
                              expected,
                              tolerance,
                              "duration of " << probe);
    NS_TEST_EXPECT_MSG_EQ(result.bytes, made->GetExpectedBytes(100e6), "bytes of " << probe);
    return result;
}

void
UdpIdlePathTest::CheckPlans()
{
    UdpTestPath path("1Gbps", "100Mbps");
    // Pairs with a gap of 12 ms load 5 % of 1 Mb/s if they begin 480 ms after the one before.
    const auto spruce = path.Make(Pairs("SpruceEstimator[Capacity=1Mbps|Pairs=10]"));
    NS_TEST_EXPECT_MSG_EQ(spruce->GetExpectedDuration(1e6, Seconds(1)),
                          MilliSeconds(10 * 492 + 200 + 3000),
                          "spruce");
    // A train of 50 packets, and one fleet, since the rate is available and the only one: 500 bytes
    // each 80 us, and after each stream of 100 packets nine times as long nothing.
    const auto slops = path.Make("ns3::SlopsProbe[MinRate=50Mbps|MaxRate=50Mbps|Streams=3]");
    NS_TEST_EXPECT_MSG_EQ(slops->GetExpectedBytes(60e6),
                          50 * (1500 - 28) + 300 * (500 - 28),
                          "pathload");
    NS_TEST_EXPECT_MSG_EQ(slops->GetExpectedDuration(60e6, Seconds(1)),
                          MicroSeconds(2 * 80000 + 99 * 80) + 2 * MilliSeconds(200) + Seconds(4),
                          "pathload");
}

void
UdpIdlePathTest::DoRun()
{
    Check(Pairs("PathrateEstimator[Pairs=50|Trains=5|PairInterval=5ms|MinPacketSize=1500]"),
          1500,
          {"capacity", "dispersion_rate"});
    Check(Pairs("AbweEstimator"), 1450, {"capacity", "available"});
    Check(Pairs("SpruceEstimator[Capacity=99866844bps]"), 1500, {"available"});
    // Twice what the path takes, which fits its queue: delays grow by 120.16 less 60 us.
    const auto result = Check("ns3::UdpMonitorProbe[Packets=100|Spacing=60us]", 1500, {"rate"});
    for (const std::string name : {"jitter", "jitter_50", "jitter_90", "jitter_99", "jitter_max"})
    {
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get(name), 60.16e-6, 60.16e-6 / 256, name);
    }
    CheckPlans();
}

/**
 * @ingroup path-measurement
 * @brief Other traffic of rate X, at a constant rate but for pathload, in small packets: nearly a
 * fluid. What is available is A = C - X.
 *
 * The pairs come to the tight link of capacity C at its own rate, so that ABwE should say
 * C / (1 + X/C) (see AbweEstimator), and so should pipechar; spruce should say A. The range of
 * pathload should hold A, up to its resolution, and the estimate of pathChirp is A times 1 to 1.2
 * in a fluid. Tolerances are those of the number of packets in a gap: it is wrong by 1 at most,
 * which is 200 of the 1500 bytes of a gap of a train, and averages over pairs at random times.
 */
class UdpLoadedPathTest : public TestCase
{
  public:
    UdpLoadedPathTest();

  private:
    void DoRun() override;

    /** @param cross rate of other traffic in bit/s @param probe text @param random whether that
     * traffic comes at exponential distances @return its result */
    MeasurementResult Measure(double cross, const std::string& probe, bool random = false);
};

UdpLoadedPathTest::UdpLoadedPathTest()
    : TestCase("what other traffic leaves")
{
}

MeasurementResult
UdpLoadedPathTest::Measure(double cross, const std::string& probe, bool random)
{
    UdpTestPath path("10Mbps", "10Mbps");
    path.agent->SetAttribute("LoginTime", StringValue("10ms"));
    path.AddTraffic(cross, 200, random);
    const auto result = path.Measure(probe).at(0);
    NS_TEST_EXPECT_MSG_EQ(result.status, MeasurementResult::OK, probe << ": " << result.note);
    NS_TEST_EXPECT_MSG_EQ(result.Get("lost"), 0, "nothing is lost by " << probe);
    return result;
}

void
UdpLoadedPathTest::DoRun()
{
    for (const double cross : {2e6, 4e6})
    {
        const double available = 10e6 - cross;
        auto result =
            Measure(cross, Pairs("SpruceEstimator[Capacity=9986684bps|Interval=50ms|Pairs=50]"));
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("available"), available, 0.02 * 10e6, "spruce");
        const double abwe = GetIpRate(10e6 / (1 + cross / 10e6), 1450);
        result = Measure(cross, Pairs("AbweEstimator[Interval=20ms]"));
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("available"), abwe, 0.02 * abwe, "ABwE");
        NS_TEST_EXPECT_MSG_GT(result.Get("available"), 1.03 * available, "ABwE says too much");
        result = Measure(cross, "ns3::PipecharProbe[Interval=25ms]");
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("capacity"), abwe, 200.0 / 1500 * abwe, "pipechar");
        result =
            Measure(cross,
                    "ns3::ChirpProbe[LowRate=1Mbps|HighRate=20Mbps|AverageRate=4Mbps|Chirps=8]");
        NS_TEST_EXPECT_MSG_GT(result.Get("available"), 0.95 * available, "pathChirp");
        NS_TEST_EXPECT_MSG_LT(result.Get("available"), 1.2 * available, "pathChirp");
        // Streams among packets at equal distances drift through their phases: that is a trend.
        result = Measure(cross, "ns3::SlopsProbe[Idle=1|Linger=50ms]", true);
        const double low = result.Get("available_low");
        const double high = result.Get("available_high");
        NS_TEST_EXPECT_MSG_LT(low, 1.05 * available, "pathload");
        NS_TEST_EXPECT_MSG_GT(high, 0.95 * available, "pathload");
        // A share of the dispersion rate, which is at most the capacity.
        NS_TEST_EXPECT_MSG_LT(high - low - result.Get("grey"), 2 * 0.05 * 10e6 + 1, "its range");
    }
}

/**
 * @ingroup path-measurement
 * @brief C49: 1500 bytes at 400 Mb/s are 30.04 us apart, and interrupts 100 us after the first
 * packet come every 120.16 us. At 100 Mb/s packets are 120.16 us apart and nothing goes wrong.
 */
class UdpCoalescingTest : public TestCase
{
  public:
    UdpCoalescingTest();

  private:
    void DoRun() override;

    /** @param rate of the tight link @param clock attributes of the receiver's @param tool text
     * @return its result */
    static MeasurementResult Measure(const std::string& rate,
                                     const std::string& clock,
                                     const std::string& tool);
};

UdpCoalescingTest::UdpCoalescingTest()
    : TestCase("interrupts that come late hide high rates")
{
}

MeasurementResult
UdpCoalescingTest::Measure(const std::string& rate,
                           const std::string& clock,
                           const std::string& tool)
{
    UdpTestPath path("1Gbps", rate);
    const bool oneEnded = tool == PIPECHAR;
    path.SetClock("ns3::HostClock" + clock, oneEnded ? UdpTestPath::SENDER : UdpTestPath::RECEIVER);
    return path.Measure(tool).at(0);
}

void
UdpCoalescingTest::DoRun()
{
    const std::string late = "[InterruptCoalescing=100us]";
    const double rate = GetIpRate(100e6, 1500);
    for (const std::string& tool : {PIPECHAR, Pairs("AbweEstimator[PacketSize=1500]")})
    {
        const auto exact = Measure("400Mbps", "", tool);
        NS_TEST_EXPECT_MSG_EQ_TOL(exact.Get("capacity"), 4 * rate, 1, tool << " without");
        const auto slow = Measure("100Mbps", late, tool);
        NS_TEST_EXPECT_MSG_EQ_TOL(slow.Get("capacity"), rate, 1, tool << " at 100 Mb/s");
    }
    auto result = Measure("400Mbps", late, PIPECHAR);
    NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("capacity"), rate, 1, "a quarter");
    result = Measure("400Mbps", late, Pairs("AbweEstimator"));
    NS_TEST_EXPECT_MSG_EQ(result.Has("capacity"), false, "pairs are not resolved");
    NS_TEST_EXPECT_MSG_EQ(result.Get("unresolved"), 20, "pairs are not resolved");
    NS_TEST_EXPECT_MSG_EQ(result.note, "the clock of the remote host resolved no train", "note");
    result =
        Measure("400Mbps", late, Pairs("PathrateEstimator[Pairs=50|Trains=5|MinPacketSize=1500]"));
    NS_TEST_EXPECT_MSG_EQ(result.Has("capacity"), false, "pairs are not resolved");
    // 49 gaps, 12 interrupts, one of them at either end
    NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("dispersion_rate"), 4 * rate, 4 * rate / 12, "bound");
    // Of the gaps of 30.04 us the clock shows 30.
    result = Measure("400Mbps", "[TimestampQuantum=10us]", PIPECHAR);
    NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("capacity"), 400e6, 1, "30 us");
    // Whatever the clocks are ahead or behind by, only differences matter.
    for (const std::string& tool :
         {Pairs("AbweEstimator"), std::string("ns3::ChirpProbe[Chirps=2]")})
    {
        const auto same = Measure("50Mbps", "", tool);
        for (const std::string clock : {"[Offset=1000s]", "[Offset=-1000s]"})
        {
            const auto moved = Measure("50Mbps", clock, tool);
            NS_TEST_EXPECT_MSG_EQ(moved.Get("available"), same.Get("available"), tool << clock);
        }
    }
}

/**
 * @ingroup path-measurement
 * @brief Loses every second packet of UDP.
 */
class EverySecondLost : public ErrorModel
{
  private:
    bool DoCorrupt(Ptr<Packet> packet) override
    {
        uint8_t bytes[12]{}; // 2 of PPP, then IP with the protocol in byte 9
        packet->CopyData(bytes, sizeof(bytes));
        return bytes[11] == 17 && ++m_packets % 2 == 0;
    }

    void DoReset() override
    {
    }

    uint32_t m_packets{0}; //!< of UDP
};

/**
 * @ingroup path-measurement
 * @brief Packets that are lost are counted, and those that come carry the DSCP.
 */
class UdpLossTest : public TestCase
{
  public:
    UdpLossTest();

  private:
    void DoRun() override;
    /** @param packet with its header of IP @param ipv4 of the host @param interface where from */
    void Receive(Ptr<const Packet> packet, Ptr<Ipv4> ipv4, uint32_t interface);

    uint32_t m_marked{0};   //!< UDP packets with DSCP 8
    uint32_t m_unmarked{0}; //!< other UDP packets
};

UdpLossTest::UdpLossTest()
    : TestCase("lost packets and the DSCP")
{
}

void
UdpLossTest::Receive(Ptr<const Packet> packet, Ptr<Ipv4> ipv4, uint32_t interface)
{
    Ipv4Header header;
    packet->PeekHeader(header);
    if (header.GetProtocol() == 17)
    {
        (header.GetDscp() == Ipv4Header::DSCP_CS1 ? m_marked : m_unmarked)++;
    }
}

void
UdpLossTest::DoRun()
{
    {
        // At twice the rate of the link, 10 packets in its queue and one on the link: half of 1000
        // packets are lost, but for those 11.
        UdpTestPath path("1Gbps", "100Mbps", "10p");
        path.nodes.Get(UdpTestPath::RECEIVER)
            ->GetObject<Ipv4L3Protocol>()
            ->TraceConnectWithoutContext("Rx", MakeCallback(&UdpLossTest::Receive, this));
        const auto result =
            path.Measure("ns3::UdpMonitorProbe[Packets=1000|Spacing=60080ns|Dscp=8]").at(0);
        NS_TEST_EXPECT_MSG_EQ(result.status, MeasurementResult::OK, "a result");
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("lost"), 500, 11, "half of them");
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("loss"), result.Get("lost") / 1000, 1e-9, "share");
        NS_TEST_EXPECT_MSG_EQ(result.Get("sent"), 1000, "sent");
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("rate"), GetIpRate(100e6, 1500), 1e5, "rate");
        NS_TEST_EXPECT_MSG_EQ(m_marked, 1000 - result.Get("lost"), "those that came are marked");
        NS_TEST_EXPECT_MSG_EQ(m_unmarked, 0, "no other UDP");
    }
    {
        // Trains of 50 lose packets, pairs do not.
        UdpTestPath path("1Gbps", "100Mbps", "10p");
        const auto result =
            path.Measure(Pairs("PathrateEstimator[Pairs=20|Trains=5|MinPacketSize=1500]")).at(0);
        NS_TEST_EXPECT_MSG_EQ(result.Get("whole"), 20, "pairs");
        NS_TEST_EXPECT_MSG_GT(result.Get("lost"), 5 * 30, "packets of trains");
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("capacity"), GetIpRate(100e6, 1500), 100, "of pairs");
        NS_TEST_EXPECT_MSG_EQ(result.Has("dispersion_rate"), false, "no train is whole");
    }
    {
        // Every second packet is lost, so that no pair comes whole.
        UdpTestPath path("1Gbps", "100Mbps");
        path.SetLoss(CreateObject<EverySecondLost>());
        const auto result = path.Measure(Pairs("AbweEstimator")).at(0);
        NS_TEST_EXPECT_MSG_EQ(result.status, MeasurementResult::OK, "a result");
        NS_TEST_EXPECT_MSG_EQ(result.note, "no train came whole and in order", "note");
    }
    {
        // Of the train some packets fit a short queue, and are as far apart as the link sends them:
        // the streams begin with the capacity. Packets are 80 us apart: at 100 Mb/s they have 1000
        // bytes.
        UdpTestPath path("1Gbps", "100Mbps", "3p");
        const auto result = path.Measure("ns3::SlopsProbe[Streams=2|Idle=0]").at(0);
        const double rate = GetIpRate(100e6, 1000);
        NS_TEST_EXPECT_MSG_LT(result.Get("available_low"), rate, "pathload");
        NS_TEST_EXPECT_MSG_GT(result.Get("available_high"), 0.99 * rate, "pathload");
        NS_TEST_EXPECT_MSG_EQ_TOL(result.Get("dispersion_rate"),
                                  GetIpRate(100e6, 1500),
                                  1e6,
                                  "of the train");
        NS_TEST_EXPECT_MSG_GT(result.Get("lost"), 30, "most of the train");
    }
}

/**
 * @ingroup path-measurement
 * @brief Suite of the tools that send UDP packets.
 */
class UdpTestSuite : public TestSuite
{
  public:
    UdpTestSuite();
};

UdpTestSuite::UdpTestSuite()
    : TestSuite("path-measurement-udp", Type::UNIT)
{
    AddTestCase(new UdpIdlePathTest);
    AddTestCase(new UdpLoadedPathTest);
    AddTestCase(new UdpCoalescingTest);
    AddTestCase(new UdpLossTest);
}

static UdpTestSuite g_udpTestSuite; //!< registers itself
