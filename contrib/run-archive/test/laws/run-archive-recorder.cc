/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/run-archive-recorder.h"

#include "../../../burst-core/test/laws/burst-core-temporary-folder.h"
#include "run-archive-samples.h"

#include "ns3/drop-tail-queue.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/run-archive.h"
#include "ns3/simple-net-device.h"
#include "ns3/simulator.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sqlite3.h>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/// A recorder into an archive in memory.
class RunArchiveRecorder : public testing::Test
{
  protected:
    RunArchiveRecorder()
    {
        m_archive.Begin(MakeIdentity());
    }

    ~RunArchiveRecorder() override
    {
        Simulator::Destroy();
    }

    /// Names of what is recorded under a kind of the document.
    std::vector<std::string> GetNames(const std::string& kind) const
    {
        const auto document = nlohmann::json::parse(m_archive.GetDocument());
        std::vector<std::string> names;
        for (const auto& [name, value] : document[kind].items())
        {
            names.push_back(name);
        }
        return names;
    }

    archive::RunArchive m_archive{":memory:"};
};

} // namespace

TEST_F(RunArchiveRecorder, APathIsResolvedWhenItIsGiven)
{
    NodeContainer nodes(1);
    nodes.Get(0)->AddDevice(CreateObject<SimpleNetDevice>());
    archive::TraceRecorder recorder(m_archive);
    recorder.Count("in", "1", "/NodeList/*/DeviceList/*/TxQueue/Enqueue");
    nodes.Create(1);
    nodes.Get(1)->AddDevice(CreateObject<SimpleNetDevice>());
    nodes.Get(0)->AddDevice(CreateObject<SimpleNetDevice>());
    recorder.Finish();
    EXPECT_EQ(GetNames("metrics"), std::vector<std::string>{"in[NodeList/0/DeviceList/0/TxQueue]"});
}

TEST_F(RunArchiveRecorder, MatchesWithoutTheSourceAreSkippedIfOneHasIt)
{
    const NodeContainer nodes(2);
    nodes.Get(0)->AddDevice(CreateObject<SimpleNetDevice>());
    nodes.Get(1)->AddDevice(CreateObject<PointToPointNetDevice>());
    archive::TraceRecorder recorder(m_archive);
    recorder.Count("sent", "1", "/NodeList/*/DeviceList/*/PhyTxEnd");
    EXPECT_THROW(recorder.Count("none", "1", "/NodeList/0/DeviceList/*/PhyTxEnd"),
                 std::invalid_argument);
    recorder.Finish();
    EXPECT_EQ(GetNames("metrics"), std::vector<std::string>{"sent[NodeList/1/DeviceList/0]"});
}

TEST_F(RunArchiveRecorder, AMetricIsDescribedByTheHelpOfItsSourceUnlessTheProgramDoes)
{
    const TemporaryFolder folder;
    const std::string path = folder.GetPath() / "a.sqlite";
    const auto queue = CreateObject<DropTailQueue<Packet>>();
    {
        archive::RunArchive archive(path);
        archive.Begin(MakeIdentity());
        archive::TraceRecorder recorder(archive);
        archive.DefineMetric("mine", "p", "In my words.");
        recorder.Count("mine", "p", queue, "Drop");
        recorder.Count("its", "p", queue, "Enqueue");
        recorder.Finish();
        archive.Commit({});
    }
    TypeId::TraceSourceInformation source;
    ASSERT_TRUE(queue->GetInstanceTypeId().LookupTraceSourceByName("Enqueue", &source));
    ASSERT_FALSE(source.help.empty());
    sqlite3* db = nullptr;
    std::string said;
    sqlite3_open(path.c_str(), &db);
    const auto take = [](void* out, int, char** cells, char**) {
        *static_cast<std::string*>(out) += std::string(cells[0]) + "\n";
        return 0;
    };
    sqlite3_exec(db, "SELECT description FROM metric ORDER BY name", take, &said, nullptr);
    sqlite3_close(db);
    EXPECT_EQ(said, source.help + "\nIn my words.\n");
}

using RunArchiveRecorderDeathTest = RunArchiveRecorder;

// In a process of its own, where a Time has picoseconds.
TEST_F(RunArchiveRecorderDeathTest, TimesAreWholeNanosecondsTruncated)
{
    GTEST_FLAG_SET(death_test_style, "threadsafe"); // the resolution is set before any simulation
    const auto record = [this] {
        Time::SetResolution(Time::PS);
        const auto queue = CreateObject<DropTailQueue<Packet>>();
        archive::TraceRecorder recorder(m_archive);
        try
        {
            recorder.Binned("bins", "p", queue, "Enqueue", "", PicoSeconds(1500));
            std::exit(1);
        }
        catch (const std::invalid_argument&)
        {
        }
        recorder.Series("queue", "p", queue, "PacketsInQueue");
        recorder.Binned("in", "p", queue, "Enqueue", "", NanoSeconds(2));
        const auto enqueue = [queue] { queue->Enqueue(Create<Packet>(10)); };
        Simulator::Schedule(PicoSeconds(1999), enqueue);
        Simulator::Schedule(PicoSeconds(2000), enqueue);
        Simulator::Stop(PicoSeconds(4999));
        Simulator::Run();
        recorder.Finish();
        // From 0 on, a packet at 1.999 ns, another at 2 ns, and the end at 4.999 ns.
        const auto tables = nlohmann::json::parse(m_archive.GetDocument())["tables"];
        const auto queued = nlohmann::json::parse("[[0, 0], [1, 1], [2, 2], [4, 2]]");
        const auto bins = nlohmann::json::parse("[[0, 10], [2, 10]]");
        std::exit(tables["queue"]["rows"] == queued && tables["in"]["rows"] == bins ? 0 : 2);
    };
    EXPECT_EXIT(record(), testing::ExitedWithCode(0), "");
}
