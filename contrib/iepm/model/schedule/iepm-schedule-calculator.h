/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_SCHEDULE_CALCULATOR_H
#define IEPM_SCHEDULE_CALCULATOR_H

#include "iepm-record.h"
#include "iepm-schedule-policy.h"
#include "iepm-schedule-state.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3::iepm
{

/**
 * @ingroup iepm
 * @brief What a cycle will be like, by ScheduleCalculator.
 */
struct SchedulePrediction
{
    /** What the tests of a cycle put on a shared link. */
    struct Load
    {
        std::string link;  //!< its name
        uint64_t bytes{0}; //!< in the cycle
        double share{0};   //!< of what the link carries in the length of a cycle
    };

    uint32_t tests{0};       //!< that are made
    Time busy;               //!< sum of their expected durations
    uint64_t bytes{0};       //!< sum of their expected bytes
    Time length;             //!< from its begin to its end, if tests take what is expected
    Time worst;              //!< the same at most, if all tests time out
    Time free;               //!< what the length leaves of the policy's; negative: too little
    uint32_t late{0};        //!< tests that begin when the next cycle is due or later
    double overrun{0};       //!< probability that the next cycle begins before the end
    std::vector<Load> loads; //!< of links, by name
};

/**
 * @ingroup iepm
 * @brief Heavy tests of several monitors in one group.
 */
struct ScheduleConflict
{
    std::string group;              //!< the shared bottleneck
    std::vector<uint32_t> monitors; //!< that test over it, by index
    double share{0};                //!< of the time, in which some heavy test has it if none wait
    double meetings{0};             //!< pairs of tests per cycle that would overlap without locks
};

/**
 * @ingroup iepm
 * @brief Predicts a schedule before it runs, from the durations and bytes that its tools expect.
 *
 * The length of a cycle is that of the law itself, run with these durations. With one visit at a
 * time that is the sum of durations and sleeps without the last sleep. Requests, skipped tests and
 * waiting for other monitors are left out.
 */
class ScheduleCalculator
{
  public:
    /** @param policy of the monitor
     * @param tasks of it
     * @param rates of shared links in bit/s; std::invalid_argument if a route has another one */
    ScheduleCalculator(const SchedulePolicy& policy,
                       std::vector<MeasurementTask> tasks,
                       std::map<std::string, double> rates);

    /** @param cycle by number @return how it will be, its hosts in the order of their tasks */
    SchedulePrediction Predict(uint64_t cycle) const;
    /** @param due whether each task is due
     * @param order of hosts, by index
     * @return the cycle */
    SchedulePrediction Predict(const std::vector<bool>& due,
                               const std::vector<uint32_t>& order) const;
    /** @return after how many cycles the same tasks are due again, at most 10,000 */
    uint64_t GetPeriod() const;
    /** @return what is wrong with the schedule, a sentence each: cycles shorter than their tests,
     * time-outs shorter than tests, days with more bytes than allowed */
    std::vector<std::string> Check() const;

    /**
     * @param length of a cycle
     * @param jitter within which cycles begin at a random time, evenly
     * @param needed by the tests
     * @return probability that the next cycle begins before the end of the tests: that the
     * difference of two begins, whose density is a triangle, is less than what is left
     */
    static double GetOverrunProbability(Time length, Time jitter, Time needed);

    /** @param monitors the tasks of each
     * @param length of a cycle
     * @return what they share. Tests are taken to begin at independent random times, so that two
     * overlap with the sum of their durations over the length of a cycle. */
    static std::vector<ScheduleConflict> FindConflicts(
        const std::vector<std::vector<MeasurementTask>>& monitors,
        Time length);

  private:
    /** What a run of the law gave. */
    struct Run
    {
        Time length;   //!< of the cycle
        uint32_t late; //!< tests that begin when the next cycle is due or later
    };

    Run RunLaw(const std::vector<bool>& due,
               const std::vector<uint32_t>& order) const; //!< @return it
    Time GetWorst(const std::vector<bool>& due) const;    //!< @return length if all tests time out

    SchedulePolicy m_policy;               //!< of the monitor
    std::vector<MeasurementTask> m_tasks;  //!< of the monitor
    std::map<std::string, double> m_rates; //!< of links, bit/s
    ScheduleState m_state;                 //!< before the first cycle
};

} // namespace ns3::iepm

#endif // IEPM_SCHEDULE_CALCULATOR_H
