/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../../burst-core/test/laws/burst-core-temporary-folder.h"
#include "run-archive-samples.h"

#include "ns3/run-archive.h"

#include <csignal>
#include <exception>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <sqlite3.h>
#include <stdexcept>
#include <unistd.h>

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

/// Each test writes into an empty directory of its own, and reads the finished file by SQL.
class RunArchiveRows : public testing::Test
{
  protected:
    /// The cells of all rows, with a blank between cells and a comma between rows.
    std::string Query(const std::string& sql) const
    {
        sqlite3* db = nullptr;
        char* error = nullptr;
        std::string rows;
        sqlite3_open_v2(m_path.c_str(), &db, SQLITE_OPEN_READONLY, nullptr);
        const auto take = [](void* out, int count, char** cells, char**) {
            auto& text = *static_cast<std::string*>(out);
            for (int i = 0; i < count; ++i)
            {
                text += (i > 0 ? " " : text.empty() ? "" : ", ");
                text += cells[i] ? cells[i] : "NULL";
            }
            return 0;
        };
        EXPECT_EQ(sqlite3_exec(db, sql.c_str(), take, &rows, &error), SQLITE_OK) << error;
        sqlite3_close(db);
        return rows;
    }

    /// What is in the directory, by name.
    std::vector<std::string> GetFiles() const
    {
        std::vector<std::string> files;
        for (const auto& entry : fs::directory_iterator(m_folder.GetPath()))
        {
            files.push_back(entry.path());
        }
        return files;
    }

    const TemporaryFolder m_folder;
    const std::string m_path{m_folder.GetPath() / "a.sqlite"};
};

} // namespace

TEST_F(RunArchiveRows, AMetricKeepsItsFirstDescription)
{
    archive::RunArchive archive(m_path);
    archive.Begin(MakeIdentity());
    archive.DefineMetric("delay", "ns", "Delay of a packet.");
    archive.DefineMetric("delay", "ns", "In other words.");
    archive.Commit({});
    EXPECT_EQ(Query("SELECT * FROM metric"), "delay ns Delay of a packet.");
}

TEST_F(RunArchiveRows, ASeriesHasItsUnitOfTimeAndItsPeriod)
{
    archive::RunArchive archive(m_path);
    archive.Begin(MakeIdentity());
    archive.DefineMetric("load", "1", "");
    archive.AddSeries("load");
    archive.AddSeries("load", "binned", "tick", 100);
    archive.Commit({});
    EXPECT_EQ(Query("SELECT series, object, time_unit, period FROM series"),
              "0  ns 0, 1 binned tick 100");
}

TEST_F(RunArchiveRows, TheCostOfARunIsStored)
{
    archive::RunArchive archive(m_path);
    archive.Begin(MakeIdentity());
    archive.Commit({1.5, 1.25, 42, 1024, "compiled"});
    EXPECT_EQ(Query("SELECT wall_s, cpu_s, events, peak_rss_kib, driver FROM run_cost"),
              "1.5 1.25 42 1024 compiled");
}

TEST_F(RunArchiveRows, ARefusedCommitCanBeRepeated)
{
    archive::RunArchive archive(m_path);
    archive.Begin(MakeIdentity());
    archive.DefineMetric("load", "1", "");
    archive.AddScalar("load", 0.5);
    archive::RunCost cost;
    cost.cpuSeconds = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(archive.Commit(cost), std::invalid_argument);
    EXPECT_FALSE(fs::exists(m_path));
    archive.AddScalar("load", 0.25, "late");
    archive.Commit({});
    EXPECT_EQ(Query("SELECT object, value FROM scalar"), " 0.5, late 0.25");
}

TEST_F(RunArchiveRows, WhatIsNotFiniteIsNotDefined)
{
    archive::RunArchive archive(m_path);
    archive.Begin(MakeIdentity());
    archive.DefineMetric("load", "1", "");
    const uint32_t series = archive.AddSeries("load");
    archive::MeasurementRecord measurement;
    measurement.status = "ok";
    const double infinity = std::numeric_limits<double>::infinity();
    for (const double value : {infinity, -infinity, std::numeric_limits<double>::quiet_NaN(), 1.0})
    {
        archive.AddPoint(series, 0, value);
        archive.AddMeasurementValue(archive.AddMeasurement(measurement), "load", value);
    }
    archive.Commit({});
    EXPECT_EQ(Query("SELECT value FROM point ORDER BY n"), "NULL, NULL, NULL, 1.0");
    EXPECT_EQ(Query("SELECT value FROM measurement_value ORDER BY measurement"),
              "NULL, NULL, NULL, 1.0");
}

TEST_F(RunArchiveRows, AMeasurementHasOneOfSevenStates)
{
    archive::RunArchive archive(m_path);
    archive.Begin(MakeIdentity());
    archive::MeasurementRecord measurement;
    for (const char* status :
         {"ok", "timeout", "blocked", "unreachable", "server-died", "skipped", "self-limited"})
    {
        measurement.status = status;
        EXPECT_NO_THROW(archive.AddMeasurement(measurement)) << status;
    }
    for (const char* status : {"", "OK", "ok ", "failed"})
    {
        measurement.status = status;
        try
        {
            archive.AddMeasurement(measurement);
            ADD_FAILURE() << status;
        }
        catch (const std::invalid_argument& error)
        {
            EXPECT_NE(std::string(error.what()).find("skipped or self-limited"), std::string::npos);
        }
    }
    // The numbers of those that were refused are given again.
    measurement.status = "ok";
    EXPECT_EQ(archive.AddMeasurement(measurement), 7u);
    archive.Commit({});
    EXPECT_EQ(Query("SELECT COUNT(*), MAX(measurement) FROM measurement"), "8 7");
}

TEST_F(RunArchiveRows, ARunHasNoNumberBeforeItBegins)
{
    archive::RunArchive archive(":memory:");
    EXPECT_EQ(archive.GetRunId(), 0u);
    archive.Begin(MakeIdentity());
    EXPECT_EQ(archive.GetRunId(), MakeIdentity().GetId());
}

TEST_F(RunArchiveRows, ARunThatCannotBeMergedIsAnArchiveNamedByRunAndProcess)
{
    const auto add = [](const std::string& path, const std::string& unit, uint64_t run) {
        archive::RunIdentity identity = MakeIdentity();
        identity.run = run;
        archive::RunArchive archive(path);
        archive.Begin(identity);
        archive.DefineMetric("load", unit, "");
        archive.Commit({});
        return identity.GetId();
    };
    add(m_path, "1", 1);
    EXPECT_THROW(add(m_path, "%", 2), std::invalid_argument);
    archive::RunIdentity second = MakeIdentity();
    second.run = 2;
    const std::string kept = m_path + ".run-" + std::to_string(second.GetId()) + "-" +
                             std::to_string(getpid()) + ".sqlite";
    ASSERT_TRUE(fs::exists(kept));
    EXPECT_EQ(GetFiles().size(), 2u);
    // It is an archive: another run goes into it.
    add(kept, "%", 3);
    EXPECT_EQ(GetFiles().size(), 2u);
}

TEST_F(RunArchiveRows, AnAbortLeavesThePartialFileAndAnExceptionNothing)
{
    const auto write = [this](const std::function<void()>& fail) {
        archive::RunArchive archive(m_path);
        archive.Begin(MakeIdentity());
        fail();
    };
    EXPECT_THROW(write([] { throw std::runtime_error("of the program"); }), std::runtime_error);
    EXPECT_TRUE(GetFiles().empty());
    // As for an exception that nobody catches: the stack is not unwound.
    EXPECT_EXIT(write([] { std::terminate(); }), testing::KilledBySignal(SIGABRT), "");
    const auto files = GetFiles();
    ASSERT_EQ(files.size(), 1u);
    EXPECT_EQ(files[0].rfind(m_path + ".", 0), 0u);
    EXPECT_EQ(fs::path(files[0]).extension(), ".partial");
    archive::RunArchive archive(m_path);
    archive.Begin(MakeIdentity());
    archive.Commit({});
    EXPECT_EQ(Query("SELECT COUNT(*) FROM run"), "1");
}
