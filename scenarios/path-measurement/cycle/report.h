/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_CYCLE_REPORT_H
#define PATH_MEASUREMENT_CYCLE_REPORT_H

#include "../common/rows.h"
#include "../laws/random-faults.h"

#include "ns3/iepm-forecast-book.h"
#include "ns3/iepm-plan.h"
#include "ns3/iepm-record.h"
#include "ns3/iepm-schedule-policy.h"
#include "ns3/nstime.h"
#include "ns3/run-archive.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{

/** The results of all tests and cycles of a monitor, beside the predictions. */
class CycleReport
{
  public:
    /** Bytes on a link that paths share. */
    struct Link
    {
        std::string name; //!< of the link
        double rate;      //!< bit/s
        uint64_t bytes;   //!< that were sent, in the direction of the hosts
    };

    /** @param plan of the monitor @param policy of it @param cycles that it begins @param monitor
     * name of it @param adapts whether it tests less often what is well forecast */
    CycleReport(const iepm::MeasurementPlan& plan,
                const iepm::SchedulePolicy& policy,
                uint32_t cycles,
                const std::string& monitor,
                bool adapts);

    /** @param record of a test @param row what was forecast of it */
    void AddForecast(const iepm::MeasurementRecord& record, const iepm::ForecastBook::Row& row);
    /** @param record of a test @param fault that it met */
    void AddTest(const iepm::MeasurementRecord& record, RandomFaults::Outcome fault);
    void AddCycle(const iepm::CycleRecord& record); //!< @param record of a cycle

    /** Tests of a tool are compared with a closed form. @param host any @param tool any @param
     * value name of what is compared @param expected by the closed form, in the unit of the value
     */
    void Expect(const std::string& host,
                const std::string& tool,
                const std::string& value,
                double expected);

    /** @throw std::runtime_error a test that was due has no row or two, or a cycle has no record */
    void CheckThatNothingVanished() const;

    /** @param archive that takes the rows @param links that paths share */
    void Write(archive::RunArchive& archive, const std::vector<Link>& links) const;

  private:
    using Key = std::tuple<uint64_t, std::string, std::string>; //!< cycle, host, tool

    /** A value that is compared with a closed form, in its unit. */
    struct Comparison
    {
        std::string value;  //!< name
        double expected{0}; //!< by the closed form
        double sum{0};      //!< of measured ones
        uint32_t count{0};  //!< of them
    };

    /** @return tests that are due in all cycles, from the tasks alone, which do not adapt */
    std::set<Key> GetDue() const;
    uint64_t CountDue() const; //!< @return tests that were due in all cycles
    void CheckCounts() const;  //!< Each cycle has as many rows as tests were due in it, or error.
    void WriteTests(archive::RunArchive& archive) const;     //!< @param archive that takes them
    void WriteCycles(archive::RunArchive& archive) const;    //!< @param archive that takes them
    void WritePaths(archive::RunArchive& archive) const;     //!< @param archive that takes them
    void WriteForecasts(archive::RunArchive& archive) const; //!< @param archive that takes them
    /** @param archive that takes them @param links that paths share */
    void WriteLinks(archive::RunArchive& archive, const std::vector<Link>& links) const;

    const iepm::MeasurementPlan& m_plan; //!< of the monitor
    iepm::SchedulePolicy m_policy;       //!< of it
    uint32_t m_cycles;                   //!< that it begins
    std::string m_monitor;               //!< its name
    bool m_adapts;                       //!< whether it tests less often what is well forecast

    MeasurementRows m_rows;                                               //!< of tests
    std::set<Key> m_seen;                                                 //!< tests with a row
    std::vector<iepm::MeasurementRecord> m_records;                       //!< of tests
    std::vector<iepm::CycleRecord> m_cycleRecords;                        //!< of cycles
    std::vector<std::vector<std::string>> m_faults;                       //!< rows
    std::vector<std::vector<std::string>> m_forecasts;                    //!< rows
    std::map<std::pair<std::string, std::string>, Comparison> m_compared; //!< by host and tool
};

} // namespace ns3

#endif // PATH_MEASUREMENT_CYCLE_REPORT_H
