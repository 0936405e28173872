/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/pfabric-queue.h"
#include "ns3/pfabric-tag.h"
#include "ns3/queue-item.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** @param bytes of a packet @param priority of it @param flow of it @return it, tagged */
Ptr<Packet>
MakePacket(uint32_t bytes, uint32_t priority, uint64_t flow)
{
    auto packet = Create<Packet>(bytes);
    packet->AddPacketTag(PFabricTag(priority, flow));
    return packet;
}

/** @param packet any @return priority of its tag */
uint32_t
GetPriority(Ptr<const Packet> packet)
{
    PFabricTag tag;
    NS_ABORT_IF(!packet->PeekPacketTag(tag));
    return tag.GetPriority();
}

/** A packet on its way to a queue disc. */
class PFabricTestItem : public QueueDiscItem
{
  public:
    using QueueDiscItem::QueueDiscItem;

    void AddHeader() override
    {
    }

    bool Mark() override
    {
        return false;
    }
};

/** @param said to which words are added @param name of a trace @param packet that it is about */
void
Say(std::string* said, std::string name, Ptr<const Packet> packet)
{
    *said += name + std::to_string(GetPriority(packet)) + ' ';
}

} // namespace

/**
 * @ingroup pfabric
 * @brief What is sent and dropped, in statistics and traces.
 *
 * Room for three packets. Priorities 5, 6, 7 fill it. 4 has 7 dropped; 9 is dropped itself. Then
 * 4, 5, 6 are sent.
 */
class PFabricQueueTracesTest : public TestCase
{
  public:
    PFabricQueueTracesTest();

  private:
    void DoRun() override;
};

PFabricQueueTracesTest::PFabricQueueTracesTest()
    : TestCase("what is sent and dropped, in statistics and traces")
{
}

void
PFabricQueueTracesTest::DoRun()
{
    auto queue = CreateObject<PFabricQueue<Packet>>();
    queue->SetAttribute("MaxSize", StringValue("3p"));
    queue->SetAttribute("StrictLimit", BooleanValue(false));
    std::string said;
    for (const std::string name : {"Enqueue", "DropBeforeEnqueue", "DropAfterDequeue"})
    {
        queue->TraceConnectWithoutContext(name, MakeBoundCallback(&Say, &said, name));
    }
    for (const uint32_t priority : {5, 6, 7, 4, 9})
    {
        NS_TEST_EXPECT_MSG_EQ(queue->Enqueue(MakePacket(1000, priority, priority)),
                              (priority != 9),
                              "only 9 is refused");
    }
    NS_TEST_EXPECT_MSG_EQ(
        said,
        "Enqueue5 Enqueue6 Enqueue7 DropAfterDequeue7 Enqueue4 DropBeforeEnqueue9 ",
        "traces");
    NS_TEST_EXPECT_MSG_EQ(GetPriority(queue->Peek()), 4, "what is next");
    for (const uint32_t priority : {4, 5, 6})
    {
        NS_TEST_EXPECT_MSG_EQ(GetPriority(queue->Dequeue()), priority, "order");
    }
    NS_TEST_EXPECT_MSG_EQ((queue->Dequeue() || queue->Peek() || queue->Remove()),
                          false,
                          "it is empty");
    NS_TEST_EXPECT_MSG_EQ(queue->GetTotalReceivedPackets(), 4, "received");
    NS_TEST_EXPECT_MSG_EQ(queue->GetTotalDroppedPacketsAfterDequeue(), 1, "evicted");
    NS_TEST_EXPECT_MSG_EQ(queue->GetTotalDroppedPacketsBeforeEnqueue(), 1, "refused");
    NS_TEST_EXPECT_MSG_EQ(queue->GetNBytes(), 0, "bytes");
}

/**
 * @ingroup pfabric
 * @brief Packets without a tag have the default priority and are one flow; Flush leaves nothing.
 */
class PFabricQueueUntaggedTest : public TestCase
{
  public:
    PFabricQueueUntaggedTest();

  private:
    void DoRun() override;
};

PFabricQueueUntaggedTest::PFabricQueueUntaggedTest()
    : TestCase("packets without a tag")
{
}

void
PFabricQueueUntaggedTest::DoRun()
{
    auto queue = CreateObject<PFabricQueue<Packet>>();
    queue->SetAttribute("DefaultPriority", StringValue("5"));
    std::vector<Ptr<Packet>> packets{MakePacket(100, 6, 1),
                                     Create<Packet>(100),
                                     Create<Packet>(100),
                                     MakePacket(100, 4, 2)};
    for (const auto& packet : packets)
    {
        queue->Enqueue(packet);
    }
    for (const auto index : {3, 1, 2})
    {
        NS_TEST_EXPECT_MSG_EQ(queue->Dequeue()->GetUid(), packets[index]->GetUid(), "order");
    }
    queue->Enqueue(packets[1]);
    queue->Flush();
    NS_TEST_EXPECT_MSG_EQ(queue->GetNPackets(), 0, "nothing is left");
    queue->Enqueue(packets[2]);
    NS_TEST_EXPECT_MSG_EQ(queue->Dequeue()->GetUid(), packets[2]->GetUid(), "it goes on");
}

/**
 * @ingroup pfabric
 * @brief What the rules of a queue are when a packet comes or is sent decides, also for packets
 * that wait. A packet without a tag keeps the DefaultPriority with which it came.
 */
class PFabricQueueLiveTest : public TestCase
{
  public:
    PFabricQueueLiveTest()
        : TestCase("attributes of a queue with packets")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricQueueLiveTest::DoRun()
{
    auto queue = CreateObject<PFabricQueue<Packet>>();
    const auto set = [&queue](const std::string& name, const std::string& value) {
        queue->SetAttribute(name, StringValue(value));
    };
    const auto enqueue = [&queue](uint32_t priority, uint64_t flow) {
        return queue->Enqueue(MakePacket(1000, priority, flow));
    };
    const auto expect = [this, &queue](const std::vector<uint32_t>& priorities) {
        for (const uint32_t priority : priorities)
        {
            NS_TEST_EXPECT_MSG_EQ(GetPriority(queue->Dequeue()), priority, "order");
        }
        return queue->IsEmpty();
    };
    for (const uint32_t priority : {5, 4, 3})
    {
        enqueue(priority, priority);
    }
    set("ServeByPriority", "false");
    expect({5});
    set("ServeByPriority", "true");
    NS_TEST_EXPECT_MSG_EQ(expect({3, 4}), true, "by priority again");
    for (const uint32_t round : {0, 1})
    {
        enqueue(9, 1);
        enqueue(1, 1);
        enqueue(5, 2);
        set("KeepOrder", round == 0 ? "true" : "false");
        const std::vector<uint32_t> kept{9, 1, 5};
        NS_TEST_EXPECT_MSG_EQ(expect(round == 0 ? kept : std::vector<uint32_t>{1, 5, 9}), true, "");
    }
    set("MaxSize", "3p");
    NS_TEST_EXPECT_MSG_EQ((enqueue(6, 6) && enqueue(5, 5)), true, "less than three");
    NS_TEST_EXPECT_MSG_EQ(enqueue(7, 7), false, "the worst");
    set("StrictLimit", "false");
    NS_TEST_EXPECT_MSG_EQ(enqueue(7, 7), true, "up to three");
    NS_TEST_EXPECT_MSG_EQ(enqueue(4, 4), true, "for 7");
    set("DropByPriority", "false");
    NS_TEST_EXPECT_MSG_EQ(enqueue(1, 1), false, "the arrival is dropped");
    set("MaxSize", "4000B");
    NS_TEST_EXPECT_MSG_EQ(enqueue(2, 2), true, "up to 4,000 bytes");
    NS_TEST_EXPECT_MSG_EQ(enqueue(1, 1), false, "the arrival is dropped");
    NS_TEST_EXPECT_MSG_EQ(expect({2, 4, 5, 6}), true, "these");

    std::vector<Ptr<Packet>> packets{Create<Packet>(100),
                                     Create<Packet>(100),
                                     MakePacket(100, 5, 1)};
    queue->Enqueue(packets[0]);
    set("DefaultPriority", "7");
    queue->Enqueue(packets[1]);
    queue->Enqueue(packets[2]);
    for (const auto index : {0, 2, 1})
    {
        NS_TEST_EXPECT_MSG_EQ(queue->Dequeue()->GetUid(), packets[index]->GetUid(), "0, 5, 7");
    }
}

/**
 * @ingroup pfabric
 * @brief MaxSize without room for what is queued, or for anything, is refused and stays as it is.
 */
class PFabricQueueRoomTest : public TestCase
{
  public:
    PFabricQueueRoomTest()
        : TestCase("room of a queue with packets")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricQueueRoomTest::DoRun()
{
    auto queue = CreateObject<PFabricQueue<Packet>>();
    std::string present = "36000B"; // the default
    const auto check = [this, &queue, &present](const std::string& size, bool taken) {
        NS_TEST_EXPECT_MSG_EQ(queue->SetAttributeFailSafe("MaxSize", StringValue(size)),
                              taken,
                              size << " with " << queue->GetNPackets() << " packets");
        bool refused = false;
        try
        {
            queue->SetAttribute("MaxSize", StringValue(size));
        }
        catch (const std::invalid_argument&)
        {
            refused = true;
        }
        NS_TEST_EXPECT_MSG_EQ(refused, !taken, size);
        present = taken ? size : present;
        NS_TEST_EXPECT_MSG_EQ(queue->GetMaxSize(), QueueSize(present), "in force");
    };
    check("0p", false);
    check("0B", false);
    check("1B", true);
    check("9p", true);
    queue->Enqueue(MakePacket(1000, 1, 1));
    queue->Enqueue(MakePacket(1000, 2, 2));
    for (const std::string size : {"0p", "0B", "1p", "1999B"})
    {
        check(size, false);
    }
    check("2p", true);
    check("2000B", true);
    queue->Dequeue();
    check("1p", true);
}

/**
 * @ingroup pfabric
 * @brief A queue disc without settings has a queue with the defaults; what that drops is in the
 * traces and statistics of both, and they agree on what waits.
 *
 * 36,000 bytes hold 23 packets of 1,500. Of priorities 29, 28, .., 0 the worst seven are dropped
 * for better ones, and a 50 that comes then is dropped itself.
 */
class PFabricQueueDiscTest : public TestCase
{
  public:
    PFabricQueueDiscTest()
        : TestCase("a queue disc with the default queue")
    {
    }

  private:
    void DoRun() override;
};

void
PFabricQueueDiscTest::DoRun()
{
    auto disc = CreateObject<PFabricQueueDisc>();
    disc->Initialize();
    NS_TEST_ASSERT_MSG_EQ(disc->GetNInternalQueues(), 1, "its queue");
    const auto queue = disc->GetInternalQueue(0);
    std::map<std::string, uint32_t> told;
    for (const std::string name : {"Enqueue", "Dequeue", "Drop", "DropBeforeEnqueue"})
    {
        queue->TraceConnectWithoutContext(
            name,
            Callback<void, Ptr<const QueueDiscItem>>(
                [&told, name](Ptr<const QueueDiscItem>) { ++told[name]; }));
    }
    const auto enqueue = [&disc](uint32_t priority) {
        return disc->Enqueue(
            Create<PFabricTestItem>(MakePacket(1500, priority, priority), Mac48Address(), 0x0800));
    };
    for (uint32_t i = 0; i < 30; ++i)
    {
        NS_TEST_EXPECT_MSG_EQ(enqueue(29 - i), true, "better than all that wait");
    }
    NS_TEST_EXPECT_MSG_EQ(enqueue(50), false, "worse");
    NS_TEST_EXPECT_MSG_EQ(disc->GetNPackets(), 23, "packets of the disc");
    NS_TEST_EXPECT_MSG_EQ(queue->GetNPackets(), 23, "packets of the queue");
    NS_TEST_EXPECT_MSG_EQ(disc->GetNBytes(), 34500, "bytes of the disc");
    const auto& stats = disc->GetStats();
    NS_TEST_EXPECT_MSG_EQ(stats.nTotalDroppedPacketsAfterDequeue, 7, "dropped for others");
    NS_TEST_EXPECT_MSG_EQ(stats.nTotalDroppedPacketsBeforeEnqueue, 1, "dropped arrivals");
    NS_TEST_EXPECT_MSG_EQ(stats.GetNDroppedPackets(QueueDisc::INTERNAL_QUEUE_DROP), 8, "both");
    NS_TEST_EXPECT_MSG_EQ(told["Enqueue"], 30, "all but 50");
    NS_TEST_EXPECT_MSG_EQ(told["Dequeue"], 7, "a packet that is dropped for another one");
    NS_TEST_EXPECT_MSG_EQ(told["Drop"], 8, "that, and the arrival");
    NS_TEST_EXPECT_MSG_EQ(told["DropBeforeEnqueue"], 1, "the arrival");
    for (uint32_t priority = 0; priority < 23; ++priority)
    {
        NS_TEST_EXPECT_MSG_EQ(GetPriority(disc->Dequeue()->GetPacket()), priority, "order");
    }
    NS_TEST_EXPECT_MSG_EQ(disc->GetNPackets(), 0, "nothing is left");
    disc->Dispose();
}

/**
 * @ingroup pfabric
 * @brief Suite of the queue by itself.
 */
class PFabricQueueTestSuite : public TestSuite
{
  public:
    PFabricQueueTestSuite();
};

PFabricQueueTestSuite::PFabricQueueTestSuite()
    : TestSuite("pfabric-queue", Type::UNIT)
{
    AddTestCase(new PFabricQueueTracesTest);
    AddTestCase(new PFabricQueueUntaggedTest);
    AddTestCase(new PFabricQueueLiveTest);
    AddTestCase(new PFabricQueueRoomTest);
    AddTestCase(new PFabricQueueDiscTest);
}

static PFabricQueueTestSuite g_pfabricQueueTestSuite; //!< registers itself
