/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_SCHEDULE_LAW_H
#define IEPM_SCHEDULE_LAW_H

#include "ns3/iepm-schedule-state.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** @return a task @param host of it @param tool of it @param seconds that it takes */
inline iepm::MeasurementTask
MakeTask(const std::string& host, const std::string& tool, int64_t seconds, bool heavy = false)
{
    iepm::MeasurementTask task;
    task.host = host;
    task.tool = tool;
    task.duration = Seconds(seconds);
    task.timeout = Seconds(2 * seconds);
    task.heavy = heavy;
    task.bytes = 100;
    task.groups = {host};
    return task;
}

/** @return the numbers below count, in order */
inline std::vector<uint32_t>
InOrder(std::size_t count)
{
    std::vector<uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    return order;
}

/** Runs the law of a schedule from event to event, without the simulator. */
class LawDriver
{
  public:
    /** A test that ran. */
    struct Interval
    {
        uint32_t task;  //!< by index
        uint64_t cycle; //!< of it
        Time begin;     //!< of it
        Time end;       //!< of it
    };

    using Outcome = std::function<MeasurementResult(uint32_t task)>; //!< with end as a duration

    /** @param policy of the monitor @param tasks of it */
    LawDriver(const iepm::SchedulePolicy& policy, const std::vector<iepm::MeasurementTask>& tasks)
        : tasks(tasks),
          state(policy, tasks)
    {
        outcome = [this](uint32_t task) {
            MeasurementResult result;
            result.end = this->tasks[task].duration;
            result.bytes = this->tasks[task].bytes;
            return result;
        };
    }

    /** @param time of something to do @param what it is */
    void At(Time time, std::function<void()> what)
    {
        m_plans.emplace(time, std::move(what));
    }

    /** @param time of the begin of a cycle @param order of hosts, as declared if empty */
    void CycleAt(Time time, std::vector<uint32_t> order = {})
    {
        At(time, [this, order]() {
            state.BeginCycle(now, order.empty() ? InOrder(state.GetHosts().size()) : order);
        });
    }

    /** Run until nothing is left to do. */
    void Run()
    {
        while (Step())
        {
        }
    }

    std::vector<iepm::MeasurementTask> tasks;     //!< by index
    iepm::ScheduleState state;                    //!< the law
    iepm::BottleneckLocks locks;                  //!< of this monitor, unless shared is set
    iepm::BottleneckLocks* shared{nullptr};       //!< of several monitors
    Outcome outcome;                              //!< what a test gives
    Time now;                                     //!< the time
    std::vector<Interval> intervals;              //!< tests that ran, in the order of their begins
    std::vector<iepm::MeasurementRecord> records; //!< of all tests
    std::vector<iepm::CycleRecord> cycles;        //!< that are over

    /** @return when the next thing happens, if anything does */
    std::optional<Time> GetNext() const
    {
        std::optional<Time> next = state.GetWake(now);
        const auto consider = [&next](Time time) { next = next ? std::min(*next, time) : time; };
        if (!m_running.empty())
        {
            consider(m_running.begin()->first);
        }
        if (!m_plans.empty())
        {
            consider(m_plans.begin()->first);
        }
        return next;
    }

    /** Do what happens next: tests that end, then a plan. @return whether anything happens */
    bool Step()
    {
        const auto next = GetNext();
        if (!next)
        {
            return false;
        }
        now = *next;
        while (!m_running.empty() && m_running.begin()->first == now)
        {
            const auto [number, result] = m_running.begin()->second;
            m_running.erase(m_running.begin());
            state.End(number, result, GetLocks());
        }
        if (!m_plans.empty() && m_plans.begin()->first == now)
        {
            const auto what = m_plans.begin()->second;
            m_plans.erase(m_plans.begin());
            what();
        }
        Proceed();
        return true;
    }

    /** Begin whatever may begin now. */
    void Proceed()
    {
        while (const auto start = state.Next(now, GetLocks()))
        {
            auto result = outcome(start->task);
            result.begin = now;
            result.end += now;
            intervals.push_back({start->task, start->cycle, now, result.end});
            m_running.emplace(result.end, std::pair(start->number, result));
        }
        for (auto& record : state.TakeRecords())
        {
            records.push_back(std::move(record));
        }
        for (auto& cycle : state.TakeCycles())
        {
            cycles.push_back(cycle);
        }
    }

  private:
    /** @return of this monitor or of all */
    iepm::BottleneckLocks& GetLocks()
    {
        return shared ? *shared : locks;
    }

    std::multimap<Time, std::function<void()>> m_plans;                    //!< by time
    std::multimap<Time, std::pair<uint64_t, MeasurementResult>> m_running; //!< by end
};

/** @return "HOST TOOL BEGIN-END" in seconds of each test, in the order of their begins */
inline std::vector<std::string>
Describe(const LawDriver& driver)
{
    std::vector<std::string> texts;
    for (const auto& interval : driver.intervals)
    {
        const auto seconds = [](Time time) {
            return std::to_string(static_cast<int64_t>(time.GetSeconds()));
        };
        const auto& task = driver.tasks[interval.task];
        texts.push_back(task.host + " " + task.tool + " " + seconds(interval.begin) + "-" +
                        seconds(interval.end));
    }
    return texts;
}

} // namespace ns3

#endif // IEPM_SCHEDULE_LAW_H
