/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-schedule-bed.h"

#include "ns3/double.h"
#include "ns3/enum.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;
using namespace ns3::iepm;

namespace
{

/** Bytes that a device has sent. */
struct Sent
{
    uint64_t bytes{0}; //!< of frames

    /** @param packet sent */
    void Add(Ptr<const Packet> packet)
    {
        bytes += packet->GetSize();
    }
};

/** @param records any @return the heavy tests that were made, as begin and end, in order */
std::vector<std::pair<Time, Time>>
GetHeavy(const std::vector<MeasurementRecord>& records)
{
    std::vector<std::pair<Time, Time>> heavy;
    for (const auto& record : records)
    {
        if (record.tool == "blast" && record.result.status != MeasurementResult::SKIPPED)
        {
            heavy.emplace_back(record.result.begin, record.result.end);
        }
    }
    std::sort(heavy.begin(), heavy.end());
    return heavy;
}

/** @param intervals in order @return how many begin before the one before has ended */
uint32_t
CountOverlaps(const std::vector<std::pair<Time, Time>>& intervals)
{
    uint32_t overlaps = 0;
    for (std::size_t i = 1; i < intervals.size(); ++i)
    {
        overlaps += intervals[i].first < intervals[i - 1].second;
    }
    return overlaps;
}

} // namespace

/**
 * @ingroup iepm
 * @brief The calculator's cycle is the simulator's, and so is the load of the shared link.
 */
class SchedulePredictionTest : public TestCase
{
  public:
    SchedulePredictionTest()
        : TestCase("predicted against simulated")
    {
    }

  private:
    void DoRun() override
    {
        for (const uint32_t visits : {1, 3})
        {
            ScheduleBed bed(1, 3);
            const auto monitor = bed.AddMonitor(
                bed.left.Get(0),
                bed.MakeDatabase("link wan rate=2Mbps exclusive=yes\n"
                                 "tool ping version=1 probe=ns3::TestPingProbe\n"
                                 "tool blast version=1 probe=ns3::TestBlastProbe[Count=40]\n"
                                 "host h0 route=wan\nrun blast Count=80\n"
                                 "host h1 route=wan\nhost h2 route=wan\n"));
            monitor->SetAttribute("CycleLength", TimeValue(Seconds(60)));
            monitor->SetAttribute("Visits", UintegerValue(visits));
            monitor->SetAttribute("Cycles", UintegerValue(2));
            monitor->SetAttribute("Shuffle", BooleanValue(false));
            NS_TEST_ASSERT_MSG_EQ(monitor->Check().size(), 0, monitor->Check().front());
            const auto prediction = monitor->MakeCalculator().Predict(0);
            Sent sent;
            bed.bottleneck.Get(0)->TraceConnectWithoutContext("PhyTxEnd",
                                                              MakeCallback(&Sent::Add, &sent));
            Simulator::Run();
            NS_TEST_ASSERT_MSG_EQ(bed.cycles.size(), 2, "cycles");
            for (const auto& cycle : bed.cycles)
            {
                NS_TEST_ASSERT_MSG_EQ(cycle.ends[MeasurementResult::OK], 6, "all went well");
                NS_TEST_ASSERT_MSG_EQ(cycle.predicted, prediction.length, "of the calculator");
                // Packets take up to 4.4 ms on the links, in 3 messages, in 6 tests with sleeps.
                NS_TEST_ASSERT_MSG_EQ_TOL((cycle.end - cycle.begin).GetSeconds(),
                                          prediction.length.GetSeconds(),
                                          0.05,
                                          "length of a cycle");
            }
            NS_TEST_ASSERT_MSG_EQ(prediction.loads.at(0).bytes,
                                  160 * TestBlastProbe::SIZE + 3 * TestPingProbe::SIZE,
                                  "data of a cycle");
            const double ratio =
                static_cast<double>(sent.bytes) / (2.0 * prediction.loads[0].bytes);
            // 30 bytes of headers with 500 of data, and the sessions with the agents.
            NS_TEST_ASSERT_MSG_GT(ratio, 1.05, "headers come with the data");
            NS_TEST_ASSERT_MSG_LT(ratio, 1.12, "and little else");
        }
    }
};

/**
 * @ingroup iepm
 * @brief Each test of each cycle has one record, whatever crashes, hangs, refuses or is gone.
 */
class ScheduleConservationTest : public TestCase
{
  public:
    ScheduleConservationTest()
        : TestCase("nothing vanishes")
    {
    }

  private:
    static constexpr uint32_t CYCLES = 12; //!< of the test

    /** Plan crashes, hangs, an agent that ends and a link that fails. @param bed to harm */
    static void Harm(ScheduleBed& bed)
    {
        std::mt19937 random(3);
        for (uint32_t host = 0; host < 4; ++host)
        {
            const auto agent = bed.agents[host];
            for (int i = 0; i < 40; ++i)
            {
                const Time time = MilliSeconds(random() % (CYCLES * 40'000));
                const auto what = std::vector{&MeasurementAgent::Crash,
                                              &MeasurementAgent::Hang,
                                              &MeasurementAgent::Recover}[random() % 3];
                Simulator::Schedule(time, what, agent);
            }
        }
        bed.agents[3]->SetStopTime(Seconds(300));
        Simulator::Schedule(Seconds(90), [&bed]() { bed.SetLink(2, false); });
        Simulator::Schedule(Seconds(220), [&bed]() { bed.SetLink(2, true); });
    }

    /** @param overrun policy */
    void RunWith(const std::string& overrun)
    {
        ScheduleBed bed(1, 4);
        const auto monitor = bed.AddMonitor(
            bed.left.Get(0),
            bed.MakeDatabase(
                "link wan rate=2Mbps exclusive=yes\n"
                "tool ping version=1 probe=ns3::TestPingProbe\n"
                "tool blast version=1 probe=ns3::TestBlastProbe[Timeout=6s]\n"
                "tool light version=1 probe=ns3::TestBlastProbe[Heavy=false|Timeout=5s|"
                "ConnectTimeout=3s]\n"
                "tool slow version=1 every=3 probe=ns3::TestBlastProbe[Count=60|Timeout=9s]\n"
                "host h0 route=wan\nhost h1 route=wan\nskip ping the site blocks it\n"
                "host h2 route=wan\nhost h3 route=wan\nrun light AgentPort=23\n"));
        monitor->SetAttribute("CycleLength", TimeValue(Seconds(40)));
        monitor->SetAttribute("Cycles", UintegerValue(CYCLES));
        monitor->SetAttribute("Overrun", StringValue(overrun));
        monitor->SetAttribute("SleepFactor", DoubleValue(0.5));
        Harm(bed);
        Simulator::Schedule(Seconds(100),
                            [monitor]() { monitor->Request("h0", "blast", "somebody asked"); });
        Simulator::Run();

        std::map<std::tuple<uint64_t, std::string, std::string>, uint32_t> seen;
        std::set<uint64_t> numbers;
        std::array<uint32_t, 7> ends{};
        for (const auto& record : bed.records)
        {
            numbers.insert(record.number);
            ++ends[record.result.status];
            if (record.trigger == MeasurementTask::PERIODIC)
            {
                ++seen[{record.cycle, record.host, record.tool}];
            }
        }
        // 3 tools in each of 12 cycles to 4 hosts; a fourth every third time; a request.
        NS_TEST_ASSERT_MSG_EQ(seen.size(), CYCLES * 4 * 3 + CYCLES / 3 * 4, "tests of cycles");
        NS_TEST_ASSERT_MSG_EQ(bed.records.size(), seen.size() + 1, "once each, and a request");
        NS_TEST_ASSERT_MSG_EQ(numbers.size(), bed.records.size(), "numbers differ");
        for (const auto status : {MeasurementResult::OK,
                                  MeasurementResult::TIMED_OUT,
                                  MeasurementResult::BLOCKED,
                                  MeasurementResult::UNREACHABLE,
                                  MeasurementResult::SERVER_DIED,
                                  MeasurementResult::SKIPPED})
        {
            NS_TEST_ASSERT_MSG_GT(ends[status], 0, ToText(status) + " happens, " + overrun);
        }
        NS_TEST_ASSERT_MSG_EQ(bed.cycles.size(), CYCLES, "each cycle has a record");
        uint32_t overruns = 0;
        for (const auto& cycle : bed.cycles)
        {
            const Time next = Seconds(40 * (cycle.number + 1));
            const bool over = cycle.number + 1 < CYCLES && cycle.end > next;
            NS_TEST_ASSERT_MSG_EQ((!over || cycle.overrun == cycle.end - next),
                                  true,
                                  "an overrun is recorded");
            overruns += over;
        }
        NS_TEST_ASSERT_MSG_GT(overruns, 0, "some cycles are too long, " + overrun);
    }

    void DoRun() override
    {
        for (const char* overrun : {"Skip", "Late", "CarryOn"})
        {
            RunWith(overrun);
        }
    }
};

/**
 * @ingroup iepm
 * @brief Monitors that share groups never run two heavy tests over one bottleneck.
 */
class ScheduleGroupsTest : public TestCase
{
  public:
    ScheduleGroupsTest()
        : TestCase("heavy tests of one group never overlap")
    {
    }

  private:
    /** @param shared whether the monitors have the same groups @param hosts of each monitor
     * @return how often heavy tests overlap */
    uint32_t RunWith(bool shared, const std::vector<std::string>& hosts)
    {
        ScheduleBed bed(2, 4);
        const auto groups = CreateObject<BottleneckGroups>();
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto monitor = bed.AddMonitor(
                bed.left.Get(i),
                bed.MakeDatabase("tool blast version=1 probe=ns3::TestBlastProbe\n" + hosts[i]));
            monitor->SetAttribute("CycleLength", TimeValue(Seconds(30)));
            monitor->SetAttribute("Cycles", UintegerValue(4));
            monitor->SetAttribute("SleepFactor", DoubleValue(i ? 1 : 0));
            if (shared)
            {
                monitor->SetAttribute("Groups", PointerValue(groups));
            }
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(bed.cycles.size(), 8, "cycles of two monitors");
        for (const auto& record : bed.records)
        {
            NS_TEST_EXPECT_MSG_EQ(ToText(record.result.status), "ok", record.host);
        }
        return CountOverlaps(GetHeavy(bed.records));
    }

    void DoRun() override
    {
        const std::string wan = "link wan rate=2Mbps exclusive=";
        const std::vector<std::string> apart{wan + "yes\nhost h0 route=wan\nhost h1 route=wan\n",
                                             wan + "yes\nhost h2 route=wan\nhost h3 route=wan\n"};
        NS_TEST_ASSERT_MSG_EQ(RunWith(true, apart), 0, "they share the wan");
        NS_TEST_ASSERT_MSG_GT(RunWith(false, apart), 3, "they do not know of each other");
        const std::vector<std::string> free{wan + "no\nhost h0 route=wan\nhost h1 route=wan\n",
                                            wan + "no\nhost h2 route=wan\nhost h3 route=wan\n"};
        NS_TEST_ASSERT_MSG_GT(RunWith(true, free), 3, "the wan is no bottleneck");
        NS_TEST_ASSERT_MSG_EQ(RunWith(true, {"host h0\n", "host h0\n"}), 0, "the host is one");
    }
};

/**
 * @ingroup iepm
 * @brief Requests come first, events run what recalibrates, and no host gets more than its bytes.
 */
class ScheduleRequestTest : public TestCase
{
  public:
    ScheduleRequestTest()
        : TestCase("requests, events and the budget")
    {
    }

  private:
    void DoRun() override
    {
        ScheduleBed bed(1, 2);
        const auto monitor = bed.AddMonitor(
            bed.left.Get(0),
            bed.MakeDatabase("tool blast version=1 probe=ns3::TestBlastProbe\n"
                             "tool search version=1 every=event probe=ns3::TestBlastProbe\n"
                             "tool ping version=1 every=request probe=ns3::TestPingProbe\n"
                             "host h0\nhost h1\n"));
        monitor->SetAttribute("CycleLength", TimeValue(Seconds(30)));
        monitor->SetAttribute("Cycles", UintegerValue(3));
        monitor->SetAttribute("Shuffle", BooleanValue(false));
        monitor->SetAttribute("DailyBytes", UintegerValue(35'000)); // three tests of 10,000
        monitor->Request("h1", "ping", "before the begin");
        Simulator::Schedule(Seconds(1), [monitor]() { monitor->Trigger("h1", "a new route"); });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(bed.begun[0], "h1 ping", "first of all");
        NS_TEST_ASSERT_MSG_EQ(bed.begun[1], "h0 blast", "light tests run beside heavy ones");
        NS_TEST_ASSERT_MSG_EQ(bed.begun[2], "h1 search", "before the test that is next");
        NS_TEST_ASSERT_MSG_EQ(bed.begun[3], "h1 blast", "by turns");
        const auto& search = bed.records.at(2);
        NS_TEST_ASSERT_MSG_EQ(search.reason, "a new route", "as it was given");
        NS_TEST_ASSERT_MSG_EQ(ToText(search.trigger), "event", "of the route");
        NS_TEST_ASSERT_MSG_EQ(search.result.begin,
                              bed.records[1].result.end,
                              "it does not wait for the sleep");
        std::map<std::string, uint64_t> bytes;
        std::vector<std::string> skipped;
        for (const auto& record : bed.records)
        {
            bytes[record.host] += record.result.bytes;
            if (record.result.status == MeasurementResult::SKIPPED)
            {
                skipped.push_back(record.host + " " + record.result.note);
            }
        }
        NS_TEST_ASSERT_MSG_EQ(bytes["h0"], 30'000, "three tests");
        NS_TEST_ASSERT_MSG_EQ(bytes["h1"], 30'128, "three tests and a ping");
        NS_TEST_ASSERT_MSG_EQ(skipped.size(), 1, "the third cycle of h1");
        NS_TEST_ASSERT_MSG_EQ(skipped[0], "h1 budget", "why");
    }
};

/** The suite. */
class PathMeasurementScheduleTestSuite : public TestSuite
{
  public:
    PathMeasurementScheduleTestSuite()
        : TestSuite("iepm-schedule", Type::UNIT)
    {
        AddTestCase(new SchedulePredictionTest);
        AddTestCase(new ScheduleConservationTest);
        AddTestCase(new ScheduleGroupsTest);
        AddTestCase(new ScheduleRequestTest);
    }
};

static PathMeasurementScheduleTestSuite g_pathMeasurementScheduleTestSuite; //!< the suite
