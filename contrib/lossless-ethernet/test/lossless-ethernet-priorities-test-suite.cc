/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-test-network.h"

#include "ns3/boolean.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/burst-core-compat.h"
#include "ns3/config.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/lossless-ethernet-mac-control-header.h"
#include "ns3/lossless-ethernet-mac-frame.h"
#include "ns3/lossless-ethernet-topologies.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/object-ptr-container.h"
#include "ns3/on-off-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-socket-address.h"
#include "ns3/packet-socket-client.h"
#include "ns3/packet-socket-helper.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/udp-client-server-helper.h"
#include "ns3/uinteger.h"

#include <array>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::lossless;

namespace
{

/** @param device that sends @param to receiver @param priority of the packets
 * @param interval from one to the next */
void
SendAlways(Ptr<NetDevice> device, Ptr<NetDevice> to, uint8_t priority, const Time& interval)
{
    PacketSocketAddress address;
    address.SetSingleDevice(device->GetIfIndex());
    address.SetPhysicalAddress(to->GetAddress());
    address.SetProtocol(LOSSLESS_PROTOCOL);
    const auto client = CreateObject<PacketSocketClient>();
    client->SetRemote(address);
    client->SetAttribute("PacketSize", UintegerValue(1482)); // frames of 1500 bytes
    client->SetAttribute("Interval", TimeValue(interval));
    client->SetAttribute("MaxPackets", UintegerValue(0));
    client->SetAttribute("Priority", UintegerValue(priority));
    device->GetNode()->AddApplication(client);
}

/** Bytes that were delivered, by priority and by destination. */
class Delivered
{
  public:
    std::array<uint64_t, 8> byPriority{};       //!< bytes
    std::array<uint64_t, 8> frames{};           //!< number by priority
    std::map<uint32_t, uint64_t> byDestination; //!< bytes

    /** @param fabric that tells */
    void Listen(Ptr<LosslessEthernetFabric> fabric)
    {
        fabric->TraceConnectWithoutContext("Delivered", MakeCallback(&Delivered::Note, this));
    }

  private:
    /** @param frame that has come */
    void Note(const LosslessFrame& frame, int64_t /* tick */)
    {
        byPriority[frame.priority] += frame.bytes;
        ++frames[frame.priority];
        byDestination[frame.destination] += frame.bytes;
    }
};

/** @param action that is refused, with which its simulation ends @return its sentence, "accepted"
 * if it is not */
template <typename Action>
std::string
GetRefusal(Action action)
{
    try
    {
        action();
    }
    catch (const std::invalid_argument& error)
    {
        Simulator::Destroy(); // a channel that was not built is in the list of all
        return error.what();
    }
    return "accepted";
}

} // namespace

/**
 * @ingroup lossless-ethernet-tests
 * @brief What stock applications send has the priority that ns-3 gives to their type of service,
 * with all kinds of queue discs; ARP has that of the device.
 */
class LosslessTosTestCase : public TestCase
{
  public:
    /** @param discs queue discs: default, none, pfifo or mq */
    explicit LosslessTosTestCase(const std::string& discs)
        : TestCase("Priorities of stock applications, queue discs: " + discs),
          m_discs(discs)
    {
    }

  private:
    void DoRun() override
    {
        Config::SetDefault("ns3::ArpCache::PendingQueueSize", UintegerValue(1000));
        LosslessEthernetHelper helper;
        const auto devices = helper.Install(MakeLosslessStar(4));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        Delivered delivered;
        delivered.Listen(fabric);
        NodeContainer nodes;
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            nodes.Add(devices.Get(i)->GetNode());
        }
        InternetStackHelper().Install(nodes);
        TrafficControlHelper control;
        if (m_discs == "mq")
        {
            const auto handle = control.SetRootQueueDisc("ns3::MqQueueDisc");
            const auto classes = control.AddQueueDiscClasses(handle, 8, "ns3::QueueDiscClass");
            control.AddChildQueueDiscs(handle, classes, "ns3::FifoQueueDisc");
            control.Install(devices);
        }
        else if (m_discs == "pfifo")
        {
            control.SetRootQueueDisc("ns3::PfifoFastQueueDisc");
            control.Install(devices);
        }
        Ipv4AddressHelper addresses("10.1.1.0", "255.255.255.0");
        const auto interfaces = addresses.Assign(devices);
        if (m_discs == "none")
        {
            control.Uninstall(devices);
        }
        const auto sink = [&](const std::string& factory, uint16_t port) {
            PacketSinkHelper(factory, InetSocketAddress(Ipv4Address::GetAny(), port))
                .Install(nodes.Get(0));
            return InetSocketAddress(interfaces.GetAddress(0), port);
        };
        const auto udp = sink("ns3::UdpSocketFactory", 9);
        const auto tcp = sink("ns3::TcpSocketFactory", 10);
        OnOffHelper onOff("ns3::UdpSocketFactory", udp);
        onOff.SetConstantRate(DataRate("100Mbps"), 1000);
        onOff.SetAttribute("MaxBytes", UintegerValue(1000 * COUNT));
        UdpClientHelper client(udp);
        client.SetAttribute("Interval", TimeValue(MicroSeconds(80)));
        client.SetAttribute("MaxPackets", UintegerValue(COUNT));
        BulkSendHelper bulk("ns3::TcpSocketFactory", tcp);
        bulk.SetAttribute("MaxBytes", UintegerValue(536 * COUNT));
        bulk.SetAttribute("SendSize", UintegerValue(536));
        const auto start = [](ApplicationContainer applications, uint8_t tos) {
            burst::SetTypeOfService(applications.Get(0), tos);
            applications.Start(MilliSeconds(1));
        };
        start(onOff.Install(nodes.Get(1)), 0x08);
        start(client.Install(nodes.Get(2)), 0x10);
        start(bulk.Install(nodes.Get(3)), 0x18);
        Simulator::Stop(MilliSeconds(200));
        Simulator::Run();
        const auto priority = [](uint8_t tos) { return Socket::IpTos2Priority(tos); };
        NS_TEST_EXPECT_MSG_EQ(delivered.frames[priority(0x08)], COUNT, "OnOffApplication");
        NS_TEST_EXPECT_MSG_EQ(delivered.frames[priority(0x10)], COUNT, "UdpClient");
        NS_TEST_EXPECT_MSG_GT(delivered.frames[priority(0x18)], COUNT, "BulkSendApplication");
        // Three questions to each of the others, and an answer to each; TCP's acknowledgements,
        // whose socket has no type of service, at most one a segment and four more.
        NS_TEST_EXPECT_MSG_GT(delivered.frames[0], 3 * 3 + 3, "ARP and the sink of TCP");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetMissing(), 0, "conservation");
        for (const uint8_t unused : {1, 3, 5, 7})
        {
            NS_TEST_EXPECT_MSG_EQ(delivered.frames[unused], 0, "priority " << +unused);
        }
        Simulator::Destroy();
        Config::Reset();
    }

    static constexpr uint64_t COUNT = 50; //!< packets of each application
    std::string m_discs;                  //!< see the constructor
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief A flow that is held up does not hold up the station's other flows: one of another priority
 * while PFC pauses the first, one of the same priority while QCN limits the first.
 */
class LosslessBackpressureTestCase : public TestCase
{
  public:
    /** @param qcn of one priority, with QCN; else of two, with PFC */
    explicit LosslessBackpressureTestCase(bool qcn)
        : TestCase(qcn ? "QCN limits one of two flows" : "PFC pauses one of two priorities"),
          m_qcn(qcn)
    {
    }

  private:
    void DoRun() override
    {
        LosslessEthernetHelper helper;
        helper.SetFabricAttribute(
            "Memory",
            StringValue(m_qcn ? "ns3::PartitionedMemory"
                              : "ns3::PriorityMemory[Capacity=300000|Priorities=137]"));
        if (m_qcn)
        {
            helper.SetFabricAttribute("CongestionPoint", StringValue("ns3::QcnCongestionPoint"));
            helper.SetFabricAttribute("ReactionPoint", StringValue("ns3::QcnReactionPoint"));
        }
        const auto devices = helper.Install(MakeLosslessStar(3));
        LosslessEthernetHelper::AssignStreams(devices, 1);
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        fabric->SetServiceRate(fabric->GetNetwork().GetStationPorts()[1] ^ 1, SLOW);
        PacketSocketHelper().Install(devices.Get(0)->GetNode());
        SendAlways(devices.Get(0), devices.Get(1), m_qcn ? 0 : 3, NanoSeconds(3000));
        SendAlways(devices.Get(0), devices.Get(2), 0, NanoSeconds(3000)); // 4 Gb/s each
        Delivered delivered;
        delivered.Listen(fabric);
        Simulator::Schedule(MilliSeconds(20), [&] {
            fabric->GetDelivered();
            delivered.byDestination.clear();
        });
        Simulator::Stop(MilliSeconds(60));
        Simulator::Run();
        fabric->GetDelivered();
        const auto rate = [&](uint32_t station) {
            return 8 * delivered.byDestination[station] / 0.04;
        };
        NS_TEST_EXPECT_MSG_EQ_TOL(rate(2), 4e9, 1e7, "the flow to the idle station");
        NS_TEST_EXPECT_MSG_EQ_TOL(rate(1), SLOW, 0.05 * SLOW, "that to the slow one");
        NS_TEST_EXPECT_MSG_EQ((fabric->GetMessages() > 0), m_qcn, "messages");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDrops().GetTotal().number, 0, "lossless");
        Simulator::Destroy();
    }

    static constexpr double SLOW = 1e9; //!< bits per second
    bool m_qcn;                         //!< see the constructor
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief While PFC pauses a priority, the device queue of that alone is stopped.
 */
class LosslessDeviceQueuesTestCase : public TestCase
{
  public:
    LosslessDeviceQueuesTestCase()
        : TestCase("A device queue for each priority")
    {
    }

  private:
    void DoRun() override
    {
        LosslessEthernetHelper helper;
        helper.SetFabricAttribute("Memory", StringValue("ns3::PriorityMemory"));
        const auto devices = helper.Install(MakeLosslessStar(2));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        fabric->SetServiceRate(fabric->GetNetwork().GetStationPorts()[1] ^ 1, 1e6);
        const auto device = DynamicCast<LosslessEthernetNetDevice>(devices.Get(0));
        device->SetQueue(
            CreateObjectWithAttributes<DropTailQueue<Packet>>("MaxSize",
                                                              QueueSizeValue(QueueSize("7p"))));
        for (uint32_t i = 0; i < 8; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(device->GetQueue(i)->GetMaxSize(), QueueSize("7p"), "each");
            for (uint32_t j = 0; j < i; ++j)
            {
                NS_TEST_EXPECT_MSG_NE(device->GetQueue(i), device->GetQueue(j), "of its own");
            }
        }
        const auto interface = device->GetObject<NetDeviceQueueInterface>();
        NS_TEST_ASSERT_MSG_EQ(interface->GetNTxQueues(), 8, "device queues");
        const auto item = Create<QueueItem>(Create<Packet>(1));
        SocketPriorityTag tag;
        tag.SetPriority(5);
        item->GetPacket()->AddPacketTag(tag);
        NS_TEST_EXPECT_MSG_EQ(interface->GetSelectQueueCallback()(item), 5, "by its tag");
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Each priority of a port has its own congestion point: Qdelta is the difference of two Qoff
 * of the same one, and one alone has the messages that it has beside another port's.
 */
class LosslessPointsTestCase : public TestCase
{
  public:
    LosslessPointsTestCase()
        : TestCase("A congestion point for each priority")
    {
    }

  private:
    /** Frames of a priority, at even distances. */
    class Source : public LosslessSource
    {
      public:
        /** @param ticks from one to the next @param priority of them */
        Source(int64_t ticks, uint8_t priority)
            : m_ticks(ticks),
              m_priority(priority)
        {
        }

        int64_t GetNextTick() override
        {
            return m_next;
        }

        Arrival Take() override
        {
            m_next += m_ticks;
            return {2, 1500, m_priority, 1};
        }

      private:
        int64_t m_next{0};  //!< tick
        int64_t m_ticks;    //!< distance
        uint8_t m_priority; //!< of all
    };

    void DoRun() override
    {
        LosslessEthernetHelper helper;
        helper.SetFabricAttribute(
            "CongestionPoint",
            StringValue("ns3::BcnCongestionPoint[Sampling=ByteInterval|SampleInterval=75000]"));
        helper.SetFabricAttribute("Memory",
                                  StringValue("ns3::PriorityMemory[Capacity=1200000|Priorities="
                                              "161]"));
        const auto devices = helper.Install(MakeLosslessStar(3));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        const uint32_t slow = fabric->GetNetwork().GetStationPorts()[2] ^ 1;
        fabric->SetServiceRate(slow, 2e9);
        Source fast(1500, 0);  // 10 Gb/s, a tick is a byte
        Source other(3000, 5); // 5 Gb/s, which go first
        fabric->SetSource(0, &fast);
        fabric->SetSource(1, &other);
        const auto port = fabric->GetSwitchPort(slow);
        port->TraceConnectWithoutContext("Message",
                                         MakeCallback(&LosslessPointsTestCase::Note, this));
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_messages.size(), 2, "two congestion points");
        for (const auto& [point, messages] : m_messages)
        {
            NS_TEST_EXPECT_MSG_GT(messages.size(), 2, "messages of " << point);
            for (std::size_t i = 1; i < messages.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(messages[i].delta,
                                      messages[i].offset - messages[i - 1].offset,
                                      "its own queue");
            }
        }
        const uint32_t channels = fabric->GetNetwork().GetChannels().size();
        NS_TEST_EXPECT_MSG_EQ(m_messages.count(slow + 1), 1, "of priority 0");
        NS_TEST_EXPECT_MSG_EQ(m_messages.count(5 * channels + slow + 1), 1, "of priority 5");
        ObjectPtrContainerValue points;
        port->GetAttribute("CongestionPoints", points);
        NS_TEST_EXPECT_MSG_EQ(points.GetN(), 8, "all priorities");
        NS_TEST_EXPECT_MSG_EQ(DynamicCast<CongestionPoint>(points.Get(5))->GetId(),
                              5 * channels + slow + 1,
                              "by priority");
        Simulator::Destroy();
    }

    /** @param message of the port */
    void Note(const CongestionMessage& message)
    {
        m_messages[message.congestionPoint].push_back(message);
    }

    std::map<uint64_t, std::vector<CongestionMessage>> m_messages; //!< by congestion point
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Priorities for which there is no memory are refused or go with another; what has to be
 * dropped all the same is counted.
 */
class LosslessUnusedPrioritiesTestCase : public TestCase
{
  public:
    LosslessUnusedPrioritiesTestCase()
        : TestCase("Priorities without memory")
    {
    }

  private:
    void DoRun() override
    {
        const auto install = [](const std::string& topology,
                                const std::string& memory,
                                uint8_t priority,
                                const std::string& point) {
            LosslessEthernetHelper helper;
            helper.SetFabricAttribute("Memory", StringValue("ns3::PriorityMemory" + memory));
            helper.SetFabricAttribute("CongestionPoint", StringValue(point));
            helper.SetDeviceAttribute("Priority", UintegerValue(priority));
            return helper.Install(LosslessTopology(topology));
        };
        const std::string star = "single-stage[Nodes=3]";
        const std::string point = "ns3::BcnCongestionPoint";
        NS_TEST_EXPECT_MSG_EQ(GetRefusal([&] { install(star, "[Priorities=4]", 0, ""); }),
                              "Priority of station 0 is 0; allowed are those that Memory of the "
                              "fabric has",
                              "ARP would be lost");
        NS_TEST_EXPECT_MSG_EQ(
            GetRefusal([&] { install("two-switch", "[Priorities=4]", 2, point); }),
            "MessagePriority is 7; allowed are priorities for which "
            "ns3::PriorityMemory has memory, since messages cross several "
            "switches: the bits of 4",
            "messages would be lost");
        NS_TEST_EXPECT_MSG_EQ(GetRefusal([&] { install(star, "[Priorities=4]", 2, point); }),
                              "accepted",
                              "no message crosses a second switch");

        const auto devices = install(star, "[Priorities=4]", 2, "");
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        Delivered delivered;
        delivered.Listen(fabric);
        PacketSocketHelper().Install(devices.Get(0)->GetNode());
        SendAlways(devices.Get(0), devices.Get(1), 6, MicroSeconds(10));
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(delivered.frames[2], fabric->GetDelivered(), "with priority 2");
        NS_TEST_EXPECT_MSG_GT(delivered.frames[2], 90, "all of them");
        Simulator::Destroy();

        const auto again = install(star, "[Priorities=4]", 2, "");
        EvenSource source(1, 1500, 1500, 10);
        LosslessEthernetHelper::GetFabric(again)->SetSource(0, &source); // of priority 0
        NS_TEST_EXPECT_MSG_EQ(
            GetRefusal([&] {
                Simulator::Stop(MilliSeconds(1));
                Simulator::Run();
                LosslessEthernetHelper::GetFabric(again)->GetSent();
            }),
            "a frame of station 0 has priority 0; allowed are those for which all "
            "switches have memory, the bits of 4",
            "counted frames");
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Settings that lose, frames that are too long, memories that block each other.
 */
class LosslessSettingsTestCase : public TestCase
{
  public:
    LosslessSettingsTestCase()
        : TestCase("Settings that lose or block are refused")
    {
    }

  private:
    void DoRun() override
    {
        const auto install = [](const std::string& name,
                                const AttributeValue& value,
                                bool allowed,
                                const std::string& topology) {
            LosslessEthernetHelper helper;
            helper.SetFabricAttribute(name, value);
            helper.SetFabricAttribute("AllowLoss", BooleanValue(allowed));
            helper.SetFabricAttribute("AllowCyclicRoutes", BooleanValue(allowed));
            return LosslessEthernetHelper::GetFabric(helper.Install(LosslessTopology(topology)));
        };
        const std::string star = "single-stage[Nodes=2]";
        NS_TEST_EXPECT_MSG_EQ(
            GetRefusal([&] { install("Quanta", UintegerValue(47), false, star); }),
            "port switch1:0>node1:0: a pause of 47 quanta may lapse and lose frames: it is renewed "
            "in time from 48 on with frames of 1518 bytes; allowed is that with AllowLoss",
            "1518 / 32");
        NS_TEST_EXPECT_MSG_EQ(install("Quanta", UintegerValue(48), false, star)->GetWarning(),
                              "",
                              "enough");
        NS_TEST_EXPECT_MSG_NE(install("Quanta", UintegerValue(47), true, star)->GetWarning(),
                              "",
                              "allowed");
        const auto refused =
            GetRefusal([&] { install("Headroom", UintegerValue(3000), false, star); });
        NS_TEST_EXPECT_MSG_NE(refused.find("AllowLoss"), std::string::npos, refused);

        const StringValue shared("ns3::SharedMemory[Capacity=30000]");
        NS_TEST_EXPECT_MSG_EQ(
            GetRefusal([&] { install("Memory", shared, false, "two-switch"); }).substr(0, 15),
            "cyclic waiting:",
            "two switches");
        const auto fabric = install("Memory", shared, true, "two-switch");
        // Stations 0, 1, 2, 5 are at one switch, 3, 4, 6, 7 at the other; all send across.
        std::vector<EvenSource> sources;
        sources.reserve(8);
        const std::array<uint32_t, 8> across{3, 4, 6, 0, 1, 7, 2, 5};
        for (uint32_t station = 0; station < 8; ++station)
        {
            sources.emplace_back(across[station], 1500, 1500, 1'000'000);
            fabric->SetSource(station, &sources.back());
        }
        std::string sentence;
        try
        {
            Simulator::Stop(MilliSeconds(200));
            Simulator::Run();
        }
        catch (const std::runtime_error& error)
        {
            sentence = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(sentence.find("no progress"), std::string::npos, sentence);
        NS_TEST_EXPECT_MSG_NE(sentence.find("->"), std::string::npos, sentence);
        Simulator::Destroy();

        NS_TEST_EXPECT_MSG_EQ(GetRefusal([&] {
                                  const auto one =
                                      install("Quanta", UintegerValue(100), false, star);
                                  one->SetServiceRate(0, 1e9, NanoSeconds(-1));
                              }).substr(0, 28),
                              "the service rate of port 0 i",
                              "negative delay");
        const auto small = install("LargestFrame", UintegerValue(1518), false, star);
        EvenSource source(1, 9000, 9000, 10);
        small->SetServiceRate(0, 1e9, Time::Max()); // never
        small->SetSource(0, &source);
        NS_TEST_EXPECT_MSG_EQ(GetRefusal([&] {
                                  Simulator::Stop(MilliSeconds(1));
                                  Simulator::Run();
                                  small->GetSent();
                              }),
                              "a frame of station 0 has 9000 bytes; allowed are 1 to LargestFrame, "
                              "1518",
                              "counted frames");
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief A rate of service that is as good as 0 sends one frame, and the end of it the others.
 */
class LosslessLowestRateTestCase : public TestCase
{
  public:
    LosslessLowestRateTestCase()
        : TestCase("A service rate of 1e-9 bit per second")
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = LosslessEthernetHelper().Install(MakeLosslessStar(2));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        EvenSource source(1, 1500, 1500, 100);
        fabric->SetSource(0, &source);
        const uint32_t out = fabric->GetNetwork().GetStationPorts()[1] ^ 1;
        fabric->SetServiceRate(out, 1e-9);
        fabric->SetServiceRate(out, LosslessEngine::LINK_RATE, MilliSeconds(100));
        uint64_t before = 0;
        Simulator::Schedule(MilliSeconds(99), [&] { before = fabric->GetDelivered(); });
        Simulator::Stop(MilliSeconds(101));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(before, 1, "nothing goes behind the first one");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDelivered(), 100, "all");
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief PFC is written as PFC, also where it means all priorities, and PAUSE as PAUSE.
 */
class LosslessControlFramesTestCase : public TestCase
{
  public:
    /** @param priorities a bit for each that memory is for; 0: PAUSE */
    explicit LosslessControlFramesTestCase(uint8_t priorities)
        : TestCase("MAC control for priorities " + std::to_string(priorities)),
          m_priorities(priorities)
    {
    }

  private:
    void DoRun() override
    {
        LosslessEthernetHelper helper;
        helper.SetFabricAttribute(
            "Memory",
            StringValue(m_priorities == 0 ? "ns3::PartitionedMemory[Capacity=20000]"
                                          : "ns3::PriorityMemory[Capacity=200000|Priorities=" +
                                                std::to_string(m_priorities) + "]"));
        const auto devices = helper.Install(MakeLosslessStar(2));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        fabric->SetServiceRate(fabric->GetNetwork().GetStationPorts()[1] ^ 1, 1e9);
        EvenSource source(1, 1500, 1500, 1000);
        fabric->SetSource(0, &source);
        devices.Get(0)->TraceConnectWithoutContext(
            "PhyRxEnd",
            MakeCallback(&LosslessControlFramesTestCase::Note, this));
        Simulator::Stop(MilliSeconds(3));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(m_count, 5, "control frames");
        Simulator::Destroy();
    }

    /** @param packet that has come to the sender */
    void Note(Ptr<const Packet> packet)
    {
        const auto frame = MacFrame::FromPacket(packet);
        NS_TEST_ASSERT_MSG_EQ(frame->etherType, MacControlHeader::ETHER_TYPE, "MAC control");
        uint8_t opcode[2];
        frame->payload->CopyData(opcode, 2);
        const int first = m_priorities == 0 ? 0x00 : 0x01;
        NS_TEST_EXPECT_MSG_EQ(+opcode[0], first, "opcode");
        NS_TEST_EXPECT_MSG_EQ(+opcode[1], 0x01, "opcode");
        ++m_count;
    }

    uint8_t m_priorities; //!< see the constructor
    uint32_t m_count{0};  //!< frames
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Several priorities, and settings that would lose.
 */
class LosslessPrioritiesTestSuite : public TestSuite
{
  public:
    LosslessPrioritiesTestSuite()
        : TestSuite("lossless-ethernet-priorities", Type::UNIT)
    {
        for (const std::string discs : {"default", "none", "pfifo", "mq"})
        {
            AddTestCase(new LosslessTosTestCase(discs));
        }
        AddTestCase(new LosslessBackpressureTestCase(false));
        AddTestCase(new LosslessBackpressureTestCase(true));
        AddTestCase(new LosslessDeviceQueuesTestCase);
        AddTestCase(new LosslessPointsTestCase);
        AddTestCase(new LosslessUnusedPrioritiesTestCase);
        AddTestCase(new LosslessSettingsTestCase);
        AddTestCase(new LosslessLowestRateTestCase);
        AddTestCase(new LosslessControlFramesTestCase(0));
        AddTestCase(new LosslessControlFramesTestCase(1));
        AddTestCase(new LosslessControlFramesTestCase(255));
    }
};

static LosslessPrioritiesTestSuite g_losslessPrioritiesTestSuite; //!< the suite
