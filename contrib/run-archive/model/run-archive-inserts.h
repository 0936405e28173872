/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_INSERTS_H
#define RUN_ARCHIVE_INSERTS_H

#include "run-archive-sqlite.h"

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3::archive
{

/**
 * @ingroup run-archive
 *
 * The text of `schema.sql`, in a source that CMake makes.
 */
extern const char* const RUN_ARCHIVE_SCHEMA;

/**
 * @ingroup run-archive
 *
 * Begins the one transaction of a file and creates the tables of `schema.sql` in it.
 *
 * @param db an empty database
 */
void CreateTables(SqliteDatabase& db);

/**
 * @ingroup run-archive
 *
 * The statements that fill the tables, prepared once.
 */
struct ArchiveInserts
{
    /// Points per execution of `points`, so that SQLite seeks the end of the table once for all.
    static constexpr std::size_t POINTS_A_STATEMENT = 64;

    /** @param db database with the tables; must outlive this object */
    explicit ArchiveInserts(const SqliteDatabase& db);

    SqliteStatement run;              //!< columns of the table
    SqliteStatement parameter;        //!< columns of the table
    SqliteStatement metric;           //!< columns of the table
    SqliteStatement scalar;           //!< columns of the table
    SqliteStatement series;           //!< columns of the table
    SqliteStatement point;            //!< run, series; n, t and value
    SqliteStatement points;           //!< run, series; n, t and value of each point
    SqliteStatement histogram;        //!< columns of the table
    SqliteStatement bin;              //!< columns of the table
    SqliteStatement flow;             //!< columns of the table
    SqliteStatement measurement;      //!< columns of the table
    SqliteStatement measurementValue; //!< columns of the table
    SqliteStatement table;            //!< columns of the table
    SqliteStatement row;              //!< columns of the table
    SqliteStatement cost;             //!< all columns but the last, which gets the present time
};

/**
 * @ingroup run-archive
 *
 * Points of all series that are not written yet. The table is clustered by series, so that
 * interleaved points of several series would be inserted all over the table.
 */
class PendingPoints
{
  public:
    /// Adds a series. Its number is GetSeriesCount() before the call.
    void AddSeries();

    /** @return number of series */
    uint32_t GetSeriesCount() const;

    /**
     * @param series number of the series
     * @param t time of the point
     * @param value of the point
     * @return whether the buffer is full, so that Write() is due
     */
    bool Add(uint32_t series, int64_t t, double value)
    {
        if (series >= m_series.size())
        {
            throw std::invalid_argument("there is no series " + std::to_string(series));
        }
        m_series[series].points.push_back({t, value});
        return ++m_count == MAX_POINTS;
    }

    /**
     * Writes all points, series by series.
     *
     * @param insert the statements
     * @param runId the run
     */
    void Write(ArchiveInserts& insert, uint64_t runId);

  private:
    /// Points held back, over all series (16 MB).
    static constexpr std::size_t MAX_POINTS = std::size_t{1} << 20;

    /// A point.
    struct Point
    {
        int64_t t;    //!< time
        double value; //!< value
    };

    /// A series.
    struct Series
    {
        uint64_t written{0};       //!< points in the table
        std::vector<Point> points; //!< points that follow them
    };

    std::vector<Series> m_series; //!< by number
    std::size_t m_count{0};       //!< points of all series
};

} // namespace ns3::archive

#endif // RUN_ARCHIVE_INSERTS_H
