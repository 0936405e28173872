/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/pfabric-queue.h"
#include "ns3/pfabric-tag.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"

#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t PROTOCOL = 0x0800; //!< EtherType of the packets
constexpr uint32_t BYTES = 1498;      //!< of a packet: with PPP's two it takes 12 us at 1 Gb/s

/** A packet on its way to a queue disc. */
class TestItem : public QueueDiscItem
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

/** Where the priorities are heeded. */
enum class Layout
{
    DEVICE,          //!< in the queue of the device
    FLOW_CONTROLLED, //!< likewise, of a device that stops what feeds it when its queue is full
    DISC,            //!< in a queue disc, above a device with a queue of one packet
};

/** Packets that are sent over a link of 1 Gb/s, and when they come, without delay. */
class PFabricTestLink
{
  public:
    /** @param layout where the priorities are heeded @param room of the queue */
    PFabricTestLink(Layout layout, const std::string& room)
        : m_layout(layout)
    {
        PointToPointHelper helper;
        helper.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
        if (layout == Layout::DISC)
        {
            helper.SetQueue("ns3::DropTailQueue", "MaxSize", StringValue("1p"));
        }
        else
        {
            helper.SetQueue("ns3::PFabricQueue",
                            "MaxSize",
                            StringValue(room),
                            "StrictLimit",
                            BooleanValue(false));
        }
        if (layout == Layout::DEVICE)
        {
            helper.DisableFlowControl();
        }
        m_layer = CreateObject<TrafficControlLayer>();
        auto sender = CreateObject<Node>();
        auto receiver = CreateObject<Node>();
        sender->AggregateObject(m_layer);
        m_device = helper.Install(sender, receiver).Get(0);
        receiver->RegisterProtocolHandler(MakeCallback(&PFabricTestLink::Receive, this),
                                          PROTOCOL,
                                          nullptr);
        if (layout == Layout::DISC)
        {
            TrafficControlHelper control;
            const auto handle = control.SetRootQueueDisc("ns3::PFabricQueueDisc");
            control.AddInternalQueues(handle,
                                      1,
                                      "ns3::PFabricQueue<QueueDiscItem>",
                                      "MaxSize",
                                      StringValue(room),
                                      "StrictLimit",
                                      BooleanValue(false));
            control.Install(m_device);
        }
    }

    /** @param at when packets are sent, us @param priorities of them, each of a flow of its own */
    void Send(int64_t at, const std::vector<uint32_t>& priorities)
    {
        for (const uint32_t priority : priorities)
        {
            Simulator::Schedule(MicroSeconds(at), &PFabricTestLink::SendNow, this, priority);
        }
    }

    /** @return what came, as priority@us */
    std::string Run()
    {
        Simulator::Run();
        Simulator::Destroy();
        return m_came;
    }

  private:
    /** @param priority of a packet that is sent now */
    void SendNow(uint32_t priority)
    {
        auto packet = Create<Packet>(BYTES);
        packet->AddPacketTag(PFabricTag(priority, priority));
        const Address to = m_device->GetBroadcast();
        m_layer->Send(m_device, Create<TestItem>(packet, to, PROTOCOL));
    }

    /** A packet has come. @param packet it */
    void Receive(Ptr<NetDevice> /* device */,
                 Ptr<const Packet> packet,
                 uint16_t /* protocol */,
                 const Address& /* from */,
                 const Address& /* to */,
                 NetDevice::PacketType /* type */)
    {
        PFabricTag tag;
        NS_ABORT_IF(!packet->PeekPacketTag(tag));
        m_came += std::to_string(tag.GetPriority()) + '@' +
                  std::to_string(Simulator::Now().GetMicroSeconds()) + ' ';
    }

    const Layout m_layout;            //!< where the priorities are heeded
    Ptr<TrafficControlLayer> m_layer; //!< of the sender
    Ptr<NetDevice> m_device;          //!< of the sender
    std::string m_came;               //!< see Run
};

} // namespace

/**
 * @ingroup pfabric
 * @brief Packets 9 and 8 are sent at once, 1 comes a microsecond later, while 9 is on the link.
 *
 * In the queue of the device 1 is the next. Below a queue disc 8 has left for the device already: 1
 * waits for a whole packet more. With room for two packets and 9, 7, 8 at once, the device drops 8
 * for
 * 1. Below the disc 7 is in the device: there is room for both.
 */
class PFabricLookAheadTest : public TestCase
{
  public:
    PFabricLookAheadTest();

  private:
    void DoRun() override;
};

PFabricLookAheadTest::PFabricLookAheadTest()
    : TestCase("the queue of a device is exact, a queue disc looks one packet ahead")
{
}

void
PFabricLookAheadTest::DoRun()
{
    const std::vector<std::pair<Layout, std::string>> first{{Layout::DEVICE, "9@12 1@24 8@36 "},
                                                            {Layout::DISC, "9@12 8@24 1@36 "}};
    for (const auto& [layout, came] : first)
    {
        PFabricTestLink link(layout, "36000B");
        link.Send(0, {9, 8});
        link.Send(1, {1});
        NS_TEST_EXPECT_MSG_EQ(link.Run(), came, "order and times");
    }
    const std::vector<std::pair<Layout, std::string>> full{{Layout::DEVICE, "9@12 1@24 7@36 "},
                                                           {Layout::DISC, "9@12 7@24 1@36 8@48 "}};
    for (const auto& [layout, came] : full)
    {
        PFabricTestLink link(layout, "2p");
        link.Send(0, {9, 7, 8});
        link.Send(1, {1});
        NS_TEST_EXPECT_MSG_EQ(link.Run(), came, "order and times with room for two");
    }
}

/**
 * @ingroup pfabric
 * @brief Flow control of the device has arrivals dropped before the queue sees them.
 *
 * 9 is on the link, 8 and 7 fill the room for two. 1 has 8 dropped without flow control, and is
 * dropped itself by the traffic control layer with it.
 */
class PFabricFlowControlTest : public TestCase
{
  public:
    PFabricFlowControlTest();

  private:
    void DoRun() override;
};

PFabricFlowControlTest::PFabricFlowControlTest()
    : TestCase("flow control of a device takes the choice away")
{
}

void
PFabricFlowControlTest::DoRun()
{
    const std::vector<std::pair<Layout, std::string>> cases{
        {Layout::DEVICE, "9@12 1@24 7@36 "},
        {Layout::FLOW_CONTROLLED, "9@12 7@24 8@36 "}};
    for (const auto& [layout, came] : cases)
    {
        PFabricTestLink link(layout, "2p");
        link.Send(0, {9, 8, 7});
        link.Send(1, {1});
        NS_TEST_EXPECT_MSG_EQ(link.Run(), came, "what is left");
    }
}

/**
 * @ingroup pfabric
 * @brief Suite of the queue in devices.
 */
class PFabricDeviceTestSuite : public TestSuite
{
  public:
    PFabricDeviceTestSuite();
};

PFabricDeviceTestSuite::PFabricDeviceTestSuite()
    : TestSuite("pfabric-device", Type::UNIT)
{
    AddTestCase(new PFabricLookAheadTest);
    AddTestCase(new PFabricFlowControlTest);
}

static PFabricDeviceTestSuite g_pfabricDeviceTestSuite; //!< registers itself
