/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-test-network.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/log.h"
#include "ns3/lossless-ethernet-engine-listener.h"
#include "ns3/lossless-ethernet-memories.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/pointer.h"
#include "ns3/queue-size.h"
#include "ns3/random-variable-stream.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <tuple>
#include <vector>

using namespace ns3;
using namespace ns3::lossless;

namespace
{

constexpr uint32_t OVERHEAD = 18; //!< bytes of a frame beside its packet
constexpr uint32_t SHORTEST = 64; //!< bytes of a frame
constexpr double TICK = 0.8;      //!< ns, a byte at 10 Gb/s
constexpr int64_t DELAY = 625;    //!< ticks, default of Delay

/** What was delivered: tick, source, destination, bytes. */
using Deliveries = std::vector<std::tuple<int64_t, uint32_t, uint32_t, uint32_t>>;

/** Writes deliveries down. */
class Book : public LosslessEngineListener
{
  public:
    void Delivered(const LosslessFrame& frame, int64_t tick) override
    {
        Note(frame, tick);
    }

    void Dropped(const LosslessFrame& /* frame */, uint32_t /* port */, int64_t /* tick */) override
    {
        ++drops;
    }

    /** @param frame that was delivered @param tick when */
    void Note(const LosslessFrame& frame, int64_t tick)
    {
        deliveries.emplace_back(tick, frame.source, frame.destination, frame.bytes);
    }

    Deliveries deliveries;
    uint64_t drops{0};
};

/** Even frames whose deliveries are written down, for which no trace is needed. */
class NotedSource : public EvenSource
{
  public:
    /** @param book to write to @param even frames */
    NotedSource(Book& book, const EvenSource& even)
        : EvenSource(even),
          m_book(book)
    {
    }

    void Delivered(const LosslessFrame& frame, int64_t tick) override
    {
        m_book.Note(frame, tick);
    }

  private:
    Book& m_book; //!< to write to
};

/** @param text of a topology @return it */
fabric::Topology
Read(const std::string& text)
{
    std::istringstream input(text);
    return fabric::ReadTopology(input, "topology");
}

} // namespace

/**
 * @ingroup lossless-ethernet-tests
 * @brief Packets through devices arrive at the very ticks at which the same frames arrive that are
 * put into an engine; a single one after 2 (n + d) ticks over two links.
 */
class LosslessSameTicksTestCase : public TestCase
{
  public:
    LosslessSameTicksTestCase()
        : TestCase("Through devices and through the engine directly: the same ticks")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t stations = 6;
        LosslessEthernetHelper helper;
        helper.SetDeviceAttribute("NicMemory", UintegerValue(1'000'000'000));
        const auto devices = helper.Install(MakeLosslessStar(stations));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        Book seen;
        fabric->TraceConnectWithoutContext("Delivered", MakeCallback(&Book::Note, &seen));

        Book expected;
        auto network = std::make_shared<const LosslessNetwork>(MakeLosslessStar(stations),
                                                               10'000'000'000,
                                                               NanoSeconds(500));
        LosslessEngine engine(network, {}, &expected);
        auto memory = CreateObject<PartitionedMemory>();
        memory->Configure(stations, std::vector<uint64_t>(stations, 100'000));
        engine.SetMemory(0, memory);

        auto draw = CreateObject<UniformRandomVariable>();
        draw->SetStream(1);
        SendAt(devices, 0, 1, 1500, NanoSeconds(0));
        engine.Send({0, 1, 1500 + OVERHEAD}, 0);
        int64_t now = 10'000;
        for (uint32_t i = 0; i < 3000; ++i)
        {
            now += draw->GetInteger(0, 400); // more than the receivers take: queues
            const uint32_t from = draw->GetInteger(0, stations - 1);
            const uint32_t to = (from + draw->GetInteger(1, 2)) % stations;
            const uint32_t bytes = draw->GetInteger(1, 1500);
            SendAt(devices, from, to, bytes, NanoSeconds(now));
            engine.Send({from, to, std::max(SHORTEST, bytes + OVERHEAD)},
                        static_cast<int64_t>(std::ceil(now / TICK)));
        }
        engine.Advance(10'000'000);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(expected.drops, 0, "lossless");
        NS_TEST_EXPECT_MSG_EQ(expected.deliveries.size(), 3001, "all");
        NS_TEST_EXPECT_MSG_EQ(std::get<0>(seen.deliveries.at(0)),
                              2 * (1500 + OVERHEAD + DELAY),
                              "alone");
        NS_TEST_EXPECT_MSG_EQ((seen.deliveries == expected.deliveries), true, "ticks");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetMissing(), 0, "conservation");
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief What is only counted needs no events of the simulator, and comes to the same as with
 * somebody who listens to every frame.
 */
class LosslessLazyTestCase : public TestCase
{
  public:
    LosslessLazyTestCase()
        : TestCase("Counted frames need no events, and are the same with them")
    {
    }

  private:
    /** @param listens to all frames of a port @param late not from the start @return what was
     * delivered */
    Deliveries Run(bool listens, bool late = false)
    {
        const auto devices = LosslessEthernetHelper().Install(MakeLosslessStar(4));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        Book book;
        std::vector<NotedSource> sources(3, NotedSource(book, EvenSource(3, 1500, 1700, 1000)));
        for (uint32_t i = 0; i < sources.size(); ++i)
        {
            fabric->SetSource(i, &sources[i]);
        }
        const uint32_t hot = fabric->GetNetwork().GetStationPorts()[3] ^ 1;
        fabric->SetServiceRate(hot, 5e9, MicroSeconds(100));
        m_frames = 0;
        uint64_t before = 0;
        Simulator::Schedule(late ? MilliSeconds(2) : Time(0), [&] {
            before = fabric->GetEngine().GetBytes(hot) / 1500;
            if (listens)
            {
                fabric->GetSwitchPort(hot)->TraceConnectWithoutContext(
                    "PhyTxBegin",
                    MakeCallback(&LosslessLazyTestCase::Count, this));
            }
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDelivered(), 3000, "delivered");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDrops().GetTotal().number, 0, "lossless");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetMissing(), 0, "conservation");
        NS_TEST_EXPECT_MSG_EQ(m_frames, (listens ? 3000 - before : 0), "told");
        NS_TEST_EXPECT_MSG_EQ((before > 100), late, "before");
        NS_TEST_EXPECT_MSG_EQ((Simulator::GetEventCount() < 100), !listens, "events");
        Simulator::Destroy();
        return book.deliveries;
    }

    void DoRun() override
    {
        const auto lazy = Run(false);
        NS_TEST_EXPECT_MSG_EQ((lazy == Run(true)), true, "deliveries");
        NS_TEST_EXPECT_MSG_EQ((lazy == Run(true, true)), true, "deliveries, listened to later");
        // Longer than the watchdog's Interval, of which none sees a frame that moves by an event.
        const auto devices = LosslessEthernetHelper().Install(MakeLosslessStar(4));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        std::vector<EvenSource> sources(3, EvenSource(3, 1500, 1700, 20'000));
        for (uint32_t i = 0; i < sources.size(); ++i)
        {
            fabric->SetSource(i, &sources[i]);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDelivered(), 60'000, "delivered of a long run");
        NS_TEST_EXPECT_MSG_EQ((Simulator::GetEventCount() < 100), true, "events of a long run");
        Simulator::Destroy();
    }

    /** @param frame that was sent */
    void Count(Ptr<const Packet> frame)
    {
        ++m_frames;
        NS_TEST_EXPECT_MSG_EQ(frame->GetSize(), 1500, "bytes as counted");
    }

    uint64_t m_frames{0}; //!< told
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief A slow receiver gets what it takes, neither more nor less, nothing is lost, and what tells
 * of it agrees: frames of MAC control, pauses, bytes of queue and memory.
 */
class LosslessSlowReceiverTestCase : public TestCase
{
  public:
    LosslessSlowReceiverTestCase()
        : TestCase("A slow receiver")
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = LosslessEthernetHelper().Install(MakeLosslessStar(3));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        const auto ports = fabric->GetNetwork().GetStationPorts();
        m_hot = fabric->GetSwitchPort(ports[2] ^ 1);
        m_input = fabric->GetSwitchPort(ports[0] ^ 1);
        EvenSource a(2, 1500, 1500, 10'000);
        EvenSource b(2, 1500, 1500, 10'000);
        fabric->SetSource(0, &a);
        fabric->SetSource(1, &b);
        fabric->SetServiceRate(m_hot->GetPort(), 2e9);
        const auto connect = [this](Ptr<Object> object, const std::string& name, auto member) {
            NS_TEST_EXPECT_MSG_EQ(
                object->TraceConnectWithoutContext(name, MakeCallback(member, this)),
                true,
                name);
        };
        connect(m_input, "PhyTxBegin", &LosslessSlowReceiverTestCase::Sent);
        connect(devices.Get(0), "PhyRxEnd", &LosslessSlowReceiverTestCase::Received);
        connect(devices.Get(0), "Paused", &LosslessSlowReceiverTestCase::Paused);
        connect(m_hot, "QueueBytes", &LosslessSlowReceiverTestCase::Queue);
        connect(m_input, "MemoryBytes", &LosslessSlowReceiverTestCase::Memory);
        Simulator::Stop(MilliSeconds(20));
        Simulator::Run();
        // 2 Gb/s over 20 ms are 3333 frames; on the way at the end: one that is served
        const double frames = 2e9 * 20e-3 / 8 / 1500;
        NS_TEST_EXPECT_MSG_EQ_TOL(fabric->GetDelivered(), frames, 2, "the rate of the receiver");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDrops().GetTotal().number, 0, "lossless");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetMissing(), 0, "conservation");
        const auto memory = fabric->GetEngine().GetMemory(0);
        NS_TEST_EXPECT_MSG_LT(fabric->GetHighWater(), memory->GetCapacity() + 1, "in its bounds");
        NS_TEST_EXPECT_MSG_EQ(m_mostMemory, memory->GetHighWater(0), "high water");
        NS_TEST_EXPECT_MSG_GT(m_mostMemory, 500'000, "it was full");
        NS_TEST_EXPECT_MSG_EQ(
            m_queueBytes,
            static_cast<uint64_t>(fabric->GetEngine().GetQueue(m_hot->GetPort()).GetBytes()),
            "queue");
        NS_TEST_EXPECT_MSG_EQ(m_controlSent,
                              fabric->GetEngine().GetPauses(m_input->GetPort()) + m_ends,
                              "frames");
        NS_TEST_EXPECT_MSG_EQ(m_controlSent, m_controlReceived, "frames sent and received");
        NS_TEST_EXPECT_MSG_EQ(m_pauses, m_controlReceived, "each has its effect at once");
        NS_TEST_EXPECT_MSG_GT(m_pauses, 2, "enough to mean something");
        Simulator::Destroy();
    }

    /** @param frame sent to station 0 */
    void Sent(Ptr<const Packet> frame)
    {
        ++m_controlSent;
        NS_TEST_EXPECT_MSG_EQ(frame->GetSize(), SHORTEST, "MAC control");
    }

    /** @param frame received by station 0 */
    void Received(Ptr<const Packet> frame)
    {
        ++m_controlReceived;
        uint8_t bytes[18];
        frame->CopyData(bytes, sizeof bytes);
        const uint8_t expected[] = {0x01, 0x80, 0xc2, 0, 0, 0x01};
        NS_TEST_EXPECT_MSG_EQ(std::equal(expected, expected + 6, bytes), true, "address");
        NS_TEST_EXPECT_MSG_EQ((bytes[12] == 0x88 && bytes[13] == 0x08), true, "EtherType");
        NS_TEST_EXPECT_MSG_EQ((bytes[14] == 0 && bytes[15] == 1), true, "PAUSE");
        m_quanta = bytes[16] << 8 | bytes[17];
        m_ends += m_quanta == 0;
    }

    /** @param begin when @param priorities which @param duration how long */
    void Paused(const Time& begin, uint8_t priorities, const Time& duration)
    {
        ++m_pauses;
        NS_TEST_EXPECT_MSG_EQ(priorities, 255, "all");
        NS_TEST_EXPECT_MSG_EQ(begin, Simulator::Now(), "when it takes effect");
        // 512 bit times of 0.1 ns
        const auto expected = static_cast<int64_t>(std::ceil(51.2 * m_quanta));
        NS_TEST_EXPECT_MSG_EQ(duration, NanoSeconds(expected), "quanta");
    }

    /** @param before bytes @param now bytes */
    void Queue(uint64_t before, uint64_t now)
    {
        NS_TEST_EXPECT_MSG_EQ(before, m_queueBytes, "without a gap");
        m_queueBytes = now;
    }

    /** @param before bytes @param now bytes */
    void Memory(uint64_t before, uint64_t now)
    {
        m_mostMemory = std::max(m_mostMemory, now);
    }

    Ptr<LosslessEthernetSwitchPort> m_hot;   //!< to the slow receiver
    Ptr<LosslessEthernetSwitchPort> m_input; //!< to station 0
    uint64_t m_queueBytes{0};                //!< last one told
    uint64_t m_mostMemory{0};                //!< of those told
    uint64_t m_controlSent{0};               //!< frames
    uint64_t m_controlReceived{0};           //!< frames
    uint64_t m_ends{0};                      //!< of them that end a pause
    uint64_t m_pauses{0};                    //!< told
    uint32_t m_quanta{0};                    //!< of the last one
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Three switches in a ring that send everything clockwise are refused; if they are allowed,
 * they block each other, and the watchdog names the ports.
 */
class LosslessDeadlockTestCase : public TestCase
{
  public:
    LosslessDeadlockTestCase()
        : TestCase("A ring that deadlocks")
    {
    }

  private:
    void DoRun() override
    {
        const auto ring = Read("router r[0..2]\n"
                               "link   r[0..2] r[1,2,0]\n"
                               "device d[0..2]\n"
                               "link   d[0..2] r[0..2]\n"
                               "route  r[0..2] * r[1,2,0]\n");
        LosslessEthernetHelper helper;
        std::string sentence;
        try
        {
            helper.Install(ring);
        }
        catch (const std::invalid_argument& error)
        {
            sentence = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(sentence.rfind("cyclic routing", 0), 0, sentence);
        Simulator::Destroy();

        helper.SetFabricAttribute("AllowCyclicRoutes", BooleanValue(true));
        const auto devices = helper.Install(ring);
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        std::vector<EvenSource> sources;
        for (uint32_t i = 0; i < 3; ++i)
        {
            sources.emplace_back((i + 2) % 3, 1500, 1500, 100'000); // over two links of the ring
        }
        for (uint32_t i = 0; i < 3; ++i)
        {
            fabric->SetSource(i, &sources[i]);
        }
        sentence.clear();
        try
        {
            Simulator::Stop(Seconds(1));
            Simulator::Run();
        }
        catch (const std::runtime_error& error)
        {
            sentence = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(sentence.rfind("no progress at", 0), 0, sentence);
        for (const char* const port : {"r0:0>r1", "r1:1>r2", "r2:1>r0"})
        {
            NS_TEST_EXPECT_MSG_NE(sentence.find(port),
                                  std::string::npos,
                                  port << " in " << sentence);
        }
        NS_TEST_EXPECT_MSG_EQ(fabric->GetMissing(), 0, "conservation");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDrops().GetTotal().number, 0, "lossless");
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief A receiver that takes nothing for ten intervals of the watchdog is no deadlock.
 */
class LosslessStoppedReceiverTestCase : public TestCase
{
  public:
    LosslessStoppedReceiverTestCase()
        : TestCase("A receiver that stops for long")
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = LosslessEthernetHelper().Install(MakeLosslessStar(2));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        PointerValue watchdog;
        fabric->GetAttribute("Watchdog", watchdog);
        watchdog.GetObject()->SetAttribute("Interval", TimeValue(MilliSeconds(5)));
        EvenSource source(1, 1500, 1500, 1000);
        fabric->SetSource(0, &source);
        const uint32_t out = fabric->GetNetwork().GetStationPorts()[1] ^ 1;
        fabric->SetServiceRate(out, 0, MicroSeconds(100));
        fabric->SetServiceRate(out, LosslessEngine::LINK_RATE, MilliSeconds(50));
        Simulator::Stop(MilliSeconds(100));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(fabric->GetEngine().GetDelivered(), 1000, "in the end");
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Who gets a packet, at which priority, and what is thrown away for which reason.
 */
class LosslessAddressesTestCase : public TestCase
{
  public:
    LosslessAddressesTestCase()
        : TestCase("Addresses, priorities, drops")
    {
    }

  private:
    void DoRun() override
    {
        constexpr uint32_t stations = 5;
        const auto devices = LosslessEthernetHelper().Install(MakeLosslessStar(stations));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        fabric->TraceConnectWithoutContext("Delivered",
                                           MakeCallback(&LosslessAddressesTestCase::Note, this));
        for (uint32_t i = 0; i < stations; ++i)
        {
            devices.Get(i)->SetReceiveCallback(
                MakeCallback(&LosslessAddressesTestCase::Receive, this));
            devices.Get(i)->SetPromiscReceiveCallback(
                MakeCallback(&LosslessAddressesTestCase::Overhear, this));
        }
        const auto device = DynamicCast<LosslessEthernetNetDevice>(devices.Get(1));
        const uint32_t node = device->GetNode()->GetId();
        const auto send = [&](const Address& to, uint32_t bytes, int priority = -1) {
            auto packet = Create<Packet>(bytes);
            if (priority >= 0)
            {
                SocketPriorityTag tag;
                tag.SetPriority(priority);
                packet->AddPacketTag(tag);
            }
            return device->Send(packet, to, LOSSLESS_PROTOCOL);
        };
        Simulator::ScheduleWithContext(node, NanoSeconds(10), [&] {
            NS_TEST_EXPECT_MSG_EQ(send(devices.Get(3)->GetAddress(), 100), true, "unicast");
            NS_TEST_EXPECT_MSG_EQ(send(devices.Get(3)->GetAddress(), 100, 5), true, "priority");
            NS_TEST_EXPECT_MSG_EQ(send(devices.Get(3)->GetAddress(), 100, 200), true, "above 7");
            NS_TEST_EXPECT_MSG_EQ(send(device->GetBroadcast(), 1), true, "broadcast");
            NS_TEST_EXPECT_MSG_EQ(send(device->GetMulticast(Ipv4Address("224.0.0.9")), 1),
                                  true,
                                  "multicast");
            NS_TEST_EXPECT_MSG_EQ(send(Mac48Address("00:00:00:00:00:77"), 1), true, "unknown");
            NS_TEST_EXPECT_MSG_EQ(send(device->GetAddress(), 100), false, "own");
            NS_TEST_EXPECT_MSG_EQ(send(device->GetBroadcast(), 1501), false, "too long");
        });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_received[PROMISCUOUS], 3 + 3 * (stations - 1), "by the network");
        NS_TEST_EXPECT_MSG_EQ(m_received[NetDevice::PACKET_HOST], 3, "unicast");
        NS_TEST_EXPECT_MSG_EQ(m_received[NetDevice::PACKET_BROADCAST], stations - 1, "broadcast");
        NS_TEST_EXPECT_MSG_EQ(m_received[NetDevice::PACKET_MULTICAST], stations - 1, "multicast");
        NS_TEST_EXPECT_MSG_EQ(m_received[NetDevice::PACKET_OTHERHOST], stations - 1, "unknown");
        NS_TEST_EXPECT_MSG_EQ(m_up, 3 + 2 * (stations - 1), "passed up");
        NS_TEST_EXPECT_MSG_EQ(
            (m_priorities[0] == 1 && m_priorities[5] == 1 && m_priorities[7] == 1),
            true,
            "priorities");
        NS_TEST_EXPECT_MSG_EQ(device->GetDrops(LosslessEthernetNetDevice::OWN_ADDRESS).number,
                              1,
                              "own address");
        NS_TEST_EXPECT_MSG_EQ(device->GetDrops(LosslessEthernetNetDevice::TOO_LONG).number,
                              1,
                              "too long");
        NS_TEST_EXPECT_MSG_EQ(device->GetFramesSent(), 3 + 3 * (stations - 1), "sent");
        NS_TEST_EXPECT_MSG_EQ(device->GetFramesWaiting(), 0, "left over");
        Simulator::Destroy();
    }

    /** @param frame that was delivered */
    void Note(const LosslessFrame& frame, int64_t)
    {
        ++m_received[PROMISCUOUS];
        const bool whole = frame.bytes == 100 + OVERHEAD;
        NS_TEST_EXPECT_MSG_EQ((whole || frame.bytes == SHORTEST), true, "bytes");
        m_priorities[frame.priority] += whole;
    }

    /** @return whether it was taken */
    bool Receive(Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&)
    {
        ++m_up;
        return true;
    }

    /** @param device that has it @param type of the packet @return whether it was taken */
    bool Overhear(Ptr<NetDevice> device,
                  Ptr<const Packet>,
                  uint16_t,
                  const Address&,
                  const Address&,
                  NetDevice::PacketType type)
    {
        ++m_received[type];
        NS_TEST_EXPECT_MSG_EQ(Simulator::GetContext(), device->GetNode()->GetId(), "context");
        return true;
    }

    static constexpr int PROMISCUOUS = -1; //!< in m_received: all
    std::map<int, uint32_t> m_received;    //!< packets by type
    std::map<int, uint32_t> m_priorities;  //!< unicast frames by priority
    uint32_t m_up{0};                      //!< packets
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief A paused station stops its node when TxQueue is full and wakes it again: who heeds that
 * loses nothing.
 */
class LosslessFlowControlTestCase : public TestCase
{
  public:
    LosslessFlowControlTestCase()
        : TestCase("TxQueue stops and wakes")
    {
    }

  private:
    void DoRun() override
    {
        LosslessEthernetHelper helper;
        helper.SetFabricAttribute("Memory", StringValue("ns3::PartitionedMemory[Capacity=20000]"));
        helper.SetDeviceAttribute("NicMemory", UintegerValue(5000));
        helper.SetDeviceAttribute("TxQueue",
                                  StringValue("ns3::DropTailQueue<Packet>[MaxSize=10p]"));
        const auto devices = helper.Install(MakeLosslessStar(2));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        fabric->SetServiceRate(fabric->GetNetwork().GetStationPorts()[1] ^ 1, 1e9);
        m_device = DynamicCast<LosslessEthernetNetDevice>(devices.Get(0));
        m_to = devices.Get(1)->GetAddress();
        m_queue = m_device->GetObject<NetDeviceQueueInterface>()->GetTxQueue(0);
        m_queue->SetWakeCallback(MakeCallback(&LosslessFlowControlTestCase::Fill, this));
        Simulator::ScheduleWithContext(m_device->GetNode()->GetId(), Time(0), [this] { Fill(); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDelivered(), PACKETS, "all");
        NS_TEST_EXPECT_MSG_GT(m_fills, 20, "woken");
        NS_TEST_EXPECT_MSG_EQ(m_device->GetDrops(LosslessEthernetNetDevice::QUEUE_FULL).number,
                              0,
                              "none lost");
        NS_TEST_EXPECT_MSG_EQ_TOL(Simulator::Now().GetSeconds(),
                                  PACKETS * 1018 * 8 / 1e9,
                                  1e-3,
                                  "at the rate of the receiver");
        Simulator::Destroy();
    }

    /** Send until the device stops. */
    void Fill()
    {
        ++m_fills;
        while (m_sent < PACKETS && !m_queue->IsStopped())
        {
            ++m_sent;
            m_device->Send(Create<Packet>(1000), m_to, LOSSLESS_PROTOCOL);
        }
    }

    static constexpr uint32_t PACKETS = 1000; //!< to be sent
    Ptr<LosslessEthernetNetDevice> m_device;  //!< sender
    Ptr<NetDeviceQueue> m_queue;              //!< its flow control
    Address m_to;                             //!< receiver
    uint32_t m_sent{0};                       //!< packets
    uint32_t m_fills{0};                      //!< calls of Fill
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief With BCN the port tells of each message, the stations of each change of a rate, and the
 * streams of other things do not depend on it.
 */
class LosslessMessagesTestCase : public TestCase
{
  public:
    LosslessMessagesTestCase()
        : TestCase("Messages and rates")
    {
    }

  private:
    void DoRun() override
    {
        LosslessEthernetHelper helper;
        const auto plain = helper.Install(MakeLosslessStar(3));
        helper.SetFabricAttribute("CongestionPoint", StringValue("ns3::BcnCongestionPoint"));
        helper.SetFabricAttribute("ReactionPoint", StringValue("ns3::BcnReactionPoint"));
        const auto devices = helper.Install(MakeLosslessStar(3));
        NS_TEST_EXPECT_MSG_EQ(LosslessEthernetHelper::AssignStreams(plain, 10), 6, "streams");
        NS_TEST_EXPECT_MSG_EQ(LosslessEthernetHelper::AssignStreams(devices, 10), 6, "streams");
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        EvenSource a(2, 1500, 1500, 20'000);
        EvenSource b(2, 1500, 1500, 20'000);
        fabric->SetSource(0, &a);
        fabric->SetSource(1, &b);
        const auto hot = fabric->GetSwitchPort(fabric->GetNetwork().GetStationPorts()[2] ^ 1);
        fabric->SetServiceRate(hot->GetPort(), 2e9);
        hot->TraceConnectWithoutContext("Message",
                                        MakeCallback(&LosslessMessagesTestCase::Message, this));
        devices.Get(0)->TraceConnectWithoutContext(
            "RateChanged",
            MakeCallback(&LosslessMessagesTestCase::Rate, this));
        devices.Get(0)->TraceConnectWithoutContext(
            "PhyTxBegin",
            MakeCallback(&LosslessMessagesTestCase::Frame, this));
        Simulator::Stop(MilliSeconds(20));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(m_messages, fabric->GetMessages(), "messages");
        NS_TEST_EXPECT_MSG_GT(m_messages, 20, "enough to mean something");
        NS_TEST_EXPECT_MSG_GT(m_changes, 5, "changes of the rate");
        NS_TEST_EXPECT_MSG_GT(m_tagged, 100, "frames with the tag of BCN");
        NS_TEST_EXPECT_MSG_EQ(m_rate, fabric->GetEngine().GetStation(0).GetRate(2, 0), "rate");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetMissing(), 0, "conservation");
        PointerValue point;
        hot->GetAttribute("CongestionPoint", point);
        NS_TEST_EXPECT_MSG_EQ(point.Get<CongestionPoint>()->GetId(), hot->GetPort() + 1, "CPID");
        Simulator::Destroy();
    }

    /** @param message of the congestion point */
    void Message(const CongestionMessage& message)
    {
        ++m_messages;
    }

    /** @param destination of a flow @param priority of it @param rate of it */
    void Rate(uint32_t destination, uint8_t priority, double rate)
    {
        ++m_changes;
        m_rate = rate;
        NS_TEST_EXPECT_MSG_EQ((destination == 2 && priority == 0), true, "flow");
    }

    /** @param frame of station 0 */
    void Frame(Ptr<const Packet> frame)
    {
        uint8_t bytes[14];
        frame->CopyData(bytes, sizeof bytes);
        m_tagged += bytes[12] == 0x89 && bytes[13] == 0x04;
        NS_TEST_EXPECT_MSG_EQ(frame->GetSize(), 1500, "as counted, with its tag");
    }

    uint64_t m_messages{0}; //!< told
    uint64_t m_changes{0};  //!< told
    uint64_t m_tagged{0};   //!< frames
    double m_rate{0};       //!< last one told
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief What cannot be is a sentence, and a headroom that is too short a warning.
 */
class LosslessWrongInputTestCase : public TestCase
{
  public:
    LosslessWrongInputTestCase()
        : TestCase("Wrong input")
    {
    }

  private:
    /** @param action what to do @param word that its sentence has */
    template <typename Action>
    void Expect(Action action, const std::string& word)
    {
        std::string sentence;
        try
        {
            action();
        }
        catch (const std::invalid_argument& error)
        {
            sentence = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(sentence.find(word), std::string::npos, sentence << " for " << word);
    }

    void DoRun() override
    {
        const auto star = MakeLosslessStar(2);
        const auto install = [&](const std::string& name, const AttributeValue& value) {
            LosslessEthernetHelper helper;
            helper.SetFabricAttribute(name, value);
            return LosslessEthernetHelper::GetFabric(helper.Install(star));
        };
        Expect([&] { install("Headroom", UintegerValue(600'000)); }, "Capacity");
        Expect([&] { install("Quanta", UintegerValue(0)); }, "Quanta");
        Expect([&] { install("Memory", StringValue("ns3::BcnReactionPoint")); }, "LosslessMemory");
        Expect(
            [&] { install("ReactionPoint", StringValue("ns3::BcnReactionPoint[MinRate=20Gbps]")); },
            "Rmin");
        for (const std::string law : {"Bcn", "Qcn", "QcnOccupancy"})
        {
            const auto point = "ns3::" + law + "CongestionPoint[SetPoint=";
            Expect([&] { install("CongestionPoint", StringValue(point + "600001]")); },
                   "SetPoint of ns3::" + law + "CongestionPoint is 600001 bytes");
            install("CongestionPoint", StringValue(point + "600000]"));
        }
        Expect([&] { install("LargestFrame", UintegerValue(1000)); }, "Mtu");
        Expect([&] { LosslessEthernetHelper().SetDeviceAttribute("Priority", UintegerValue(8)); },
               "Priority");
        Expect([&] { LosslessEthernetHelper().Install(star, NodeContainer(3)); }, "nodes");
        Expect([&] { install("Headroom", UintegerValue(3000)); }, "AllowLoss");
        LosslessEthernetHelper lossy;
        lossy.SetFabricAttribute("Headroom", UintegerValue(3000));
        lossy.SetFabricAttribute("AllowLoss", BooleanValue(true));
        const auto fabric = LosslessEthernetHelper::GetFabric(lossy.Install(star));
        Expect([&] { fabric->SetServiceRate(0, -1); }, "service rate");
        Expect([&] { fabric->SetServiceRate(0, std::nan("")); }, "service rate");
        Expect([&] { fabric->SetServiceRate(4, 1); }, "service rate");
        NS_TEST_EXPECT_MSG_NE(fabric->GetWarning(), "", "short of headroom");
        NS_TEST_EXPECT_MSG_EQ(install("Headroom", UintegerValue(0))->GetWarning(), "", "computed");
        const auto headroom = [&](const std::string& memory) {
            return install("Memory", StringValue("ns3::" + memory))
                ->GetEngine()
                .GetMemory(0)
                ->GetHeadroom(0);
        };
        const uint64_t pause = headroom("PartitionedMemory");
        const uint64_t control = LosslessEngine::CONTROL_BYTES;
        NS_TEST_EXPECT_MSG_EQ(headroom("PriorityMemory[Priorities=131]"), pause + 2 * control, "3");
        NS_TEST_EXPECT_MSG_EQ(headroom("DynamicThresholdMemory"), pause + 7 * control, "8");
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Devices and fabrics.
 */
class LosslessEthernetDeviceTestSuite : public TestSuite
{
  public:
    LosslessEthernetDeviceTestSuite()
        : TestSuite("lossless-ethernet-device", Type::UNIT)
    {
        AddTestCase(new LosslessSameTicksTestCase);
        AddTestCase(new LosslessLazyTestCase);
        AddTestCase(new LosslessSlowReceiverTestCase);
        AddTestCase(new LosslessDeadlockTestCase);
        AddTestCase(new LosslessStoppedReceiverTestCase);
        AddTestCase(new LosslessAddressesTestCase);
        AddTestCase(new LosslessFlowControlTestCase);
        AddTestCase(new LosslessMessagesTestCase);
        AddTestCase(new LosslessWrongInputTestCase);
    }
};

static LosslessEthernetDeviceTestSuite g_losslessEthernetDeviceTestSuite; //!< the suite
