/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_ARCHIVE_SQLITE_H
#define RUN_ARCHIVE_SQLITE_H

#include <cmath>
#include <cstdint>
#include <sqlite3.h>
#include <string>
#include <type_traits>
#include <vector>

namespace ns3::archive
{

/**
 * @ingroup run-archive
 *
 * A connection to a database file. Waits up to 30 s for a lock of another process.
 */
class SqliteDatabase
{
  public:
    /**
     * @param file to open
     * @param flags of sqlite3_open_v2; with SQLITE_OPEN_CREATE the first error removes the file
     * @param task the failing action in messages ("cannot ..."), such as "write a.sqlite"
     * @throws std::runtime_error when the file cannot be opened
     */
    SqliteDatabase(const std::string& file, int flags, const std::string& task);
    ~SqliteDatabase();
    SqliteDatabase(const SqliteDatabase&) = delete;
    SqliteDatabase& operator=(const SqliteDatabase&) = delete;

    /**
     * @param sql statements without parameters or results
     * @throws std::runtime_error on any error
     */
    void Execute(const char* sql);

    /** @return the handle */
    sqlite3* Get() const;

    /** @throws std::runtime_error the last error of SQLite
     * @throws std::invalid_argument the last error is a damaged file */
    [[noreturn]] void Fail() const;

  private:
    std::string m_ownFile;  //!< file to remove on failure; empty: none
    std::string m_task;     //!< the failing action in messages
    sqlite3* m_db{nullptr}; //!< the handle
};

/**
 * @ingroup run-archive
 *
 * A prepared statement. Every method throws std::runtime_error when the disk fails.
 */
class SqliteStatement
{
  public:
    /**
     * @param db database; must outlive the statement
     * @param sql one statement
     */
    SqliteStatement(const SqliteDatabase& db, const char* sql);
    ~SqliteStatement();
    SqliteStatement(const SqliteStatement&) = delete;
    SqliteStatement& operator=(const SqliteStatement&) = delete;

    /**
     * Sets a parameter. A text is not copied and must exist until the statement is executed.
     *
     * @param index of the parameter, from 1
     * @param value of the parameter; a number that is not finite and an empty optional are NULL
     */
    template <typename T>
    void Bind(int index, const T& value)
    {
        if constexpr (std::is_integral_v<T>)
        {
            sqlite3_bind_int64(m_statement, index, static_cast<int64_t>(value));
        }
        else if constexpr (std::is_floating_point_v<T>)
        {
            std::isfinite(value) ? sqlite3_bind_double(m_statement, index, value)
                                 : sqlite3_bind_null(m_statement, index);
        }
        else if constexpr (std::is_same_v<T, std::string>)
        {
            const auto size = static_cast<int>(value.size());
            sqlite3_bind_text(m_statement, index, value.data(), size, SQLITE_STATIC);
        }
        else if (value)
        {
            Bind(index, *value);
        }
        else
        {
            sqlite3_bind_null(m_statement, index);
        }
    }

    /**
     * Executes the statement with the parameters bound before.
     *
     * @return false when a constraint of the schema refuses the row
     */
    bool Step();

    /**
     * Executes the statement.
     *
     * @param values of the parameters, from the first
     * @return false when a constraint of the schema refuses the row
     */
    template <typename... Values>
    bool Run(const Values&... values)
    {
        int index = 0;
        (Bind(++index, values), ...);
        return Step();
    }

    /** @return the texts in the first column of all rows */
    std::vector<std::string> QueryColumn();

    /** @return the text in the first column of the first row; empty when there is none */
    std::string Query();

  private:
    const SqliteDatabase& m_db;         //!< the database
    sqlite3_stmt* m_statement{nullptr}; //!< the handle
};

} // namespace ns3::archive

#endif // RUN_ARCHIVE_SQLITE_H
