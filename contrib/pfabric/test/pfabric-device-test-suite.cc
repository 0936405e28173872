/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/ipv4-header.h"
#include "ns3/node-container.h"
#include "ns3/packet.h"
#include "ns3/pfabric-channel.h"
#include "ns3/pfabric-net-device.h"
#include "ns3/pfabric-queue.h"
#include "ns3/pfabric-tag.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/traffic-control-layer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t FRAME_PROTOCOL = 0x0800; //!< EtherType of the packets
constexpr uint32_t BYTES = 1498; //!< of a packet: with PPP's two it takes 12 us at 1 Gb/s

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
                                          FRAME_PROTOCOL,
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
        m_layer->Send(m_device, Create<TestItem>(packet, to, FRAME_PROTOCOL));
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
 * @brief The same packets through a PFabricNetDevice and through ns-3's device with a PFabricQueue:
 * the same order, times and drops, for all settings of the queue.
 */
class PFabricTwinTest : public TestCase
{
  public:
    PFabricTwinTest();

  private:
    void DoRun() override;

    /** @param own whether it is the device of this module @param setting of the queue: a bit each
     * @return what came, with times */
    std::string Run(bool own, uint32_t setting);

    /** A packet has come. */
    void Receive(Ptr<NetDevice> /* device */,
                 Ptr<const Packet> packet,
                 uint16_t /* protocol */,
                 const Address& /* from */,
                 const Address& /* to */,
                 NetDevice::PacketType /* type */);

    std::string m_came; //!< see Run
};

PFabricTwinTest::PFabricTwinTest()
    : TestCase("a port is ns-3's device with the queue, with half the events")
{
}

void
PFabricTwinTest::Receive(Ptr<NetDevice>,
                         Ptr<const Packet> packet,
                         uint16_t,
                         const Address&,
                         const Address&,
                         NetDevice::PacketType)
{
    PFabricTag tag;
    packet->PeekPacketTag(tag);
    m_came += std::to_string(packet->GetSize()) + '/' + std::to_string(tag.GetPriority()) + '@' +
              std::to_string(Simulator::Now().GetNanoSeconds()) + ' ';
}

std::string
PFabricTwinTest::Run(bool own, uint32_t setting)
{
    constexpr uint32_t PACKETS = 2000;
    constexpr uint32_t DROP = 2; // bits of the setting
    constexpr uint32_t SERVE = 4;
    constexpr uint32_t STRICT = 8;
    const std::vector<std::pair<std::string, bool>> attributes{
        {"KeepOrder", (setting & 1) != 0},
        {"DropByPriority", (setting & DROP) != 0},
        {"ServeByPriority", (setting & SERVE) != 0},
        {"StrictLimit", (setting & STRICT) != 0}};
    NodeContainer nodes(2);
    Ptr<NetDevice> device;
    if (own)
    {
        std::array<Ptr<PFabricNetDevice>, 2> ends;
        for (uint32_t i = 0; i < ends.size(); ++i)
        {
            ends[i] = CreateObject<PFabricNetDevice>();
            ends[i]->SetAttribute("MaxSize", StringValue("6p"));
            ends[i]->SetAttribute("Overhead", StringValue("2"));
            for (const auto& [name, value] : attributes)
            {
                ends[i]->SetAttribute(name, BooleanValue(value));
            }
            nodes.Get(i)->AddDevice(ends[i]);
        }
        PFabricChannel::Connect(ends[0], ends[1])->SetAttribute("Delay", StringValue("3us"));
        device = ends[0];
    }
    else
    {
        PointToPointHelper helper;
        helper.DisableFlowControl();
        helper.SetDeviceAttribute("DataRate", StringValue("1Gbps"));
        helper.SetChannelAttribute("Delay", StringValue("3us"));
        auto queue = CreateObject<PFabricQueue<Packet>>();
        queue->SetAttribute("MaxSize", StringValue("6p"));
        for (const auto& [name, value] : attributes)
        {
            queue->SetAttribute(name, BooleanValue(value));
        }
        device = helper.Install(nodes).Get(0);
        device->SetAttribute("TxQueue", PointerValue(queue));
    }
    nodes.Get(1)->RegisterProtocolHandler(MakeCallback(&PFabricTwinTest::Receive, this),
                                          FRAME_PROTOCOL,
                                          nullptr);
    m_came.clear();
    uint32_t state = 7 + setting;
    const auto draw = [&state](uint32_t below) {
        state = state * 1664525 + 1013904223;
        return (state >> 8) % below;
    };
    Time at(0);
    for (uint32_t i = 0; i < PACKETS; ++i)
    {
        at += NanoSeconds(draw(1500) * 8); // in step with the bytes, so that there are ties
        const uint32_t size = draw(3) == 0 ? 40 + draw(60) : 1500 - draw(2) * draw(1000);
        auto packet = Create<Packet>(size - 20);
        Ipv4Header ip;
        ip.SetDestination(Ipv4Address("10.0.0.2"));
        ip.SetPayloadSize(size - 20);
        packet->AddHeader(ip);
        packet->AddPacketTag(PFabricTag(draw(6), draw(5)));
        Simulator::Schedule(at, [device, packet] {
            device->Send(packet, device->GetBroadcast(), FRAME_PROTOCOL);
        });
    }
    Simulator::Run();
    Simulator::Destroy();
    return m_came;
}

void
PFabricTwinTest::DoRun()
{
    for (uint32_t setting = 0; setting < 16; ++setting)
    {
        const auto came = Run(true, setting);
        const auto packets = std::count(came.begin(), came.end(), ' ');
        NS_TEST_EXPECT_MSG_EQ((came == Run(false, setting)), true, "with setting " << setting);
        NS_TEST_EXPECT_MSG_GT(packets, 500, "many came");
        NS_TEST_EXPECT_MSG_LT(packets, 1990, "some were dropped");
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
    AddTestCase(new PFabricTwinTest);
    AddTestCase(new PFabricFlowControlTest);
}

static PFabricDeviceTestSuite g_pfabricDeviceTestSuite; //!< registers itself
