/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../../burst-core/test/laws/burst-core-temporary-folder.h"
#include "run-archive-samples.h"

#include "ns3/run-archive.h"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <sqlite3.h>
#include <stdexcept>
#include <sys/resource.h>
#include <unistd.h>

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

/// Each test writes into an empty directory of its own.
class RunArchiveFile : public testing::Test
{
  protected:
    std::size_t CountFiles() const
    {
        return std::distance(fs::directory_iterator(m_folder.GetPath()), fs::directory_iterator());
    }

    /// First column of the first row of a query on the finished file.
    std::string Query(const std::string& sql) const
    {
        sqlite3* db = nullptr;
        sqlite3_stmt* statement = nullptr;
        sqlite3_open_v2(m_path.c_str(), &db, SQLITE_OPEN_READONLY, nullptr);
        EXPECT_EQ(sqlite3_prepare_v2(db, sql.c_str(), -1, &statement, nullptr), SQLITE_OK)
            << sqlite3_errmsg(db);
        std::string text = "no row";
        if (sqlite3_step(statement) == SQLITE_ROW)
        {
            const auto* cell = reinterpret_cast<const char*>(sqlite3_column_text(statement, 0));
            text = cell ? cell : "NULL";
        }
        sqlite3_finalize(statement);
        sqlite3_close(db);
        return text;
    }

    const TemporaryFolder m_folder;
    const std::string m_path{m_folder.GetPath() / "run.sqlite"};
};

/// Rows in every table, and enough points that the pages do not all fit into SQLite's cache.
void
Fill(archive::RunArchive& archive, int points)
{
    archive.Begin(MakeIdentity());
    archive.DefineMetric("delay", "ns", "Delay of a packet.");
    archive.DefineMetric("lost", "1", "Packets lost.");
    archive.AddScalar("lost", 0);
    archive.AddScalar("delay", 12.5, "host/0");
    archive.AddScalar("delay", std::numeric_limits<double>::quiet_NaN(), "host/1");
    archive.AddScalar("delay", std::numeric_limits<double>::infinity(), "host/2");
    burst::LogLinearHistogram histogram(2);
    histogram.Add(3, 2);
    histogram.Add(17);
    archive.AddHistogram("delay", histogram);
    archive.AddHistogram("lost", burst::LogLinearHistogram());
    archive::FlowRecord flow;
    flow.source = "a";
    flow.destination = "b";
    flow.protocol = "tcp";
    flow.sourcePort = 49153;
    flow.destinationPort = 80;
    flow.dscp = 8;
    flow.startNs = 5;
    flow.bytes = 1000;
    flow.packets = 2;
    flow.lostPackets = 1;
    archive.AddFlow(flow);
    flow.observer = "router";
    flow.endNs = 9;
    archive.AddFlow(flow);
    archive::MeasurementRecord measurement;
    measurement.tool = "ping";
    measurement.source = "a";
    measurement.destination = "b";
    measurement.cycle = 1;
    measurement.startNs = 10;
    measurement.durationNs = 20;
    measurement.status = "ok";
    archive.AddMeasurementValue(archive.AddMeasurement(measurement), "delay", 4);
    measurement.status = "timeout";
    archive.AddMeasurement(measurement);
    const uint32_t numbers = archive.AddTable("numbers", {{"x", "1"}, {"y", "ms"}});
    archive.AddRow(numbers, std::vector<double>{0.1, std::numeric_limits<double>::infinity()});
    const uint32_t texts = archive.AddTable("texts", {{"what", ""}});
    archive.AddRow(texts, std::vector<std::string>{"1 \"quoted\" \\ line\n end"});
    archive.AddRow(texts, std::vector<std::string>{"2"});
    const uint32_t first = archive.AddSeries("delay", "host/0");
    const uint32_t second = archive.AddSeries("lost", "", "tick", 100);
    for (int i = 0; i < points; ++i)
    {
        archive.AddPoint(first, 2 * i, i + 0.25);
        archive.AddPoint(second, i, -i);
    }
}

archive::RunCost
MakeCost()
{
    archive::RunCost cost;
    cost.wallSeconds = 1.5;
    cost.cpuSeconds = 1.25;
    cost.events = 42;
    cost.peakRssKiB = 1024;
    cost.driver = "compiled";
    return cost;
}

/// Limits the size of any file this process writes, as a full disk does. An ordinary user may.
class FileSizeLimit
{
  public:
    explicit FileSizeLimit(rlim_t bytes)
        : m_handler(std::signal(SIGXFSZ, SIG_IGN))
    {
        getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit limit = m_before;
        limit.rlim_cur = bytes;
        setrlimit(RLIMIT_FSIZE, &limit);
    }

    ~FileSizeLimit()
    {
        setrlimit(RLIMIT_FSIZE, &m_before);
        std::signal(SIGXFSZ, m_handler);
    }

  private:
    rlimit m_before;
    void (*m_handler)(int);
};

} // namespace

TEST_F(RunArchiveFile, IsAbsentUntilItIsFinished)
{
    {
        archive::RunArchive archive(m_path);
        EXPECT_TRUE(fs::exists(m_path + "." + std::to_string(getpid()) + ".partial"));
        Fill(archive, 10);
        EXPECT_FALSE(fs::exists(m_path));
        archive.Commit(MakeCost());
        EXPECT_TRUE(fs::exists(m_path));
    }
    EXPECT_EQ(CountFiles(), 1u);
    EXPECT_EQ(Query("PRAGMA integrity_check"), "ok");
    EXPECT_EQ(Query("SELECT * FROM pragma_foreign_key_check"), "no row");
    EXPECT_EQ(Query("SELECT run_id FROM run"), std::to_string(MakeIdentity().GetId()));
    EXPECT_EQ(Query("SELECT finished_utc LIKE '20__-__-__T__:__:__Z' FROM run_cost"), "1");
}

TEST_F(RunArchiveFile, LeavesNothingWithoutCommit)
{
    {
        archive::RunArchive archive(m_path);
        Fill(archive, 10);
        archive::RunArchive moved(std::move(archive));
        moved.AddScalar("lost", 1, "moved");
    }
    EXPECT_EQ(CountFiles(), 0u);
}

using RunArchiveFileDeathTest = RunArchiveFile;

TEST_F(RunArchiveFileDeathTest, AProgramThatExitsDuringARunLeavesNothing)
{
    const auto leave = [this] {
        archive::RunArchive archive(m_path);
        Fill(archive, 10);
        std::exit(3);
    };
    EXPECT_EXIT(leave(), testing::ExitedWithCode(3), "");
    EXPECT_EQ(CountFiles(), 0u);
    // A forked process leaves the run of its parent alone.
    archive::RunArchive archive(m_path);
    Fill(archive, 10);
    EXPECT_EXIT(std::exit(3), testing::ExitedWithCode(3), "");
    archive.Commit(MakeCost());
    EXPECT_EQ(Query("SELECT COUNT(*) FROM run"), "1");
}

TEST_F(RunArchiveFile, PartialFileOfAKilledProcessOfTheSameNumberIsReplaced)
{
    std::ofstream(m_path + "." + std::to_string(getpid()) + ".partial") << "of a killed process";
    archive::RunArchive archive(m_path);
    Fill(archive, 10);
    archive.Commit(MakeCost());
    EXPECT_EQ(Query("SELECT COUNT(*) FROM run"), "1");
    EXPECT_EQ(CountFiles(), 1u);
}

TEST_F(RunArchiveFile, FullDiskGivesOneSentenceAndLeavesNothing)
{
    const int points = 20000;
    {
        archive::RunArchive archive(m_path);
        Fill(archive, points);
        archive.Commit(MakeCost());
    }
    const std::size_t size = fs::file_size(m_path);
    fs::remove(m_path);
    for (std::size_t limit = 0; limit < size; limit += size / 23)
    {
        const FileSizeLimit full(limit);
        try
        {
            archive::RunArchive archive(m_path);
            Fill(archive, points);
            archive.Commit(MakeCost());
            ADD_FAILURE() << "a file of " << size << " bytes was written into " << limit;
        }
        catch (const std::runtime_error& error)
        {
            EXPECT_EQ(error.what(), "cannot write " + m_path + ": File too large");
            EXPECT_EQ(CountFiles(), 0u) << limit;
        }
    }
    EXPECT_EQ(CountFiles(), 0u);
}

TEST_F(RunArchiveFile, FailureInTheMiddleOfTheRunIsFinal)
{
    archive::RunArchive archive(m_path);
    Fill(archive, 10);
    const uint32_t table = archive.AddTable("large", {{"text", ""}});
    const std::vector<std::string> row{std::string(1 << 20, 'x')};
    {
        const FileSizeLimit full(1 << 20);
        EXPECT_THROW(
            {
                for (int i = 0; i < 1000; ++i)
                {
                    archive.AddRow(table, row);
                }
            },
            std::runtime_error);
    }
    // At once, as a program may end without unwinding its stack.
    EXPECT_EQ(CountFiles(), 0u);
    // There is room again, but the run has lost rows.
    EXPECT_THROW(archive.Commit(MakeCost()), std::runtime_error);
    EXPECT_EQ(CountFiles(), 0u);
}

TEST_F(RunArchiveFile, UnwritablePlacesAreNamed)
{
    const std::string nowhere = m_folder.GetPath() / "missing" / "run.sqlite";
    try
    {
        archive::RunArchive archive(nowhere);
        FAIL();
    }
    catch (const std::runtime_error& error)
    {
        EXPECT_EQ(error.what(), "cannot write " + nowhere + ": No such file or directory");
    }
    archive::RunArchive archive(m_path);
    EXPECT_THROW(archive::RunArchive{m_path}, std::runtime_error);
    Fill(archive, 1);
    EXPECT_THROW(archive::RunArchive(""), std::invalid_argument);
}

TEST_F(RunArchiveFile, InterleavedSeriesKeepTheOrderOfRecording)
{
    // More points than are held back, so that each series is written in several runs.
    const int seriesCount = 7;
    const int pointsEach = 200000;
    {
        archive::RunArchive archive(m_path);
        archive.Begin(MakeIdentity());
        archive.DefineMetric("load", "1", "");
        for (int s = 0; s < seriesCount; ++s)
        {
            EXPECT_EQ(archive.AddSeries("load", std::to_string(s)), static_cast<uint32_t>(s));
        }
        for (int i = 0; i < pointsEach; ++i)
        {
            for (int s = 0; s < seriesCount; ++s)
            {
                archive.AddPoint(s, 10 * i, i + s);
            }
        }
        archive.Commit(MakeCost());
    }
    EXPECT_EQ(Query("SELECT COUNT(*) FROM point WHERE t = 10 * n AND value = n + series"),
              std::to_string(seriesCount * pointsEach));
    EXPECT_EQ(Query("SELECT MIN(c) || ' ' || MAX(c) FROM (SELECT COUNT(*) AS c FROM point GROUP BY "
                    "series)"),
              "200000 200000");
}

TEST_F(RunArchiveFile, DocumentIsTheSameInMemoryBeforeAndAfterCommit)
{
    // Written by hand from the calls in Fill() and the description of the run document in the
    // README.
    const auto expected = nlohmann::json::parse(R"({
        "scenario": "ns3::TestScenario",
        "parameters": {"Load": "0.5", "Duration": "+1s"},
        "seed": 3,
        "run": 7,
        "versions": {"burstlab": "v1", "ns-3": "3.44"},
        "metrics": {
            "lost": {"value": 0, "unit": "1"},
            "delay[host/0]": {"value": 12.5, "unit": "ns"},
            "delay[host/1]": {"value": null, "unit": "ns"},
            "delay[host/2]": {"value": null, "unit": "ns"}
        },
        "tables": {
            "numbers": {"columns": ["x", "y"], "units": ["1", "ms"], "rows": [[0.1, null]]},
            "texts": {"columns": ["what"], "units": [""],
                      "rows": [["1 \"quoted\" \\ line\n end"], ["2"]]},
            "delay[host/0]": {"columns": ["t", "value"], "units": ["ns", "ns"],
                              "rows": [[0, 0.25], [2, 1.25]]},
            "lost": {"columns": ["t", "value"], "units": ["tick", "1"], "rows": [[0, 0], [1, -1]]},
            "histogram of delay": {"columns": ["low", "width", "count"], "units": ["ns", "ns", "1"],
                                   "rows": [[3, 1, 2], [16, 4, 1]]},
            "histogram of lost": {"columns": ["low", "width", "count"], "units": ["1", "1", "1"], "rows": []},
            "flows": {
                "columns": ["flow", "observer", "source", "destination", "protocol", "source_port",
                            "destination_port", "dscp", "start", "end", "bytes", "packets", "lost_packets"],
                "units": ["", "", "", "", "", "", "", "", "ns", "ns", "B", "1", "1"],
                "rows": [[0, "", "a", "b", "tcp", 49153, 80, 8, 5, null, 1000, 2, 1],
                         [1, "router", "a", "b", "tcp", 49153, 80, 8, 5, 9, 1000, 2, 1]]},
            "measurements": {
                "columns": ["measurement", "tool", "source", "destination", "cycle", "start", "duration",
                            "status", "values"],
                "units": ["", "", "", "", "", "ns", "ns", "", ""],
                "rows": [[0, "ping", "a", "b", 1, 10, 20, "ok", {"delay": 4.0}],
                         [1, "ping", "a", "b", 1, 10, 20, "timeout", {}]]}
        }
    })");
    for (const std::string& path : {std::string(":memory:"), m_path})
    {
        archive::RunArchive archive(path);
        Fill(archive, 2);
        const auto before = nlohmann::json::parse(archive.GetDocument());
        EXPECT_EQ(before, expected) << nlohmann::json::diff(before, expected);
        archive.Commit(MakeCost());
        EXPECT_EQ(nlohmann::json::parse(archive.GetDocument()), expected);
    }
    EXPECT_EQ(CountFiles(), 1u);
}

TEST_F(RunArchiveFile, TextsOfRowsAreWrittenAsTheyAlwaysWere)
{
    archive::RunArchive archive(m_path);
    archive.Begin(MakeIdentity());
    const uint32_t table = archive.AddTable("texts", {{"a\tb", "1"}, {"c", "\n"}});
    archive.AddRow(table, std::vector<std::string>{"\b\t\n\f\r\x01\x1f", "\"\\n/\x7f\u00e9"});
    archive.Commit(MakeCost());
    EXPECT_EQ(Query("SELECT columns || units FROM result_table"),
              R"(["a\u0009b","c"]["1","\u000a"])");
    EXPECT_EQ(Query("SELECT cells FROM result_row"),
              R"(["\u0008\u0009\u000a\u000c\u000d\u0001\u001f",")"
              "\\\"\\\\n/\x7f\u00e9\"]");
}

TEST_F(RunArchiveFile, NothingIsTakenBeforeBeginAndAfterCommit)
{
    using Call = std::function<void(archive::RunArchive&)>;
    const std::map<std::string, Call> calls{
        {"DefineMetric", [](auto& a) { a.DefineMetric("m", "1", ""); }},
        {"AddScalar", [](auto& a) { a.AddScalar("lost", 1, "late"); }},
        {"AddSeries", [](auto& a) { a.AddSeries("delay", "late"); }},
        {"AddPoint", [](auto& a) { a.AddPoint(0, 5, 7); }},
        {"AddHistogram",
         [](auto& a) { a.AddHistogram("delay", burst::LogLinearHistogram(), "late"); }},
        {"AddFlow", [](auto& a) { a.AddFlow(archive::FlowRecord()); }},
        {"AddMeasurement", [](auto& a) { a.AddMeasurement(archive::MeasurementRecord()); }},
        {"AddMeasurementValue", [](auto& a) { a.AddMeasurementValue(0, "lost", 1); }},
        {"AddTable", [](auto& a) { a.AddTable("late", {{"x", "1"}}); }},
        {"AddRow of numbers", [](auto& a) { a.AddRow(0, std::vector<double>{1}); }},
        {"AddRow of texts", [](auto& a) { a.AddRow(1, std::vector<std::string>{"x"}); }},
        {"Commit", [](auto& a) { a.Commit(MakeCost()); }},
    };
    const auto expectRefused = [&calls](archive::RunArchive& archive) {
        for (const auto& [name, call] : calls)
        {
            EXPECT_THROW(call(archive), std::logic_error) << name;
            try
            {
                call(archive);
            }
            catch (const std::invalid_argument& error)
            {
                ADD_FAILURE() << name << " blames its argument: " << error.what();
            }
            catch (const std::logic_error& error)
            {
                EXPECT_NE(std::string(error.what()).find("RunArchive::Begin"), std::string::npos);
            }
        }
    };
    archive::RunArchive archive(m_path);
    expectRefused(archive);
    Fill(archive, 2);
    archive.Commit(MakeCost());
    const std::string before = archive.GetDocument();
    expectRefused(archive);
    EXPECT_THROW(archive.Begin(MakeIdentity()), std::logic_error);
    EXPECT_EQ(archive.GetDocument(), before);
}

TEST_F(RunArchiveFile, WrongInputIsRefusedAndChangesNothing)
{
    archive::RunArchive archive(m_path);
    EXPECT_THROW(archive.DefineMetric("early", "1", ""), std::logic_error);
    archive::RunIdentity identity = MakeIdentity();
    identity.seed = 0;
    EXPECT_THROW(archive.Begin(identity), std::invalid_argument);
    identity = MakeIdentity();
    identity.parameters.emplace_back("Load", "0.7");
    EXPECT_THROW(archive.Begin(identity), std::invalid_argument);
    Fill(archive, 2);
    const std::string before = archive.GetDocument();
    EXPECT_THROW(archive.Begin(MakeIdentity()), std::logic_error);
    EXPECT_THROW(archive.DefineMetric("delay", "ms", ""), std::invalid_argument);
    EXPECT_NO_THROW(archive.DefineMetric("delay", "ns", "in other words"));
    EXPECT_THROW(archive.AddScalar("dealy", 1), std::invalid_argument);
    EXPECT_THROW(archive.AddScalar("lost", 1), std::invalid_argument);
    EXPECT_THROW(archive.AddSeries("dealy"), std::invalid_argument);
    EXPECT_THROW(archive.AddSeries("delay", "host/0"), std::invalid_argument);
    EXPECT_THROW(archive.AddSeries("delay", "host/1", "ns", -1), std::invalid_argument);
    EXPECT_THROW(archive.AddPoint(2, 0, 0), std::invalid_argument);
    EXPECT_THROW(archive.AddHistogram("delay", burst::LogLinearHistogram()), std::invalid_argument);
    EXPECT_THROW(archive.AddMeasurement(archive::MeasurementRecord()), std::invalid_argument);
    EXPECT_THROW(archive.AddMeasurementValue(0, "delay", 1), std::invalid_argument);
    EXPECT_THROW(archive.AddMeasurementValue(2, "delay", 1), std::invalid_argument);
    EXPECT_THROW(archive.AddTable("texts", {{"x", "1"}}), std::invalid_argument);
    EXPECT_THROW(archive.AddTable("empty", {}), std::invalid_argument);
    EXPECT_THROW(archive.AddRow(0, std::vector<double>{1}), std::invalid_argument);
    EXPECT_THROW(archive.AddRow(2, std::vector<double>{1}), std::invalid_argument);
    const std::string latin = "Z\xfcrich"; // no UTF-8, without which there is no JSON document
    EXPECT_THROW(archive.DefineMetric(latin, "1", ""), std::invalid_argument);
    EXPECT_THROW(archive.DefineMetric("new", latin, ""), std::invalid_argument);
    EXPECT_THROW(archive.DefineMetric("new", "1", latin), std::invalid_argument);
    EXPECT_THROW(archive.AddScalar("lost", 1, latin), std::invalid_argument);
    EXPECT_THROW(archive.AddSeries("delay", latin), std::invalid_argument);
    EXPECT_THROW(archive.AddSeries("delay", "host/9", latin), std::invalid_argument);
    EXPECT_THROW(archive.AddHistogram("delay", burst::LogLinearHistogram(), latin),
                 std::invalid_argument);
    archive::FlowRecord flow;
    flow.source = latin;
    EXPECT_THROW(archive.AddFlow(flow), std::invalid_argument);
    archive::MeasurementRecord measurement;
    measurement.status = "ok";
    measurement.tool = latin;
    EXPECT_THROW(archive.AddMeasurement(measurement), std::invalid_argument);
    EXPECT_THROW(archive.AddTable(latin, {{"x", "1"}}), std::invalid_argument);
    EXPECT_EQ(archive.GetDocument(), before);
    archive.Commit(MakeCost());
    EXPECT_EQ(archive.GetDocument(), before);
    EXPECT_EQ(Query("PRAGMA integrity_check"), "ok");
    EXPECT_THROW(archive.AddScalar("lost", 1, "late"), std::logic_error);
}
