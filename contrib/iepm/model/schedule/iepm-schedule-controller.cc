/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-schedule-controller.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/burst-core-trace-accessor.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/path-measurement-transfer-probe.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ScheduleController");

NS_OBJECT_ENSURE_REGISTERED(ScheduleController);

TypeId
ScheduleController::GetTypeId()
{
    using Self = ScheduleController;
    const auto untilUse =
        burst::MakeAccessorsUntil(&Self::IsInUse, "the start and the first request");
    static TypeId tid =
        TypeId("ns3::ScheduleController")
            .SetParent<ScheduleApplication>()
            .SetGroupName("Iepm")
            .AddConstructor<Self>()
            .AddAttribute("Cycles",
                          "How many cycles there are; 0: until the application ends.",
                          UintegerValue(0),
                          untilUse(MakeUintegerAccessor(&Self::m_cycles)),
                          MakeUintegerChecker<uint32_t>(0))
            .AddAttribute("Shuffle",
                          "Whether a cycle has its hosts in random order, not in that of the "
                          "database.",
                          BooleanValue(true),
                          MakeBooleanAccessor(&Self::m_shuffle),
                          MakeBooleanChecker())
            .AddAttribute("ProblemAfter",
                          "Failures of a tool in a row that are a problem.",
                          UintegerValue(3),
                          untilUse(MakeUintegerAccessor(&Self::m_problemAfter)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("Growth",
                          "Factor by which the interval of a tool grows while its forecasts are "
                          "good; 1: never.",
                          DoubleValue(1),
                          untilUse(MakeDoubleAccessor(&Self::m_growth)),
                          MakeDoubleChecker<double>(1))
            .AddAttribute("LongestInterval",
                          "Up to which the interval of a tool grows.",
                          TimeValue(Days(1)),
                          untilUse(MakeTimeAccessor(&Self::m_longest)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Groups",
                          "Shared bottlenecks, the same for all monitors; null: those of this "
                          "monitor alone.",
                          PointerValue(),
                          untilUse(MakePointerAccessor(&Self::m_groups)),
                          MakePointerChecker<BottleneckGroups>())
            .AddTraceSource("Begin",
                            "A test begins.",
                            burst::MakeTraceSourceAccessor(&Self::m_beginTrace),
                            "ns3::ScheduleController::BeginTracedCallback")
            .AddTraceSource("Record",
                            "What became of a test that was due.",
                            burst::MakeTraceSourceAccessor(&Self::m_recordTrace),
                            "ns3::ScheduleController::RecordTracedCallback")
            .AddTraceSource("Cycle",
                            "What became of a cycle.",
                            burst::MakeTraceSourceAccessor(&Self::m_cycleTrace),
                            "ns3::ScheduleController::CycleTracedCallback")
            .AddTraceSource("Problem",
                            "A problem was opened or closed.",
                            burst::MakeTraceSourceAccessor(&Self::m_problemTrace),
                            "ns3::ScheduleController::ProblemTracedCallback");
    return tid;
}

ScheduleController::ScheduleController()
    : m_begin(CreateObject<UniformRandomVariable>()),
      m_order(CreateObject<UniformRandomVariable>())
{
}

void
ScheduleController::SetDatabase(const iepm::HostDatabase& database)
{
    if (m_plan)
    {
        throw std::logic_error("the monitor has used its host database already");
    }
    m_database = database;
}

std::vector<std::string>
ScheduleController::Check()
{
    return GetPlan().Check(GetPolicy());
}

iepm::ScheduleCalculator
ScheduleController::MakeCalculator()
{
    return GetPlan().MakeCalculator(GetPolicy());
}

std::vector<iepm::MeasurementProblem>
ScheduleController::GetProblems() const
{
    return m_problems ? m_problems->GetProblems() : std::vector<iepm::MeasurementProblem>();
}

void
ScheduleController::Request(const std::string& host,
                            const std::string& tool,
                            const std::string& reason)
{
    Add(GetPlan().Find(host, tool), iepm::MeasurementTask::ONE_OFF, reason);
}

uint32_t
ScheduleController::Trigger(const std::string& host, const std::string& reason)
{
    m_database.GetHost(host);
    uint32_t count = 0;
    const auto& tasks = GetPlan().GetTasks();
    for (uint32_t task = 0; task < tasks.size(); ++task)
    {
        if (tasks[task].host == host && tasks[task].onEvent)
        {
            Add(task, iepm::MeasurementTask::EVENT, reason);
            ++count;
        }
    }
    return count;
}

uint32_t
ScheduleController::Tune(const std::string& host, uint32_t window, uint32_t streams)
{
    m_database.GetHost(host);
    uint32_t count = 0;
    const auto& tasks = GetPlan().GetTasks();
    for (uint32_t task = 0; task < tasks.size(); ++task)
    {
        const auto transfer = DynamicCast<TransferProbe>(GetPlan().GetProbe(task));
        if (tasks[task].host == host && transfer)
        {
            transfer->SetAttribute("Window", UintegerValue(window));
            transfer->SetAttribute("Streams", UintegerValue(streams));
            ++count;
        }
    }
    return count;
}

void
ScheduleController::Observe(const std::string& host,
                            const std::string& tool,
                            bool inside,
                            bool flat)
{
    const uint32_t task = GetPlan().Find(host, tool);
    const uint32_t divisor = GetPlan().GetTasks()[task].divisor;
    if (!divisor)
    {
        throw std::invalid_argument("the tool " + tool +
                                    " runs on request alone; allowed are tools that run in cycles");
    }
    const Time length = GetPolicy().length;
    const Time least = TimeStep(divisor * length.GetTimeStep());
    const auto interval =
        m_intervals.emplace(task, iepm::AdaptiveInterval(least, Max(least, m_longest), m_growth))
            .first;
    const Time next = interval->second.Update(inside, flat);
    const auto cycles = std::lround(static_cast<double>(next.GetTimeStep()) /
                                    static_cast<double>(length.GetTimeStep()));
    const auto most = std::max<int64_t>(divisor, m_longest.GetTimeStep() / length.GetTimeStep());
    GetState().SetDivisor(task, std::min<int64_t>(cycles, most));
}

int64_t
ScheduleController::AssignStreams(int64_t stream)
{
    m_begin->SetStream(stream);
    m_order->SetStream(stream + 1);
    int64_t used = 2;
    for (uint32_t task = 0; task < GetPlan().GetTasks().size(); ++task)
    {
        if (const auto probe = GetPlan().GetProbe(task))
        {
            used += probe->AssignStreams(stream + used);
        }
    }
    return used;
}

void
ScheduleController::DoDispose()
{
    for (auto* event : {&m_nextCycle, &m_beginning, &m_next})
    {
        event->Cancel();
    }
    if (m_plan)
    {
        for (uint32_t task = 0; task < m_plan->GetTasks().size(); ++task)
        {
            if (const auto probe = m_plan->GetProbe(task))
            {
                probe->Dispose();
            }
        }
    }
    if (m_state && m_groups)
    {
        m_groups->RemoveMonitor(m_monitor);
    }
    m_state.reset();
    m_plan.reset();
    m_groups = nullptr;
    ScheduleApplication::DoDispose();
}

void
ScheduleController::StartApplication()
{
    const auto& refusals = GetPlan().GetRefusals();
    if (!refusals.empty())
    {
        throw std::invalid_argument(refusals.front());
    }
    for (const auto& host : m_database.GetHosts())
    {
        if (host.active && host.address.empty())
        {
            throw std::invalid_argument("the host " + host.name +
                                        " has no address; allowed is an IPv4 address");
        }
    }
    m_active = true;
    GetState();
    PlanCycle();
    ProceedSoon();
}

void
ScheduleController::StopApplication()
{
    m_active = false;
    m_over = true;
    for (auto* event : {&m_nextCycle, &m_beginning, &m_next})
    {
        event->Cancel();
    }
    GetState().Stop(Simulator::Now(), iepm::ScheduleState::ENDED);
    for (const auto& [number, task] : m_running)
    {
        m_plan->GetProbe(task)->Cancel(MeasurementResult::SKIPPED, iepm::ScheduleState::ENDED);
    }
    NotifyRecords();
}

bool
ScheduleController::IsInUse() const
{
    return m_state != nullptr;
}

iepm::MeasurementPlan&
ScheduleController::GetPlan()
{
    if (!m_plan)
    {
        m_plan = std::make_unique<iepm::MeasurementPlan>(m_database);
    }
    return *m_plan;
}

iepm::ScheduleState&
ScheduleController::GetState()
{
    if (!m_state)
    {
        m_state = std::make_unique<iepm::ScheduleState>(GetPolicy(), GetPlan().GetTasks());
        m_problems = std::make_unique<iepm::ProblemLog>(m_problemAfter);
        if (!m_groups)
        {
            m_groups = CreateObject<BottleneckGroups>();
        }
        m_monitor = m_groups->AddMonitor(MakeCallback(&ScheduleController::ProceedSoon, this));
    }
    return *m_state;
}

void
ScheduleController::PlanCycle()
{
    const iepm::SchedulePolicy policy = GetPolicy();
    const auto jitter = static_cast<double>(policy.jitter.GetTimeStep()) * m_begin->GetValue();
    std::vector<uint32_t> order(m_database.GetHosts().size());
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t left = order.size(); m_shuffle && left > 1; --left)
    {
        std::swap(order[left - 1], order[m_order->GetInteger(0, left - 1)]);
    }
    m_beginning = Simulator::Schedule(TimeStep(std::llround(jitter)),
                                      &ScheduleController::BeginCycle,
                                      this,
                                      order);
    if (++m_planned != m_cycles)
    {
        m_nextCycle = Simulator::Schedule(policy.length, &ScheduleController::PlanCycle, this);
    }
}

void
ScheduleController::BeginCycle(std::vector<uint32_t> order)
{
    const uint64_t cycle = m_begun++;
    std::vector<bool> due;
    for (uint32_t task = 0; task < m_plan->GetTasks().size(); ++task)
    {
        due.push_back(m_state->IsDue(task, cycle));
    }
    m_predicted[cycle] = MakeCalculator().Predict(due, order).length;
    NS_LOG_LOGIC("cycle " << cycle << " is to take " << m_predicted[cycle]);
    m_state->BeginCycle(Simulator::Now(), order);
    Proceed();
}

void
ScheduleController::Proceed()
{
    const Time now = Simulator::Now();
    while (const auto start = m_state->Next(now, m_groups->GetLocks()))
    {
        m_running[start->number] = start->task;
        const auto& task = m_plan->GetTasks()[start->task];
        NS_LOG_LOGIC(task.tool << " to " << task.host << " begins");
        m_beginTrace(task.host, task.tool, start->number);
        m_plan->GetProbe(start->task)
            ->Start(GetNode(), MakeCallback(&ScheduleController::End, this).Bind(start->number));
    }
    NotifyRecords();
    m_next.Cancel();
    if (const auto wake = m_state->GetWake(now))
    {
        m_next = Simulator::Schedule(*wake - now, &ScheduleController::Proceed, this);
    }
}

void
ScheduleController::ProceedSoon()
{
    if (m_active)
    {
        m_next.Cancel();
        m_next = Simulator::ScheduleNow(&ScheduleController::Proceed, this);
    }
}

void
ScheduleController::End(uint64_t number, const MeasurementResult& result)
{
    const uint32_t task = m_running.at(number);
    m_running.erase(number);
    m_state->End(number, result, m_groups->GetLocks());
    NotifyRecords();
    if (m_plan->GetTasks()[task].heavy)
    {
        m_groups->NotifyAll(m_monitor);
    }
    else
    {
        ProceedSoon();
    }
}

void
ScheduleController::Add(uint32_t task,
                        iepm::MeasurementTask::Trigger trigger,
                        const std::string& reason)
{
    GetState().Request(Simulator::Now(), task, trigger, reason);
    if (m_over)
    {
        m_state->Stop(Simulator::Now(), iepm::ScheduleState::ENDED);
        NotifyRecords();
    }
    ProceedSoon();
}

void
ScheduleController::NotifyRecords()
{
    for (const auto& record : m_state->TakeRecords())
    {
        const auto changed = m_problems->Add(record);
        m_recordTrace(record);
        for (const auto problem : changed)
        {
            m_problemTrace(m_problems->GetProblems()[problem]);
        }
    }
    for (auto& cycle : m_state->TakeCycles())
    {
        cycle.predicted = m_predicted.extract(cycle.number).mapped();
        m_cycleTrace(cycle);
    }
}

} // namespace ns3
