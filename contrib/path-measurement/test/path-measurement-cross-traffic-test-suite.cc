/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-test-crossed.h"

#include "ns3/config.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::measurement;

namespace
{

/** @param times of packets @param windows [from, to) in s @return how many are in none */
std::size_t
CountOutside(const std::vector<int64_t>& times,
             const std::vector<std::pair<double, double>>& windows)
{
    return std::count_if(times.begin(), times.end(), [&](int64_t time) {
        return std::none_of(windows.begin(), windows.end(), [&](const auto& window) {
            return time >= window.first * 1e9 && time < window.second * 1e9;
        });
    });
}

} // namespace

/**
 * @ingroup path-measurement
 * @brief In the windows the load is the level, and outside of them nothing happens.
 */
class CrossTrafficLoadTest : public TestCase
{
  public:
    CrossTrafficLoadTest();

  private:
    void DoRun() override;
};

CrossTrafficLoadTest::CrossTrafficLoadTest()
    : TestCase("load in windows")
{
}

void
CrossTrafficLoadTest::DoRun()
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    // Short flows, so that few are on their way at the end of a window.
    PathMeasurementTestCrossed crossed(
        {{"Mean", "0.2"}, {"FlowMin", "2000"}, {"FlowMax", "50000"}});
    crossed.traffic->Announce(Seconds(10), Seconds(12)); // 5 to 13 s
    crossed.traffic->Announce(Seconds(85), Seconds(88)); // 80 to 89 s
    const std::vector<std::pair<double, double>> windows = {{5, 13}, {80, 89}};
    // The simulator still takes out timers of TCP that were cancelled, of 3 s at most. Then nothing
    // is pending but the next window: no event between 17 and 79 s but these two.
    uint64_t events = 0;
    Simulator::Schedule(Seconds(17), [&events]() { events = Simulator::GetEventCount(); });
    Simulator::Schedule(Seconds(79), [&events]() { events = Simulator::GetEventCount() - events; });
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(events, 1, "the second of the two");
    NS_TEST_EXPECT_MSG_LT(Simulator::Now(), Seconds(93), "then nothing is left");

    const auto& traffic = *crossed.traffic;
    NS_TEST_EXPECT_MSG_EQ_TOL(traffic.GetAwake(), 17, 1e-9, "both windows");
    // 0.2 of 20 Mbit/s in 17 s; the deviation is that of a compound Poisson law.
    const double expected = 0.2 * 20e6 / 8 * 17;
    CrossArrivals::Mix mix;
    mix.shortest = 2000;
    mix.longest = 50'000;
    const CrossArrivals law(mix, CounterRandom(1));
    const double deviation = std::sqrt(law.GetVariance(expected));
    NS_TEST_EXPECT_MSG_LT(deviation, expected * 0.05, "a test that can fail");
    const auto offered = static_cast<double>(traffic.GetOffered());
    NS_TEST_EXPECT_MSG_EQ_TOL(offered, expected, 4 * deviation, "offered");
    NS_TEST_EXPECT_MSG_EQ(traffic.GetFlows() + traffic.GetDatagrams(),
                          crossed.arrivals.size(),
                          "all arrivals");
    const double datagrams = expected * 0.1 / 228;
    NS_TEST_EXPECT_MSG_EQ_TOL(double(traffic.GetDatagrams()),
                              datagrams,
                              4 * std::sqrt(datagrams),
                              "datagrams");

    // What is sent is what is offered, and for each flow the packets that open and close it: SYN,
    // its acknowledgement, FIN and the one of the other FIN, 52 to 60 bytes each.
    const double control = static_cast<double>(traffic.GetFlows()) * 4 * 56;
    NS_TEST_EXPECT_MSG_EQ_TOL(double(crossed.sentBytes), offered + control, 0.02 * offered, "sent");
    NS_TEST_EXPECT_MSG_EQ(CountOutside(crossed.dataTimes, windows), 0, "data in windows alone");
    // Both answer what was on its way, 10 ms and what waited in queues, with resets.
    for (const auto& times : {crossed.replyTimes, crossed.controlTimes})
    {
        NS_TEST_EXPECT_MSG_EQ(CountOutside(times, {{5, 13.05}, {80, 89.05}}), 0, "answers");
    }
    NS_TEST_EXPECT_MSG_LT(traffic.GetAborted(), 20, "two ends of windows");
    // Payload: 1448 of 1500 bytes of a segment, 200 of 228 of a datagram, the last window's tail
    // excepted.
    const double payload = offered * (0.9 * 1448 / 1500 + 0.1 * 200 / 228);
    NS_TEST_EXPECT_MSG_EQ_TOL(double(traffic.GetDelivered()), payload, 0.02 * payload, "delivered");
    Config::Reset();
}

/**
 * @ingroup path-measurement
 * @brief What arrives at a time is the same whatever else was announced.
 */
class CrossTrafficSameArrivalsTest : public TestCase
{
  public:
    CrossTrafficSameArrivalsTest();

  private:
    void DoRun() override;

    /** @param windows announced, each when it is due or all before @param late whether each is
     * announced at its begin @param level Mean @return arrivals from 20 to 23.5 s */
    static std::vector<PathMeasurementTestCrossed::Arrival> Run(
        const std::vector<std::pair<double, double>>& windows,
        bool late,
        const std::string& level = "0.05");
};

CrossTrafficSameArrivalsTest::CrossTrafficSameArrivalsTest()
    : TestCase("common random numbers")
{
}

std::vector<PathMeasurementTestCrossed::Arrival>
CrossTrafficSameArrivalsTest::Run(const std::vector<std::pair<double, double>>& windows,
                                  bool late,
                                  const std::string& level)
{
    PathMeasurementTestCrossed crossed(
        {{"Mean", level}, {"Lead", "0s"}, {"Tail", "0s"}, {"Noise", "0.3"}});
    for (const auto& [from, to] : windows)
    {
        Simulator::Schedule(late ? Seconds(from) : Time(0),
                            &CrossTraffic::Announce,
                            crossed.traffic,
                            Seconds(from),
                            Seconds(to));
    }
    Simulator::Run();
    std::vector<PathMeasurementTestCrossed::Arrival> chosen;
    std::copy_if(crossed.arrivals.begin(),
                 crossed.arrivals.end(),
                 std::back_inserter(chosen),
                 [](const auto& arrival) {
                     return std::get<0>(arrival) >= 20'000'000'000 &&
                            std::get<0>(arrival) < 23'500'000'000;
                 });
    return chosen;
}

void
CrossTrafficSameArrivalsTest::DoRun()
{
    const auto alone = Run({{20, 23.5}}, false);
    NS_TEST_EXPECT_MSG_GT(alone.size(), 100, "190 datagrams and 9 flows are expected");
    NS_TEST_EXPECT_MSG_EQ((Run({{20, 23.5}}, true) == alone), true, "announced late");
    NS_TEST_EXPECT_MSG_EQ((Run({{30, 31}, {3, 5}, {20, 23.5}}, false) == alone),
                          true,
                          "others too");
    NS_TEST_EXPECT_MSG_EQ((Run({{17, 25}}, true) == alone), true, "in a longer window");
    NS_TEST_EXPECT_MSG_EQ((Run({{18, 21}, {20.3, 22}, {21.5, 24}}, true) == alone),
                          true,
                          "in several that overlap");
    auto pieces = Run({{20, 20.25}, {20.25, 22.7}, {22.7, 23.5}}, true);
    NS_TEST_EXPECT_MSG_EQ((pieces == alone), true, "in pieces that touch");
    // A gap leaves out what arrives in it, and nothing else.
    auto gap = alone;
    gap.erase(std::remove_if(gap.begin(),
                             gap.end(),
                             [](const auto& arrival) {
                                 return std::get<0>(arrival) >= 21'250'000'000 &&
                                        std::get<0>(arrival) < 21'750'000'000;
                             }),
              gap.end());
    NS_TEST_EXPECT_MSG_LT(gap.size(), alone.size(), "something arrives in the gap");
    NS_TEST_EXPECT_MSG_EQ((Run({{20, 21.25}, {21.75, 23.5}}, false) == gap), true, "with a gap");
    NS_TEST_EXPECT_MSG_EQ((Run({{20, 23.5}}, false, "0.06") == alone), false, "another level");
}

/**
 * @ingroup path-measurement
 * @brief In the mode without packets the link is slower in windows, also during a fault.
 */
class CrossTrafficRateTest : public TestCase
{
  public:
    CrossTrafficRateTest();

  private:
    void DoRun() override;
};

CrossTrafficRateTest::CrossTrafficRateTest()
    : TestCase("a slower link")
{
}

void
CrossTrafficRateTest::DoRun()
{
    // At 14 o'clock 0.2 (1 + 0.5) of 20 Mbit/s are taken.
    PathMeasurementTestCrossed crossed({{"Mode", "LinkRate"},
                                        {"Mean", "0.2"},
                                        {"Diurnal", "0.5"},
                                        {"UtcOffset", "-8"},
                                        {"WeekStart", "22h"}});
    NS_TEST_EXPECT_MSG_EQ_TOL(crossed.traffic->GetLevel(Time(0)), 0.3, 1e-12, "14 o'clock");
    NS_TEST_EXPECT_MSG_EQ_TOL(crossed.traffic->GetLevel(Hours(8)), 0.2, 1e-12, "22 o'clock");
    crossed.traffic->Announce(Seconds(10), Seconds(20)); // 5 to 21 s
    const auto rate = LinkRate::Of(crossed.GetDevice());
    Simulator::Schedule(Seconds(15), [rate]() { rate->SetFault(10e6); });
    Simulator::Schedule(Seconds(25), [rate]() { rate->SetFault(std::nullopt); });
    for (const auto& [at, expected] : std::vector<std::pair<double, double>>{{4.9, 20},
                                                                             {5.1, 14},
                                                                             {14.9, 14},
                                                                             {15.1, 7},
                                                                             {20.9, 7},
                                                                             {21.1, 10},
                                                                             {25.1, 20}})
    {
        Simulator::Schedule(Seconds(at), [&crossed, this, expected = expected]() {
            NS_TEST_EXPECT_MSG_EQ_TOL(crossed.GetRate(),
                                      expected,
                                      0.001,
                                      Simulator::Now().GetSeconds());
        });
    }
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(crossed.dataTimes.size(), 0, "no packet");
    NS_TEST_EXPECT_MSG_EQ(crossed.traffic->GetOffered(), 0, "nothing is offered");
    const Time begin = Simulator::Now() + Seconds(10);
    const double awake = crossed.traffic->GetAwake();
    crossed.traffic->Announce(begin, begin + Seconds(10));
    Simulator::Stop(Seconds(13));
    Simulator::Run();
    const double longer = crossed.traffic->GetAwake();
    NS_TEST_EXPECT_MSG_GT(longer, awake + 2.9, "in a window");
    Simulator::Destroy();
    NS_TEST_EXPECT_MSG_EQ(crossed.traffic->GetAwake(), longer, "and after the end");
}

/**
 * @ingroup path-measurement
 * @brief Flows over a lossy, full link: aborted at the end of the window, and nothing is left.
 */
class CrossTrafficAbortTest : public TestCase
{
  public:
    CrossTrafficAbortTest();

  private:
    void DoRun() override;
};

CrossTrafficAbortTest::CrossTrafficAbortTest()
    : TestCase("a link that is full")
{
}

void
CrossTrafficAbortTest::DoRun()
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    PathMeasurementTestCrossed crossed(
        {{"Mean", "1.5"}, {"FlowMax", "1e6"}, {"Lead", "0s"}, {"Tail", "0s"}});
    crossed.traffic->Announce(Seconds(1), Seconds(3));
    Simulator::Run();
    NS_TEST_EXPECT_MSG_GT(crossed.traffic->GetAborted(), 10, "more is offered than passes");
    NS_TEST_EXPECT_MSG_EQ(CountOutside(crossed.dataTimes, {{1, 3}}), 0, "the source is silent");
    // The longest timer of TCP, now cancelled, is one of 3 s that was doubled some times.
    NS_TEST_EXPECT_MSG_LT(Simulator::Now(), Seconds(60), "no timer goes on");
    // The first half second is slow start; headers and what is sent twice take less than a fifth.
    const auto delivered = static_cast<double>(crossed.traffic->GetDelivered());
    NS_TEST_EXPECT_MSG_GT(delivered, 0.8 * 1.5 * 20e6 / 8, "a link that is full");
    NS_TEST_EXPECT_MSG_LT(delivered, 2.1 * 20e6 / 8, "not more than that");
    Config::Reset();
}

/**
 * @ingroup path-measurement
 * @brief Each flow ends, is aborted or is open, and ends after the round trips that TCP needs.
 */
class CrossTrafficEndsTest : public TestCase
{
  public:
    CrossTrafficEndsTest();

  private:
    void DoRun() override;
};

CrossTrafficEndsTest::CrossTrafficEndsTest()
    : TestCase("ends of flows")
{
}

void
CrossTrafficEndsTest::DoRun()
{
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
    PathMeasurementTestCrossed crossed({{"Mean", "0.02"},
                                        {"FlowMin", "2000"},
                                        {"FlowMax", "2001"},
                                        {"DatagramShare", "0"},
                                        {"Lead", "0s"},
                                        {"Tail", "0s"}});
    std::vector<Time> ends;
    uint64_t payload = 0;
    crossed.traffic->TraceConnectWithoutContext(
        "FlowEnded",
        Callback<void, uint64_t, Time>([&ends, &payload](uint64_t bytes, Time took) {
            payload += bytes;
            ends.push_back(took);
        }));
    crossed.traffic->Announce(Seconds(1), Seconds(20));
    std::size_t open = 0;
    uint64_t flows = 0;
    Simulator::Schedule(Seconds(10), [&] {
        open = ends.size() + crossed.traffic->GetAborted();
        flows = crossed.traffic->GetFlows();
        open += crossed.traffic->GetActive().size();
        for (const Time& since : crossed.traffic->GetActive())
        {
            NS_TEST_EXPECT_MSG_GT(since, Seconds(9.5), "a flow takes 40 ms, waits aside");
        }
    });
    Simulator::Run();
    NS_TEST_EXPECT_MSG_GT(flows, 100, "225 are expected");
    NS_TEST_EXPECT_MSG_EQ(open, flows, "ended, aborted and open after 9 s");
    NS_TEST_EXPECT_MSG_EQ(crossed.traffic->GetActive().size(), 0, "nothing is open in the end");
    NS_TEST_EXPECT_MSG_EQ(ends.size() + crossed.traffic->GetAborted(),
                          crossed.traffic->GetFlows(),
                          "ended and aborted");
    NS_TEST_EXPECT_MSG_LT(crossed.traffic->GetAborted(), 5, "in the end");
    const uint64_t others = crossed.traffic->GetDelivered() - payload;
    NS_TEST_EXPECT_MSG_LT(others, 2000 * crossed.traffic->GetAborted() + 1, "all payload came");
    // A round trip of 20 ms for the connection; one for the data, all within the first window, and
    // the closing of both sides. Transmission of some 2,500 bytes on two links of 20 Mbit/s.
    const Time least = *std::min_element(ends.begin(), ends.end());
    NS_TEST_EXPECT_MSG_GT(least, MilliSeconds(40), "two round trips");
    NS_TEST_EXPECT_MSG_LT(least, MilliSeconds(43), "and no more");
    Config::Reset();
}

/**
 * @ingroup path-measurement
 * @brief Levels of the mode without packets: at least a twentieth of a rate is left, and noise
 * keeps its value for a slot.
 */
class CrossTrafficLevelsTest : public TestCase
{
  public:
    CrossTrafficLevelsTest();

  private:
    void DoRun() override;
};

CrossTrafficLevelsTest::CrossTrafficLevelsTest()
    : TestCase("levels of a slower link")
{
}

void
CrossTrafficLevelsTest::DoRun()
{
    for (const auto& [mean, left] : {std::pair("0.94", 1.2), {"0.96", 1.0}, {"1.5", 1.0}})
    {
        PathMeasurementTestCrossed crossed({{"Mode", "LinkRate"}, {"Mean", mean}});
        crossed.traffic->Announce(Seconds(10), Seconds(20));
        for (const auto& [at, rate] :
             {std::pair(4.9, 20.0), {5.1, left}, {20.9, left}, {21.1, 20.0}})
        {
            Simulator::Schedule(Seconds(at), [this, &crossed, rate = rate] {
                NS_TEST_EXPECT_MSG_EQ_TOL(crossed.GetRate(),
                                          rate,
                                          1e-6,
                                          Simulator::Now().GetSeconds());
            });
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ_TOL(crossed.traffic->GetLevel(Time(0)), std::stod(mean), 1e-12, mean);
    }
    // Levels at the begin and at the end of six slots of 10 min.
    const auto getLevels = [this](int64_t stream) {
        PathMeasurementTestCrossed crossed(
            {{"Mode", "LinkRate"}, {"Noise", "0.3"}, {"NoiseSlot", "10min"}});
        NS_TEST_EXPECT_MSG_EQ(crossed.traffic->AssignStreams(stream), 2, "streams");
        std::vector<double> levels;
        for (int slot = 0; slot < 6; ++slot)
        {
            levels.push_back(crossed.traffic->GetLevel(Minutes(10 * slot)));
            levels.push_back(crossed.traffic->GetLevel(Minutes(10 * slot) + Seconds(599)));
        }
        return levels;
    };
    const auto levels = getLevels(40);
    const auto others = getLevels(42);
    for (std::size_t i = 0; i < levels.size(); i += 2)
    {
        NS_TEST_EXPECT_MSG_EQ(levels[i], levels[i + 1], "for a slot");
        NS_TEST_EXPECT_MSG_EQ((i > 0 && levels[i] == levels[i - 1]), false, "then anew");
        NS_TEST_EXPECT_MSG_NE(levels[i], others[i], "of another stream");
    }
    NS_TEST_EXPECT_MSG_EQ((getLevels(40) == levels), true, "of the same stream");
}

/**
 * @ingroup path-measurement
 * @brief Sizes and ports: datagrams alone, and flows with and without timestamps of TCP.
 */
class CrossTrafficSizesTest : public TestCase
{
  public:
    CrossTrafficSizesTest();

  private:
    void DoRun() override;
};

CrossTrafficSizesTest::CrossTrafficSizesTest()
    : TestCase("sizes of datagrams and flows")
{
}

void
CrossTrafficSizesTest::DoRun()
{
    {
        PathMeasurementTestCrossed crossed({{"Mean", "0.05"},
                                            {"DatagramShare", "1"},
                                            {"DatagramSize", "500"},
                                            {"Port", "1234"},
                                            {"Lead", "0s"},
                                            {"Tail", "0s"}});
        uint32_t others = 0;
        crossed.chain.nodes.Get(2)->GetObject<Ipv4>()->TraceConnectWithoutContext(
            "Rx",
            Callback<void, Ptr<const Packet>, Ptr<Ipv4>, uint32_t>(
                [&others](Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t) {
                    uint8_t bytes[24]; // IP, and the ports of UDP
                    packet->CopyData(bytes, sizeof(bytes));
                    others += (bytes[22] << 8 | bytes[23]) != 1234;
                }));
        crossed.traffic->Announce(Seconds(10), Seconds(15));
        Simulator::Run();
        const auto datagrams = crossed.traffic->GetDatagrams();
        const double expected = 0.05 * 20e6 / 8 * 5 / 528;
        NS_TEST_EXPECT_MSG_EQ_TOL(double(datagrams), expected, 4 * std::sqrt(expected), "Poisson");
        NS_TEST_EXPECT_MSG_EQ(crossed.traffic->GetFlows(), 0, "no flow");
        NS_TEST_EXPECT_MSG_EQ(crossed.traffic->GetOffered(), 528 * datagrams, "with 28 of headers");
        NS_TEST_EXPECT_MSG_EQ_TOL(double(crossed.traffic->GetDelivered()),
                                  500.0 * datagrams,
                                  500 * 3, // on their way at the end
                                  "payload");
        NS_TEST_EXPECT_MSG_EQ(others, 0, "to Port");
    }
    for (const auto& [timestamp, segment] : {std::pair("true", 1500), {"false", 1488}})
    {
        Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(1448));
        Config::SetDefault("ns3::TcpSocketBase::Timestamp", StringValue(timestamp));
        PathMeasurementTestCrossed crossed({{"Mean", "0.05"},
                                            {"DatagramShare", "0"},
                                            {"FlowMin", "30000"},
                                            {"FlowMax", "30001"},
                                            {"Lead", "0s"},
                                            {"Tail", "0s"}});
        uint32_t flows = 0;
        crossed.traffic->TraceConnectWithoutContext(
            "FlowEnded",
            Callback<void, uint64_t, Time>([this, &flows, segment = segment](uint64_t payload,
                                                                             Time) {
                // Of 30,000 bytes 1,448 of each segment are payload.
                NS_TEST_EXPECT_MSG_EQ_TOL(double(payload), 30'000.0 * 1448 / segment, 1, segment);
                ++flows;
            }));
        crossed.traffic->Announce(Seconds(10), Seconds(15));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(flows, 5, "21 are expected");
        Config::Reset();
    }
}

/**
 * @ingroup path-measurement
 * @brief Wrong use is refused.
 */
class CrossTrafficRefusalTest : public TestCase
{
  public:
    CrossTrafficRefusalTest();

  private:
    void DoRun() override;
};

CrossTrafficRefusalTest::CrossTrafficRefusalTest()
    : TestCase("refusals")
{
}

void
CrossTrafficRefusalTest::DoRun()
{
    const auto refuses = [](auto call) {
        try
        {
            call();
        }
        catch (const std::invalid_argument&)
        {
            return true;
        }
        return false;
    };
    {
        const auto traffic = CreateObject<CrossTraffic>();
        NS_TEST_EXPECT_MSG_EQ(refuses([&] { traffic->Announce(Seconds(1), Seconds(2)); }),
                              true,
                              "no link");
        PathMeasurementTestCrossed crossed({});
        NS_TEST_EXPECT_MSG_EQ(refuses([&] { crossed.traffic->Announce(Seconds(2), Seconds(2)); }),
                              true,
                              "an empty measurement");
        crossed.traffic->Announce(Seconds(1), Seconds(2));
        traffic->SetLink(crossed.GetDevice());
        traffic->SetPath(crossed.chain.nodes.Get(0),
                         crossed.chain.nodes.Get(2),
                         crossed.chain.GetLast());
        NS_TEST_EXPECT_MSG_EQ(refuses([&] { traffic->Announce(Seconds(1), Seconds(2)); }),
                              true,
                              "the port is taken");
        const auto bare = CreateObject<Node>();
        NS_TEST_EXPECT_MSG_EQ(refuses([&] { AbortableTcpSocket::Create(bare); }), true, "no TCP");
    }
    PathMeasurementTestCrossed wrong({{"FlowMin", "2000"}, {"FlowMax", "1000"}});
    NS_TEST_EXPECT_MSG_EQ(refuses([&] { wrong.traffic->Announce(Seconds(1), Seconds(2)); }),
                          true,
                          "sizes");
    NS_TEST_ASSERT_MSG_EQ(wrong.traffic->SetAttributeFailSafe("FlowMax", StringValue("4000")),
                          true,
                          "after the refusal");
    wrong.traffic->Announce(Seconds(1), Seconds(2));
    Simulator::Stop(Seconds(2));
    Simulator::Run();
    NS_TEST_EXPECT_MSG_GT(wrong.traffic->GetFlows(), 10, "flows");
    for (const auto& [time, bytes, datagram] : wrong.arrivals)
    {
        NS_TEST_EXPECT_MSG_EQ((datagram || (bytes >= 2000 && bytes <= 4000)), true, bytes);
    }
}

/**
 * @ingroup path-measurement
 * @brief What others send while somebody measures.
 */
class CrossTrafficTestSuite : public TestSuite
{
  public:
    CrossTrafficTestSuite();
};

CrossTrafficTestSuite::CrossTrafficTestSuite()
    : TestSuite("path-measurement-cross-traffic", Type::UNIT)
{
    AddTestCase(new CrossTrafficLoadTest);
    AddTestCase(new CrossTrafficSameArrivalsTest);
    AddTestCase(new CrossTrafficRateTest);
    AddTestCase(new CrossTrafficAbortTest);
    AddTestCase(new CrossTrafficEndsTest);
    AddTestCase(new CrossTrafficLevelsTest);
    AddTestCase(new CrossTrafficSizesTest);
    AddTestCase(new CrossTrafficRefusalTest);
}

/// registers the suite
static CrossTrafficTestSuite g_crossTrafficTestSuite;
