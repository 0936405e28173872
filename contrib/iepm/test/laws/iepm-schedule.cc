/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-schedule-law.h"

#include "ns3/iepm-bottleneck-groups.h"

#include <gtest/gtest.h>
#include <stdexcept>

using namespace ns3;
using namespace ns3::iepm;

namespace
{

using Texts = std::vector<std::string>;

/** @return a policy without jitter and sleep @param length of a cycle in seconds */
SchedulePolicy
MakePolicy(int64_t length, double sleep = 0)
{
    SchedulePolicy policy;
    policy.length = Seconds(length);
    policy.jitter = Time(0);
    policy.sleep = sleep;
    return policy;
}

/** @return "TOOL STATUS NOTE" of each record */
Texts
GetEnds(const LawDriver& driver)
{
    Texts texts;
    for (const auto& record : driver.records)
    {
        const auto& result = record.result;
        texts.push_back(record.tool + " " + ToText(result.status) +
                        (result.note.empty() ? "" : " " + result.note));
    }
    return texts;
}

/** @return two hosts with a light and a heavy test each */
std::vector<MeasurementTask>
MakeTwoHosts()
{
    return {MakeTask("a", "ping", 10),
            MakeTask("a", "iperf", 20, true),
            MakeTask("b", "ping", 10),
            MakeTask("b", "iperf", 20, true)};
}

} // namespace

TEST(ScheduleState, HostsAreVisitedInTurnWithSleeps)
{
    LawDriver driver(MakePolicy(1000, 1), MakeTwoHosts());
    driver.CycleAt(Seconds(5), {1, 0});
    driver.Run();
    EXPECT_EQ(Describe(driver),
              (Texts{"b ping 5-15", "b iperf 25-45", "a ping 65-75", "a iperf 85-105"}));
    ASSERT_EQ(driver.cycles.size(), 1U);
    EXPECT_EQ(driver.cycles[0].begin, Seconds(5));
    EXPECT_EQ(driver.cycles[0].end, Seconds(105)) << "without the last sleep";
    EXPECT_EQ(driver.cycles[0].ends[MeasurementResult::OK], 4U);
    EXPECT_FALSE(driver.cycles[0].overrun);
}

TEST(ScheduleState, TwoVisitsRunLightTestsBesideAHeavyOne)
{
    auto policy = MakePolicy(1000);
    policy.visits = 2;
    LawDriver driver(policy, MakeTwoHosts());
    driver.CycleAt(Seconds(0));
    driver.Run();
    EXPECT_EQ(Describe(driver),
              (Texts{"a ping 0-10", "b ping 0-10", "a iperf 10-30", "b iperf 30-50"}));
}

TEST(ScheduleState, OverrunPolicies)
{
    const std::vector<MeasurementTask> tasks{MakeTask("a", "x", 40), MakeTask("b", "y", 40)};
    auto policy = MakePolicy(60);
    for (const auto overrun :
         {SchedulePolicy::SKIP, SchedulePolicy::LATE, SchedulePolicy::CARRY_ON})
    {
        policy.overrun = overrun;
        LawDriver driver(policy, tasks);
        driver.CycleAt(Seconds(0));
        driver.CycleAt(Seconds(60), {1, 0});
        driver.Run();
        ASSERT_EQ(driver.cycles.size(), 2U);
        EXPECT_EQ(driver.cycles[0].overrun, Seconds(20)) << "the second test runs from 40 to 80";
        EXPECT_EQ(Describe(driver), (Texts{"a x 0-40", "b y 40-80", "b y 80-120", "a x 120-160"}));
        EXPECT_EQ(driver.cycles[1].begin,
                  Seconds(overrun == SchedulePolicy::LATE ? 80 : 60)); // the visitor is busy
    }
}

TEST(ScheduleState, WhatHasNotBegunIsSkippedOrCarriedOn)
{
    const std::vector<MeasurementTask> tasks{MakeTask("a", "x", 70), MakeTask("b", "y", 10)};
    auto policy = MakePolicy(60);
    LawDriver skip(policy, tasks);
    skip.CycleAt(Seconds(0));
    skip.CycleAt(Seconds(60), {1, 0});
    skip.Run();
    EXPECT_EQ(Describe(skip), (Texts{"a x 0-70", "b y 70-80", "a x 80-150"}));
    EXPECT_EQ(GetEnds(skip), (Texts{"y skipped overrun", "x ok", "y ok", "x ok"}));
    EXPECT_EQ(skip.cycles[0].ends[MeasurementResult::SKIPPED], 1U);
    EXPECT_EQ(skip.cycles[0].overrun, Seconds(10));

    policy.overrun = SchedulePolicy::CARRY_ON;
    LawDriver carry(policy, tasks);
    carry.CycleAt(Seconds(0));
    carry.CycleAt(Seconds(60), {1, 0});
    carry.Run();
    EXPECT_EQ(Describe(carry), (Texts{"a x 0-70", "b y 70-80", "b y 80-90", "a x 90-160"}));
    EXPECT_EQ(carry.cycles[0].overrun, Seconds(20));
    EXPECT_EQ(carry.cycles[1].begin, Seconds(60)) << "its tests wait, it has begun";
}

TEST(ScheduleState, LateCyclesWaitInTheirOrder)
{
    auto policy = MakePolicy(60);
    policy.overrun = SchedulePolicy::LATE;
    LawDriver driver(policy, {MakeTask("a", "x", 100)});
    for (const int64_t begin : {0, 60, 120, 300})
    {
        driver.CycleAt(Seconds(begin));
    }
    driver.Run();
    EXPECT_EQ(Describe(driver), (Texts{"a x 0-100", "a x 100-200", "a x 200-300", "a x 300-400"}));
    const std::vector<std::optional<Time>> overruns{Seconds(40), Seconds(80), Seconds(0), {}};
    ASSERT_EQ(driver.cycles.size(), 4U);
    for (uint32_t i = 0; i < 3; ++i)
    {
        EXPECT_EQ(driver.cycles[i].number, i);
        if (i < 2)
        {
            EXPECT_EQ(driver.cycles[i].overrun, overruns[i]);
        }
    }
    EXPECT_FALSE(driver.cycles[2].overrun) << "it ends when the next one is to begin";
    EXPECT_EQ(driver.cycles[2].due, Seconds(120));
    EXPECT_EQ(driver.cycles[2].begin, Seconds(200));
}

TEST(ScheduleState, RequestsComeFirstAndDoNotWaitForSleeps)
{
    auto tasks = MakeTwoHosts();
    tasks.push_back(MakeTask("b", "trace", 3));
    tasks.back().divisor = 0;
    LawDriver driver(MakePolicy(1000, 1), tasks);
    driver.CycleAt(Seconds(0));
    const auto request = [&](int64_t at, uint32_t task, MeasurementTask::Trigger trigger) {
        driver.At(Seconds(at), [&driver, task, trigger]() {
            driver.state.Request(driver.now, task, trigger, "why");
        });
    };
    request(5, 4, MeasurementTask::ONE_OFF); // light, to another host: at once
    request(12, 3, MeasurementTask::EVENT);  // heavy, in the sleep after the ping
    request(13, 3, MeasurementTask::EVENT);  // that one runs: it waits
    request(14, 3, MeasurementTask::EVENT);  // one is enough
    driver.Run();
    EXPECT_EQ(Describe(driver),
              (Texts{"a ping 0-10",
                     "b trace 5-8",
                     "b iperf 12-32",
                     "b iperf 32-52",
                     "a iperf 92-112", // 20 s of sleep for each of the two heavy requests
                     "b ping 132-142",
                     "b iperf 152-172"}));
    EXPECT_EQ(GetEnds(driver),
              (Texts{"trace ok",
                     "ping ok",
                     "iperf skipped waits already",
                     "iperf ok",
                     "iperf ok",
                     "iperf ok",
                     "ping ok",
                     "iperf ok"}));
    EXPECT_EQ(driver.records[0].trigger, MeasurementTask::ONE_OFF);
    EXPECT_EQ(driver.records[0].reason, "why");
    EXPECT_EQ(driver.cycles.at(0).tests, 4U) << "requests are none of the cycle's";
}

TEST(ScheduleState, AHeavyRequestKeepsPeriodicHeavyTestsBack)
{
    auto tasks = MakeTwoHosts();
    tasks[0].duration = Seconds(5);
    auto policy = MakePolicy(1000);
    policy.visits = 2;
    LawDriver driver(policy, tasks);
    driver.CycleAt(Seconds(0));
    // Host a could begin its iperf at 5, but the request waits for the ping to b, until 10.
    driver.At(Seconds(4),
              [&]() { driver.state.Request(driver.now, 3, MeasurementTask::ONE_OFF, ""); });
    driver.Run();
    EXPECT_EQ(
        Describe(driver),
        (Texts{"a ping 0-5", "b ping 0-10", "b iperf 10-30", "a iperf 30-50", "b iperf 50-70"}));
}

TEST(ScheduleState, ARequestKeepsPeriodicTestsOfItsHostBack)
{
    std::vector<MeasurementTask> tasks{MakeTask("a", "iperf", 20, true),
                                       MakeTask("b", "ping", 10),
                                       MakeTask("b", "iperf", 20, true)};
    auto policy = MakePolicy(1000);
    policy.visits = 2;
    LawDriver driver(policy, tasks);
    driver.At(Seconds(0),
              [&]() { driver.state.Request(driver.now, 0, MeasurementTask::ONE_OFF, ""); });
    driver.At(Seconds(0),
              [&]() { driver.state.Request(driver.now, 2, MeasurementTask::ONE_OFF, ""); });
    driver.CycleAt(Seconds(1));
    driver.CycleAt(Seconds(1000));
    driver.At(Seconds(1001),
              [&]() { driver.state.Request(driver.now, 1, MeasurementTask::ONE_OFF, ""); });
    driver.Run();
    const auto texts = Describe(driver);
    EXPECT_EQ((Texts{texts.begin(), texts.begin() + 4}),
              (Texts{"a iperf 0-20", "b iperf 20-40", "a iperf 40-60", "b ping 40-50"}))
        << "nobody pings b at 1, since a request for b waits";
    EXPECT_EQ(driver.records[0].cycle, 0U) << "before any cycle";
    const auto later = std::find_if(driver.records.begin(), driver.records.end(), [](auto& record) {
        return record.trigger == MeasurementTask::ONE_OFF && record.due == Seconds(1001);
    });
    ASSERT_NE(later, driver.records.end());
    EXPECT_EQ(later->cycle, 1U) << "of the latest one";
}

TEST(ScheduleState, AHostHasOneVisitAtATime)
{
    auto policy = MakePolicy(15, 1);
    policy.visits = 2;
    policy.overrun = SchedulePolicy::CARRY_ON;
    LawDriver driver(policy, {MakeTask("a", "x", 10), MakeTask("a", "y", 10)});
    driver.CycleAt(Seconds(0));
    driver.CycleAt(Seconds(15));
    driver.Run();
    EXPECT_EQ(Describe(driver), (Texts{"a x 0-10", "a y 20-30", "a x 30-40", "a y 50-60"}))
        << "the second visitor waits for the first one, also while that sleeps";
}

TEST(ScheduleState, TheBudgetIsOfAHostAndADay)
{
    std::vector<MeasurementTask> tasks{MakeTask("a", "x", 10), MakeTask("b", "y", 10)};
    auto policy = MakePolicy(6 * 3600);
    policy.dailyBytes = 250; // two tests of 100 bytes
    LawDriver driver(policy, tasks);
    for (int64_t cycle = 0; cycle < 6; ++cycle)
    {
        driver.CycleAt(Hours(6 * cycle));
    }
    driver.Run();
    const std::string over = " skipped budget";
    const Texts day{"x ok", "y ok", "x ok", "y ok", "x" + over, "y" + over, "x" + over, "y" + over};
    Texts expected = day;
    expected.insert(expected.end(), day.begin(), day.begin() + 4);
    EXPECT_EQ(GetEnds(driver), expected) << "four cycles a day, of which two have bytes";
}

TEST(ScheduleState, ABudgetCountsWhatWasSent)
{
    auto policy = MakePolicy(100);
    policy.dailyBytes = 250;
    LawDriver driver(policy, {MakeTask("a", "x", 10)});
    driver.outcome = [](uint32_t) {
        MeasurementResult result;
        result.end = Seconds(10);
        result.bytes = 180; // 100 are expected
        return result;
    };
    driver.CycleAt(Seconds(0));
    driver.CycleAt(Seconds(100));
    driver.Run();
    EXPECT_EQ(GetEnds(driver), (Texts{"x ok", "x skipped budget"}));
}

TEST(ScheduleState, AHostThatIsDownIsLeft)
{
    std::vector<MeasurementTask> tasks;
    for (const char* tool : {"t0", "t1", "t2", "t3", "t4"})
    {
        tasks.push_back(MakeTask("a", tool, 10));
    }
    tasks.push_back(MakeTask("b", "t", 10));
    LawDriver driver(MakePolicy(1000), tasks);
    driver.outcome = [&](uint32_t task) {
        MeasurementResult result;
        result.end = Seconds(10);
        result.status = task == 0 || (task > 1 && task < 5) ? MeasurementResult::UNREACHABLE
                                                            : MeasurementResult::OK;
        return result;
    };
    driver.CycleAt(Seconds(0));
    driver.Run();
    EXPECT_EQ(driver.records[4].result.status, MeasurementResult::UNREACHABLE)
        << "three in a row: t2, t3, t4; there is nothing left to skip";
    EXPECT_EQ(driver.records[5].host, "b");

    driver.outcome = [](uint32_t) {
        MeasurementResult result;
        result.end = Seconds(10);
        result.status = MeasurementResult::UNREACHABLE;
        return result;
    };
    driver.records.clear();
    driver.CycleAt(Seconds(1000));
    driver.Run();
    EXPECT_EQ(GetEnds(driver),
              (Texts{"t0 unreachable",
                     "t1 unreachable",
                     "t2 unreachable",
                     "t3 skipped host down",
                     "t4 skipped host down",
                     "t unreachable"}));
}

TEST(ScheduleState, HowManyTestsShowThatAHostIsDown)
{
    std::vector<MeasurementTask> tasks;
    for (const char* tool : {"t0", "t1", "t2", "t3"})
    {
        tasks.push_back(MakeTask("a", tool, 10));
    }
    for (const uint32_t down : {0, 1, 2, 4})
    {
        auto policy = MakePolicy(1000);
        policy.downAfter = down;
        LawDriver driver(policy, tasks);
        driver.outcome = [](uint32_t) {
            MeasurementResult result;
            result.end = Seconds(10);
            result.status = MeasurementResult::UNREACHABLE;
            return result;
        };
        driver.CycleAt(Seconds(0));
        driver.Run();
        ASSERT_EQ(driver.records.size(), 4U);
        for (uint32_t i = 0; i < 4; ++i)
        {
            EXPECT_EQ(driver.records[i].result.status,
                      down && i >= down ? MeasurementResult::SKIPPED
                                        : MeasurementResult::UNREACHABLE)
                << down << ", " << i;
        }
    }
}

TEST(ScheduleState, WhatMayNotRunIsRecordedEachCycle)
{
    auto tasks = MakeTwoHosts();
    tasks[0].disabled = "the site blocks ping";
    LawDriver driver(MakePolicy(1000), tasks);
    driver.CycleAt(Seconds(0));
    driver.At(Seconds(1),
              [&]() { driver.state.Request(driver.now, 0, MeasurementTask::ONE_OFF, ""); });
    driver.Run();
    EXPECT_EQ(GetEnds(driver)[0], "ping skipped disabled: the site blocks ping");
    EXPECT_EQ(GetEnds(driver)[1], GetEnds(driver)[0]) << "on request too";
    EXPECT_EQ(driver.cycles.at(0).ends[MeasurementResult::SKIPPED], 1U);
}

TEST(ScheduleState, MonitorsShareBottlenecks)
{
    std::vector<MeasurementTask> tasks{MakeTask("a", "iperf", 20, true),
                                       MakeTask("b", "iperf", 20, true)};
    tasks[0].groups = {"a", "ocean"};
    tasks[1].groups = {"b"};
    auto others = tasks;
    others[0].host = "c";
    others[0].groups = {"c", "ocean"};
    BottleneckLocks locks;
    LawDriver one(MakePolicy(1000), tasks);
    LawDriver other(MakePolicy(1000), others);
    one.shared = other.shared = &locks;
    one.CycleAt(Seconds(0));
    other.CycleAt(Seconds(1));
    while (one.GetNext() || other.GetNext())
    {
        const Time most = Days(1);
        const bool first = one.GetNext().value_or(most) <= other.GetNext().value_or(most);
        auto& next = first ? one : other;
        auto& rest = first ? other : one;
        next.Step();
        rest.now = next.now;
        rest.Proceed(); // a bottleneck may have become free
    }
    EXPECT_EQ(Describe(one), (Texts{"a iperf 0-20", "b iperf 20-40"}));
    EXPECT_EQ(Describe(other), (Texts{"c iperf 20-40", "b iperf 40-60"}))
        << "the ocean is free at 20, host b at 40";
    EXPECT_THROW(locks.Release({"ocean"}), std::logic_error);
}

TEST(BottleneckGroups, TellsMonitorsByTurnsBehindTheirOwn)
{
    const auto groups = CreateObject<BottleneckGroups>();
    std::string told;
    for (const char name : {'a', 'b', 'c', 'd'})
    {
        EXPECT_EQ(groups->AddMonitor(Callback<void>([&told, name]() { told += name; })),
                  static_cast<uint32_t>(name - 'a'));
    }
    for (const auto& [monitor, expected] :
         {std::pair(0U, "bcda"), {1U, "cdab"}, {2U, "dabc"}, {3U, "abcd"}})
    {
        told.clear();
        groups->NotifyAll(monitor);
        EXPECT_EQ(told, expected) << "from the next one on, its own last";
    }
    groups->RemoveMonitor(2);
    told.clear();
    groups->NotifyAll(1);
    EXPECT_EQ(told, "dab") << "who has gone is not told";
    groups->GetLocks().Take({"ocean"});
    EXPECT_FALSE(groups->GetLocks().AreFree({"land", "ocean"})) << "all or none";
    EXPECT_TRUE(groups->GetLocks().AreFree({"land"}));
}

TEST(ScheduleState, WrongUse)
{
    auto policy = MakePolicy(60);
    policy.visits = 0;
    EXPECT_THROW(ScheduleState(policy, {}), std::invalid_argument);
    policy.visits = 1;
    policy.jitter = Seconds(61);
    EXPECT_THROW(ScheduleState(policy, {}), std::invalid_argument);
    policy.jitter = Seconds(60);
    ScheduleState state(policy, MakeTwoHosts());
    EXPECT_THROW(state.BeginCycle(Seconds(0), {0}), std::logic_error);
    EXPECT_THROW(state.BeginCycle(Seconds(0), {0, 0}), std::logic_error);
}
