/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_H
#define RUN_ARCHIVE_H

#include "run-archive-records.h"

#include "ns3/burst-core-histogram.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3::archive
{

/**
 * @ingroup run-archive
 *
 * Writes the rows of one run into an archive, a file with the tables of `schema.sql`. Rows go to
 * `<path>.<pid>.partial`. Commit() makes that file durable and merges the run into the archive
 * `<path>`; if there is no archive, the file becomes the archive. Before Commit() the archive does
 * not change. Destruction without Commit(), or the first error of the disk, removes the partial
 * file.
 *
 * A run that the archive already has stays as it is. Several processes may write runs into the same
 * archive at once. A finished run that cannot be merged is kept in a separate file, which the
 * exception names.
 *
 * A call that throws std::invalid_argument leaves the archive unchanged. Reasons are an undefined
 * metric, a number that no method returned, a second row where one is allowed, and those given with
 * the methods. If the disk fails or is full, any method throws std::runtime_error, and the object
 * cannot be used any more. A value that is not finite is stored as NULL: not defined in this run.
 */
class RunArchive
{
  public:
    /**
     * @param path path of the archive, created if missing; ":memory:" for no archive
     * @throws std::invalid_argument when the file exists and is not an archive of this schema
     * @throws std::runtime_error when the archive cannot be written, or this process already writes
     * a run into it
     */
    explicit RunArchive(const std::string& path);
    ~RunArchive();
    RunArchive(RunArchive&& other) noexcept; ///< @param other can only be destroyed afterwards
    RunArchive& operator=(RunArchive&& other) noexcept; ///< @copydoc RunArchive(RunArchive&&)

    /**
     * Sets the identity of the run, see RunIdentity::GetComplete(). Call once, before any row.
     * Files that are read by OpenText() or UseInput() between this call and Commit() become part of
     * the identity then.
     *
     * @param identity the run
     * @throws std::invalid_argument when seed or run is not that of RngSeedManager, which the
     * random numbers follow
     */
    void Begin(const RunIdentity& identity);

    /**
     * Enters a metric into the dictionary of units. A second call with the same unit changes
     * nothing; with another unit it throws std::invalid_argument.
     *
     * @param name of the metric
     * @param unit such as "ns", "B" or "1"
     * @param description one sentence
     */
    void DefineMetric(const std::string& name,
                      const std::string& unit,
                      const std::string& description);

    /**
     * @param metric a defined metric
     * @param value in the unit of the metric
     * @param object name of the measured object; empty for the run as a whole
     */
    void AddScalar(const std::string& metric, double value, const std::string& object = "");

    /**
     * @param metric a defined metric
     * @param object as for AddScalar()
     * @param timeUnit unit of the times of the points
     * @param period width of a bin in timeUnit, >= 0; the time of a point is the start of its bin.
     *        0: one point for each change
     * @return the number of the series, for AddPoint()
     */
    uint32_t AddSeries(const std::string& metric,
                       const std::string& object = "",
                       const std::string& timeUnit = "ns",
                       int64_t period = 0);

    /**
     * Adds a point at the end of a series; points of several series may alternate.
     *
     * @param series as AddSeries() returned it
     * @param t in the time unit of the series
     * @param value in the unit of its metric
     */
    void AddPoint(uint32_t series, int64_t t, double value);

    /**
     * @param metric a defined metric
     * @param histogram of values in the unit of the metric
     * @param object as for AddScalar()
     */
    void AddHistogram(const std::string& metric,
                      const burst::LogLinearHistogram& histogram,
                      const std::string& object = "");

    /** @param flow the row to add */
    void AddFlow(const FlowRecord& flow);

    /** @param m the row to add @return number of the row, for AddMeasurementValue() */
    uint32_t AddMeasurement(const MeasurementRecord& m);

    /**
     * @param measurement as AddMeasurement() returned it
     * @param metric a defined metric
     * @param value in the unit of the metric
     */
    void AddMeasurementValue(uint32_t measurement, const std::string& metric, double value);

    /**
     * Adds a table whose columns the scenario chooses.
     *
     * @param name of the table
     * @param columnsAndUnits name and unit of each column, at least one
     * @return the number of the table, for AddRow()
     */
    uint32_t AddTable(const std::string& name,
                      const std::vector<std::pair<std::string, std::string>>& columnsAndUnits);

    /**
     * @param table as AddTable() returned it
     * @param cells one for each column
     */
    void AddRow(uint32_t table, const std::vector<double>& cells);
    /** @copydoc AddRow(uint32_t,const std::vector<double>&) */
    void AddRow(uint32_t table, const std::vector<std::string>& cells);

    /**
     * Writes the remaining rows and stores the run in the archive durably. No rows can be added
     * afterwards.
     *
     * @param cost cost of the run
     * @throws std::invalid_argument when the archive holds a different run of that number, this run
     * with other rows, or a metric in another unit
     */
    void Commit(const RunCost& cost);

    /** @return the number of the run, see RunIdentity::GetId(); final after Commit(), 0 before
     * Begin() */
    uint64_t GetRunId() const;

    /** @return the run as one JSON document (view `run_document`); also after Commit() */
    std::string GetDocument() const;

  private:
    class Impl;
    std::unique_ptr<Impl> m_impl; //!< hides SQLite
};

} // namespace ns3::archive

#endif // RUN_ARCHIVE_H
