/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../path-measurement/test/path-measurement-transfer-test-path.h"

#include "ns3/double.h"
#include "ns3/faults-port-filter.h"
#include "ns3/iepm-steered-copy.h"
#include "ns3/test.h"

#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::faults;
using namespace ns3::iepm;

namespace
{

constexpr double MEGABIT = 1e6;

} // namespace

/**
 * @ingroup iepm
 * @brief A path with a transfer that is steered.
 */
class SteeredPath
{
  public:
    using Steps = std::vector<std::pair<SteeringLaw::Step, std::string>>; //!< and sites

    SteeredPath();

    /** @param rate bit/s @return a forecast of nothing else */
    static DurationForecast Steady(double rate);

    void Run(); //!< Run until half an hour is over.

    TransferTestPath path;            //!< of 8 Mb/s and 50 ms
    Ptr<SteeredCopy> copy;            //!< the transfer
    Steps steps;                      //!< of it
    std::vector<uint32_t> codePoints; //!< of packets that carry data, each change
    uint64_t bytes{0};                //!< of such packets, without the headers of IP and TCP
    Time last;                        //!< when such a packet was sent, the last one

  private:
    /** @param step of the law @param site at which it goes on */
    void Record(const SteeringLaw::Step& step, const std::string& site);
    void See(Ptr<const Packet> packet, Ptr<Ipv4> ipv4, uint32_t interface); //!< See Ipv4, Tx.
};

SteeredPath::SteeredPath()
    : path(8'000'000, 50),
      copy(CreateObject<SteeredCopy>())
{
    copy->SetAttribute("Copy", StringValue("ns3::BbcpProbe[Window=131072|Streams=1|Sink=Memory]"));
    copy->SetAttribute("Volume", UintegerValue(40'000'000)); // some 41 s
    copy->SetAttribute("CheckInterval", StringValue("10s"));
    copy->SetAttribute("Lately", StringValue("10s"));
    copy->TraceConnectWithoutContext("Step", MakeCallback(&SteeredPath::Record, this));
    path.nodes.Get(TransferTestPath::SENDER)->AddApplication(copy);
    path.nodes.Get(TransferTestPath::SENDER)
        ->GetObject<Ipv4>()
        ->TraceConnectWithoutContext("Tx", MakeCallback(&SteeredPath::See, this));
}

DurationForecast
SteeredPath::Steady(double rate)
{
    return DurationForecast([rate](Time) { return rate; }, Minutes(90));
}

void
SteeredPath::Run()
{
    Simulator::Stop(Minutes(30));
    Simulator::Run();
}

void
SteeredPath::Record(const SteeringLaw::Step& step, const std::string& site)
{
    steps.emplace_back(step, site);
}

void
SteeredPath::See(Ptr<const Packet> packet, Ptr<Ipv4>, uint32_t)
{
    Ipv4Header header;
    packet->PeekHeader(header);
    constexpr uint32_t DATA = 1000;
    const uint32_t codePoint = header.GetTos() >> 2;
    if (packet->GetSize() <= DATA)
    {
        return;
    }
    constexpr uint32_t HEADERS = 40;
    bytes += packet->GetSize() - HEADERS;
    last = Simulator::Now();
    if (codePoints.empty() || codePoints.back() != codePoint)
    {
        codePoints.push_back(codePoint);
    }
}

/**
 * @ingroup iepm
 * @brief A transfer in pieces sends all bytes, ends when it was predicted, and is QBSS.
 */
class SteeredCopyInTimeTest : public TestCase
{
  public:
    SteeredCopyInTimeTest();

  private:
    void DoRun() override;
};

SteeredCopyInTimeTest::SteeredCopyInTimeTest()
    : TestCase("in time")
{
}

void
SteeredCopyInTimeTest::DoRun()
{
    SteeredPath path;
    path.copy->SetAttribute("Deadline", StringValue("2min"));
    path.copy->AddSite("far", path.path.remote, SteeredPath::Steady(7.5 * MEGABIT));
    path.Run();
    NS_TEST_ASSERT_MSG_EQ(path.copy->GetEnd().has_value(), true, "all is sent");
    NS_TEST_EXPECT_MSG_EQ(path.copy->GetSent(), 40'000'000, "each byte");
    const double predicted = path.copy->GetPredictedEnd()->GetSeconds();
    NS_TEST_EXPECT_MSG_EQ_TOL(predicted, 320 / 7.5, 1e-6, "volume over rate");
    NS_TEST_EXPECT_MSG_EQ_TOL(path.copy->GetEnd()->GetSeconds(),
                              predicted,
                              0.1 * predicted,
                              "ends");
    NS_TEST_EXPECT_MSG_EQ((path.codePoints == std::vector<uint32_t>{8}), true, "QBSS");
    NS_TEST_EXPECT_MSG_EQ(path.steps.back().first.action, SteeringLaw::DONE, "the last step");
    double before = 0;
    for (const auto& [step, site] : path.steps)
    {
        NS_TEST_EXPECT_MSG_EQ(site, "far", "there is one site");
        NS_TEST_EXPECT_MSG_GT(step.time.GetSeconds(), before, "in order");
        before = step.time.GetSeconds();
    }
    NS_TEST_EXPECT_MSG_EQ(path.steps.size(), 5, "four pieces of 10 s, and the rest");
}

/**
 * @ingroup iepm
 * @brief A transfer that falls behind goes to best effort.
 */
class SteeredCopyBehindTest : public TestCase
{
  public:
    SteeredCopyBehindTest();

  private:
    void DoRun() override;
};

SteeredCopyBehindTest::SteeredCopyBehindTest()
    : TestCase("behind")
{
}

void
SteeredCopyBehindTest::DoRun()
{
    SteeredPath path;
    path.copy->SetAttribute("Deadline", StringValue("30s"));
    path.copy->AddSite("far", path.path.remote, SteeredPath::Steady(20 * MEGABIT));
    path.Run();
    NS_TEST_ASSERT_MSG_EQ(path.copy->GetEnd().has_value(), true, "all is sent");
    NS_TEST_EXPECT_MSG_EQ_TOL(path.copy->GetPredictedEnd()->GetSeconds(), 16, 1e-6, "too early");
    NS_TEST_EXPECT_MSG_EQ(path.steps.front().first.action, SteeringLaw::BEST_EFFORT, "42 of 30 s");
    NS_TEST_EXPECT_MSG_LT(path.steps.front().first.ratio, 0.4, "of the forecast");
    NS_TEST_EXPECT_MSG_EQ((path.codePoints == std::vector<uint32_t>{8, 0}), true, "off");
}

/**
 * @ingroup iepm
 * @brief A transfer that nobody answers moves to a site where it is forecast to end, with the rest.
 */
class SteeredCopyMovesTest : public TestCase
{
  public:
    SteeredCopyMovesTest();

  private:
    void DoRun() override;
};

SteeredCopyMovesTest::SteeredCopyMovesTest()
    : TestCase("another site")
{
}

void
SteeredCopyMovesTest::DoRun()
{
    {
        SteeredPath path;
        path.copy->SetAttribute("Floor", StringValue("1Mbps"));
        path.copy->SetAttribute("Checks", UintegerValue(2));
        path.copy->SetAttribute("Deadline", StringValue("5min"));
        path.copy->AddSite("nobody", "10.1.9.9", SteeredPath::Steady(50 * MEGABIT));
        path.copy->AddSite("far", path.path.remote, SteeredPath::Steady(7 * MEGABIT));
        path.Run();
        NS_TEST_ASSERT_MSG_EQ(path.copy->GetEnd().has_value(), true, "all is sent");
        NS_TEST_EXPECT_MSG_EQ(path.steps.front().second, "nobody", "it was to be the fastest");
        NS_TEST_EXPECT_MSG_EQ(path.steps.front().first.rate, 0, "nothing came");
        NS_TEST_EXPECT_MSG_EQ(path.steps[1].first.action,
                              SteeringLaw::OTHER_SITE,
                              "the second check");
        NS_TEST_EXPECT_MSG_EQ(path.steps.back().second, "far", "there");
    }
    SteeredPath slow;
    slow.copy->SetAttribute("Deadline", StringValue("4s"));
    slow.copy->AddSite("slower", "10.1.9.9", SteeredPath::Steady(0.1 * MEGABIT));
    slow.copy->AddSite("far", slow.path.remote, SteeredPath::Steady(7 * MEGABIT));
    slow.Run();
    NS_TEST_EXPECT_MSG_EQ(slow.copy->GetPredictedEnd().has_value(), false, "46 of twice 4 s");
    NS_TEST_EXPECT_MSG_EQ(slow.steps.front().second, "far", "where it has the most by then");
    NS_TEST_EXPECT_MSG_EQ(slow.copy->GetEnd().has_value(), true, "all is sent");
}

/**
 * @ingroup iepm
 * @brief What stops in the middle of a piece leaves nothing behind; no site is an error.
 */
class SteeredCopyStopsTest : public TestCase
{
  public:
    SteeredCopyStopsTest();

  private:
    void DoRun() override;
};

SteeredCopyStopsTest::SteeredCopyStopsTest()
    : TestCase("stop")
{
}

void
SteeredCopyStopsTest::DoRun()
{
    {
        SteeredPath path;
        path.copy->AddSite("far", path.path.remote, SteeredPath::Steady(7 * MEGABIT));
        path.copy->SetStopTime(Seconds(15));
        Simulator::Run(); // ends when there is no event
        NS_TEST_EXPECT_MSG_EQ(path.copy->GetEnd().has_value(), false, "not all");
        NS_TEST_EXPECT_MSG_EQ(path.steps.size(), 1, "one piece");
        const double expected = 14 * path.path.GetMost() / 8; // less starts, and what is on its way
        NS_TEST_EXPECT_MSG_EQ_TOL(path.copy->GetSent(), expected, 0.1 * expected, "of both pieces");
        NS_TEST_EXPECT_MSG_LT(path.last.GetSeconds(), 15.1, "no data after it");
    }
    SteeredPath path;
    bool refused = false;
    try
    {
        path.Run();
    }
    catch (const std::invalid_argument&)
    {
        refused = true;
    }
    NS_TEST_EXPECT_MSG_EQ(refused, true, "nowhere to send");
}

/**
 * @ingroup iepm
 * @brief A transfer that is not steered keeps its class, whatever the deadline.
 */
class SteeredCopyPolicyTest : public TestCase
{
  public:
    SteeredCopyPolicyTest();

  private:
    void DoRun() override;
};

SteeredCopyPolicyTest::SteeredCopyPolicyTest()
    : TestCase("policies")
{
}

void
SteeredCopyPolicyTest::DoRun()
{
    for (const auto& [policy, deadline, codePoint] :
         {std::tuple("Scavenger", "30s", 8U), {"BestEffort", "10min", 0U}})
    {
        SteeredPath path;
        path.copy->SetAttribute("Policy", StringValue(policy));
        path.copy->SetAttribute("Deadline", StringValue(deadline));
        path.copy->AddSite("far", path.path.remote, SteeredPath::Steady(7.5 * MEGABIT));
        path.Run();
        NS_TEST_EXPECT_MSG_EQ(path.copy->GetEnd().has_value(), true, "all is sent");
        NS_TEST_EXPECT_MSG_EQ(path.copy->GetSite(), "far", "there is one site");
        NS_TEST_EXPECT_MSG_EQ((path.codePoints == std::vector<uint32_t>{codePoint}), true, policy);
    }
}

/**
 * @ingroup iepm
 * @brief A sample of each piece has the data and the end of all of it, with its part of the bytes.
 */
class SteeredCopySampleTest : public TestCase
{
  public:
    SteeredCopySampleTest();

  private:
    void DoRun() override;
};

SteeredCopySampleTest::SteeredCopySampleTest()
    : TestCase("sample")
{
}

void
SteeredCopySampleTest::DoRun()
{
    constexpr uint64_t VOLUME = 80'000'000; // some 82 s
    SteeredPath path;
    path.copy->SetAttribute("Volume", UintegerValue(VOLUME));
    path.copy->SetAttribute("CheckInterval", StringValue("40s"));
    path.copy->SetAttribute("Sample", DoubleValue(0.25));
    path.copy->AddSite("far", path.path.remote, SteeredPath::Steady(7.5 * MEGABIT));
    std::vector<std::pair<std::string, Time>> pieces;
    path.copy->TraceConnectWithoutContext(
        "Piece",
        Callback<void, const std::string&, Time>(
            [&pieces](const std::string& site, Time limit) { pieces.emplace_back(site, limit); }));
    path.Run();
    NS_TEST_ASSERT_MSG_EQ(path.copy->GetEnd().has_value(), true, "all is sent");
    NS_TEST_EXPECT_MSG_EQ(path.copy->GetSent(), VOLUME, "each byte");
    NS_TEST_EXPECT_MSG_EQ_TOL(path.copy->GetEnd()->GetSeconds(), 85, 9, "ends as all would");
    NS_TEST_EXPECT_MSG_EQ(pieces.size(), 3, "two pieces of 40 s, and the rest");
    NS_TEST_EXPECT_MSG_EQ(pieces.size(), path.steps.size(), "a check after each");
    NS_TEST_EXPECT_MSG_EQ(pieces.front().first, "far", "there is one site");
    NS_TEST_EXPECT_MSG_EQ(pieces.front().second, Seconds(10), "a quarter of 40 s");
    // Segments of 1,460 bytes are sent once, but for what was on its way when a piece ended.
    const double data = VOLUME / 4.0;
    NS_TEST_EXPECT_MSG_GT_OR_EQ(path.bytes, data, "a quarter of the data");
    NS_TEST_EXPECT_MSG_LT(path.bytes, 1.1 * data, "and hardly more");
    NS_TEST_EXPECT_MSG_GT(path.steps.front().first.rate, 0.85 * 7.5 * MEGABIT, "a rate of all");
}

/**
 * @ingroup iepm
 * @brief A piece that fails is tried again after 10 s, and what is there is not sent again.
 */
class SteeredCopyAgainTest : public TestCase
{
  public:
    SteeredCopyAgainTest();

  private:
    void DoRun() override;
};

SteeredCopyAgainTest::SteeredCopyAgainTest()
    : TestCase("again")
{
}

void
SteeredCopyAgainTest::DoRun()
{
    SteeredPath path;
    path.copy->SetAttribute("Volume", UintegerValue(10'000'000)); // some 11 s
    path.copy->SetAttribute("CheckInterval", StringValue("5s"));
    path.copy->AddSite("far", path.path.remote, SteeredPath::Steady(7.5 * MEGABIT));
    std::vector<double> begins;
    path.copy->TraceConnectWithoutContext(
        "Piece",
        Callback<void, const std::string&, Time>([&begins](const std::string&, Time) {
            begins.push_back(Simulator::Now().GetSeconds());
        }));
    const auto filter = PortFilter::Of(path.path.nodes.Get(TransferTestPath::RECEIVER));
    const auto rule = filter->Block(PortRule());
    Simulator::Schedule(Seconds(15), [=] { filter->Unblock(rule); });
    // The third piece is broken.
    Simulator::Schedule(Seconds(28), &MeasurementAgent::Crash, path.path.agent);
    path.Run();
    NS_TEST_ASSERT_MSG_EQ(path.copy->GetEnd().has_value(), true, "all is sent");
    NS_TEST_ASSERT_MSG_GT_OR_EQ(begins.size(), 4, "pieces");
    NS_TEST_EXPECT_MSG_EQ(begins.at(0), 0, "at the start");
    NS_TEST_EXPECT_MSG_EQ(begins.at(1), 20, "nobody takes the connection for 10 s, and 10 s more");
    NS_TEST_EXPECT_MSG_EQ_TOL(begins.at(2), 25.4, 0.3, "5 s, a login and some round trips later");
    NS_TEST_EXPECT_MSG_EQ_TOL(begins.at(3), 28 + 10, 0.1, "10 s after the crash");
    NS_TEST_EXPECT_MSG_EQ(path.copy->GetSent(), 10'000'000, "each byte");
    // What was on its way at the end of a piece is sent again: windows of 128 KB, and no more.
    NS_TEST_EXPECT_MSG_GT_OR_EQ(path.bytes, 10'000'000, "all data");
    NS_TEST_EXPECT_MSG_LT(path.bytes, 10'000'000 + 4 * 300'000, "none of it from the start");
}

/**
 * @ingroup iepm
 * @brief A transfer that searches has the windows and streams that carry most, and is forecast with
 * them; a site that cannot be searched keeps its forecast, and a search that is stopped ends.
 */
class SteeredCopySearchTest : public TestCase
{
  public:
    SteeredCopySearchTest();

  private:
    void DoRun() override;
};

SteeredCopySearchTest::SteeredCopySearchTest()
    : TestCase("a search first")
{
}

void
SteeredCopySearchTest::DoRun()
{
    const StringValue search("ns3::WindowSearchProbe[Windows=8192,32768|Streams=1,2|Duration=5s]");
    {
        SteeredPath path;
        std::vector<std::pair<std::string, MeasurementResult>> searches;
        std::vector<std::pair<std::string, Time>> begun;
        path.copy->SetAttribute("Copy", StringValue("ns3::BbcpProbe[Window=8192|Streams=1]"));
        path.copy->SetAttribute("Search", search);
        path.copy->TraceConnectWithoutContext(
            "Search",
            Callback<void, const std::string&, const MeasurementResult&>(
                [&](const std::string& site, const MeasurementResult& result) {
                    searches.emplace_back(site, result);
                }));
        path.copy->TraceConnectWithoutContext(
            "Begun",
            Callback<void, const std::string&>(
                [&](const std::string& site) { begun.emplace_back(site, Simulator::Now()); }));
        path.copy->AddSite("nobody", "10.1.9.9", SteeredPath::Steady(0.5 * MEGABIT));
        path.copy->AddSite("far", path.path.remote, SteeredPath::Steady(1.3 * MEGABIT));
        path.Run();
        NS_TEST_ASSERT_MSG_EQ(searches.size(), 2, "a search at each site");
        NS_TEST_EXPECT_MSG_EQ((searches[0].second.status == MeasurementResult::OK),
                              false,
                              "nobody");
        NS_TEST_ASSERT_MSG_EQ((searches[1].second.status == MeasurementResult::OK), true, "far");
        // Two streams of 32 KB fill 8 Mb/s times 50 ms, 50 KB; one of them and two of 8 KB do not.
        NS_TEST_EXPECT_MSG_EQ(searches[1].second.Get("window"), 32'768, "the larger window");
        NS_TEST_EXPECT_MSG_EQ(searches[1].second.Get("streams"), 2, "both streams");
        NS_TEST_ASSERT_MSG_EQ(begun.size(), 1, "the first piece alone");
        NS_TEST_EXPECT_MSG_EQ(begun[0].first, "far", "the faster site");
        const double rate = searches[1].second.Get("throughput");
        NS_TEST_EXPECT_MSG_EQ_TOL(path.copy->GetForecast().GetBits(Time(0), Seconds(1)),
                                  rate,
                                  1e-6 * rate,
                                  "the forecast is what the search carried");
        const double took = 8.0 * 40'000'000 / rate;
        const double begin = begun[0].second.GetSeconds();
        NS_TEST_EXPECT_MSG_EQ_TOL(path.copy->GetPredictedEnd()->GetSeconds() - begin,
                                  took,
                                  1e-3,
                                  "forecast from then on");
        NS_TEST_ASSERT_MSG_EQ(path.copy->GetEnd().has_value(), true, "all is sent");
        NS_TEST_EXPECT_MSG_EQ_TOL(path.copy->GetEnd()->GetSeconds() - begin,
                                  took,
                                  0.1 * took,
                                  "by the windows and streams of the search");
    }
    SteeredPath stopped;
    stopped.copy->SetAttribute("Search", search);
    stopped.copy->AddSite("far", stopped.path.remote, SteeredPath::Steady(MEGABIT));
    stopped.copy->SetStopTime(Seconds(3));
    stopped.Run();
    NS_TEST_EXPECT_MSG_EQ(stopped.copy->GetSent(), 0, "no piece");
    NS_TEST_EXPECT_MSG_EQ((stopped.codePoints == std::vector<uint32_t>{8}), true, "QBSS, too");
    NS_TEST_EXPECT_MSG_LT(stopped.last.GetSeconds(), 3.2, "and nothing after the stop");
}

/**
 * @ingroup iepm
 * @brief A bulk transfer that is steered.
 */
class SteeringTestSuite : public TestSuite
{
  public:
    SteeringTestSuite();
};

SteeringTestSuite::SteeringTestSuite()
    : TestSuite("iepm-steering", Type::UNIT)
{
    AddTestCase(new SteeredCopyInTimeTest);
    AddTestCase(new SteeredCopyBehindTest);
    AddTestCase(new SteeredCopyMovesTest);
    AddTestCase(new SteeredCopyStopsTest);
    AddTestCase(new SteeredCopyPolicyTest);
    AddTestCase(new SteeredCopySampleTest);
    AddTestCase(new SteeredCopyAgainTest);
    AddTestCase(new SteeredCopySearchTest);
}

static SteeringTestSuite g_steeringTestSuite; //!< registers itself
