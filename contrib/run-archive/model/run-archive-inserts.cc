/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-inserts.h"

#include "ns3/log.h"

#include <string>

namespace ns3::archive
{

namespace
{

/// Neither a rollback journal nor waiting for the disk: the file is completed, or it is removed.
/// Foreign keys hold by construction here; readers and mergers check them.
const char* const PRAGMAS = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
                            "PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536;"
                            "PRAGMA temp_store = MEMORY;";

/**
 * @param rows how many points
 * @return a statement that inserts them
 */
std::string
GetInsertPoints(std::size_t rows)
{
    std::string sql = "INSERT INTO point VALUES (?1, ?2, ?, ?, ?)";
    while (--rows > 0)
    {
        sql += ", (?1, ?2, ?, ?, ?)";
    }
    return sql;
}

} // namespace

void
CreateTables(SqliteDatabase& db)
{
    db.Execute(PRAGMAS);
    db.Execute("BEGIN");
    db.Execute(RUN_ARCHIVE_SCHEMA);
}

ArchiveInserts::ArchiveInserts(const SqliteDatabase& db)
    : run(db, "INSERT INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?)"),
      parameter(db, "INSERT INTO parameter VALUES (?, ?, ?)"),
      metric(db, "INSERT INTO metric VALUES (?, ?, ?)"),
      scalar(db, "INSERT INTO scalar VALUES (?, ?, ?, ?)"),
      series(db, "INSERT INTO series VALUES (?, ?, ?, ?, ?, ?)"),
      point(db, GetInsertPoints(1).c_str()),
      points(db, GetInsertPoints(POINTS_A_STATEMENT).c_str()),
      histogram(db, "INSERT INTO histogram VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      bin(db, "INSERT INTO histogram_bin VALUES (?, ?, ?, ?, ?)"),
      flow(db, "INSERT INTO flow VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      measurement(db, "INSERT INTO measurement VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"),
      measurementValue(db, "INSERT INTO measurement_value VALUES (?, ?, ?, ?)"),
      table(db, "INSERT INTO result_table VALUES (?, ?, ?, ?, ?)"),
      row(db, "INSERT INTO result_row VALUES (?, ?, ?, ?)"),
      cost(db,
           "INSERT INTO run_cost VALUES (?, ?, ?, ?, ?, ?, "
           "strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))")
{
}

NS_LOG_COMPONENT_DEFINE("RunArchivePoints");

void
PendingPoints::AddSeries()
{
    NS_LOG_FUNCTION(this << m_series.size());
    m_series.emplace_back();
}

uint32_t
PendingPoints::GetSeriesCount() const
{
    return static_cast<uint32_t>(m_series.size());
}

void
PendingPoints::Write(ArchiveInserts& insert, uint64_t runId)
{
    NS_LOG_FUNCTION(this << runId);
    NS_LOG_LOGIC(m_count << " points of " << m_series.size() << " series are written");
    insert.point.Bind(1, runId);
    insert.points.Bind(1, runId);
    for (std::size_t number = 0; number < m_series.size(); ++number)
    {
        auto& [written, points] = m_series[number];
        insert.point.Bind(2, number);
        insert.points.Bind(2, number);
        for (std::size_t i = 0; i < points.size();)
        {
            const bool many = points.size() - i >= ArchiveInserts::POINTS_A_STATEMENT;
            SqliteStatement& statement = many ? insert.points : insert.point;
            const std::size_t end = i + (many ? ArchiveInserts::POINTS_A_STATEMENT : 1);
            for (int parameter = 2; i < end; ++i)
            {
                statement.Bind(++parameter, written++);
                statement.Bind(++parameter, points[i].t);
                statement.Bind(++parameter, points[i].value);
            }
            statement.Step();
        }
        points.clear();
    }
    m_count = 0;
}

} // namespace ns3::archive
