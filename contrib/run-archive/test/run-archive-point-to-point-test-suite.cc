/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-test-base.h"

#include "ns3/data-rate.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/node-container.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/point-to-point-net-device.h"
#include "ns3/run-archive-recorder.h"
#include "ns3/string.h"

using namespace ns3;

/**
 * @ingroup run-archive-tests
 *
 * The stock point-to-point device: what is sent is received, dropped or still on its way.
 */
class RunArchivePointToPointTest : public RunArchiveTestCase
{
  public:
    RunArchivePointToPointTest()
        : RunArchiveTestCase("A stock PointToPointNetDevice")
    {
    }

  private:
    void DoRun() override
    {
        NodeContainer nodes(2);
        PointToPointHelper link;
        link.SetDeviceAttribute("DataRate", StringValue("8Mbps"));
        link.SetChannelAttribute("Delay", StringValue("10us"));
        link.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("5p"));
        const NetDeviceContainer devices = link.Install(nodes);

        archive::TraceRecorder recorder(m_archive);
        const std::string device = "/NodeList/*/DeviceList/*/$ns3::PointToPointNetDevice/";
        recorder.Count("offered", "1", device + "MacTx");
        recorder.Count("dropped", "1", device + "MacTxDrop");
        recorder.Total("sent", "B", device + "PhyTxEnd");
        recorder.Total("received", "B", device + "PhyRxEnd");
        recorder.Count("queued", "1", device + "TxQueue/Enqueue");
        recorder.Binned("rate", "B", device + "PhyRxEnd", MicroSeconds(300));

        // 98 B and a header of 2 B take 100 us at 8 Mbit/s.
        for (uint32_t i = 0; i < 8; ++i)
        {
            devices.Get(0)->Send(Create<Packet>(98), devices.Get(1)->GetAddress(), 0x0800);
        }
        Simulator::Run();
        recorder.Finish();

        const std::string from = "[NodeList/0/DeviceList/0/PointToPointNetDevice]";
        const std::string to = "[NodeList/1/DeviceList/0/PointToPointNetDevice]";
        NS_TEST_EXPECT_MSG_EQ(GetScalar("offered" + from), 8, "packets given to the device");
        NS_TEST_EXPECT_MSG_EQ(
            GetScalar("queued[NodeList/0/DeviceList/0/PointToPointNetDevice/TxQueue]"),
            1 + 5,
            "one in service, the queue full");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("dropped" + from), 8 - 6, "the others");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("sent" + from), 6 * 100, "with headers");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("received" + to), GetScalar("sent" + from), "conservation");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("offered" + to), 0, "the other side is silent");
        // Packet i arrives at 110 us + i 100 us: two by 300 us, three by 600 us, one by 610 us.
        const Points rate{{0, 200}, {300e3, 300}, {600e3, 100}};
        NS_TEST_EXPECT_MSG_EQ((GetSeries("rate" + to) == rate), true, "bytes per period");
    }
};

/**
 * @ingroup run-archive-tests
 *
 * The recorder on a device of another module, which this module does not know.
 */
class RunArchivePointToPointTestSuite : public TestSuite
{
  public:
    RunArchivePointToPointTestSuite()
        : TestSuite("run-archive-point-to-point", Type::UNIT)
    {
        AddTestCase(new RunArchivePointToPointTest);
    }
};

/// Registers the suite.
static RunArchivePointToPointTestSuite g_runArchivePointToPointTestSuite;
