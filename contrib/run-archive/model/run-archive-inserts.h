/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_INSERTS_H
#define RUN_ARCHIVE_INSERTS_H

#include "run-archive-sqlite.h"

#include <cstddef>

namespace ns3::archive
{

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

} // namespace ns3::archive

#endif // RUN_ARCHIVE_INSERTS_H
