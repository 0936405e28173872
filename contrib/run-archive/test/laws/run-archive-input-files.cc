/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Files that a run reads are found in the texts of its values, and noted where they are opened.

#include "../../../burst-core/test/laws/burst-core-temporary-folder.h"
#include "run-archive-samples.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-line-reader.h"
#include "ns3/burst-core-object-text-value.h"
#include "ns3/config.h"
#include "ns3/random-variable-stream.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/run-archive.h"
#include "ns3/string.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <stdexcept>

using namespace ns3;

namespace
{

using Files = std::set<std::string>;

/// Files in a folder of their own.
class InputFiles : public testing::Test
{
  protected:
    void TearDown() override
    {
        Config::Reset();
    }

    std::string Write(const std::string& name, const std::string& text)
    {
        const auto path = std::filesystem::path(m_folder.GetPath()) / name;
        std::ofstream(path) << text;
        return path;
    }

    TemporaryFolder m_folder;
};

} // namespace

TEST_F(InputFiles, AreFoundInObjectsOfAnyDepth)
{
    const std::string a = Write("a", "1 1\n");
    const std::string b = Write("b", "1 1\n");
    const auto object = burst::MakeObjectTextChecker<Object>(true);
    const auto text = MakeStringChecker();
    const auto find = [](const std::string& value, Ptr<const AttributeChecker> checker) {
        return burst::FindInputFiles(value, checker, true);
    };
    EXPECT_EQ(find("ns3::EmpiricalSizeVariable[File=" + a + "]", object), Files{a});
    EXPECT_EQ(find("ns3::TraceSizeVariable[File=" + a + "]", object), Files{a});
    EXPECT_EQ(find("ns3::TraceArrivals[File=" + a + "]", object), Files{a});
    EXPECT_EQ(find("ns3::RateTraceArrivals[File=" + a + "]", object), Files{a});
    EXPECT_EQ(find("ns3::EmpiricalDestinations[File=" + a + "]", object), Files{a});
    EXPECT_EQ(find("ns3::FaultInjector[PlanFile=" + a + "]", object), Files{a});
    EXPECT_EQ(find("ns3::TwinArrivals[Process=ns3::TraceArrivals[File=" + a + "]]", object),
              Files{a});
    EXPECT_EQ(
        find("ns3::PFabricFlowGenerator[Sizes=ns3::EmpiricalSizeVariable[File=" + a + "]]", object),
        Files{a});
    EXPECT_EQ(
        find("ns3::EmpiricalSizeVariable[File=" + a + "];ns3::TraceArrivals[File=" + b + "]", text),
        (Files{a, b}));
    EXPECT_EQ(find(a, burst::MakeFileChecker()), Files{a});
    EXPECT_EQ(find("", burst::MakeFileChecker()), Files{});
    EXPECT_EQ(find(a, text), Files{}) << "a text of another kind";
    EXPECT_EQ(find("ns3::PoissonArrivals[Rate=0.1]", object), Files{});
    EXPECT_EQ(find("ns3::Nobody[File=" + a + "]", object), Files{});
    // A default of a class in the value of another one.
    Config::SetDefault("ns3::EmpiricalSizeVariable::File", StringValue(b));
    EXPECT_EQ(find("ns3::PFabricFlowGenerator[Sizes=ns3::EmpiricalSizeVariable]", object),
              Files{b});
    Config::SetDefault("ns3::EmpiricalSizeVariable::File", StringValue("missing"));
    EXPECT_EQ(find("ns3::EmpiricalSizeVariable", object), Files{}) << "nothing may read it";
    EXPECT_EQ(find("ns3::EmpiricalSizeVariable[File=gone]", object), Files{"gone"});
}

TEST_F(InputFiles, AFileThatDoesNotIdentifyTheRunCannotBeOpened)
{
    const std::string a = Write("a", "1 1\n");
    const std::string b = Write("b", "1 1\n");
    const burst::InputScope scope({burst::InputFile(a)});
    burst::OpenText("file", a);
    burst::OpenText("file", std::filesystem::path(a).parent_path() / "." / "a");
    try
    {
        burst::OpenText("file", b);
        ADD_FAILURE() << "the run reads another file";
    }
    catch (const std::invalid_argument& error)
    {
        EXPECT_NE(std::string(error.what()).find("reads the file '" + b + "'"), std::string::npos)
            << error.what();
    }
}

TEST_F(InputFiles, OfAProgramAreThoseItHasRead)
{
    const auto commit = [](const std::string& read) {
        archive::RunIdentity identity;
        identity.scenario = "program";
        archive::RunArchive archive(":memory:");
        archive.Begin(identity);
        archive.DefineMetric("m", "1", "");
        archive.AddScalar("m", 1);
        archive.AddTable("t", {{"c", "1"}});
        burst::OpenText("file", read); // in mid-run
        archive.Commit({});
        EXPECT_EQ(archive.GetRunId(), identity.GetId());
        EXPECT_NE(archive.GetDocument().find("\"m\""), std::string::npos) << "rows are lost";
        EXPECT_NE(identity.GetKey().find(read), std::string::npos);
        return archive.GetRunId();
    };
    const std::string a = Write("program", "1 1\n");
    const uint64_t first = commit(a);
    EXPECT_EQ(commit(a), first);
    Write("program", "50 1\n");
    EXPECT_NE(commit(a), first);
    // What was written since is not what was read, and not known if nobody had asked.
    const auto edit = [&](int hours) {
        std::filesystem::last_write_time(a,
                                         std::filesystem::file_time_type::clock::now() +
                                             std::chrono::hours(hours));
    };
    archive::RunIdentity identity;
    const std::string key = identity.GetKey();
    edit(1);
    EXPECT_EQ(identity.GetKey(), key);
    burst::OpenText("file", a);
    edit(2);
    EXPECT_THROW(identity.GetKey(), std::runtime_error);
    burst::OpenText("file", a);
    archive::RunArchive archive(":memory:");
    archive.Begin(identity);
    edit(3);
    EXPECT_THROW(archive.Commit({}), std::runtime_error) << "edited in mid-run";
    burst::OpenText("file", a);
    burst::CheckUsedInputs();
}
