/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/iepm-schedule-calculator.h"

#include "iepm-schedule-law.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>

using namespace ns3;
using namespace ns3::iepm;

namespace
{

using Random = std::mt19937_64;

/** @return a number from low to high */
int64_t
Draw(Random& random, int64_t low, int64_t high)
{
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
}

/** @return a number from 0 to 1 */
double
DrawUniform(Random& random)
{
    return std::uniform_real_distribution<>()(random);
}

/**
 * The cycle of the study: for each of 33 hosts ping 10 s, traceroute 5 s, iperf 12 s, bbcp memory
 * 12 s and disk 15 s, bbftp 15 s; pipechar 10 s every 4th cycle (digest, section 4).
 */
std::vector<MeasurementTask>
MakeStudy()
{
    std::vector<MeasurementTask> tasks;
    for (uint32_t host = 0; host < 33; ++host)
    {
        const auto name = "h" + std::to_string(host);
        tasks.push_back(MakeTask(name, "ping", 10));
        tasks.push_back(MakeTask(name, "traceroute", 5));
        tasks.push_back(MakeTask(name, "iperf", 12, true));
        tasks.push_back(MakeTask(name, "bbcp-memory", 12, true));
        tasks.push_back(MakeTask(name, "bbcp-disk", 15, true));
        tasks.push_back(MakeTask(name, "bbftp", 15, true));
        tasks.push_back(MakeTask(name, "pipechar", 10, true));
        tasks.back().divisor = 4;
    }
    return tasks;
}

/** @return random tasks of some hosts */
std::vector<MeasurementTask>
MakeRandom(Random& random)
{
    std::vector<MeasurementTask> tasks;
    const auto hosts = Draw(random, 1, 6);
    for (int64_t host = 0; host < hosts; ++host)
    {
        for (auto tool = Draw(random, 1, 4); tool; --tool)
        {
            tasks.push_back(MakeTask("h" + std::to_string(host),
                                     "t" + std::to_string(tool),
                                     Draw(random, 1, 30),
                                     Draw(random, 0, 1)));
            tasks.back().divisor = Draw(random, 1, 3);
        }
    }
    return tasks;
}

} // namespace

TEST(ScheduleCalculator, TheStudysCycleFitsIn90Minutes)
{
    const ScheduleCalculator calculator(SchedulePolicy(), MakeStudy(), {});
    EXPECT_EQ(calculator.GetPeriod(), 4U);
    for (uint64_t cycle = 0; cycle < 8; ++cycle)
    {
        // Host h has pipechar in cycles c with (c + h) mod 4 = 0: 9 of 33 hosts if c mod 4 = 0.
        const int64_t pipechars = cycle % 4 == 0 ? 9 : 8;
        const int64_t last = (cycle + 32) % 4 == 0 ? 10 : 15;
        const auto prediction = calculator.Predict(cycle);
        EXPECT_EQ(prediction.busy, Seconds(33 * 69 + 10 * pipechars));
        EXPECT_EQ(prediction.length, Seconds(2 * (33 * 69 + 10 * pipechars) - last));
        EXPECT_EQ(prediction.free, Minutes(90) - prediction.length);
        EXPECT_EQ(prediction.tests, 33 * 6 + pipechars);
        EXPECT_EQ(prediction.late, 0U);
        EXPECT_GT(prediction.free, Minutes(10)); // the digest has 14, without the traceroute
    }
    EXPECT_TRUE(calculator.Check().empty());
}

TEST(ScheduleCalculator, OneVisitAtATimeIsTheSumOfTestsAndSleeps)
{
    Random random(1);
    for (int i = 0; i < 200; ++i)
    {
        SchedulePolicy policy;
        policy.sleep = 0.25 * static_cast<double>(Draw(random, 0, 8));
        const auto tasks = MakeRandom(random);
        const ScheduleCalculator calculator(policy, tasks, {});
        const uint64_t cycle = Draw(random, 0, 5);
        int64_t quarters = 0;
        int64_t worst = 0;
        int64_t leastLast = INT64_MAX;
        int64_t last = 0;
        const int64_t sleep = std::lround(4 * policy.sleep);
        uint32_t host = 0;
        for (std::size_t task = 0; task < tasks.size(); ++task)
        {
            host += task && tasks[task].host != tasks[task - 1].host;
            const auto seconds = static_cast<int64_t>(tasks[task].duration.GetSeconds());
            if ((cycle + host) % tasks[task].divisor == 0)
            {
                quarters += seconds * (4 + sleep);
                worst += 2 * seconds * (4 + sleep); // the time-out is twice the duration
                last = seconds * sleep;
            }
            const bool leaves =
                task + 1 == tasks.size() || tasks[task + 1].host != tasks[task].host;
            if (leaves && quarters)
            {
                bool any = false;
                for (std::size_t other = 0; other <= task; ++other)
                {
                    any |= tasks[other].host == tasks[task].host &&
                           (cycle + host) % tasks[other].divisor == 0;
                }
                leastLast = any ? std::min(leastLast, 2 * last) : leastLast;
            }
        }
        const auto prediction = calculator.Predict(cycle);
        EXPECT_EQ(prediction.length, MilliSeconds(250 * (quarters - last)));
        EXPECT_EQ(prediction.worst, MilliSeconds(250 * (worst - (worst ? leastLast : 0))));
    }
}

TEST(ScheduleCalculator, TwoVisitsFillAPipeline)
{
    // A light test of l s, then a heavy one of h s: l + n h for n hosts if l < h.
    for (const int64_t hosts : {1, 2, 7})
    {
        std::vector<MeasurementTask> tasks;
        for (int64_t host = 0; host < hosts; ++host)
        {
            tasks.push_back(MakeTask("h" + std::to_string(host), "light", 4));
            tasks.push_back(MakeTask("h" + std::to_string(host), "heavy", 9, true));
        }
        SchedulePolicy policy;
        policy.sleep = 0;
        policy.visits = 2;
        EXPECT_EQ(ScheduleCalculator(policy, tasks, {}).Predict(0).length, Seconds(4 + 9 * hosts));
    }
}

TEST(ScheduleCalculator, AgreesWithTheLawAndBoundsIt)
{
    Random random(2);
    for (int i = 0; i < 200; ++i)
    {
        SchedulePolicy policy;
        policy.sleep = 0.5 * static_cast<double>(Draw(random, 0, 3));
        policy.visits = Draw(random, 1, 4);
        const auto tasks = MakeRandom(random);
        const ScheduleCalculator calculator(policy, tasks, {});
        LawDriver exact(policy, tasks);
        LawDriver shuffled(policy, tasks);
        for (uint64_t cycle = 0; cycle < 3; ++cycle)
        {
            exact.CycleAt(Hours(cycle));
            auto order = InOrder(exact.state.GetHosts().size());
            std::shuffle(order.begin(), order.end(), random);
            shuffled.CycleAt(Hours(cycle), order);
        }
        shuffled.outcome = [&](uint32_t task) {
            MeasurementResult result;
            result.end =
                Seconds(Draw(random, 0, static_cast<int64_t>(tasks[task].timeout.GetSeconds())));
            return result;
        };
        exact.Run();
        shuffled.Run();
        for (uint64_t cycle = 0; cycle < 3; ++cycle)
        {
            const auto prediction = calculator.Predict(cycle);
            EXPECT_EQ(exact.cycles[cycle].end - exact.cycles[cycle].begin, prediction.length);
            EXPECT_LE(shuffled.cycles[cycle].end - shuffled.cycles[cycle].begin, prediction.worst)
                << "whatever the order, the durations up to the time-outs and the visits";
        }
    }
}

TEST(ScheduleCalculator, AnOrderMovesTheLengthByTheLastSleepAlone)
{
    Random random(3);
    SchedulePolicy policy;
    const auto tasks = MakeStudy();
    const ScheduleCalculator calculator(policy, tasks, {});
    for (uint64_t cycle = 0; cycle < 4; ++cycle)
    {
        LawDriver driver(policy, tasks);
        for (uint64_t before = 0; before <= cycle; ++before)
        {
            auto order = InOrder(33);
            std::shuffle(order.begin(), order.end(), random);
            driver.CycleAt(Hours(2 * before), order);
        }
        driver.Run();
        const Time length = driver.cycles[cycle].end - driver.cycles[cycle].begin;
        const Time difference = Abs(length - calculator.Predict(cycle).length);
        EXPECT_TRUE(difference == Time(0) || difference == Seconds(5)) << "10 or 15 s at the end";
    }
}

TEST(ScheduleCalculator, OverrunProbabilityIsThatOfTheLaw)
{
    EXPECT_EQ(ScheduleCalculator::GetOverrunProbability(Seconds(60), Seconds(0), Seconds(60)), 0);
    EXPECT_EQ(ScheduleCalculator::GetOverrunProbability(Seconds(60), Seconds(0), Seconds(61)), 1);
    Random random(4);
    SchedulePolicy policy;
    policy.length = Seconds(60);
    policy.jitter = Seconds(20);
    policy.sleep = 0;
    for (const int64_t needed : {35, 45, 55, 60, 65, 75, 81})
    {
        const double probability = ScheduleCalculator::GetOverrunProbability(policy.length,
                                                                             policy.jitter,
                                                                             Seconds(needed));
        constexpr int PAIRS = 1000;
        LawDriver driver(policy, {MakeTask("a", "x", needed)});
        for (int pair = 0; pair < PAIRS; ++pair)
        {
            for (const int64_t begin : {0, 60})
            {
                driver.CycleAt(Seconds(300 * pair + begin + 20 * DrawUniform(random)));
            }
        }
        driver.Run();
        int overruns = 0;
        for (const auto& cycle : driver.cycles)
        {
            overruns += cycle.number % 2 == 0 && cycle.overrun;
        }
        const double deviation = std::sqrt(probability * (1 - probability) / PAIRS);
        EXPECT_NEAR(overruns, PAIRS * probability, 4 * PAIRS * deviation + 0.5) << needed;
    }
}

TEST(ScheduleCalculator, LoadsOfSharedLinks)
{
    std::vector<MeasurementTask> tasks{MakeTask("a", "x", 10),
                                       MakeTask("a", "y", 10),
                                       MakeTask("b", "x", 10),
                                       MakeTask("c", "x", 10)};
    tasks[0].route = tasks[1].route = {"border", "ocean"};
    tasks[2].route = {"border"};
    tasks[3].route = {"border"};
    tasks[3].disabled = "why";
    tasks[1].divisor = 2;
    SchedulePolicy policy;
    policy.length = Seconds(100);
    policy.jitter = Time(0);
    const ScheduleCalculator calculator(policy, tasks, {{"border", 80}, {"ocean", 16}});
    const auto even = calculator.Predict(0).loads;
    ASSERT_EQ(even.size(), 2U);
    EXPECT_EQ(even[0].link, "border");
    EXPECT_EQ(even[0].bytes, 300U);
    EXPECT_DOUBLE_EQ(even[0].share, 0.3) << "80 bit/s carry 1,000 bytes in 100 s";
    EXPECT_EQ(even[1].bytes, 200U);
    EXPECT_DOUBLE_EQ(even[1].share, 1.0);
    EXPECT_EQ(calculator.Predict(1).bytes, 200U);
    EXPECT_THROW(ScheduleCalculator(policy, tasks, {{"border", 80}}), std::invalid_argument);
}

TEST(ScheduleCalculator, WhatIsLateIsCounted)
{
    SchedulePolicy policy;
    policy.length = Seconds(60);
    policy.jitter = Time(0);
    std::vector<MeasurementTask> tasks;
    for (int host = 0; host < 4; ++host)
    {
        tasks.push_back(MakeTask("h" + std::to_string(host), "x", 20));
    }
    const auto prediction = ScheduleCalculator(policy, tasks, {}).Predict(0);
    EXPECT_EQ(prediction.length, Seconds(140)); // they begin at 0, 40, 80, 120
    EXPECT_EQ(prediction.late, 2U);
    EXPECT_EQ(prediction.free, Seconds(-80));
    EXPECT_EQ(prediction.overrun, 1);
    policy.length = Seconds(80);
    EXPECT_EQ(ScheduleCalculator(policy, tasks, {}).Predict(0).late, 2U)
        << "at 80 s it is too late";
}

TEST(ScheduleCalculator, SentencesOfWhatIsWrong)
{
    SchedulePolicy policy;
    policy.length = Seconds(60);
    policy.jitter = Time(0);
    policy.dailyBytes = 143'999;
    auto tasks = std::vector{MakeTask("a", "x", 20), MakeTask("b", "y", 25)};
    tasks[1].timeout = Seconds(24);
    tasks[1].divisor = 2;
    const auto wrong = ScheduleCalculator(policy, tasks, {}).Check();
    ASSERT_EQ(wrong.size(), 3U);
    EXPECT_EQ(
        wrong[0],
        "the length of a cycle is 60 s, but the tests of cycle 1 take 65 s with their sleeps; "
        "allowed are cycles at least as long as their tests");
    EXPECT_EQ(wrong[1],
              "the time-out of y to b is 24 s, but the test takes about 25 s; allowed are longer "
              "times");
    EXPECT_EQ(wrong[2], "the tests to a are to send 144000 bytes a day; allowed are 143999");
}

TEST(ScheduleCalculator, ConflictsAreThoseOfIndependentBegins)
{
    std::vector<std::vector<MeasurementTask>> monitors(3);
    monitors[0] = {MakeTask("a", "x", 30, true), MakeTask("b", "x", 20, true)};
    monitors[1] = {MakeTask("a", "x", 40, true), MakeTask("c", "x", 9, true)};
    monitors[2] = {MakeTask("a", "x", 50)}; // light
    for (auto& monitor : monitors)
    {
        for (auto& task : monitor)
        {
            task.groups.emplace_back("ocean");
        }
    }
    monitors[1][1].divisor = 2;
    const auto conflicts = ScheduleCalculator::FindConflicts(monitors, Seconds(1000));
    ASSERT_EQ(conflicts.size(), 2U);
    EXPECT_EQ(conflicts[0].group, "a");
    EXPECT_EQ(conflicts[0].monitors, (std::vector<uint32_t>{0, 1}));
    EXPECT_DOUBLE_EQ(conflicts[0].meetings, 0.07) << "(30 + 40) / 1000";
    EXPECT_DOUBLE_EQ(conflicts[0].share, 0.07);
    EXPECT_EQ(conflicts[1].group, "ocean");
    EXPECT_DOUBLE_EQ(conflicts[1].meetings, 0.07 + 0.06 + 0.5 * (0.039 + 0.029));

    Random random(5);
    constexpr int CYCLES = 200'000;
    int meetings = 0;
    for (int cycle = 0; cycle < CYCLES; ++cycle)
    {
        const double one = 1000 * DrawUniform(random);
        const double other = 1000 * DrawUniform(random);
        const double after = std::fmod(other - one + 1000, 1000);
        meetings += after < 30 || after > 1000 - 40;
    }
    EXPECT_NEAR(meetings, 0.07 * CYCLES, 4 * std::sqrt(0.07 * 0.93 * CYCLES));
}
