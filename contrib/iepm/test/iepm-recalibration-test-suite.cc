/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../path-measurement/test/path-measurement-transfer-test-path.h"
#include "iepm-schedule-bed.h"

#include "ns3/channel.h"
#include "ns3/faults-port-filter.h"
#include "ns3/iepm-recalibration.h"
#include "ns3/path-measurement-window-search-probe.h"
#include "ns3/test.h"

#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;
using namespace ns3::measurement;

/**
 * @ingroup iepm
 * @brief A search finds the window that fills the path, and ends whatever goes wrong.
 */
class WindowSearchTest : public TestCase
{
  public:
    WindowSearchTest();

  private:
    void DoRun() override;

    void FindsWhatFillsThePath();   //!< By windows over round trips.
    void EndsWhateverGoesWrong();   //!< Once, and leaves nothing.
    void RefusesListsThatAreNone(); //!< In a sentence.
};

WindowSearchTest::WindowSearchTest()
    : TestCase("a search of windows and streams")
{
}

void
WindowSearchTest::DoRun()
{
    FindsWhatFillsThePath();
    EndsWhateverGoesWrong();
    RefusesListsThatAreNone();
}

void
WindowSearchTest::FindsWhatFillsThePath()
{
    // The path holds 50,000 bytes.
    const std::string text = "ns3::WindowSearchProbe[Windows=14600,58400|Streams=1,4|Duration=10s|"
                             "Timeout=5min";
    TransferTestPath path(4'000'000, 100);
    const auto probe = DynamicCast<WindowSearchProbe>(path.Make(text + "]"));
    std::vector<double> told;
    probe->TraceConnectWithoutContext(
        "Trial",
        Callback<void, const WindowTrial&>(
            [&told](const WindowTrial& trial) { told.push_back(trial.rate); }));
    path.Start(probe);
    path.Run();
    const auto& result = path.results.at(0);
    NS_TEST_ASSERT_MSG_EQ(ToText(result.status), "ok", result.note);
    const auto& trials = probe->GetTrials();
    NS_TEST_ASSERT_MSG_EQ(trials.size(), 4, "all combinations");
    NS_TEST_ASSERT_MSG_EQ(told.size(), 4, "each is told of");
    NS_TEST_EXPECT_MSG_EQ(told.back(), trials.back().rate, "with its rate");
    // Of a hundred round trips slow start takes some.
    const double limited = 8 * 14'600 / path.GetRoundTrip(2);
    NS_TEST_EXPECT_MSG_EQ_TOL(trials[0].rate, limited, 0.1 * limited, "a window a round trip");
    for (std::size_t i = 1; i < trials.size(); ++i)
    {
        NS_TEST_EXPECT_MSG_GT(trials[i].rate, 0.9 * path.GetMost(), "the path is full");
    }
    // 58,400 bytes by one stream or by four: one.
    NS_TEST_EXPECT_MSG_EQ(result.Get("window"), 58'400, "of the choice");
    NS_TEST_EXPECT_MSG_EQ(result.Get("streams"), 1, "of the choice");
    NS_TEST_EXPECT_MSG_EQ(result.Get("throughput"), trials[2].rate, "of the choice");
    NS_TEST_EXPECT_MSG_EQ(result.Get("trials"), 4, "all combinations");
    const auto expected = probe->GetExpectedDuration(4e6, MilliSeconds(100));
    // The agent of the path takes 100 ms for a login, a search expects 1 s.
    const double took = (result.end - result.begin).GetSeconds() + 4 * 0.9;
    NS_TEST_EXPECT_MSG_EQ_TOL(expected.GetSeconds(), took, 0.5, "as expected");
    NS_TEST_EXPECT_MSG_EQ(probe->IsHeavy(), true, "it fills the path");

    const auto less = path.Measure(text + "|Kept=0.2]");
    NS_TEST_EXPECT_MSG_EQ(less.Get("window") * less.Get("streams"), 14'600, "a fifth is enough");
}

void
WindowSearchTest::EndsWhateverGoesWrong()
{
    const std::string text = "ns3::WindowSearchProbe[Duration=2s";
    TransferTestPath path(4'000'000, 100);
    path.Start(path.Make(text + "|Timeout=7s]"));
    path.Run(1, Seconds(30));
    NS_TEST_ASSERT_MSG_EQ(path.results.size(), 1, "one result");
    NS_TEST_EXPECT_MSG_EQ(ToText(path.results[0].status), "timeout", "of the whole search");
    NS_TEST_EXPECT_MSG_EQ((path.results[0].end - path.results[0].begin), Seconds(7), "in time");
    // Two trials of 2 s and most of a third one, by one stream and more: the path is full.
    NS_TEST_EXPECT_MSG_GT(path.results[0].bytes, 4.5 * path.GetMost() / 8, "of the third one too");
    PortFilter::Of(path.nodes.Get(TransferTestPath::RECEIVER))->Block({6, 22, true, false, false});
    const auto blocked = path.Measure(text + "|Timeout=1min]");
    NS_TEST_EXPECT_MSG_EQ(ToText(blocked.status), "unreachable", "as its first trial");
    NS_TEST_EXPECT_MSG_EQ(blocked.note.find("1 streams of 65536 bytes"), 0, "which trial");
}

void
WindowSearchTest::RefusesListsThatAreNone()
{
    for (const std::string lists : {"Windows=", "Windows=1460,1459", "Streams=1,x", "Streams=1001"})
    {
        const auto probe =
            burst::CreateFromText<MeasurementProbe>("ns3::WindowSearchProbe[" + lists + "]");
        std::string sentence;
        try
        {
            probe->GetExpectedBytes(1e6);
        }
        catch (const std::invalid_argument& error)
        {
            sentence = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(sentence.find(lists.substr(0, 7) + " is \""), 0, lists);
    }
}

/**
 * @ingroup iepm
 * @brief A path that becomes longer is searched once, and its transfers use what was found.
 */
class RecalibrationTest : public TestCase
{
  public:
    RecalibrationTest();

  private:
    void DoRun() override;
};

RecalibrationTest::RecalibrationTest()
    : TestCase("a search after a change")
{
}

void
RecalibrationTest::DoRun()
{
    ScheduleBed bed(1, 2);
    const auto monitor = bed.AddMonitor(
        bed.left.Get(0),
        bed.MakeDatabase("tool ping version=1 probe=ns3::PingProbe[Count=3|Interval=100ms]\n"
                         "tool iperf version=1 probe=ns3::ThroughputProbe[Duration=4s]\n"
                         "tool search version=1 every=event "
                         "probe=ns3::WindowSearchProbe[Windows=5360|Streams=1|Duration=2s]\n"
                         "host h0\nhost h1\n"));
    monitor->SetAttribute("CycleLength", TimeValue(Seconds(60)));
    monitor->SetAttribute("Cycles", UintegerValue(9));
    const auto recalibration = CreateObject<Recalibration>();
    recalibration->Watch(monitor);
    std::vector<std::pair<std::string, std::string>> changes;
    std::vector<std::tuple<std::string, uint32_t, uint32_t>> tuned;
    recalibration->TraceConnectWithoutContext(
        "Change",
        Callback<void, const std::string&, const std::string&>(
            [&changes](const std::string& host, const std::string& reason) {
                changes.emplace_back(host, reason);
            }));
    recalibration->TraceConnectWithoutContext(
        "Tune",
        Callback<void, const std::string&, uint32_t, uint32_t>(
            [&tuned](const std::string& host, uint32_t window, uint32_t streams) {
                tuned.emplace_back(host, window, streams);
            }));
    uint32_t searches = 0;
    monitor->TraceConnectWithoutContext(
        "Begin",
        Callback<void, const std::string&, const std::string&, uint64_t>(
            [&bed, &searches](const std::string& host, const std::string& tool, uint64_t) {
                if (host == "h1" && tool == "search" && searches++ == 0)
                {
                    // Behind the login, while it sends.
                    Simulator::Schedule(Seconds(2), [&bed]() { bed.agents[1]->Crash(); });
                }
            }));
    Simulator::Schedule(Seconds(235), [&bed]() {
        bed.bottleneck.Get(0)->GetChannel()->SetAttribute("Delay", TimeValue(MilliSeconds(50)));
    });
    Simulator::Run();
    NS_TEST_ASSERT_MSG_EQ(changes.size(), 2, "one for each host");
    NS_TEST_EXPECT_MSG_EQ(changes[0].second.find("ping: 0.10"), 0, changes[0].second);
    NS_TEST_ASSERT_MSG_EQ(tuned.size(), 2, "one for each host");
    NS_TEST_EXPECT_MSG_EQ(std::get<1>(tuned[0]), 5360, "what was found");
    std::map<std::string, Time> searched;
    uint32_t failed = 0;
    for (const auto& record : bed.records)
    {
        if (record.tool == "search" && record.host == "h1" && failed++ == 0)
        {
            NS_TEST_EXPECT_MSG_EQ(ToText(record.result.status), "server-died", "the first one");
            continue;
        }
        NS_TEST_ASSERT_MSG_EQ(ToText(record.result.status), "ok", record.tool);
        if (record.tool == "search")
        {
            searched[record.host] = record.result.end;
            NS_TEST_EXPECT_MSG_EQ(ToText(record.trigger), "event", "of the change");
            NS_TEST_EXPECT_MSG_EQ(record.cycle, 5, "two pings after the change show it");
        }
        else if (record.tool == "iperf")
        {
            const bool before = !searched.count(record.host);
            // A full link, or ten segments of the default size in a round trip of 104 ms.
            const double expected = before ? 2e6 : 8 * 5360 / 0.104;
            NS_TEST_EXPECT_MSG_EQ_TOL(record.result.Get("throughput"),
                                      expected,
                                      (before ? 0.35 : 0.15) * expected,
                                      "cycle " << record.cycle);
        }
    }
    NS_TEST_EXPECT_MSG_EQ(searched.size(), 2, "both hosts");
    NS_TEST_EXPECT_MSG_EQ(searches, 2, "again after it failed, and not more often");
}

/**
 * @ingroup iepm
 * @brief Suite of windows and streams that are searched, and searched again.
 */
class RecalibrationTestSuite : public TestSuite
{
  public:
    RecalibrationTestSuite();
};

RecalibrationTestSuite::RecalibrationTestSuite()
    : TestSuite("iepm-recalibration", Type::UNIT)
{
    AddTestCase(new WindowSearchTest);
    AddTestCase(new RecalibrationTest);
}

static RecalibrationTestSuite g_recalibrationTestSuite; //!< registers itself
