/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_PLAN_H
#define IEPM_PLAN_H

#include "iepm-host-database.h"

#include "ns3/iepm-record.h"
#include "ns3/iepm-schedule-calculator.h"
#include "ns3/iepm-schedule-policy.h"
#include "ns3/path-measurement-probe.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::iepm
{

/**
 * @ingroup iepm
 * @brief The tests of a monitor, as its host database names them: a task and a probe for each host
 * and tool.
 *
 * A heavy test takes the host and the exclusive links on its route. A copy from or to a disk is
 * taken to be as fast as the path or the disk of the host, which is slower.
 */
class MeasurementPlan
{
  public:
    explicit MeasurementPlan(const HostDatabase& database); //!< @param database of the monitor

    const std::vector<MeasurementTask>& GetTasks() const; //!< @return by host, then tool
    /** @param task by index @return its probe, null if the task may not run */
    Ptr<MeasurementProbe> GetProbe(uint32_t task) const;
    /** @param host of a task
     * @param tool of it
     * @return its index; std::invalid_argument if there is none */
    uint32_t Find(const std::string& host, const std::string& tool) const;
    /** @param policy of the monitor @return what this plan takes */
    ScheduleCalculator MakeCalculator(const SchedulePolicy& policy) const;

    /** @return probes that cannot be made, a sentence each: unknown types and attributes, values
     * out of their range, addresses that are none */
    const std::vector<std::string>& GetRefusals() const;
    /** @param policy of the monitor @return all that is wrong, a sentence each */
    std::vector<std::string> Check(const SchedulePolicy& policy) const;

  private:
    /** @param host to measure
     * @param tool to use */
    void AddTask(const MeasurementHost& host, const MeasurementTool& tool);
    /** @param host to measure
     * @param tool to use
     * @return its probe; std::invalid_argument if it cannot be made */
    static Ptr<MeasurementProbe> MakeProbe(const MeasurementHost& host,
                                           const MeasurementTool& tool);

    HostDatabase m_database;                     //!< of the monitor
    std::vector<MeasurementTask> m_tasks;        //!< by host, then tool
    std::vector<Ptr<MeasurementProbe>> m_probes; //!< of each task
    std::vector<std::string> m_refusals;         //!< probes that cannot be made
};

} // namespace ns3::iepm

#endif // IEPM_PLAN_H
