/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_SCHEDULE_CONTROLLER_H
#define IEPM_SCHEDULE_CONTROLLER_H

#include "iepm-adaptive-interval.h"
#include "iepm-bottleneck-groups.h"
#include "iepm-record.h"
#include "iepm-schedule-policy.h"
#include "iepm-schedule-state.h"

#include "ns3/event-id.h"
#include "ns3/iepm-host-database.h"
#include "ns3/iepm-plan.h"
#include "ns3/iepm-problem-log.h"
#include "ns3/ptr.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup iepm
 * @brief A monitor: runs the tools of its host database in cycles and on request, by the law of
 * ScheduleState, and reports the result of each test.
 *
 * Order of hosts and start of a cycle are drawn from streams of their own, once a cycle, and do not
 * depend on events. Tests that the end of the application cuts short are SKIPPED.
 */
class ScheduleController : public ScheduleApplication
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    ScheduleController();

    /** @param database of the monitor, before anything else is called */
    void SetDatabase(const iepm::HostDatabase& database);
    std::vector<std::string> Check();          //!< @return what is wrong in database and schedule
    iepm::ScheduleCalculator MakeCalculator(); //!< @return what predicts the schedule
    /** @return problems so far, in order of opening */
    std::vector<iepm::MeasurementProblem> GetProblems() const;

    /** Run a tool once, before all that are periodic.
     * @param host any
     * @param tool any
     * @param reason in words; std::invalid_argument if there is no such host or tool */
    void Request(const std::string& host, const std::string& tool, const std::string& reason);
    /** Something happened to a path: run its tools that recalibrate.
     * @param host any
     * @param reason in words
     * @return how many there are */
    uint32_t Trigger(const std::string& host, const std::string& reason);
    /** Give all transfers to a host that begin from now on another window and number of streams.
     * @param host any
     * @param window of each stream, bytes
     * @param streams of each
     * @return how many tools there are */
    uint32_t Tune(const std::string& host, uint32_t window, uint32_t streams);
    /** Adapt how often a tool runs, by AdaptiveInterval.
     * @param host any
     * @param tool any
     * @param inside whether the value was in the 80 % interval of its forecast
     * @param flat whether light probes see no change */
    void Observe(const std::string& host, const std::string& tool, bool inside, bool flat);

    /** @param stream first random stream to use @return how many are used. Not marked as override:
     * in ns-3.37 the base class has no such function. */
    virtual int64_t AssignStreams(int64_t stream);

    /** @param host of a test that begins
     * @param tool of it
     * @param number of it */
    typedef void (*BeginTracedCallback)(const std::string& host,
                                        const std::string& tool,
                                        uint64_t number);
    /** @param record of a test */
    typedef void (*RecordTracedCallback)(const iepm::MeasurementRecord& record);
    /** @param record of a cycle */
    typedef void (*CycleTracedCallback)(const iepm::CycleRecord& record);
    /** @param problem that was opened or closed */
    typedef void (*ProblemTracedCallback)(const iepm::MeasurementProblem& problem);

  protected:
    void DoDispose() override;

  private:
    bool IsInUse() const override;
    void StartApplication() override;
    void StopApplication() override;

    iepm::MeasurementPlan& GetPlan();             //!< @return it, made by the first call
    iepm::ScheduleState& GetState();              //!< @return it, made by the first call
    void PlanCycle();                             //!< Draw begin and order of a cycle.
    void BeginCycle(std::vector<uint32_t> order); //!< @param order of hosts, by index
    void Proceed();                               //!< Begin what may begin now.
    void ProceedSoon();                           //!< The same, in an event of its own.
    /** A test has ended.
     * @param number of it
     * @param result of it */
    void End(uint64_t number, const MeasurementResult& result);
    /** @param task by index
     * @param trigger of it
     * @param reason of it */
    void Add(uint32_t task, iepm::MeasurementTask::Trigger trigger, const std::string& reason);
    void NotifyRecords(); //!< Trace what became of tests and cycles.

    uint32_t m_cycles;              //!< attribute Cycles
    bool m_shuffle;                 //!< attribute Shuffle
    uint32_t m_problemAfter;        //!< attribute ProblemAfter
    double m_growth;                //!< attribute Growth
    Time m_longest;                 //!< attribute LongestInterval
    Ptr<BottleneckGroups> m_groups; //!< attribute Groups

    Ptr<UniformRandomVariable> m_begin;                     //!< of begins of cycles
    Ptr<UniformRandomVariable> m_order;                     //!< of orders of hosts
    iepm::HostDatabase m_database;                          //!< of the monitor
    std::unique_ptr<iepm::MeasurementPlan> m_plan;          //!< made of it
    std::unique_ptr<iepm::ScheduleState> m_state;           //!< the law
    std::unique_ptr<iepm::ProblemLog> m_problems;           //!< problems
    std::map<uint32_t, iepm::AdaptiveInterval> m_intervals; //!< by task
    std::map<uint64_t, Time> m_predicted;                   //!< length of cycles without a record
    std::map<uint64_t, uint32_t> m_running;                 //!< task of each test, by number
    uint32_t m_monitor{0};                                  //!< number among those of m_groups
    uint32_t m_planned{0};                                  //!< cycles that were drawn
    uint64_t m_begun{0};                                    //!< cycles that were to begin
    bool m_active{false};                                   //!< whether the application runs
    bool m_over{false};                                     //!< whether the application has ended
    EventId m_nextCycle;                                    //!< PlanCycle
    EventId m_beginning;                                    //!< BeginCycle
    EventId m_next;                                         //!< Proceed

    /// Trace source Begin.
    TracedCallback<const std::string&, const std::string&, uint64_t> m_beginTrace;
    TracedCallback<const iepm::MeasurementRecord&> m_recordTrace;   //!< trace source Record
    TracedCallback<const iepm::CycleRecord&> m_cycleTrace;          //!< trace source Cycle
    TracedCallback<const iepm::MeasurementProblem&> m_problemTrace; //!< trace source Problem
};

} // namespace ns3

#endif // IEPM_SCHEDULE_CONTROLLER_H
