/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef IEPM_SCHEDULE_BED_H
#define IEPM_SCHEDULE_BED_H

#include "../../path-measurement/test/path-measurement-test-dumbbell.h"
#include "../../path-measurement/test/path-measurement-test-tools.h"

#include "ns3/iepm-host-reader.h"
#include "ns3/iepm-schedule-controller.h"

#include <sstream>

namespace ns3
{

/** A dumbbell whose monitors have traces that are recorded. */
class ScheduleBed : public TestDumbbell
{
  public:
    using TestDumbbell::TestDumbbell;

    /** @param text of a host file @return the database, its hosts at their addresses */
    iepm::HostDatabase MakeDatabase(const std::string& text) const
    {
        std::istringstream input(text);
        iepm::HostDatabase database = iepm::ReadHosts(input, "hosts");
        for (const auto& read : std::vector<iepm::MeasurementHost>(database.GetHosts()))
        {
            auto& host = database.GetHost(read.name);
            host.address = "10.1." + read.name.substr(1) + ".2";
            host.rate = RATE;
            host.roundTrip = MilliSeconds(24);
        }
        return database;
    }

    /** @param node to measure from @param database of it @return a monitor without jitter, with
     * its traces recorded */
    Ptr<ScheduleController> AddMonitor(Ptr<Node> node, const iepm::HostDatabase& database)
    {
        const auto monitor = CreateObject<ScheduleController>();
        monitor->SetDatabase(database);
        monitor->SetAttribute("StartJitter", TimeValue(Time(0)));
        monitor->AssignStreams(100);
        monitor->TraceConnectWithoutContext("Record", MakeCallback(&ScheduleBed::Record, this));
        monitor->TraceConnectWithoutContext("Cycle", MakeCallback(&ScheduleBed::Cycle, this));
        monitor->TraceConnectWithoutContext("Problem", MakeCallback(&ScheduleBed::Problem, this));
        monitor->TraceConnectWithoutContext("Begin", MakeCallback(&ScheduleBed::Begin, this));
        node->AddApplication(monitor);
        return monitor;
    }

    std::vector<iepm::MeasurementRecord> records;   //!< of all monitors
    std::vector<iepm::CycleRecord> cycles;          //!< of all monitors
    std::vector<iepm::MeasurementProblem> problems; //!< opened or closed, of all monitors
    std::vector<std::string> begun;                 //!< "HOST TOOL" of each test

  private:
    void Record(const iepm::MeasurementRecord& record)
    {
        records.push_back(record);
    }

    void Cycle(const iepm::CycleRecord& record)
    {
        cycles.push_back(record);
    }

    void Problem(const iepm::MeasurementProblem& problem)
    {
        problems.push_back(problem);
    }

    void Begin(const std::string& host, const std::string& tool, uint64_t number)
    {
        begun.push_back(host + " " + tool);
    }
};

} // namespace ns3

#endif // IEPM_SCHEDULE_BED_H
