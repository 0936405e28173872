/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/iepm-forecast-watch.h"
#include "ns3/iepm-host-reader.h"
#include "ns3/iepm-recalibration.h"
#include "ns3/iepm-schedule-controller.h"
#include "ns3/node.h"
#include "ns3/path-measurement-probe.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::iepm;

namespace
{

using Cycles = std::vector<uint64_t>;                                //!< numbers of cycles
using Attributes = std::vector<std::pair<std::string, std::string>>; //!< names and values

constexpr int64_t CYCLE = 10; //!< length of a cycle, s

/** A tool without packets: after a second it has what the test says. */
class ScriptedProbe : public MeasurementProbe
{
  public:
    /** What a measurement gives. */
    struct Outcome
    {
        std::map<std::string, double> values;                    //!< by name
        MeasurementResult::Status status{MeasurementResult::OK}; //!< of it
    };

    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::TestScriptedProbe")
                                .SetParent<MeasurementProbe>()
                                .AddConstructor<ScriptedProbe>()
                                .AddAttribute("Script",
                                              "Key of its script.",
                                              StringValue("look"),
                                              MakeStringAccessor(&ScriptedProbe::m_script),
                                              MakeStringChecker());
        return tid;
    }

    Time GetExpectedDuration(double, Time) const override
    {
        return Seconds(1);
    }

    double GetExpectedBytes(double) const override
    {
        return 0;
    }

    static std::map<std::string, std::function<Outcome(uint64_t cycle)>> scripts; //!< by key

  private:
    void DoStart() override
    {
        m_end = Simulator::Schedule(Seconds(1), [this] {
            const auto script = scripts.find(m_script);
            const Outcome outcome =
                script == scripts.end()
                    ? Outcome()
                    : script->second(static_cast<uint64_t>(Simulator::Now().GetSeconds()) / CYCLE);
            for (const auto& [name, value] : outcome.values)
            {
                Report(name, value, "1");
            }
            Finish(outcome.status);
        });
    }

    void DoStop() override
    {
        m_end.Cancel();
    }

    std::string m_script; //!< attribute Script
    EventId m_end;        //!< of the measurement
};

std::map<std::string, std::function<ScriptedProbe::Outcome(uint64_t)>> ScriptedProbe::scripts;

NS_OBJECT_ENSURE_REGISTERED(ScriptedProbe);

/** A monitor of hosts without a network. */
class ScriptedMonitor
{
  public:
    /** @param tools lines of a host file @param cycles how many @param hosts how many: a, b.. */
    ScriptedMonitor(const std::string& tools, uint32_t cycles, uint32_t hosts = 1)
        : monitor(CreateObject<ScheduleController>())
    {
        RngSeedManager::SetSeed(1);
        RngSeedManager::SetRun(1);
        ScriptedProbe::scripts.clear();
        std::string text = tools;
        for (uint32_t i = 0; i < hosts; ++i)
        {
            text += std::string("host ") + static_cast<char>('a' + i) + " address=10.0.0." +
                    std::to_string(i + 1) + " rtt=10ms rate=1Mbps\n";
        }
        std::istringstream input(text);
        monitor->SetDatabase(ReadHosts(input, "hosts"));
        monitor->SetAttribute("CycleLength", TimeValue(Seconds(CYCLE)));
        monitor->SetAttribute("StartJitter", TimeValue(Time(0)));
        monitor->SetAttribute("Cycles", UintegerValue(cycles));
        monitor->AssignStreams(7);
        monitor->TraceConnectWithoutContext(
            "Record",
            Callback<void, const MeasurementRecord&>(
                [this](const MeasurementRecord& record) { records.push_back(record); }));
        node->AddApplication(monitor);
    }

    ~ScriptedMonitor()
    {
        Simulator::Destroy();
        ScriptedProbe::scripts.clear();
    }

    /** @param tool any @return cycles in which it ran */
    Cycles GetCycles(const std::string& tool) const
    {
        Cycles cycles;
        for (const auto& record : records)
        {
            if (record.tool == tool)
            {
                cycles.push_back(record.cycle);
            }
        }
        return cycles;
    }

    Ptr<Node> node{CreateObject<Node>()};   //!< that measures
    Ptr<ScheduleController> monitor;        //!< on it
    std::vector<MeasurementRecord> records; //!< of all tests
};

/** @param object any @param attributes to set */
void
SetAll(Ptr<Object> object, const Attributes& attributes)
{
    for (const auto& [name, value] : attributes)
    {
        object->SetAttribute(name, StringValue(value));
    }
}

/** @param cycles any @return their numbers in words */
std::string
Write(const Cycles& cycles)
{
    std::string text;
    for (const auto cycle : cycles)
    {
        text += std::to_string(cycle) + " ";
    }
    return text;
}

const char* const LOOK = "tool look probe=ns3::TestScriptedProbe\n"; //!< a light tool

} // namespace

/**
 * @ingroup iepm
 * @brief What Recalibration takes for a change, by value and attribute, and what it forgets.
 */
class RecalibrationRuleTest : public TestCase
{
  public:
    RecalibrationRuleTest()
        : TestCase("what is a change of a path")
    {
    }

  private:
    /** A series and the changes that are to be seen. */
    struct Case
    {
        Attributes attributes;      //!< of the recalibration
        std::string name;           //!< of the value
        std::vector<double> values; //!< in cycles; below 0: the test fails, and says the opposite
        Cycles changes;             //!< cycles with which they are seen
        bool finds{false};          //!< whether a search finds something
    };

    /** @param test a case @param number of it */
    void Check(const Case& test, std::size_t number)
    {
        ScriptedMonitor bed(std::string(LOOK) + "tool search every=event "
                                                "probe=ns3::TestScriptedProbe[Script=search]\n",
                            test.values.size());
        ScriptedProbe::scripts["look"] = [&test](uint64_t cycle) {
            const double value = test.values[cycle];
            return ScriptedProbe::Outcome{{{test.name, std::abs(value)}},
                                          value < 0 ? MeasurementResult::TIMED_OUT
                                                    : MeasurementResult::OK};
        };
        ScriptedProbe::scripts["search"] = [&test](uint64_t) {
            return test.finds ? ScriptedProbe::Outcome{{{"window", 9000},
                                                        {"streams", 2},
                                                        {"throughput", 1e6}}}
                              : ScriptedProbe::Outcome();
        };
        const auto recalibration = CreateObject<Recalibration>();
        SetAll(recalibration, test.attributes);
        recalibration->Watch(bed.monitor);
        Cycles changes;
        recalibration->TraceConnectWithoutContext(
            "Change",
            Callback<void, const std::string&, const std::string&>(
                [&changes](const std::string&, const std::string&) {
                    changes.push_back(Simulator::Now().GetSeconds() / CYCLE);
                }));
        uint32_t tuned = 0;
        recalibration->TraceConnectWithoutContext(
            "Tune",
            Callback<void, const std::string&, uint32_t, uint32_t>(
                [&](const std::string& host, uint32_t window, uint32_t streams) {
                    tuned += host == "a" && window == 9000 && streams == 2;
                }));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Write(changes), Write(test.changes), "case " << number);
        NS_TEST_EXPECT_MSG_EQ(Write(bed.GetCycles("search")), Write(test.changes), "a search each");
        NS_TEST_EXPECT_MSG_EQ(tuned, (test.finds ? changes.size() : 0), "what was found");
    }

    void DoRun() override
    {
        const std::vector<Case> cases = {
            // Of hops one value is a change, whatever Confirm is.
            {{}, "hops", {5, 5, 6, 6, 5}, {2, 4}},
            {{{"Confirm", "3"}}, "hops", {5, 5, 6, 6, 5}, {2, 4}},
            // What failed does not count.
            {{}, "hops", {5, 5, -9, 5, 5}, {}},
            // A fifth and 2 ms, twice in a row.
            {{}, "rtt_min", {0.1, 0.1, 0.13, 0.13, 0.13}, {3}},
            {{}, "rtt_min", {0.1, 0.1, 0.13, 0.1, 0.13}, {}},
            {{}, "rtt_min", {0.1, 0.1, 0.115, 0.115, 0.115}, {}},
            {{{"RoundTripStep", "0.1"}}, "rtt_min", {0.1, 0.1, 0.115, 0.115, 0.115}, {3}},
            {{}, "rtt_min", {0.004, 0.004, 0.0055, 0.0055, 0.0055}, {}},
            {{{"MinRoundTripStep", "1ms"}}, "rtt_min", {0.004, 0.004, 0.0055, 0.0055}, {3}},
            {{{"Confirm", "1"}}, "rtt_min", {0.1, 0.1, 0.13, 0.13, 0.13}, {2}},
            {{{"Confirm", "3"}}, "rtt_min", {0.1, 0.1, 0.13, 0.13, 0.13}, {4}},
            // A half of the throughput.
            {{}, "throughput", {1e7, 1e7, 6e6, 6e6, 6e6}, {}},
            {{}, "throughput", {1e7, 1e7, 4e6, 4e6, 4e6}, {3}},
            {{{"ThroughputStep", "0.3"}}, "throughput", {1e7, 1e7, 6e6, 6e6, 6e6}, {3}},
            // After a search that finds something 0.2 is no change of 0.13 any more.
            {{}, "rtt_min", {0.1, 0.1, 0.13, 0.13, 0.2, 0.2, 0.2}, {3, 5}},
            {{}, "rtt_min", {0.1, 0.1, 0.13, 0.13, 0.2, 0.2, 0.2}, {3}, true},
        };
        for (std::size_t i = 0; i < cases.size(); ++i)
        {
            Check(cases[i], i);
        }
    }
};

/**
 * @ingroup iepm
 * @brief A tool runs less often while its values are in the band of their forecasts and light
 * probes see no change.
 */
class ForecastWatchTest : public TestCase
{
  public:
    ForecastWatchTest()
        : TestCase("intervals of tools that are forecast")
    {
    }

  private:
    /** What the monitor sees, and when it runs the tool. */
    struct Case
    {
        Attributes monitor; //!< attributes
        Attributes watch;   //!< attributes
        std::string name;   //!< of the value of the light probe
        double before;      //!< that value until cycle 19
        double after;       //!< and from cycle 20 on
        Cycles expected;    //!< cycles in which the tool runs
    };

    /** @param test a case @param number of it */
    void Check(const Case& test, std::size_t number)
    {
        ScriptedMonitor bed(std::string(LOOK) +
                                "tool rate probe=ns3::TestScriptedProbe[Script=rate]\n",
                            30);
        SetAll(bed.monitor, {{"Growth", "2"}, {"LongestInterval", "40s"}});
        SetAll(bed.monitor, test.monitor);
        ScriptedProbe::scripts["look"] = [&test](uint64_t cycle) {
            return ScriptedProbe::Outcome{{{test.name, cycle < 20 ? test.before : test.after}}};
        };
        ScriptedProbe::scripts["rate"] = [](uint64_t) {
            return ScriptedProbe::Outcome{{{"throughput", 1e7}}};
        };
        const auto watch = CreateObject<ForecastWatch>();
        SetAll(watch, test.watch);
        watch->Watch(bed.monitor);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(Write(bed.GetCycles("rate")),
                              Write(test.expected),
                              "case " << number);
        NS_TEST_EXPECT_MSG_EQ(bed.GetCycles("look").size(), 30, "light probes run in each cycle");
    }

    /** @param last cycles @return the cycles from 0 to 12, and these */
    static Cycles After12(const Cycles& last)
    {
        Cycles cycles{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
        cycles.insert(cycles.end(), last.begin(), last.end());
        return cycles;
    }

    void DoRun() override
    {
        // The first value has no forecast. A band of 80 % needs nine ratios of value to forecast,
        // those of cycles 1 to 9; values 10, 11 and 12 are within it. Then the interval doubles.
        const Cycles steady = After12({14, 18, 22, 26});
        // The test of cycle 22 follows a change: the interval is 1, and grows again.
        const Cycles changed = After12({14, 18, 22, 23, 25, 29});
        Cycles all(30);
        for (std::size_t i = 0; i < all.size(); ++i)
        {
            all[i] = i;
        }
        const std::vector<Case> cases = {
            {{}, {}, "route", 7, 7, steady},
            {{}, {}, "route", 7, 8, changed},
            {{{"Growth", "1"}}, {}, "route", 7, 7, all},
            {{{"LongestInterval", "20s"}},
             {},
             "route",
             7,
             7,
             After12({14, 16, 18, 20, 22, 24, 26, 28})},
            // A band of a half needs three ratios.
            {{},
             {{"Coverage", "0.5"}},
             "route",
             7,
             7,
             {0, 1, 2, 3, 4, 5, 6, 8, 12, 16, 20, 24, 28}},
            {{}, {}, "rtt_min", 0.1, 0.13, changed},
            {{}, {}, "rtt_min", 0.1, 0.115, steady},
            {{}, {{"RoundTripStep", "0.1"}}, "rtt_min", 0.1, 0.115, changed},
            {{}, {}, "rtt_min", 0.004, 0.0055, steady},
            {{}, {{"MinRoundTripStep", "1ms"}}, "rtt_min", 0.004, 0.0055, changed},
        };
        for (std::size_t i = 0; i < cases.size(); ++i)
        {
            Check(cases[i], i);
        }
        // A value outside of its band.
        ScriptedMonitor bed(std::string(LOOK) +
                                "tool rate probe=ns3::TestScriptedProbe[Script=rate]\n",
                            20);
        SetAll(bed.monitor, {{"Growth", "2"}, {"LongestInterval", "40s"}});
        ScriptedProbe::scripts["rate"] = [](uint64_t cycle) {
            return ScriptedProbe::Outcome{{{"throughput", cycle == 14 ? 5e6 : 1e7}}};
        };
        const auto watch = CreateObject<ForecastWatch>();
        watch->Watch(bed.monitor);
        Simulator::Run();
        auto cycles = bed.GetCycles("rate");
        cycles.resize(16);
        NS_TEST_EXPECT_MSG_EQ(Write(cycles), Write(After12({14, 15, 16})), "each cycle again");
    }
};

/**
 * @ingroup iepm
 * @brief Begins are even within StartJitter, and all orders of hosts are equally frequent.
 */
class ScheduleDrawTest : public TestCase
{
  public:
    ScheduleDrawTest()
        : TestCase("jitter and order of cycles")
    {
    }

  private:
    static constexpr uint32_t CYCLES = 600; //!< of the test

    /** @param shuffle whether hosts are in random order @return how often there was which */
    std::map<std::string, uint32_t> Run(bool shuffle)
    {
        ScriptedMonitor bed(LOOK, CYCLES, 3);
        bed.monitor->SetAttribute("StartJitter", TimeValue(Seconds(4)));
        bed.monitor->SetAttribute("Shuffle", BooleanValue(shuffle));
        std::vector<double> late;
        bed.monitor->TraceConnectWithoutContext(
            "Cycle",
            Callback<void, const CycleRecord&>([&late](const CycleRecord& cycle) {
                late.push_back(cycle.begin.GetSeconds() -
                               static_cast<double>(CYCLE * cycle.number));
            }));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(late.size(), CYCLES, "cycles");
        double sum = 0;
        uint32_t early = 0;
        for (const double value : late)
        {
            sum += value;
            early += value < 1;
        }
        // Four deviations: of a mean of even numbers, and of a share.
        NS_TEST_EXPECT_MSG_EQ_TOL(sum / CYCLES, 2, 4 * 4 / std::sqrt(12 * CYCLES), "the middle");
        NS_TEST_EXPECT_MSG_EQ_TOL(double(early) / CYCLES,
                                  0.25,
                                  4 * std::sqrt(0.25 * 0.75 / CYCLES),
                                  "in the first quarter");
        NS_TEST_EXPECT_MSG_LT(*std::min_element(late.begin(), late.end()), 0.1, "as early as that");
        NS_TEST_EXPECT_MSG_GT(*std::max_element(late.begin(), late.end()), 3.9, "as late as that");
        NS_TEST_EXPECT_MSG_LT(*std::max_element(late.begin(), late.end()), 4, "within");
        std::map<uint64_t, std::string> orders;
        for (const auto& record : bed.records)
        {
            orders[record.cycle] += record.host;
        }
        std::map<std::string, uint32_t> counts;
        for (const auto& [cycle, order] : orders)
        {
            ++counts[order];
        }
        return counts;
    }

    void DoRun() override
    {
        const auto counts = Run(true);
        NS_TEST_EXPECT_MSG_EQ(counts.size(), 6, "all orders");
        for (const auto& [order, count] : counts)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(double(count),
                                      CYCLES / 6.0,
                                      4 * std::sqrt(CYCLES * 5 / 36.0),
                                      order);
        }
        const std::map<std::string, uint32_t> same{{"abc", CYCLES}};
        NS_TEST_EXPECT_MSG_EQ((Run(false) == same), true, "that of the database");
    }
};

/**
 * @ingroup iepm
 * @brief ProblemAfter, DownAfter, intervals of slow tools, how many tools calls reach, and calls
 * that are refused.
 */
class ScheduleCallsTest : public TestCase
{
  public:
    ScheduleCallsTest()
        : TestCase("problems, hosts that are down and calls of a monitor")
    {
    }

  private:
    /** @tparam T exception @param act anything @return whether it throws that */
    template <typename T>
    static bool Throws(const std::function<void()>& act)
    {
        try
        {
            act();
        }
        catch (const T&)
        {
            return true;
        }
        return false;
    }

    void DoRun() override
    {
        // From the third good forecast on the interval of two cycles doubles, up to the longest
        // one in whole cycles, which is at least the tool's own.
        for (const auto& [longest, expected] :
             {std::pair("89s", Cycles{0, 2, 4, 8, 16, 24}), {"10s", Cycles{0, 2, 4, 6, 8, 10}}})
        {
            ScriptedMonitor bed("tool look every=2 probe=ns3::TestScriptedProbe\n", 30);
            SetAll(bed.monitor, {{"Growth", "2"}, {"LongestInterval", longest}});
            bed.monitor->TraceConnectWithoutContext(
                "Record",
                Callback<void, const MeasurementRecord&>([&bed](const MeasurementRecord&) {
                    bed.monitor->Observe("a", "look", true, true);
                }));
            Simulator::Run();
            auto cycles = bed.GetCycles("look");
            cycles.resize(expected.size());
            NS_TEST_EXPECT_MSG_EQ(Write(cycles), Write(expected), longest);
        }
        for (const uint32_t after : {1, 2, 4})
        {
            ScriptedMonitor bed(std::string(LOOK) +
                                    "tool other probe=ns3::TestScriptedProbe[Script=other]\n",
                                10);
            bed.monitor->SetAttribute("ProblemAfter", UintegerValue(after));
            ScriptedProbe::scripts["look"] = [](uint64_t cycle) {
                return ScriptedProbe::Outcome{{},
                                              cycle >= 2 && cycle < 5 ? MeasurementResult::TIMED_OUT
                                                                      : MeasurementResult::OK};
            };
            Simulator::Run();
            const auto problems = bed.monitor->GetProblems();
            NS_TEST_ASSERT_MSG_EQ(problems.size(), (after < 4 ? 1 : 0), "three failures in a row");
            if (!problems.empty())
            {
                NS_TEST_EXPECT_MSG_EQ(problems[0].opened, Seconds(CYCLE * (1 + after) + 1), after);
                NS_TEST_EXPECT_MSG_EQ(*problems[0].closed, Seconds(CYCLE * 5 + 1), "a success");
                // The other tool has worked since the first failure, unless that is the last.
                NS_TEST_EXPECT_MSG_EQ(ToText(problems[0].category),
                                      (after > 1 ? "hangs" : "unclear"),
                                      after);
            }
        }
        for (const uint32_t down : {0, 1, 2})
        {
            std::string tools;
            for (int i = 0; i < 4; ++i)
            {
                tools += "tool t" + std::to_string(i) + " probe=ns3::TestScriptedProbe\n";
            }
            ScriptedMonitor bed(tools, 1);
            bed.monitor->SetAttribute("DownAfter", UintegerValue(down));
            ScriptedProbe::scripts["look"] = [](uint64_t) {
                return ScriptedProbe::Outcome{{}, MeasurementResult::UNREACHABLE};
            };
            Simulator::Run();
            uint32_t skipped = 0;
            for (const auto& record : bed.records)
            {
                skipped += record.result.note == "host down";
            }
            NS_TEST_EXPECT_MSG_EQ(bed.records.size(), 4, "all have a record");
            NS_TEST_EXPECT_MSG_EQ(skipped, (down ? 4 - down : 0), "those after " << down);
        }
        ScriptedMonitor bed(std::string(LOOK) +
                                "tool search every=event probe=ns3::TestScriptedProbe\n"
                                "tool again every=event probe=ns3::TestScriptedProbe\n"
                                "tool once every=request probe=ns3::TestScriptedProbe\n"
                                "tool iperf probe=ns3::ThroughputProbe\n"
                                "tool bbcp every=request probe=ns3::BbcpProbe\n",
                            1,
                            2);
        const auto monitor = bed.monitor;
        NS_TEST_EXPECT_MSG_EQ(monitor->Trigger("b", "why"), 2, "tools that recalibrate");
        NS_TEST_EXPECT_MSG_EQ(monitor->Tune("b", 8000, 3), 2, "tools that transfer");
        using std::invalid_argument;
        using std::logic_error;
        const auto refuses = [this](const std::string& what, bool refused) {
            NS_TEST_EXPECT_MSG_EQ(refused, true, what);
        };
        refuses("a host", Throws<invalid_argument>([&] { monitor->Trigger("c", "why"); }));
        refuses("a host", Throws<invalid_argument>([&] { monitor->Tune("c", 8000, 3); }));
        refuses("on request",
                Throws<invalid_argument>([&] { monitor->Observe("a", "once", true, true); }));
        refuses("used already", Throws<logic_error>([&] { monitor->SetDatabase(HostDatabase()); }));
        const auto recalibration = CreateObject<Recalibration>();
        recalibration->Watch(monitor);
        refuses("twice", Throws<logic_error>([&] { recalibration->Watch(monitor); }));
        const auto watch = CreateObject<ForecastWatch>();
        watch->Watch(monitor);
        refuses("twice", Throws<logic_error>([&] { watch->Watch(monitor); }));
    }
};

/**
 * @ingroup iepm
 * @brief What a monitor and those who watch it do with results that a test writes.
 */
class WatchTestSuite : public TestSuite
{
  public:
    WatchTestSuite()
        : TestSuite("iepm-watch", Type::UNIT)
    {
        AddTestCase(new RecalibrationRuleTest);
        AddTestCase(new ForecastWatchTest);
        AddTestCase(new ScheduleDrawTest);
        AddTestCase(new ScheduleCallsTest);
    }
};

static WatchTestSuite g_watchTestSuite; //!< registers itself
