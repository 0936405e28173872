/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/packet.h"
#include "ns3/pfabric-queue.h"
#include "ns3/pfabric-tag.h"
#include "ns3/string.h"
#include "ns3/test.h"

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
}

static PFabricQueueTestSuite g_pfabricQueueTestSuite; //!< registers itself
