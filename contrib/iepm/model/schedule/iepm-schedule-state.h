/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_SCHEDULE_STATE_H
#define IEPM_SCHEDULE_STATE_H

#include "iepm-bottleneck-groups.h"
#include "iepm-cycle-book.h"
#include "iepm-host-visits.h"
#include "iepm-record.h"
#include "iepm-schedule-policy.h"

#include "ns3/nstime.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3::iepm
{

/**
 * @ingroup iepm
 * @brief What a monitor does next, and what became of everything that was due.
 *
 * A visit makes the tests of a cycle that are due at a host, one after the other. The policy says
 * how many visits there are at a time. At most one heavy test runs, and only with all its groups.
 * Requests come before all tests that have not begun and do not wait for the end of a sleep.
 *
 * Times never go back from call to call. After BeginCycle(), Request(), End() and at GetWake(),
 * Next() is called until nothing begins.
 */
class ScheduleState
{
  public:
    // Notes of records with status SKIPPED.
    static constexpr const char* OVERRUN = "overrun";         //!< the next cycle began
    static constexpr const char* BUDGET = "budget";           //!< the day's bytes are used up
    static constexpr const char* HOST_DOWN = "host down";     //!< tests before it reached nobody
    static constexpr const char* WAITING = "waits already";   //!< the same is requested already
    static constexpr const char* DISABLED = "disabled: ";     //!< and why
    static constexpr const char* ENDED = "the monitor ended"; //!< for Stop()

    /** A test that begins. */
    struct Start
    {
        uint64_t number; //!< of the test
        uint64_t cycle;  //!< of the test
        uint32_t task;   //!< by index
    };

    /** @param policy how tests are spread; std::invalid_argument if it makes no sense
     * @param tasks all there are; those of a host in their order */
    ScheduleState(const SchedulePolicy& policy, std::vector<MeasurementTask> tasks);

    std::vector<std::string> GetHosts() const; //!< @return by index, as tasks name them

    /** @param task by index
     * @param divisor of it from now on */
    void SetDivisor(uint32_t task, uint32_t divisor);
    /** @return whether a task is due in a cycle
     * @param task by index
     * @param cycle not begun */
    bool IsDue(uint32_t task, uint64_t cycle) const;

    /** The next cycle is due.
     * @param now the time
     * @param order all hosts, by index */
    void BeginCycle(Time now, const std::vector<uint32_t>& order);
    /** @param now the time
     * @param task by index
     * @param trigger of it
     * @param reason of it */
    void Request(Time now,
                 uint32_t task,
                 MeasurementTask::Trigger trigger,
                 const std::string& reason);
    /** @param now the time
     * @param locks of all monitors, of which a heavy test takes its groups
     * @return a test to begin now, if there is one */
    std::optional<Start> Next(Time now, BottleneckLocks& locks);
    /** @param now the time @return when the next sleep ends, if something waits */
    std::optional<Time> GetWake(Time now) const;
    /** A test has ended.
     * @param number of it
     * @param result of it
     * @param locks that it gives back */
    void End(uint64_t number, const MeasurementResult& result, BottleneckLocks& locks);
    /** Skip all that waits.
     * @param now the time
     * @param note why */
    void Stop(Time now, const std::string& note);

    std::vector<MeasurementRecord> TakeRecords(); //!< @return new ones, in order
    std::vector<CycleRecord> TakeCycles();        //!< @return new ones, in order

  private:
    using Test = HostVisits::Test; //!< a test that is due

    /** A host. */
    struct Host
    {
        std::string name;  //!< as tasks name it
        bool busy{false};  //!< whether a test runs
        int64_t day{-1};   //!< of the latest test
        uint64_t bytes{0}; //!< on that day
    };

    /** A test that runs. */
    struct Running
    {
        Test test;                          //!< it
        std::optional<std::size_t> visitor; //!< whose it is, by index; none for a request
    };

    using LateCycle = std::pair<Time, std::vector<uint32_t>>; //!< due, hosts by index

    /** @return a test that is due now */
    Test MakeTest(Time now, uint32_t task, MeasurementTask::Trigger trigger);
    void BeginCycle(Time now);                               //!< The first of m_late.
    void SkipWaiting(Time now, const std::string& note);     //!< All that is periodic.
    void Skip(Time now, Test test, const std::string& note); //!< It does not begin.
    void Record(const MeasurementRecord& record);            //!< What became of a test.
    bool IsOverBudget(Time now, const Test& test);           //!< @return whether it is too much
    /** @return whether a test may begin, which may be a request */
    bool MayBegin(Time now, const Test& test, bool requested, const BottleneckLocks& locks) const;
    /** @return the start of a test, which may be of a visitor */
    Start Begin(Test test, std::optional<std::size_t> visitor, BottleneckLocks& locks);
    std::optional<Start> NextRequest(Time now, BottleneckLocks& locks);  //!< @return as Next()
    std::optional<Start> NextPeriodic(Time now, BottleneckLocks& locks); //!< @return as Next()
    void TakeVisits(Time now); //!< Visitors take visits, and skip what is not to begin.

    SchedulePolicy m_policy;              //!< how tests are spread
    std::vector<MeasurementTask> m_tasks; //!< by index
    std::vector<uint32_t> m_hostOf;       //!< index of the host of each task
    std::vector<DueCycles> m_due;         //!< of each task
    std::vector<Host> m_hosts;            //!< by index

    CycleBook m_book;                         //!< cycles that are not over
    std::deque<LateCycle> m_late;             //!< cycles that wait
    HostVisits m_visits;                      //!< of cycles that have begun
    std::deque<Test> m_requests;              //!< that wait
    std::map<uint64_t, Running> m_running;    //!< by number
    bool m_heavy{false};                      //!< whether a heavy test runs
    Time m_asleep;                            //!< no periodic heavy test begins before
    uint64_t m_tests{0};                      //!< that became due
    std::vector<MeasurementRecord> m_records; //!< to be taken
};

} // namespace ns3::iepm

#endif // IEPM_SCHEDULE_STATE_H
