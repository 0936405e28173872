/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-schedule-state.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ns3::iepm
{

ScheduleState::ScheduleState(const SchedulePolicy& policy, std::vector<MeasurementTask> tasks)
    : m_policy(policy),
      m_tasks(std::move(tasks)),
      m_visits(policy.visits)
{
    policy.Check();
    for (const auto& task : m_tasks)
    {
        const auto found = std::find_if(m_hosts.begin(), m_hosts.end(), [&task](const Host& host) {
            return host.name == task.host;
        });
        const auto host = static_cast<uint32_t>(found - m_hosts.begin());
        if (found == m_hosts.end())
        {
            m_hosts.push_back({task.host});
        }
        m_hostOf.push_back(host);
        m_due.emplace_back(task.divisor, host);
    }
}

std::vector<std::string>
ScheduleState::GetHosts() const
{
    std::vector<std::string> names;
    for (const auto& host : m_hosts)
    {
        names.push_back(host.name);
    }
    return names;
}

void
ScheduleState::SetDivisor(uint32_t task, uint32_t divisor)
{
    m_due.at(task).SetDivisor(divisor);
}

bool
ScheduleState::IsDue(uint32_t task, uint64_t cycle) const
{
    return m_due.at(task).IsDue(cycle, m_book.GetNext());
}

void
ScheduleState::BeginCycle(Time now, const std::vector<uint32_t>& order)
{
    auto hosts = order;
    std::sort(hosts.begin(), hosts.end());
    for (uint32_t i = 0; i < std::max(hosts.size(), m_hosts.size()); ++i)
    {
        if (hosts.size() != m_hosts.size() || hosts[i] != i)
        {
            throw std::logic_error("the order of a cycle does not have each host once");
        }
    }
    m_book.Overrun(now);
    if (m_policy.overrun == SchedulePolicy::SKIP)
    {
        SkipWaiting(now, OVERRUN);
    }
    m_late.emplace_back(now, order);
    if (m_policy.overrun != SchedulePolicy::LATE || (m_late.size() == 1 && !m_book.IsAnyRunning()))
    {
        BeginCycle(now);
    }
}

void
ScheduleState::BeginCycle(Time now)
{
    const auto [due, order] = std::move(m_late.front());
    m_late.pop_front();
    const uint64_t number = m_book.GetNext();
    uint32_t tests = 0;
    for (const uint32_t host : order)
    {
        HostVisits::Visit visit{host, {}};
        for (uint32_t task = 0; task < m_tasks.size(); ++task)
        {
            if (m_hostOf[task] == host && IsDue(task, number))
            {
                visit.tests.push_back(MakeTest(due, task, MeasurementTask::PERIODIC));
                m_due[task].Set(number);
                ++tests;
            }
        }
        if (!visit.tests.empty())
        {
            m_visits.Add(std::move(visit));
        }
    }
    m_book.Begin(due, now, tests);
    if (!m_late.empty())
    {
        m_book.Overrun(m_late.front().first);
    }
}

void
ScheduleState::Request(Time now,
                       uint32_t task,
                       MeasurementTask::Trigger trigger,
                       const std::string& reason)
{
    Test test = MakeTest(now, task, trigger);
    test.record.reason = reason;
    const bool waits = std::any_of(m_requests.begin(), m_requests.end(), [task](const Test& other) {
        return other.task == task;
    });
    if (waits || !m_tasks[task].disabled.empty())
    {
        Skip(now, std::move(test), WAITING);
    }
    else
    {
        m_requests.push_back(std::move(test));
    }
}

std::optional<ScheduleState::Start>
ScheduleState::Next(Time now, BottleneckLocks& locks)
{
    TakeVisits(now);
    while (!m_late.empty() && !m_book.IsAnyRunning())
    {
        BeginCycle(now);
        TakeVisits(now);
    }
    auto start = NextRequest(now, locks);
    if (!start)
    {
        start = NextPeriodic(now, locks);
    }
    return start;
}

std::optional<ScheduleState::Start>
ScheduleState::NextRequest(Time now, BottleneckLocks& locks)
{
    for (auto request = m_requests.begin(); request != m_requests.end();)
    {
        if (!MayBegin(now, *request, true, locks))
        {
            ++request;
            continue;
        }
        Test test = std::move(*request);
        request = m_requests.erase(request);
        if (!IsOverBudget(now, test))
        {
            return Begin(std::move(test), std::nullopt, locks);
        }
        Skip(now, std::move(test), BUDGET);
    }
    return std::nullopt;
}

std::optional<ScheduleState::Start>
ScheduleState::NextPeriodic(Time now, BottleneckLocks& locks)
{
    auto& visitors = m_visits.GetVisitors();
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < visitors.size(); ++i)
    {
        const auto& visitor = visitors[i];
        if (visitor.visit && !visitor.busy && visitor.asleep <= now &&
            (!first || visitor.rank < visitors[*first].rank) &&
            MayBegin(now, visitor.visit->tests.front(), false, locks))
        {
            first = i;
        }
    }
    if (!first)
    {
        return std::nullopt;
    }
    auto& tests = visitors[*first].visit->tests;
    Test test = std::move(tests.front());
    tests.pop_front();
    return Begin(std::move(test), first, locks);
}

void
ScheduleState::TakeVisits(Time now)
{
    for (auto& visitor : m_visits.GetVisitors())
    {
        while (!visitor.busy && visitor.asleep <= now)
        {
            if (!visitor.visit)
            {
                m_visits.Take(visitor);
            }
            if (!visitor.visit || m_hosts[visitor.visit->host].busy)
            {
                break;
            }
            auto& tests = visitor.visit->tests;
            const bool down =
                m_policy.downAfter && visitor.visit->unreachable >= m_policy.downAfter;
            while (!tests.empty() && (down || !m_tasks[tests.front().task].disabled.empty() ||
                                      IsOverBudget(now, tests.front())))
            {
                Skip(now, std::move(tests.front()), down ? HOST_DOWN : BUDGET);
                tests.pop_front();
            }
            if (!tests.empty())
            {
                break;
            }
            visitor.visit.reset();
        }
    }
}

bool
ScheduleState::IsOverBudget(Time now, const Test& test)
{
    Host& host = m_hosts[m_hostOf[test.task]];
    const int64_t day = now.GetTimeStep() / Days(1).GetTimeStep();
    if (day != host.day)
    {
        host.day = day;
        host.bytes = 0;
    }
    return m_policy.dailyBytes && host.bytes + m_tasks[test.task].bytes > m_policy.dailyBytes;
}

bool
ScheduleState::MayBegin(Time now,
                        const Test& test,
                        bool requested,
                        const BottleneckLocks& locks) const
{
    const auto& task = m_tasks[test.task];
    const uint32_t host = m_hostOf[test.task];
    const bool yields =
        !requested && std::any_of(m_requests.begin(), m_requests.end(), [&](const Test& request) {
            return m_hostOf[request.task] == host || (task.heavy && m_tasks[request.task].heavy);
        });
    if (m_hosts[host].busy || yields)
    {
        return false;
    }
    return !task.heavy ||
           (!m_heavy && (requested || m_asleep <= now) && locks.AreFree(task.groups));
}

ScheduleState::Start
ScheduleState::Begin(Test test, std::optional<std::size_t> visitor, BottleneckLocks& locks)
{
    const auto& task = m_tasks[test.task];
    m_hosts[m_hostOf[test.task]].busy = true;
    if (task.heavy)
    {
        m_heavy = true;
        locks.Take(task.groups);
    }
    if (visitor)
    {
        m_visits.GetVisitors()[*visitor].busy = true;
    }
    const Start start{test.record.number, test.record.cycle, test.task};
    m_running.emplace(start.number, Running{std::move(test), visitor});
    return start;
}

void
ScheduleState::End(uint64_t number, const MeasurementResult& result, BottleneckLocks& locks)
{
    Running running = std::move(m_running.extract(number).mapped());
    const auto& task = m_tasks[running.test.task];
    Host& host = m_hosts[m_hostOf[running.test.task]];
    host.busy = false;
    host.bytes += result.bytes;
    const Time sleep = m_policy.GetSleep(result.end - result.begin);
    if (task.heavy)
    {
        m_heavy = false;
        m_asleep = result.end + Max(m_asleep - result.begin, Time(0)) + sleep;
        locks.Release(task.groups);
    }
    if (running.visitor)
    {
        auto& [visit, rank, busy, asleep] = m_visits.GetVisitors()[*running.visitor];
        busy = false;
        asleep = result.end + sleep;
        visit->unreachable =
            result.status == MeasurementResult::UNREACHABLE ? visit->unreachable + 1 : 0;
        if (visit->tests.empty())
        {
            visit.reset();
        }
    }
    running.test.record.result = result;
    Record(running.test.record);
}

std::optional<Time>
ScheduleState::GetWake(Time now) const
{
    if (m_visits.IsEmpty())
    {
        return std::nullopt;
    }
    const auto wake = m_visits.GetWake(now);
    return m_asleep > now && (!wake || m_asleep < *wake) ? m_asleep : wake;
}

void
ScheduleState::Stop(Time now, const std::string& note)
{
    SkipWaiting(now, note);
    while (!m_requests.empty())
    {
        Skip(now, std::move(m_requests.front()), note);
        m_requests.pop_front();
    }
    while (!m_late.empty())
    {
        BeginCycle(now);
        SkipWaiting(now, note);
    }
}

std::vector<MeasurementRecord>
ScheduleState::TakeRecords()
{
    return std::exchange(m_records, {});
}

std::vector<CycleRecord>
ScheduleState::TakeCycles()
{
    return m_book.Take();
}

ScheduleState::Test
ScheduleState::MakeTest(Time now, uint32_t task, MeasurementTask::Trigger trigger)
{
    MeasurementRecord record;
    record.number = m_tests++;
    const uint64_t next = m_book.GetNext();
    record.cycle = trigger == MeasurementTask::PERIODIC || !next ? next : next - 1;
    record.host = m_tasks.at(task).host;
    record.tool = m_tasks[task].tool;
    record.trigger = trigger;
    record.due = now;
    return {task, record};
}

void
ScheduleState::SkipWaiting(Time now, const std::string& note)
{
    for (auto& test : m_visits.Clear())
    {
        Skip(now, std::move(test), note);
    }
}

void
ScheduleState::Skip(Time now, Test test, const std::string& note)
{
    auto& result = test.record.result;
    result.status = MeasurementResult::SKIPPED;
    result.begin = now;
    result.end = now;
    const auto& disabled = m_tasks[test.task].disabled;
    result.note = disabled.empty() ? note : DISABLED + disabled;
    Record(test.record);
}

void
ScheduleState::Record(const MeasurementRecord& record)
{
    m_records.push_back(record);
    if (record.trigger == MeasurementTask::PERIODIC)
    {
        m_book.Count(record.cycle, record.result.status, record.result.end);
    }
}

} // namespace ns3::iepm
