/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-schedule-law.h"

#include <array>
#include <gtest/gtest.h>
#include <random>
#include <set>
#include <tuple>

using namespace ns3;
using namespace ns3::iepm;

namespace
{

using Random = std::mt19937_64;

/** @return a number from low to high */
int64_t
DrawWithin(Random& random, int64_t low, int64_t high)
{
    return low + static_cast<int64_t>(random() % static_cast<uint64_t>(high - low + 1));
}

/** @return whether something happens that does in one of so many cases */
bool
OneOf(Random& random, int64_t cases)
{
    return DrawWithin(random, 1, cases) == 1;
}

/** A monitor with random tasks, results, requests and cycles that often overrun. */
struct RandomMonitor
{
    explicit RandomMonitor(uint64_t seed)
        : random(seed)
    {
        policy.length = Seconds(DrawWithin(random, 50, 400));
        policy.jitter = Seconds(0);
        policy.sleep = 0.5 * static_cast<double>(DrawWithin(random, 0, 4));
        policy.visits = DrawWithin(random, 1, 4);
        policy.overrun = static_cast<SchedulePolicy::Overrun>(DrawWithin(random, 0, 2));
        policy.dailyBytes = OneOf(random, 2) ? DrawWithin(random, 100, 3000) : 0;
        policy.downAfter = DrawWithin(random, 0, 3);
        hosts = DrawWithin(random, 1, 6);
        std::vector<MeasurementTask> tasks;
        for (uint32_t host = 0; host < hosts; ++host)
        {
            const auto tools = DrawWithin(random, 1, 5);
            for (int64_t tool = 0; tool < tools; ++tool)
            {
                tasks.push_back(MakeTask("h" + std::to_string(host),
                                         "t" + std::to_string(tool),
                                         DrawWithin(random, 1, 30),
                                         OneOf(random, 2)));
                tasks.back().divisor = DrawWithin(random, 0, 4);
                tasks.back().disabled = OneOf(random, 9) ? "why" : "";
                hostOf.push_back(host);
            }
        }
        driver = std::make_unique<LawDriver>(policy, tasks);
        driver->outcome = [this](uint32_t) {
            MeasurementResult result;
            result.end = OneOf(random, 9) ? Time(0) : Seconds(DrawWithin(random, 0, 60));
            result.bytes = DrawWithin(random, 0, 200);
            result.status = OneOf(random, 2) ? MeasurementResult::OK
                                             : static_cast<MeasurementResult::Status>(
                                                   std::array{1, 2, 3, 4, 6}[random() % 5]);
            return result;
        };
        Plan();
    }

    /** Plan cycles, requests and an end, which may cut cycles short. */
    void Plan()
    {
        Time begin;
        for (cycles = DrawWithin(random, 1, 12); begins.size() < cycles;)
        {
            begin += policy.length + Seconds(DrawWithin(random, -20, 20));
            begins.push_back(begin);
            auto order = InOrder(hosts);
            std::shuffle(order.begin(), order.end(), random);
            driver->CycleAt(begin, order);
        }
        for (auto left = DrawWithin(random, 0, 15); left; --left)
        {
            const auto task = static_cast<uint32_t>(random() % driver->tasks.size());
            ++requests;
            driver->At(Seconds(DrawWithin(random, 0, begin.GetTimeStep() / 1'000'000'000)),
                       [this, task]() {
                           driver->state.Request(driver->now, task, MeasurementTask::EVENT, "r");
                       });
        }
        if (OneOf(random, 3))
        {
            driver->At(begin + Seconds(DrawWithin(random, 0, 100)),
                       [this]() { driver->state.Stop(driver->now, "the end"); });
        }
    }

    Random random;                     //!< of everything
    SchedulePolicy policy;             //!< of the monitor
    uint32_t hosts;                    //!< how many
    std::vector<uint32_t> hostOf;      //!< host of each task
    std::size_t cycles;                //!< how many
    std::vector<Time> begins;          //!< of cycles
    uint32_t requests{0};              //!< how many
    std::unique_ptr<LawDriver> driver; //!< runs the law
};

} // namespace

TEST(ScheduleConservation, EverythingThatIsDueHasOneRecord)
{
    uint32_t overruns = 0;
    std::set<std::string> notes;
    for (uint64_t seed = 1; seed <= 500; ++seed)
    {
        SCOPED_TRACE(seed);
        RandomMonitor monitor(seed);
        auto& driver = *monitor.driver;
        driver.Run();

        std::set<uint64_t> numbers;
        std::map<std::tuple<uint64_t, std::string, std::string>, uint32_t> ofCycles;
        std::map<uint64_t, std::array<uint32_t, 7>> ends;
        uint32_t requests = 0;
        for (const auto& record : driver.records)
        {
            EXPECT_TRUE(numbers.insert(record.number).second) << "one record each";
            EXPECT_LE(record.due, record.result.begin);
            EXPECT_LE(record.result.begin, record.result.end);
            EXPECT_EQ(record.result.status == MeasurementResult::SKIPPED,
                      !record.result.note.empty())
                << "what is skipped has a reason";
            notes.insert(record.result.note);
            if (record.trigger == MeasurementTask::PERIODIC)
            {
                ++ofCycles[{record.cycle, record.host, record.tool}];
                ++ends[record.cycle][record.result.status];
            }
            else
            {
                ++requests;
            }
        }
        EXPECT_TRUE(numbers.empty() || *numbers.rbegin() + 1 == numbers.size());
        EXPECT_EQ(requests, monitor.requests);
        std::size_t due = 0;
        for (std::size_t cycle = 0; cycle < monitor.cycles; ++cycle)
        {
            for (std::size_t task = 0; task < driver.tasks.size(); ++task)
            {
                const auto& [host, tool, divisor] = std::tuple(driver.tasks[task].host,
                                                               driver.tasks[task].tool,
                                                               driver.tasks[task].divisor);
                if (divisor && (cycle + monitor.hostOf[task]) % divisor == 0)
                {
                    ++due;
                    EXPECT_EQ((ofCycles[{cycle, host, tool}]), 1U);
                }
            }
        }
        EXPECT_EQ(ofCycles.size(), due) << "and nothing else";
        ASSERT_EQ(driver.cycles.size(), monitor.cycles);
        for (const auto& cycle : driver.cycles)
        {
            EXPECT_EQ(cycle.ends, ends[cycle.number]);
            EXPECT_EQ(cycle.tests, std::accumulate(cycle.ends.begin(), cycle.ends.end(), 0U));
            EXPECT_EQ(cycle.due, monitor.begins[cycle.number]);
            // Without a next cycle there is no overrun; otherwise it is seen, and by how much.
            const bool over = cycle.tests && cycle.number + 1 < monitor.cycles &&
                              cycle.end > monitor.begins[cycle.number + 1];
            EXPECT_TRUE(!over || cycle.overrun);
            EXPECT_TRUE(!cycle.overrun ||
                        *cycle.overrun == cycle.end - monitor.begins[cycle.number + 1]);
            overruns += over;
        }
    }
    EXPECT_GT(overruns, 300U) << "the test tests something";
    EXPECT_EQ(notes,
              (std::set<std::string>{"",
                                     "budget",
                                     "disabled: why",
                                     "host down",
                                     "overrun",
                                     "the end",
                                     "waits already"}));
}

TEST(ScheduleConservation, WhatMustNotOverlapDoesNot)
{
    for (uint64_t seed = 1; seed <= 300; ++seed)
    {
        SCOPED_TRACE(seed);
        RandomMonitor monitor(seed);
        auto& driver = *monitor.driver;
        driver.Run();
        std::vector<Time> free(monitor.hosts);
        Time heavy;
        std::map<std::pair<std::string, int64_t>, uint64_t> bytes;
        std::multimap<Time, Time> running;
        std::map<uint64_t, MeasurementRecord> records;
        for (const auto& record : driver.records)
        {
            if (record.result.status != MeasurementResult::SKIPPED)
            {
                records.emplace(record.number, record);
            }
        }
        EXPECT_EQ(records.size(), driver.intervals.size());
        for (const auto& interval : driver.intervals)
        {
            const auto& task = driver.tasks[interval.task];
            auto& host = free[monitor.hostOf[interval.task]];
            EXPECT_GE(interval.begin, host) << "one test of a host at a time";
            host = interval.end;
            if (task.heavy)
            {
                EXPECT_GE(interval.begin, heavy) << "one heavy test of a monitor at a time";
                heavy = interval.end;
            }
        }
        // The budget: what a host had been sent on a day leaves room for what the test expected.
        if (monitor.policy.dailyBytes)
        {
            std::vector<MeasurementRecord> inOrder;
            for (const auto& [number, record] : records)
            {
                inOrder.push_back(record);
            }
            std::stable_sort(inOrder.begin(),
                             inOrder.end(),
                             [](const auto& one, const auto& other) {
                                 return std::tuple(one.result.begin, one.result.end) <
                                        std::tuple(other.result.begin, other.result.end);
                             });
            for (const auto& record : inOrder)
            {
                auto& sum =
                    bytes[{record.host, record.result.begin.GetTimeStep() / Days(1).GetTimeStep()}];
                EXPECT_LE(sum + 100, monitor.policy.dailyBytes); // each expects 100
                sum += record.result.bytes;
            }
        }
    }
}

namespace
{

/** A test of the reference. */
struct Slot
{
    int64_t host;
    bool heavy;
    int64_t seconds;
    int64_t index;
};

/**
 * The rules in their most obvious form: a second at a time, everything is looked at anew.
 *
 * @return begin and task of each test of one cycle
 */
std::vector<std::pair<int64_t, int64_t>>
RunBySeconds(const std::vector<Slot>& slots, int64_t hosts, int64_t visitors, int64_t sleep)
{
    struct Visitor
    {
        int64_t host{-1};
        int64_t rank{0};
        int64_t end{-1};   // of the test that runs, -1: none
        int64_t awake{0};  // from then on
        bool heavy{false}; // of the test that runs
        int64_t begin{0};  // of the test that runs
    };

    std::vector<std::pair<int64_t, int64_t>> begun;
    std::vector<Visitor> all(visitors);
    std::set<int64_t> done; // tests that have begun
    int64_t nextHost = 0;
    int64_t heavyAwake = 0;
    for (int64_t second = 0; second < 100'000 && done.size() < slots.size(); ++second)
    {
        for (auto& visitor : all)
        {
            if (visitor.end == second)
            {
                visitor.end = -1;
                visitor.awake = second + sleep * (second - visitor.begin);
                heavyAwake = visitor.heavy ? visitor.awake : heavyAwake;
            }
        }
        const auto next = [&](int64_t host) {
            for (const auto& slot : slots)
            {
                if (slot.host == host && !done.count(slot.index))
                {
                    return &slot;
                }
            }
            return static_cast<const Slot*>(nullptr);
        };
        for (auto& visitor : all)
        {
            if (visitor.end < 0 && visitor.awake <= second &&
                (visitor.host < 0 || !next(visitor.host)) && nextHost < hosts)
            {
                visitor.rank = nextHost;
                visitor.host = nextHost++;
            }
        }
        for (int64_t rank = 0; rank < hosts; ++rank)
        {
            for (auto& visitor : all)
            {
                const Slot* slot = visitor.host >= 0 ? next(visitor.host) : nullptr;
                const bool busy = std::any_of(all.begin(), all.end(), [](const Visitor& other) {
                    return other.end >= 0 && other.heavy;
                });
                if (visitor.rank == rank && slot && visitor.end < 0 && visitor.awake <= second &&
                    (!slot->heavy || (!busy && heavyAwake <= second)))
                {
                    begun.emplace_back(second, slot->index);
                    done.insert(slot->index);
                    visitor.begin = second;
                    visitor.end = second + slot->seconds;
                    visitor.heavy = slot->heavy;
                }
            }
        }
    }
    return begun;
}

} // namespace

TEST(ScheduleConservation, EqualsARunSecondBySecond)
{
    for (uint64_t seed = 1; seed <= 150; ++seed)
    {
        SCOPED_TRACE(seed);
        Random random(seed);
        SchedulePolicy policy;
        policy.sleep = static_cast<double>(DrawWithin(random, 0, 2));
        policy.visits = DrawWithin(random, 1, 4);
        const int64_t hosts = DrawWithin(random, 1, 7);
        std::vector<MeasurementTask> tasks;
        std::vector<Slot> slots;
        for (int64_t host = 0; host < hosts; ++host)
        {
            for (auto tool = DrawWithin(random, 1, 4); tool; --tool)
            {
                const int64_t seconds = DrawWithin(random, 1, 20);
                const bool heavy = OneOf(random, 2);
                slots.push_back({host, heavy, seconds, static_cast<int64_t>(tasks.size())});
                tasks.push_back(MakeTask("h" + std::to_string(host), "t", seconds, heavy));
            }
        }
        LawDriver driver(policy, tasks);
        driver.CycleAt(Seconds(0));
        driver.Run();
        std::vector<std::pair<int64_t, int64_t>> begun;
        for (const auto& interval : driver.intervals)
        {
            begun.emplace_back(static_cast<int64_t>(interval.begin.GetSeconds()), interval.task);
        }
        EXPECT_EQ(begun,
                  RunBySeconds(slots, hosts, policy.visits, static_cast<int64_t>(policy.sleep)));
    }
}
