/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-schedule-calculator.h"

#include "ns3/burst-core-number-text.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace ns3::iepm
{

namespace
{

/** @param time any @return it in seconds, for a sentence */
std::string
InSeconds(Time time)
{
    return burst::WriteDouble(time.GetSeconds()) + " s";
}

/** @param task any @return whether it is made in cycles */
bool
IsPeriodic(const MeasurementTask& task)
{
    return task.divisor && task.disabled.empty();
}

} // namespace

ScheduleCalculator::ScheduleCalculator(const SchedulePolicy& policy,
                                       std::vector<MeasurementTask> tasks,
                                       std::map<std::string, double> rates)
    : m_policy(policy),
      m_tasks(std::move(tasks)),
      m_rates(std::move(rates)),
      m_state(policy, m_tasks)
{
    for (const auto& task : m_tasks)
    {
        for (const auto& link : task.route)
        {
            if (!m_rates.count(link))
            {
                throw std::invalid_argument("the route to " + task.host + " has the link " + link +
                                            ", whose rate is not given");
            }
        }
    }
}

SchedulePrediction
ScheduleCalculator::Predict(uint64_t cycle) const
{
    std::vector<bool> due;
    for (uint32_t task = 0; task < m_tasks.size(); ++task)
    {
        due.push_back(m_state.IsDue(task, cycle));
    }
    std::vector<uint32_t> order(m_state.GetHosts().size());
    std::iota(order.begin(), order.end(), 0);
    return Predict(due, order);
}

SchedulePrediction
ScheduleCalculator::Predict(const std::vector<bool>& due, const std::vector<uint32_t>& order) const
{
    SchedulePrediction prediction;
    std::map<std::string, uint64_t> bytes;
    for (std::size_t i = 0; i < m_tasks.size(); ++i)
    {
        const auto& task = m_tasks[i];
        if (due[i] && task.disabled.empty())
        {
            ++prediction.tests;
            prediction.busy += task.duration;
            prediction.bytes += task.bytes;
            for (const auto& link : task.route)
            {
                bytes[link] += task.bytes;
            }
        }
    }
    const Run run = RunLaw(due, order);
    prediction.length = run.length;
    prediction.late = run.late;
    prediction.worst = GetWorst(due);
    prediction.free = m_policy.length - run.length;
    prediction.overrun = GetOverrunProbability(m_policy.length, m_policy.jitter, run.length);
    for (const auto& [link, sum] : bytes)
    {
        const double carried = m_rates.at(link) / 8 * m_policy.length.GetSeconds();
        prediction.loads.push_back({link, sum, static_cast<double>(sum) / carried});
    }
    return prediction;
}

uint64_t
ScheduleCalculator::GetPeriod() const
{
    constexpr uint64_t MAX_PERIOD = 10'000;
    uint64_t period = 1;
    for (const auto& task : m_tasks)
    {
        period = std::min(MAX_PERIOD, std::lcm(period, std::max<uint64_t>(1, task.divisor)));
    }
    return period;
}

std::vector<std::string>
ScheduleCalculator::Check() const
{
    std::vector<std::string> wrong;
    Time longest;
    uint64_t worst = 0;
    for (uint64_t cycle = 0; cycle < GetPeriod(); ++cycle)
    {
        const Time length = Predict(cycle).length;
        if (length > longest)
        {
            longest = length;
            worst = cycle;
        }
    }
    if (longest > m_policy.length)
    {
        wrong.push_back("the length of a cycle is " + InSeconds(m_policy.length) +
                        ", but the tests of cycle " + std::to_string(worst) + " take " +
                        InSeconds(longest) + " with their sleeps; allowed are cycles at least as " +
                        "long as their tests");
    }
    const double cycles = Days(1).GetSeconds() / m_policy.length.GetSeconds();
    std::map<std::string, double> daily;
    for (const auto& task : m_tasks)
    {
        if (!IsPeriodic(task))
        {
            continue;
        }
        if (task.timeout < task.duration)
        {
            wrong.push_back("the time-out of " + task.tool + " to " + task.host + " is " +
                            InSeconds(task.timeout) + ", but the test takes about " +
                            InSeconds(task.duration) + "; allowed are longer times");
        }
        daily[task.host] += cycles / task.divisor * static_cast<double>(task.bytes);
    }
    for (const auto& [host, bytes] : daily)
    {
        if (m_policy.dailyBytes && bytes > static_cast<double>(m_policy.dailyBytes))
        {
            wrong.push_back("the tests to " + host + " are to send " + burst::WriteDouble(bytes) +
                            " bytes a day; allowed are " + std::to_string(m_policy.dailyBytes));
        }
    }
    return wrong;
}

double
ScheduleCalculator::GetOverrunProbability(Time length, Time jitter, Time needed)
{
    const double left = (length - needed).GetSeconds();
    const double width = jitter.GetSeconds();
    if (left >= width)
    {
        return 0;
    }
    if (left < -width)
    {
        return 1;
    }
    const double tail = (width - std::abs(left)) / width;
    return left >= 0 ? tail * tail / 2 : 1 - tail * tail / 2;
}

std::vector<ScheduleConflict>
ScheduleCalculator::FindConflicts(const std::vector<std::vector<MeasurementTask>>& monitors,
                                  Time length)
{
    /** Heavy tests of a monitor in a group. */
    struct Use
    {
        double tests{0}; // per cycle
        double time{0};  // of them, as a share of a cycle
    };

    std::map<std::string, std::map<uint32_t, Use>> uses;
    for (uint32_t i = 0; i < monitors.size(); ++i)
    {
        for (const auto& task : monitors[i])
        {
            if (task.heavy && IsPeriodic(task))
            {
                for (const auto& group : task.groups)
                {
                    Use& use = uses[group][i];
                    use.tests += 1.0 / task.divisor;
                    use.time += task.duration.GetSeconds() / length.GetSeconds() / task.divisor;
                }
            }
        }
    }
    std::vector<ScheduleConflict> conflicts;
    for (const auto& [group, byMonitor] : uses)
    {
        ScheduleConflict conflict{group, {}};
        Use before;
        for (const auto& [monitor, use] : byMonitor)
        {
            conflict.monitors.push_back(monitor);
            conflict.meetings += before.time * use.tests + before.tests * use.time;
            before.tests += use.tests;
            before.time += use.time;
        }
        conflict.share = before.time;
        if (conflict.monitors.size() > 1)
        {
            conflicts.push_back(conflict);
        }
    }
    return conflicts;
}

ScheduleCalculator::Run
ScheduleCalculator::RunLaw(const std::vector<bool>& due, const std::vector<uint32_t>& order) const
{
    SchedulePolicy policy = m_policy;
    policy.dailyBytes = 0;
    auto tasks = m_tasks;
    for (std::size_t i = 0; i < tasks.size(); ++i)
    {
        tasks[i].divisor = due[i];
    }
    ScheduleState state(policy, tasks);
    BottleneckLocks locks;
    std::multimap<Time, std::pair<Time, uint64_t>> running; // by end: begin and number
    Run run{Time(0), 0};
    Time now;
    state.BeginCycle(now, order);
    while (true)
    {
        while (const auto start = state.Next(now, locks))
        {
            running.emplace(now + tasks[start->task].duration, std::pair(now, start->number));
            run.late += now >= m_policy.length;
        }
        const auto wake = state.GetWake(now);
        if (running.empty() && !wake)
        {
            return run;
        }
        if (running.empty() || (wake && *wake < running.begin()->first))
        {
            now = *wake;
            continue;
        }
        MeasurementResult result;
        now = result.end = run.length = running.begin()->first;
        result.begin = running.begin()->second.first;
        state.End(running.begin()->second.second, result, locks);
        running.erase(running.begin());
    }
}

Time
ScheduleCalculator::GetWorst(const std::vector<bool>& due) const
{
    Time sum;
    std::map<std::string, Time> last;
    for (std::size_t i = 0; i < m_tasks.size(); ++i)
    {
        const auto& task = m_tasks[i];
        if (due[i] && task.disabled.empty())
        {
            const Time sleep = m_policy.GetSleep(task.timeout);
            sum += task.timeout + sleep;
            last[task.host] = sleep;
        }
    }
    const auto least =
        std::min_element(last.begin(), last.end(), [](const auto& one, const auto& other) {
            return one.second < other.second;
        });
    return last.empty() ? sum : sum - least->second;
}

} // namespace ns3::iepm
