/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-sqlite.h"

#include "ns3/log.h"

#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace ns3::archive
{

NS_LOG_COMPONENT_DEFINE("RunArchiveSqlite");

namespace
{

/// How long another process may keep a file locked, as on the Python side.
constexpr int LONGEST_WAIT_MS = 30000;

} // namespace

SqliteDatabase::SqliteDatabase(const std::string& file, int flags, const std::string& task)
    : m_ownFile((flags & SQLITE_OPEN_CREATE) ? file : ""),
      m_task(task)
{
    NS_LOG_FUNCTION(this << file << flags << task);
    if (sqlite3_open_v2(file.c_str(), &m_db, flags, nullptr) != SQLITE_OK)
    {
        const std::string reason = std::strerror(sqlite3_system_errno(m_db));
        sqlite3_close(m_db);
        NS_LOG_WARN("cannot " << task << ": " << reason);
        throw std::runtime_error("cannot " + task + ": " + reason);
    }
    sqlite3_busy_timeout(m_db, LONGEST_WAIT_MS);
}

SqliteDatabase::~SqliteDatabase()
{
    NS_LOG_FUNCTION(this);
    sqlite3_close(m_db);
}

void
SqliteDatabase::Execute(const char* sql)
{
    NS_LOG_FUNCTION(this << std::string(sql).substr(0, 60));
    if (sqlite3_exec(m_db, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
    {
        Fail();
    }
}

sqlite3*
SqliteDatabase::Get() const
{
    return m_db;
}

void
SqliteDatabase::Fail() const
{
    // SQLite describes an error of the system by the call that failed; the file knows the cause.
    const int code = sqlite3_errcode(m_db);
    const bool system = code == SQLITE_IOERR;
    int cause = 0;
    sqlite3_file_control(m_db, "main", SQLITE_FCNTL_LAST_ERRNO, &cause);
    const std::string reason = system && cause ? std::strerror(cause) : sqlite3_errmsg(m_db);
    NS_LOG_WARN("cannot " << m_task << ": " << reason << ", result code "
                          << sqlite3_extended_errcode(m_db)
                          << (code == SQLITE_BUSY ? " after waiting for another process" : ""));
    if (!m_ownFile.empty())
    {
        NS_LOG_LOGIC(m_ownFile << " is removed");
        std::remove(m_ownFile.c_str());
    }
    if (m_ownFile.empty() && (code == SQLITE_NOTADB || code == SQLITE_CORRUPT))
    {
        throw std::invalid_argument("cannot " + m_task + ": " + reason);
    }
    throw std::runtime_error("cannot " + m_task + ": " + reason);
}

SqliteStatement::SqliteStatement(const SqliteDatabase& db, const char* sql)
    : m_db(db)
{
    const unsigned flags = SQLITE_PREPARE_PERSISTENT;
    if (sqlite3_prepare_v3(db.Get(), sql, -1, flags, &m_statement, nullptr) != SQLITE_OK)
    {
        db.Fail();
    }
}

SqliteStatement::~SqliteStatement()
{
    sqlite3_finalize(m_statement);
}

bool
SqliteStatement::Step()
{
    const int code = sqlite3_step(m_statement);
    if (code != SQLITE_DONE && code != SQLITE_CONSTRAINT)
    {
        m_db.Fail();
    }
    if (code == SQLITE_CONSTRAINT)
    {
        NS_LOG_LOGIC("a row is refused: " << sqlite3_errmsg(m_db.Get()));
    }
    sqlite3_reset(m_statement);
    return code == SQLITE_DONE;
}

std::vector<std::string>
SqliteStatement::QueryColumn()
{
    std::vector<std::string> column;
    int code;
    while ((code = sqlite3_step(m_statement)) == SQLITE_ROW)
    {
        const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, 0));
        column.emplace_back(text ? text : "", sqlite3_column_bytes(m_statement, 0));
    }
    if (code != SQLITE_DONE)
    {
        m_db.Fail();
    }
    sqlite3_reset(m_statement);
    return column;
}

std::string
SqliteStatement::Query()
{
    const auto column = QueryColumn();
    return column.empty() ? "" : column.front();
}

} // namespace ns3::archive
