/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_RUNNER_PROGRESS_H
#define SCENARIO_RUNNER_PROGRESS_H

#include "ns3/event-id.h"
#include "ns3/nstime.h"

#include <chrono>
#include <cstdint>
#include <functional>

namespace ns3::scenario
{

/**
 * @ingroup scenario-runner
 *
 * @return Peak resident memory of the process, KiB; 0 if /proc does not give it. (The value of
 * getrusage() would include the peak of the process that started this process.)
 */
uint64_t GetPeakRssKiB();

/**
 * @ingroup scenario-runner
 *
 * Reports the progress of a run to another process: one JSON line per period of wall-clock time,
 * with t_ns and end_ns (simulated time), fraction (of the run), wall_s, events, events_per_s (over
 * the period) and rss_kib (peak resident size).
 *
 * The reporter reads the clock in simulator events of its own. It adapts their distance in
 * simulated time so that it reads the clock about ten times a period. These events change neither
 * the order nor the number of other events, and none is pending at the end.
 */
class ProgressReporter
{
  public:
    /**
     * @param descriptor An open file descriptor. It is not an error if the reader has closed its
     * end, in a process that ignores SIGPIPE, as RunScenarioMain() and Python do.
     * @param periodSeconds Wall-clock time between lines, more than 0.
     * @throw std::invalid_argument The descriptor is not open for writing.
     */
    explicit ProgressReporter(int descriptor, double periodSeconds = 0.2);

    /** Cancels the pending event. */
    ~ProgressReporter();

    ProgressReporter(const ProgressReporter&) = delete;
    ProgressReporter& operator=(const ProgressReporter&) = delete;

    /**
     * Begin to report; before Simulator::Run().
     *
     * @param end Simulated time at which the run ends at the latest.
     * @param share Returns the fraction of the run that is done, from 0 to 1.
     */
    void Start(const Time& end, std::function<double()> share);

    /**
     * Write the last line.
     *
     * @param end Simulated time at which the run has ended.
     * @param events Events of the whole run, GetOwnEvents() included.
     */
    void Finish(const Time& end, uint64_t events);

    /** @return Events the reporter itself has caused. */
    uint64_t GetOwnEvents() const;

  private:
    using Clock = std::chrono::steady_clock;

    void Update();
    void Schedule();
    void Write(const Time& now, double share, uint64_t events);

    int m_descriptor;
    double m_period;
    Time m_end;
    std::function<double()> m_share;
    int64_t m_step{1}; //!< simulator time steps to the next event of the reporter
    EventId m_next;
    uint64_t m_ownEvents{0};
    Clock::time_point m_start;
    Clock::time_point m_look; //!< time of the last event of the reporter
    Clock::time_point m_line; //!< time of the last line
    uint64_t m_lineEvents{0}; //!< events at the last line
};

} // namespace ns3::scenario

#endif /* SCENARIO_RUNNER_PROGRESS_H */
