/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-schedule-bed.h"

#include "ns3/double.h"
#include "ns3/iepm-forecast-watch.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;
using namespace ns3::iepm;

namespace
{

const char* const TOOLS =
    "tool ping version=1 probe=ns3::TestPingProbe\n"
    "tool blast version=1 probe=ns3::TestBlastProbe[Timeout=8s|ConnectTimeout=3s]\n"; //!< two

/** @param what is done @return the sentence with which it is refused, empty if it is not */
template <typename What>
std::string
GetRefusal(What what)
{
    try
    {
        what();
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

} // namespace

/**
 * @ingroup iepm
 * @brief Begins of cycles and orders of hosts do not depend on what happens.
 */
class ScheduleOrderTest : public TestCase
{
  public:
    ScheduleOrderTest()
        : TestCase("the same order whatever fails")
    {
    }

  private:
    using Due = std::tuple<uint64_t, std::string, std::string, Time>; //!< of a test

    /** @param harm whether agents crash and a link is down @param stream of the monitor
     * @return what was due, by number */
    std::map<uint64_t, Due> RunWith(bool harm, int64_t stream)
    {
        ScheduleBed bed(1, 4);
        const auto monitor = bed.AddMonitor(
            bed.left.Get(0),
            bed.MakeDatabase(std::string(TOOLS) + "host h0\nhost h1\nhost h2\nhost h3\n"));
        monitor->SetAttribute("CycleLength", TimeValue(Seconds(40)));
        monitor->SetAttribute("StartJitter", TimeValue(Seconds(10)));
        monitor->SetAttribute("Cycles", UintegerValue(8));
        NS_TEST_EXPECT_MSG_EQ(monitor->AssignStreams(stream), 2, "begin and order");
        if (harm)
        {
            bed.SetLink(1, false);
            for (int second = 2; second < 300; second += 3)
            {
                Simulator::Schedule(Seconds(second), &MeasurementAgent::Crash, bed.agents[0]);
            }
            Simulator::Schedule(Seconds(30), &MeasurementAgent::Hang, bed.agents[2]);
        }
        Simulator::Run();
        std::map<uint64_t, Due> due;
        std::map<std::string, uint32_t> ends;
        for (const auto& record : bed.records)
        {
            due[record.number] = {record.cycle, record.host, record.tool, record.due};
            ++ends[ToText(record.result.status)];
        }
        NS_TEST_EXPECT_MSG_EQ((ends["ok"] < 8 * 8), harm, "failures");
        for (const auto& cycle : bed.cycles)
        {
            const Time late = cycle.due - Seconds(40 * cycle.number);
            NS_TEST_EXPECT_MSG_EQ((late >= Time(0) && late < Seconds(10)), true, "within jitter");
        }
        return due;
    }

    void DoRun() override
    {
        const auto calm = RunWith(false, 5);
        NS_TEST_ASSERT_MSG_EQ(calm.size(), 8 * 8, "tests");
        NS_TEST_ASSERT_MSG_EQ((RunWith(true, 5) == calm), true, "the same tests at the same times");
        NS_TEST_ASSERT_MSG_EQ((RunWith(false, 50) == calm), false, "other streams, other cycles");
    }
};

/**
 * @ingroup iepm
 * @brief Any node may be a monitor: each host measures the others.
 */
class ScheduleMeshTest : public TestCase
{
  public:
    ScheduleMeshTest()
        : TestCase("a mesh of monitors")
    {
    }

  private:
    void DoRun() override
    {
        ScheduleBed bed(1, 3);
        for (uint32_t i = 0; i < 3; ++i)
        {
            std::string hosts;
            for (uint32_t other = 0; other < 3; ++other)
            {
                hosts += other == i ? "" : "host h" + std::to_string(other) + "\n";
            }
            const auto monitor = bed.AddMonitor(bed.right.Get(i), bed.MakeDatabase(TOOLS + hosts));
            monitor->SetAttribute("CycleLength", TimeValue(Seconds(30)));
            monitor->SetAttribute("Cycles", UintegerValue(2));
            monitor->SetAttribute("Visits", UintegerValue(2));
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bed.records.size(), 3 * 2 * 2 * 2, "monitors, hosts, tools, cycles");
        for (const auto& record : bed.records)
        {
            NS_TEST_ASSERT_MSG_EQ(ToText(record.result.status), "ok", record.host);
        }
        NS_TEST_ASSERT_MSG_EQ(bed.cycles.size(), 3 * 2, "cycles");
    }
};

/**
 * @ingroup iepm
 * @brief What the end of a monitor cuts short, or comes after it, is skipped and recorded.
 */
class ScheduleEndTest : public TestCase
{
  public:
    ScheduleEndTest()
        : TestCase("the end of a monitor")
    {
    }

  private:
    void DoRun() override
    {
        ScheduleBed bed(1, 3);
        const auto monitor =
            bed.AddMonitor(bed.left.Get(0),
                           bed.MakeDatabase(std::string(TOOLS) + "host h0\nhost h1\nhost h2\n"));
        monitor->SetAttribute("CycleLength", TimeValue(Seconds(30)));
        monitor->SetStartTime(Seconds(10));
        monitor->SetStopTime(Seconds(45)); // in the second cycle's second blast
        Simulator::Schedule(Seconds(50), [monitor]() { monitor->Request("h0", "ping", "late"); });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bed.records.size(), 2 * 6 + 1, "all of both cycles, and a request");
        NS_TEST_ASSERT_MSG_EQ(bed.cycles.size(), 2, "cycles");
        NS_TEST_ASSERT_MSG_EQ(bed.cycles[0].ends[MeasurementResult::OK], 6, "the first is whole");
        const auto skipped = bed.cycles[1].ends[MeasurementResult::SKIPPED];
        NS_TEST_ASSERT_MSG_EQ(skipped, 3, "the blast that ran, and the last host");
        uint32_t running = 0;
        for (const auto& record : bed.records)
        {
            const bool is = record.result.status == MeasurementResult::SKIPPED;
            NS_TEST_ASSERT_MSG_EQ((record.result.note == "the monitor ended"), is, "why");
            running += is && record.result.begin < record.result.end;
        }
        NS_TEST_ASSERT_MSG_EQ(running, 1, "one had begun");
    }
};

/**
 * @ingroup iepm
 * @brief A port that is blocked is told from a host that is down, and problems end.
 */
class ScheduleProblemTest : public TestCase
{
  public:
    ScheduleProblemTest()
        : TestCase("problems are opened and closed")
    {
    }

  private:
    void DoRun() override
    {
        ScheduleBed bed(1, 3);
        const auto monitor =
            bed.AddMonitor(bed.left.Get(0),
                           bed.MakeDatabase(std::string(TOOLS) +
                                            "host h0\nhost h1\nhost h2\nrun blast AgentPort=23\n"));
        monitor->SetAttribute("CycleLength", TimeValue(Seconds(60)));
        monitor->SetAttribute("Cycles", UintegerValue(10));
        bed.agents[0]->SetStopTime(Seconds(59)); // its port is closed from the second cycle on
        Simulator::Schedule(Seconds(119), [&bed]() { bed.SetLink(1, false); });
        Simulator::Schedule(Seconds(359), [&bed]() { bed.SetLink(1, true); });
        Simulator::Run();

        /** What is to be seen: cycles in which a problem is opened and closed. */
        struct Expected
        {
            const char* text;
            int64_t opened;
            int64_t closed;
        };

        // The third failure in a row opens, the first success closes.
        const std::vector<Expected> expected{
            {"h2 blast port blocked: blast: blocked, 3 failures in a row while ping works", 2, -1},
            {"h0 blast port blocked: blast: blocked, 3 failures in a row while ping works", 3, -1},
            {"h1  host down: ping: unreachable, 3 failures in a row, nothing works", 4, 6}};
        const auto problems = monitor->GetProblems();
        NS_TEST_ASSERT_MSG_EQ(problems.size(), expected.size(), "one each");
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            const auto& problem = problems[i];
            NS_TEST_EXPECT_MSG_EQ(problem.host + " " + problem.tool + " " +
                                      ToText(problem.category) + ": " + problem.text,
                                  expected[i].text,
                                  i);
            const auto cycle = [](Time time) {
                return time.GetTimeStep() / Seconds(60).GetTimeStep();
            };
            NS_TEST_EXPECT_MSG_EQ(cycle(problem.opened), expected[i].opened, i);
            NS_TEST_EXPECT_MSG_EQ((problem.closed ? cycle(*problem.closed) : -1),
                                  expected[i].closed,
                                  i);
        }
        NS_TEST_EXPECT_MSG_EQ(bed.problems.size(), 4, "three opened, one closed");
    }
};

/**
 * @ingroup iepm
 * @brief Tools whose forecasts are good run less often, others every time.
 */
class ScheduleAdaptiveTest : public TestCase
{
  public:
    ScheduleAdaptiveTest()
        : TestCase("an interval that adapts")
    {
    }

  private:
    void DoRun() override
    {
        ScheduleBed bed(1, 1);
        const auto monitor =
            bed.AddMonitor(bed.left.Get(0), bed.MakeDatabase(std::string(TOOLS) + "host h0\n"));
        monitor->SetAttribute("CycleLength", TimeValue(Seconds(10)));
        monitor->SetAttribute("Cycles", UintegerValue(30));
        monitor->SetAttribute("Growth", DoubleValue(2));
        monitor->SetAttribute("LongestInterval", TimeValue(Seconds(49))); // four whole cycles
        // Forecasts are good but for the test of cycle 12.
        monitor->TraceConnectWithoutContext(
            "Record",
            Callback<void, const MeasurementRecord&>([monitor](const MeasurementRecord& record) {
                if (record.tool == "blast")
                {
                    monitor->Observe("h0", "blast", record.cycle != 12, true);
                }
            }));
        Simulator::Run();
        std::vector<uint64_t> cycles;
        for (const auto& record : bed.records)
        {
            if (record.tool == "blast")
            {
                cycles.push_back(record.cycle);
            }
        }
        // From the third good one on the interval is 2 cycles, then 4; after a bad one 1 again.
        const std::vector<uint64_t> expected{0, 1, 2, 4, 8, 12, 13, 14, 15, 17, 21, 25, 29};
        NS_TEST_ASSERT_MSG_EQ((cycles == expected), true, "while they are good");
        NS_TEST_ASSERT_MSG_EQ(bed.cycles.size(), 30, "ping runs in each cycle");
    }
};

/**
 * @ingroup iepm
 * @brief Each test with a rate is told of with what was forecast of it: first nothing, then the
 * mean of those before.
 */
class ScheduleForecastTest : public TestCase
{
  public:
    ScheduleForecastTest()
        : TestCase("forecasts of tests")
    {
    }

  private:
    void DoRun() override
    {
        ScheduleBed bed(1, 1);
        const auto monitor = bed.AddMonitor(
            bed.left.Get(0),
            bed.MakeDatabase("tool iperf version=1 probe=ns3::ThroughputProbe[Duration=1s]\n"
                             "host h0\n"));
        monitor->SetAttribute("CycleLength", TimeValue(Seconds(10)));
        monitor->SetAttribute("Cycles", UintegerValue(3));
        const auto watch = CreateObject<ForecastWatch>();
        watch->Watch(monitor);
        std::vector<ForecastBook::Row> rows;
        watch->TraceConnectWithoutContext(
            "Forecast",
            Callback<void, const MeasurementRecord&, const ForecastBook::Row&>(
                [&](const MeasurementRecord& record, const ForecastBook::Row& row) {
                    NS_TEST_EXPECT_MSG_EQ(row.observed, record.result.Get("throughput"), "its own");
                    rows.push_back(row);
                }));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(rows.size(), 3, "one a cycle");
        NS_TEST_EXPECT_MSG_EQ(std::isnan(rows[0].forecast), true, "nothing is known");
        NS_TEST_EXPECT_MSG_EQ(rows[1].forecast, rows[0].observed, "of one");
        const double mean = (rows[0].observed + rows[1].observed) / 2;
        NS_TEST_EXPECT_MSG_EQ_TOL(rows[2].forecast, mean, 1e-9 * mean, "of two");
    }
};

/**
 * @ingroup iepm
 * @brief What makes no sense is refused with a sentence.
 */
class ScheduleWrongTest : public TestCase
{
  public:
    ScheduleWrongTest()
        : TestCase("wrong input")
    {
    }

  private:
    void DoRun() override
    {
        ScheduleBed bed(1, 2);
        const auto text = std::string(TOOLS) + "host h0\nrun blast Count=0\nhost h1\n";
        const auto monitor = bed.AddMonitor(bed.left.Get(0), bed.MakeDatabase(text));
        const auto wrong = GetRefusal([]() { Simulator::Run(); });
        NS_TEST_EXPECT_MSG_EQ(wrong.find("hosts, line 4: blast to h0 cannot be made: Count"),
                              0,
                              wrong);
        NS_TEST_EXPECT_MSG_EQ(GetRefusal([&]() { monitor->Request("h2", "ping", ""); }),
                              "'h2' is no host of the database, known: h0, h1",
                              "unknown host");
        NS_TEST_EXPECT_MSG_EQ(GetRefusal([&]() { monitor->Request("h0", "pong", ""); }),
                              "'pong' is no tool of the database, nearest: ping",
                              "unknown tool");
        const auto other =
            bed.AddMonitor(bed.left.Get(0),
                           bed.MakeDatabase(std::string(TOOLS) + "host h0\nhost h1\n"));
        other->SetAttribute("CycleLength", TimeValue(Seconds(6)));
        const auto sentences = other->Check();
        NS_TEST_ASSERT_MSG_EQ(sentences.size(), 1, "6 s are too short for two tests of 2 s");
        NS_TEST_EXPECT_MSG_EQ(sentences[0].find("the length of a cycle is 6 s"), 0, sentences[0]);
        other->SetAttribute("CycleLength", TimeValue(Seconds(7)));
        NS_TEST_EXPECT_MSG_EQ(other->Check().size(), 0, "7 s are enough");
    }
};

/** The suite. */
class PathMeasurementMonitorTestSuite : public TestSuite
{
  public:
    PathMeasurementMonitorTestSuite()
        : TestSuite("iepm-monitor", Type::UNIT)
    {
        AddTestCase(new ScheduleOrderTest);
        AddTestCase(new ScheduleMeshTest);
        AddTestCase(new ScheduleEndTest);
        AddTestCase(new ScheduleProblemTest);
        AddTestCase(new ScheduleForecastTest);
        AddTestCase(new ScheduleAdaptiveTest);
        AddTestCase(new ScheduleWrongTest);
    }
};

static PathMeasurementMonitorTestSuite g_pathMeasurementMonitorTestSuite; //!< the suite
