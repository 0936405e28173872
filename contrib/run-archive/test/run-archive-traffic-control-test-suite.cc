/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-archive-test-base.h"
#include "run-archive-test-source.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/fifo-queue-disc.h"
#include "ns3/mac48-address.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/run-archive-recorder.h"
#include "ns3/simple-channel.h"
#include "ns3/simple-net-device.h"

using namespace ns3;

/**
 * @ingroup run-archive-tests
 *
 * Stock devices with stock queues, found by a Config path: what goes in comes out, is lost or is
 * there.
 */
class RunArchiveDeviceTest : public RunArchiveTestCase
{
  public:
    RunArchiveDeviceTest()
        : RunArchiveTestCase("Stock devices by Config path")
    {
    }

  private:
    void DoRun() override
    {
        const uint32_t sent = 30;
        const uint32_t size = 125;
        const uint32_t capacity = 20;
        const auto channel = CreateObject<SimpleChannel>();
        Ptr<NetDevice> sender;
        Ptr<DropTailQueue<Packet>> queue;
        for (uint32_t i = 0; i < 2; ++i)
        {
            // 125 B at 1 Mbit/s take 1 ms.
            const auto device =
                CreateObjectWithAttributes<SimpleNetDevice>("DataRate",
                                                            DataRateValue(DataRate(1000000)),
                                                            "PointToPointMode",
                                                            BooleanValue(true));
            device->SetAddress(Mac48Address::Allocate());
            device->SetChannel(channel);
            const auto node = CreateObject<Node>();
            node->AddDevice(device);
            queue = CreateObject<DropTailQueue<Packet>>();
            queue->SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, capacity));
            device->SetQueue(queue);
            sender = device;
        }
        archive::TraceRecorder recorder(m_archive);
        const std::string path = "/NodeList/*/DeviceList/*/$ns3::SimpleNetDevice/TxQueue/";
        recorder.Count("in", "1", path + "Enqueue");
        recorder.Count("out", "1", path + "Dequeue");
        recorder.Count("lost", "1", path + "DropBeforeEnqueue");
        recorder.Total("bytes", "B", path + "Enqueue");
        recorder.Series("queue", "1", path + "PacketsInQueue");
        Simulator::Schedule(MilliSeconds(1), [&] {
            for (uint32_t i = 0; i < sent; ++i)
            {
                sender->Send(Create<Packet>(size), sender->GetBroadcast(), 1);
            }
        });
        // Stopped while packets wait: the first leaves at once, then one every millisecond.
        Simulator::Stop(MilliSeconds(1) + MicroSeconds(5500));
        Simulator::Run();
        recorder.Finish();

        const std::string busy = "[NodeList/1/DeviceList/0/SimpleNetDevice/TxQueue]";
        const std::string idle = "[NodeList/0/DeviceList/0/SimpleNetDevice/TxQueue]";
        NS_TEST_EXPECT_MSG_EQ(GetScalar("in" + busy) + GetScalar("lost" + busy), sent, "offered");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("in" + busy),
                              GetScalar("out" + busy) + queue->GetNPackets(),
                              "conservation");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("out" + busy), 6, "one at once and one a millisecond");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("lost" + busy),
                              sent - 1 - capacity,
                              "one in service, the queue full");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("bytes" + busy), size * GetScalar("in" + busy), "bytes");
        for (const std::string metric : {"in", "out", "lost", "bytes"})
        {
            NS_TEST_EXPECT_MSG_EQ(GetScalar(metric + idle), 0, "a device that is idle counts 0");
        }
        // The area under the queue is what the packets waited: 20 at first, one less each ms.
        const Points points = GetSeries("queue" + busy);
        double area = 0;
        for (std::size_t i = 1; i < points.size(); ++i)
        {
            area += points[i - 1].second * (points[i].first - points[i - 1].first);
        }
        NS_TEST_EXPECT_MSG_EQ(area,
                              (20 + 19 + 18 + 17 + 16) * 1e6 + 15 * 0.5e6,
                              "packets times ns");
    }
};

/**
 * @ingroup run-archive-tests
 *
 * A stock queue disc, with the sources whose declared callback type hides an argument.
 */
class RunArchiveQueueDiscTest : public RunArchiveTestCase
{
  public:
    RunArchiveQueueDiscTest()
        : RunArchiveTestCase("A stock queue disc")
    {
    }

  private:
    void DoRun() override
    {
        const auto disc = CreateObject<FifoQueueDisc>();
        disc->SetMaxSize(QueueSize(QueueSizeUnit::PACKETS, 4));
        disc->Initialize();
        archive::TraceRecorder recorder(m_archive);
        recorder.Total("in", "B", disc, "Enqueue");
        recorder.Total("out", "B", disc, "Dequeue");
        recorder.Total("lost", "B", disc, "DropBeforeEnqueue");
        recorder.Count("lostPackets", "1", disc, "Drop");
        recorder.Count("late", "1", disc, "DropAfterDequeue");
        recorder.Count("marked", "1", disc, "Mark");
        recorder.Histogram("sojourn", "ns", disc, "SojournTime");
        for (uint32_t i = 0; i < 6; ++i)
        {
            Simulator::Schedule(NanoSeconds(10 * i),
                                [disc, i] { disc->Enqueue(Create<RunArchiveTestItem>(100 + i)); });
        }
        for (uint32_t i = 0; i < 3; ++i)
        {
            Simulator::Schedule(NanoSeconds(100 + 11 * i), [disc] { disc->Dequeue(); });
        }
        Simulator::Run();
        recorder.Finish();

        // The first four of 120, 121, .. bytes fit, three of them leave again.
        NS_TEST_EXPECT_MSG_EQ(GetScalar("lostPackets"), 2, "beyond the limit");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("in"),
                              120 + 121 + 122 + 123,
                              "sizes of the items, with their headers");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("lost"), 124 + 125, "sizes of the dropped");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("in"),
                              GetScalar("out") + disc->GetNBytes(),
                              "conservation");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("late"), 0, "never");
        NS_TEST_EXPECT_MSG_EQ(GetScalar("marked"), 0, "never");
        // Item i comes at 10 i and leaves at 100 + 11 i.
        const std::map<double, double> sojourn{{100, 1}, {101, 1}, {102, 1}};
        NS_TEST_EXPECT_MSG_EQ((GetHistogram("sojourn") == sojourn),
                              true,
                              "times in the queue disc");
    }
};

/**
 * @ingroup run-archive-tests
 *
 * The recorder on stock devices and queue discs.
 */
class RunArchiveTrafficControlTestSuite : public TestSuite
{
  public:
    RunArchiveTrafficControlTestSuite()
        : TestSuite("run-archive-traffic-control", Type::UNIT)
    {
        AddTestCase(new RunArchiveDeviceTest);
        AddTestCase(new RunArchiveQueueDiscTest);
    }
};

static RunArchiveTrafficControlTestSuite
    g_runArchiveTrafficControlTestSuite; //!< registers the suite
