/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-merge.h"

#include "run-archive-inserts.h"
#include "run-archive-sqlite.h"

#include "ns3/log.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <stdexcept>

namespace ns3::archive
{

NS_LOG_COMPONENT_DEFINE("RunArchiveMerge");

namespace
{

/// A committed run survives a loss of power, because its own file is removed right after.
const char* const PRAGMAS = "PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON;"
                            "PRAGMA synchronous = EXTRA;";

/// Tables of what a run cost and what it is used for: two archives may differ in them.
const char* const MAY_DIFFER[] = {"run_cost", "label", "added_run"};

const char* const OBJECTS = "SELECT name || char(10) || ifnull(sql, '') FROM sqlite_schema"
                            " WHERE name NOT LIKE 'sqlite@_%' ESCAPE '@' ORDER BY name";

/** @param sql a definition @return it without comments and without blanks that part no words */
std::string
Strip(const std::string& sql)
{
    const std::string marks = "(),|=";
    std::string bare;
    bool blank = false;
    for (std::size_t i = 0; i < sql.size(); ++i)
    {
        if (sql.compare(i, 2, "--") == 0)
        {
            i = std::min(sql.find('\n', i), sql.size());
            blank = true;
        }
        else if (std::strchr(" \t\r\n\v\f", sql[i]))
        {
            blank = true;
        }
        else
        {
            const bool apart = blank && !bare.empty() &&
                               marks.find(bare.back()) == std::string::npos &&
                               marks.find(sql[i]) == std::string::npos;
            bare += apart ? " " : "";
            bare += sql[i];
            blank = false;
        }
    }
    return bare;
}

/** @param db a database @return its tables, indexes and views with their definitions, stripped */
std::map<std::string, std::string>
GetObjects(const SqliteDatabase& db)
{
    std::map<std::string, std::string> objects;
    for (const auto& text : SqliteStatement(db, OBJECTS).QueryColumn())
    {
        const auto end = text.find('\n');
        objects[text.substr(0, end)] = Strip(text.substr(end + 1));
    }
    return objects;
}

/** @param db a database @return its PRAGMA user_version */
std::string
GetVersion(const SqliteDatabase& db)
{
    return SqliteStatement(db, "PRAGMA user_version").Query();
}

/**
 * Views that the schema does not know are those of labels, which the reading side checks.
 *
 * @param path a file
 * @param db it
 * @throws std::invalid_argument as CheckArchive()
 */
void
CheckSchema(const std::string& path, SqliteDatabase& db)
{
    SqliteDatabase ours(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "make a schema");
    ours.Execute(RUN_ARCHIVE_SCHEMA);
    const std::string version = GetVersion(db);
    if (version != GetVersion(ours))
    {
        throw std::invalid_argument(path + " has schema version " + version + ", not " +
                                    GetVersion(ours) +
                                    " as this burstlab; ./lab report --archive=" + path +
                                    " brings an older archive up to it");
    }
    auto found = GetObjects(db);
    const auto expected = GetObjects(ours);
    for (const auto& view :
         SqliteStatement(db, "SELECT name FROM sqlite_schema WHERE type = 'view'").QueryColumn())
    {
        if (expected.count(view) == 0)
        {
            found.erase(view);
        }
    }
    auto all = expected;
    all.insert(found.begin(), found.end());
    for (const auto& [name, sql] : all)
    {
        const auto theirs = found.find(name);
        const auto own = expected.find(name);
        if (theirs == found.end() || own == expected.end() || theirs->second != own->second)
        {
            throw std::invalid_argument(path + " is not an archive of burstlab: '" + name +
                                        "' is not as in its schema");
        }
    }
}

/** @param path an archive @return a connection to it, checked as CheckArchive() does */
std::unique_ptr<SqliteDatabase>
OpenArchive(const std::string& path)
{
    std::error_code none;
    if (!std::filesystem::is_regular_file(path, none))
    {
        throw std::invalid_argument(path + " is not a file that could be an archive");
    }
    const std::string magic("SQLite format 3\0", 16);
    std::ifstream file(path, std::ios::binary);
    std::string begin(magic.size(), ' ');
    if (!file)
    {
        throw std::runtime_error("cannot read " + path + ": " + std::strerror(errno));
    }
    if (!file.read(begin.data(), begin.size()) || begin != magic)
    {
        throw std::invalid_argument(path +
                                    " is not an archive of burstlab: it is not an SQLite file");
    }
    auto db = std::make_unique<SqliteDatabase>(path, SQLITE_OPEN_READWRITE, "add a run to " + path);
    if (sqlite3_db_readonly(db->Get(), "main") != 0)
    {
        throw std::runtime_error("cannot add a run to " + path + ": it may not be written");
    }
    db->Execute(PRAGMAS);
    CheckSchema(path, *db);
    return db;
}

/**
 * @param sql one statement
 * @param runId its parameter ?1
 * @return the first cell of its result
 */
std::string
Query(const SqliteDatabase& db, const std::string& sql, uint64_t runId)
{
    SqliteStatement statement(db, sql.c_str());
    statement.Bind(1, runId);
    return statement.Query();
}

/** Does what MergeRun() does, within its transaction. */
void
CopyRun(SqliteDatabase& db, const std::string& archive, uint64_t runId)
{
    const auto refuse = [&](const std::string& sentence) {
        throw std::invalid_argument("cannot add a run to " + archive + ": " + sentence);
    };
    const std::string conflict =
        SqliteStatement(db,
                        "SELECT name || ' is measured in ' || b.unit || ', the archive has it in '"
                        " || a.unit FROM main.metric AS a JOIN shard.metric AS b USING (name)"
                        " WHERE a.unit <> b.unit")
            .Query();
    if (!conflict.empty())
    {
        refuse(conflict);
    }
    const std::string there =
        Query(db,
              "SELECT CASE a.key WHEN b.key THEN 'same' ELSE a.key || ' and ' || b.key END"
              " FROM main.run AS a JOIN shard.run AS b USING (run_id) WHERE run_id = ?1",
              runId);
    if (!there.empty() && there != "same")
    {
        refuse("two runs have the identifier " + std::to_string(runId) + ": " + there);
    }
    const auto tables =
        SqliteStatement(db,
                        "SELECT m.name FROM main.sqlite_schema AS m, pragma_table_info(m.name) AS c"
                        " WHERE m.type = 'table' AND c.name = 'run_id' ORDER BY m.rowid")
            .QueryColumn();
    if (there == "same")
    {
        NS_LOG_LOGIC("run " << runId << " is there already");
        for (const auto& table : tables)
        {
            const std::string theirs = "SELECT * FROM main." + table + " WHERE run_id = ?1";
            const std::string ours = "SELECT * FROM shard." + table;
            const std::string sql = "SELECT EXISTS (" + theirs + " EXCEPT " + ours +
                                    ") OR EXISTS (" + ours + " EXCEPT " + theirs + ")";
            const bool mayDiffer = std::find(std::begin(MAY_DIFFER), std::end(MAY_DIFFER), table) !=
                                   std::end(MAY_DIFFER);
            if (!mayDiffer && Query(db, sql, runId) == "1")
            {
                refuse("it holds the run " + std::to_string(runId) + " with other rows in '" +
                       table +
                       "', so the results depend on what its key does not name: every "
                       "parameter belongs into RunIdentity::parameters");
            }
        }
        return;
    }
    // Of two descriptions the same one stays whatever the order of the runs.
    db.Execute("INSERT INTO main.metric SELECT name, unit, description FROM shard.metric WHERE true"
               " ON CONFLICT (name) DO UPDATE SET description = excluded.description"
               " WHERE excluded.description < description");
    for (const auto& table : tables)
    {
        const std::string sql = "INSERT INTO main." + table + " SELECT * FROM shard." + table;
        if (!SqliteStatement(db, sql.c_str()).Step())
        {
            refuse("it is damaged, rows of '" + table + "' belong to no run");
        }
    }
}

/** Adds the run of a file to an archive. */
void
MergeRun(const std::string& archive, const std::string& file, uint64_t runId)
{
    const auto db = OpenArchive(std::filesystem::absolute(archive));
    const std::string shard = std::filesystem::absolute(file);
    SqliteStatement(*db, "ATTACH ? AS shard").Run(shard);
    NS_LOG_LOGIC("run " << runId << " waits for the lock of " << archive);
    db->Execute("BEGIN IMMEDIATE");
    NS_LOG_LOGIC("run " << runId << " has the lock of " << archive);
    CopyRun(*db, archive, runId);
    db->Execute("COMMIT");
}

} // namespace

void
CheckArchive(const std::string& path)
{
    NS_LOG_FUNCTION(path);
    OpenArchive(std::filesystem::absolute(path));
}

void
StoreRun(const std::string& archive, PartialFile& file, uint64_t runId)
{
    NS_LOG_FUNCTION(archive << file.GetName() << runId);
    file.Sync();
    const auto keep = [&] {
        const std::string kept = file.Keep(".run-" + std::to_string(runId));
        NS_LOG_WARN("run " << runId << " is kept in " << kept);
        return "; the finished run is in " + kept + ", which Archive('" + archive + "').merge(['" +
               kept + "']) of burstlab in Python adds to the archive";
    };
    try
    {
        if (!file.Publish())
        {
            MergeRun(archive, file.GetName(), runId);
        }
    }
    catch (const std::invalid_argument& error)
    {
        throw std::invalid_argument(error.what() + keep());
    }
    catch (const std::runtime_error& error)
    {
        throw std::runtime_error(error.what() + keep());
    }
    NS_LOG_INFO("run " << runId << " is in " << archive);
}

} // namespace ns3::archive
