/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../../burst-core/test/laws/burst-core-temporary-folder.h"

#include "ns3/run-archive.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sqlite3.h>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

/// Each test writes into an empty directory of its own.
class RunArchiveMerge : public testing::Test
{
  protected:
    /// Everything in the directory but the archive.
    std::vector<std::string> GetOthers() const
    {
        std::vector<std::string> others;
        for (const auto& entry : fs::directory_iterator(m_directory))
        {
            if (entry.path() != m_path)
            {
                others.push_back(entry.path());
            }
        }
        return others;
    }

    /// Executes SQL on a file; the first column of the first row of the last statement.
    static std::string Sql(const std::string& path, const std::string& sql)
    {
        sqlite3* db = nullptr;
        std::string text = "no row";
        char* error = nullptr;
        sqlite3_open(path.c_str(), &db);
        const auto take = [](void* out, int, char** cells, char**) {
            *static_cast<std::string*>(out) = cells[0] ? cells[0] : "NULL";
            return 0;
        };
        EXPECT_EQ(sqlite3_exec(db, sql.c_str(), take, &text, &error), SQLITE_OK) << error;
        sqlite3_close(db);
        return text;
    }

    /// What an archive must be at any moment, and how many runs it holds.
    static int CountWholeRuns(const std::string& path, int points)
    {
        EXPECT_EQ(Sql(path, "PRAGMA integrity_check"), "ok");
        EXPECT_EQ(Sql(path, "SELECT * FROM pragma_foreign_key_check"), "no row");
        EXPECT_EQ(Sql(path,
                      "SELECT run FROM run AS r WHERE"
                      " (SELECT count(*) FROM run_cost AS o WHERE o.run_id = r.run_id) <> 1 OR"
                      " (SELECT count(*) FROM scalar AS o WHERE o.run_id = r.run_id) <> 1 OR"
                      " (SELECT count(*) FROM point AS o WHERE o.run_id = r.run_id) <> " +
                          std::to_string(points)),
                  "no row");
        return std::stoi(Sql(path, "SELECT count(*) FROM run"));
    }

    const TemporaryFolder m_folder;
    const fs::path m_directory{m_folder.GetPath()};
    const std::string m_path{m_directory / "runs.sqlite"};
};

archive::RunIdentity
MakeRunIdentity(uint64_t run)
{
    archive::RunIdentity identity;
    identity.scenario = "test";
    identity.run = run;
    identity.complete = true;
    return identity;
}

/// Opens the archive and adds a run with its number as result, and points.
archive::RunArchive
Open(const std::string& path, uint64_t run, int points = 3, const std::string& unit = "s")
{
    archive::RunArchive archive(path);
    archive.Begin(MakeRunIdentity(run));
    archive.DefineMetric("result", unit, "what the run found");
    archive.AddScalar("result", static_cast<double>(run));
    const uint32_t series = archive.AddSeries("result");
    for (int i = 0; i < points; ++i)
    {
        archive.AddPoint(series, i, i);
    }
    return archive;
}

std::string
Add(const std::string& path, uint64_t run, int points = 3, const std::string& unit = "s")
{
    archive::RunArchive archive = Open(path, run, points, unit);
    archive.Commit({});
    return archive.GetDocument();
}

std::string
Read(const std::string& path)
{
    if (!fs::is_regular_file(path))
    {
        return "";
    }
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// The sentence with which something is refused.
template <typename Error, typename Act>
std::string
GetSentence(Act act)
{
    try
    {
        act();
    }
    catch (const Error& error)
    {
        return error.what();
    }
    return "accepted";
}

} // namespace

TEST_F(RunArchiveMerge, RunsGatherAndEachHasItsDocument)
{
    for (const uint64_t run : {1, 2, 3})
    {
        const auto document = nlohmann::json::parse(Add(m_path, run));
        EXPECT_EQ(document["run"], run);
        EXPECT_EQ(document["metrics"]["result"]["value"], run);
        EXPECT_EQ(CountWholeRuns(m_path, 3), static_cast<int>(run));
    }
    EXPECT_TRUE(GetOthers().empty());
}

TEST_F(RunArchiveMerge, WhatIsNoArchiveIsRefusedBeforeAnythingIsWritten)
{
    const std::string made = m_directory / "made";
    const std::vector<std::function<void(const std::string&)>> makers{
        [](auto& path) { std::ofstream(path) << "notes of a user\n"; },
        [](auto& path) { std::ofstream{path}; },
        [](auto& path) { std::ofstream(path) << "SQLite format 3" << std::string(500, '\0'); },
        [](auto& path) { Sql(path, "CREATE TABLE mine (a); INSERT INTO mine VALUES (1)"); },
        [](auto& path) {
            Add(path, 1);
            Sql(path, "PRAGMA user_version = 99");
        },
        [](auto& path) {
            Add(path, 1);
            Sql(path, "PRAGMA user_version = 0");
        },
        [](auto& path) {
            Add(path, 1);
            Sql(path, "CREATE TRIGGER evil AFTER INSERT ON run BEGIN DELETE FROM run; END");
        },
        [](auto& path) {
            Add(path, 1);
            Sql(path, "CREATE TABLE toy_runs (a)");
        },
        [](auto& path) {
            Add(path, 1);
            Sql(path, "CREATE INDEX toy_runs ON run (seed)");
        },
        [](auto& path) {
            Add(path, 1);
            Sql(path, "DROP VIEW result; CREATE VIEW result AS SELECT 1");
        },
        [](auto& path) {
            Add(path, 1);
            Sql(path, "DROP INDEX flow_by_pair");
        },
        [](auto& path) {
            Add(path, 1);
            Sql(path, "ALTER TABLE claim RENAME COLUMN note TO remark");
        },
        [](auto& path) { fs::create_directory(path); },
        [](auto& path) { fs::create_symlink("nowhere", path); },
    };
    for (std::size_t i = 0; i < makers.size(); ++i)
    {
        makers[i](made);
        const std::string before = Read(made);
        EXPECT_THROW(archive::RunArchive{made}, std::invalid_argument) << "maker " << i;
        EXPECT_EQ(Read(made), before);
        EXPECT_EQ(GetOthers(), std::vector{made});
        fs::remove_all(made);
    }
}

TEST_F(RunArchiveMerge, CommentsAndBlanksOfTheSchemaDoNotMatter)
{
    Add(m_path, 1);
    Sql(m_path,
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(replace(sql, '--', "
        "'-- older: '), ',', ' ,') WHERE name = 'run'");
    Add(m_path, 2);
    EXPECT_EQ(CountWholeRuns(m_path, 3), 2);
}

TEST_F(RunArchiveMerge, ARunThatIsThereStaysAndOneWithOtherRowsIsRefused)
{
    Add(m_path, 1);
    Sql(m_path, "UPDATE run_cost SET finished_utc = 'then'");
    Add(m_path, 1);
    EXPECT_EQ(CountWholeRuns(m_path, 3), 1);
    EXPECT_EQ(Sql(m_path, "SELECT finished_utc FROM run_cost"), "then");
    EXPECT_TRUE(GetOthers().empty());
    const auto sentence = GetSentence<std::invalid_argument>([&] { Add(m_path, 1, 4); });
    EXPECT_NE(sentence.find("with other rows in 'point'"), std::string::npos) << sentence;
    EXPECT_EQ(CountWholeRuns(m_path, 3), 1);
    ASSERT_EQ(GetOthers().size(), 1u);
    EXPECT_NE(sentence.find(GetOthers()[0]), std::string::npos) << sentence;
    EXPECT_EQ(CountWholeRuns(GetOthers()[0], 4), 1);
}

TEST_F(RunArchiveMerge, LabelsOfARunAreNoOtherRows)
{
    Add(m_path, 1);
    Sql(m_path,
        "INSERT INTO label_name VALUES ('toy', 'load', 'real', '');"
        "INSERT INTO label SELECT run_id, 'toy', 'load', 0.5 FROM run;"
        "INSERT INTO added_run SELECT 'toy', 'quick', run_id FROM run;"
        "CREATE VIEW toy_runs AS SELECT run_id FROM label");
    Add(m_path, 1);
    Add(m_path, 2);
    EXPECT_EQ(CountWholeRuns(m_path, 3), 2);
    EXPECT_EQ(Sql(m_path, "SELECT count(*) || ' ' || sum(value) FROM label"), "1 0.5");
    EXPECT_EQ(Sql(m_path, "SELECT count(*) FROM toy_runs"), "1");
    EXPECT_EQ(Sql(m_path, "SELECT count(*) FROM added_run"), "1");
    EXPECT_TRUE(GetOthers().empty());
}

TEST_F(RunArchiveMerge, AnotherKeyOrUnitIsRefusedAndTheRunIsKept)
{
    Add(m_path, 1);
    const auto sentence = GetSentence<std::invalid_argument>([&] { Add(m_path, 2, 3, "ms"); });
    EXPECT_NE(sentence.find("result is measured in ms, the archive has it in s"), std::string::npos)
        << sentence;
    EXPECT_EQ(CountWholeRuns(m_path, 3), 1);
    ASSERT_EQ(GetOthers().size(), 1u);
    EXPECT_EQ(CountWholeRuns(GetOthers()[0], 3), 1);
    fs::remove(GetOthers()[0]);
    Sql(m_path, "UPDATE run SET key = 'another'");
    EXPECT_THROW(Add(m_path, 1), std::invalid_argument);
    EXPECT_EQ(CountWholeRuns(m_path, 3), 1);
    EXPECT_EQ(GetOthers().size(), 1u);
}

TEST_F(RunArchiveMerge, WhatAppearsDuringTheRunIsNotReplaced)
{
    {
        archive::RunArchive archive = Open(m_path, 1);
        std::ofstream(m_path) << "notes";
        EXPECT_THROW(archive.Commit({}), std::invalid_argument);
    }
    EXPECT_EQ(Read(m_path), "notes");
    ASSERT_EQ(GetOthers().size(), 1u);
    EXPECT_EQ(CountWholeRuns(GetOthers()[0], 3), 1);
    fs::remove(m_path);
    fs::remove(GetOthers()[0]);

    archive::RunArchive archive = Open(m_path, 2);
    const std::string other = m_directory / "other";
    Add(other, 1);
    fs::rename(other, m_path);
    archive.Commit({});
    EXPECT_EQ(CountWholeRuns(m_path, 3), 2);
    EXPECT_TRUE(GetOthers().empty());
}

TEST_F(RunArchiveMerge, AFullDiskLosesNeitherTheArchiveNorTheRun)
{
    Add(m_path, 1, 20000);
    const auto size = fs::file_size(m_path);
    rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    auto* handler = std::signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 5; ++i)
    {
        archive::RunArchive archive = Open(m_path, 2, 10000);
        rlimit full = before;
        full.rlim_cur = size + i * size / 16; // the archive would grow by about half
        setrlimit(RLIMIT_FSIZE, &full);
        const auto sentence = GetSentence<std::runtime_error>([&] { archive.Commit({}); });
        setrlimit(RLIMIT_FSIZE, &before);
        ASSERT_EQ(GetOthers().size(), 1u) << sentence;
        EXPECT_NE(sentence.find(GetOthers()[0]), std::string::npos) << sentence;
        EXPECT_EQ(CountWholeRuns(GetOthers()[0], 10000), 1);
        EXPECT_EQ(CountWholeRuns(m_path, 20000), 1);
        fs::remove(GetOthers()[0]);
    }
    std::signal(SIGXFSZ, handler);
}

TEST_F(RunArchiveMerge, ProcessesThatStartTogetherAllGetIn)
{
    const int processes = 8;
    const int runs = 10;
    for (int process = 0; process < processes; ++process)
    {
        if (fork() == 0)
        {
            for (int run = 0; run < runs; ++run)
            {
                Add(m_path, 1 + process * runs + run);
            }
            _exit(0);
        }
    }
    for (int process = 0; process < processes; ++process)
    {
        int status = -1;
        wait(&status);
        EXPECT_EQ(status, 0);
    }
    EXPECT_EQ(CountWholeRuns(m_path, 3), processes * runs);
    EXPECT_TRUE(GetOthers().empty());
}

TEST_F(RunArchiveMerge, AKillAtAnyMomentLeavesTheArchiveWhole)
{
    const int points = 500;
    const std::string reports = m_directory / "reports";
    uint64_t finished = 0;
    for (int kill = 0; kill < 40; ++kill)
    {
        const pid_t child = fork();
        if (child == 0)
        {
            for (uint64_t run = finished + 1;; ++run)
            {
                Add(m_path, run, points);
                std::ofstream(reports, std::ios::app) << '.';
            }
        }
        while (!fs::exists(reports) || fs::file_size(reports) == finished)
        {
            usleep(1000);
        }
        usleep(1000 * kill);
        ::kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        const int runs = fs::exists(m_path) ? CountWholeRuns(m_path, points) : 0;
        // What was reported is there, and what was in flight may be.
        const auto reported = fs::exists(reports) ? fs::file_size(reports) : 0;
        EXPECT_GE(runs, static_cast<int>(reported));
        finished = runs;
        fs::remove(reports);
        std::ofstream(reports) << std::string(runs, '.');
    }
    EXPECT_GE(finished, 40u);
}
