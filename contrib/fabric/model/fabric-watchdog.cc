/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-watchdog.h"

#include "ns3/event-id.h"
#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3::fabric
{

NS_LOG_COMPONENT_DEFINE("FabricProgressWatchdog");

NS_OBJECT_ENSURE_REGISTERED(ProgressWatchdog);

namespace
{

/// @param interval more than 0 @return when it is over, at most Time::Max()
Time
GetEnd(const Time& interval)
{
    const Time now = Simulator::Now();
    const Time least = Max(interval, TimeStep(1)); // 0 at a resolution that is too coarse
    return least < Time::Max() - now ? now + least : Time::Max();
}

} // namespace

/// The watchdogs of the present simulation whose owners are busy, in the order in which they became
/// so, and the one event they share.
class WatchdogRota
{
  public:
    static WatchdogRota& Get();              ///< The only one.
    void Add(ProgressWatchdog* watchdog);    ///< Its owner became busy.
    void Remove(ProgressWatchdog* watchdog); ///< Its owner is busy no more.

  private:
    void ScheduleNextWake();
    void Wake();
    void Forget(); ///< All of the watchdogs.
    void End();    ///< The simulation is destroyed.

    std::vector<ProgressWatchdog*> m_watchdogs;
    EventId m_wake;
    bool m_knowsEnd{false}; ///< whether End is scheduled for the destruction of this simulation
};

WatchdogRota&
WatchdogRota::Get()
{
    static auto* rota = new WatchdogRota; // for good: a watchdog may outlive every static object
    return *rota;
}

void
WatchdogRota::Add(ProgressWatchdog* watchdog)
{
    if (!m_knowsEnd)
    {
        Simulator::ScheduleDestroy(&WatchdogRota::End, this);
        m_knowsEnd = true;
    }
    m_watchdogs.push_back(watchdog);
    ScheduleNextWake();
}

void
WatchdogRota::Remove(ProgressWatchdog* watchdog)
{
    const auto found = std::find(m_watchdogs.begin(), m_watchdogs.end(), watchdog);
    if (found != m_watchdogs.end())
    {
        m_watchdogs.erase(found);
        ScheduleNextWake();
    }
}

void
WatchdogRota::ScheduleNextWake()
{
    // Removed and not cancelled: a cancelled event would stay in the list, pass for one of the
    // others and prolong the run.
    if (!m_wake.IsExpired())
    {
        Simulator::Remove(m_wake);
    }
    if (!m_watchdogs.empty())
    {
        const auto next = std::min_element(
            m_watchdogs.begin(),
            m_watchdogs.end(),
            [](const auto* a, const auto* b) { return a->m_nextWake < b->m_nextWake; });
        m_wake =
            Simulator::Schedule((*next)->m_nextWake - Simulator::Now(), &WatchdogRota::Wake, this);
    }
}

void
WatchdogRota::Wake()
{
    const bool nothingElsePending = Simulator::IsFinished();
    std::vector<Ptr<ProgressWatchdog>> due; // kept: a judgement may end others
    for (ProgressWatchdog* watchdog : m_watchdogs)
    {
        if (nothingElsePending || watchdog->m_nextWake <= Simulator::Now())
        {
            due.emplace_back(watchdog);
            watchdog->m_nextWake = GetEnd(watchdog->m_interval);
        }
    }
    if (nothingElsePending)
    {
        Forget(); // every owner counts as idle from now on
    }
    ScheduleNextWake(); // first, so that what a judgement throws does not end the watch
    for (const auto& watchdog : due)
    {
        if (watchdog->m_progress)
        {
            watchdog->Check(nothingElsePending);
        }
    }
}

void
WatchdogRota::Forget()
{
    for (ProgressWatchdog* watchdog : m_watchdogs)
    {
        watchdog->m_busy = false;
    }
    m_watchdogs.clear();
}

void
WatchdogRota::End()
{
    Forget();
    m_wake = EventId();
    m_knowsEnd = false;
}

TypeId
ProgressWatchdog::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::fabric::ProgressWatchdog")
            .SetParent<Object>()
            .SetGroupName("Fabric")
            .AddConstructor<ProgressWatchdog>()
            .AddAttribute("Interval",
                          "Simulated time between two looks; longer than the longest time a packet "
                          "may rightly be held "
                          "without any other moving (a pause, a time-out). More than 0.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&ProgressWatchdog::m_interval),
                          MakeTimeChecker(TimeStep(1)));
    return tid;
}

ProgressWatchdog::~ProgressWatchdog()
{
    Stop();
}

void
ProgressWatchdog::DoDispose()
{
    Stop();
    Object::DoDispose();
}

void
ProgressWatchdog::Start(Counter progress, Counter held, WaitGraph waits)
{
    NS_LOG_FUNCTION(this);
    Stop();
    m_progress = std::move(progress);
    m_held = std::move(held);
    m_waits = std::move(waits);
}

void
ProgressWatchdog::ChangeBusy(bool busy)
{
    m_busy = busy;
    if (busy)
    {
        m_lastHeld = 0;
        m_nextWake = GetEnd(m_interval);
        WatchdogRota::Get().Add(this);
    }
    else
    {
        WatchdogRota::Get().Remove(this);
    }
}

void
ProgressWatchdog::Stop()
{
    SetBusy(false);
    m_progress = nullptr;
}

void
ProgressWatchdog::Check(bool nothingElsePending)
{
    const uint64_t lastHeld = m_lastHeld; // an owner that moves when it is asked begins anew
    const uint64_t held = m_held();
    const uint64_t progress = m_progress();
    const bool stuck = held > 0 && ((nothingElsePending && Simulator::IsFinished()) ||
                                    (lastHeld > 0 && progress == m_lastProgress));
    NS_LOG_LOGIC(held << " held, progress from " << m_lastProgress << " to " << progress);
    m_lastHeld = held;
    m_lastProgress = progress;
    if (!stuck)
    {
        return;
    }
    NS_LOG_WARN("nothing moves, " << held << " held");
    const ResourceGraph waits = m_waits();
    const auto cycle = waits.FindCycle();
    std::string circle = "no circle in " + std::to_string(waits.GetWaitCount()) +
                         " waits, so a wake-up was forgotten";
    if (!cycle.empty())
    {
        circle = "each of these waits for the next: ";
        for (const std::string& resource : cycle)
        {
            circle += resource + " -> ";
        }
        circle += cycle.front();
    }
    throw std::runtime_error(
        "no progress at " + std::to_string(Simulator::Now().GetNanoSeconds()) + " ns with " +
        std::to_string(held) + " held" +
        (nothingElsePending ? " and no event left; " : " for a whole interval; ") + circle);
}

} // namespace ns3::fabric
