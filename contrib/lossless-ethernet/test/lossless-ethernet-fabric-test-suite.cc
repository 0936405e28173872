/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-test-network.h"

#include "ns3/boolean.h"
#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-statistics.h"
#include "ns3/channel-list.h"
#include "ns3/config.h"
#include "ns3/drop-tail-queue.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/pointer.h"
#include "ns3/queue-size.h"
#include "ns3/simple-channel.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

using namespace ns3;

namespace
{

constexpr int64_t LINK_DELAY = 625; //!< ticks of 0.8 ns, default of Delay

/** @param devices of a star @param station any @return port of the switch to it */
uint32_t
GetPortTo(const NetDeviceContainer& devices, uint32_t station)
{
    return LosslessEthernetHelper::GetFabric(devices)->GetNetwork().GetStationPorts()[station] ^ 1;
}

/** Stop what leaves for a station. @param devices of a star @param station any @param until when */
void
StopPort(const NetDeviceContainer& devices, uint32_t station, const Time& until)
{
    const auto fabric = LosslessEthernetHelper::GetFabric(devices);
    const uint32_t port = GetPortTo(devices, station);
    fabric->SetServiceRate(port, 0);
    fabric->SetServiceRate(port, LosslessEngine::LINK_RATE, until);
}

/** @param object any @return its statistics by name */
std::map<std::string, double>
GetNumbers(Ptr<Object> object)
{
    std::map<std::string, double> numbers;
    for (const auto& statistic : burst::GetStatistics(object->GetInstanceTypeId()))
    {
        numbers[statistic.name] = std::get<double>(statistic.get(*object));
    }
    return numbers;
}

} // namespace

/**
 * @ingroup lossless-ethernet-tests
 * @brief On links of 10 and 1 Gb/s of one network each has its own time of a byte, delay, headroom
 * and quanta, and a pause takes effect after ResponseDelay.
 */
class LosslessTwoRatesTestCase : public TestCase
{
  public:
    LosslessTwoRatesTestCase()
        : TestCase("Links of two rates")
    {
    }

  private:
    /** @return station 0 with a link of 10 Gb/s and 0.5 us, station 1 of 1 Gb/s and 2 us */
    static NetDeviceContainer Install()
    {
        std::istringstream text("router s\n"
                                "device fast\n"
                                "device slow\n"
                                "link fast s\n"
                                "link slow s rate=1Gbps delay=2us\n");
        LosslessEthernetHelper helper;
        helper.SetFabricAttribute("Memory", StringValue("ns3::PartitionedMemory[Capacity=20000]"));
        helper.SetFabricAttribute("Quanta", UintegerValue(100));
        helper.SetFabricAttribute("ResponseDelay", TimeValue(NanoSeconds(300)));
        return helper.Install(fabric::ReadTopology(text, "two rates"));
    }

    void DoRun() override
    {
        const auto pair = Install();
        std::vector<Time> times;
        for (uint32_t i = 0; i < 2; ++i)
        {
            pair.Get(i)->SetReceiveCallback(NetDevice::ReceiveCallback(
                [&times](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
                    times.push_back(Simulator::Now());
                    return true;
                }));
        }
        SendAt(pair, 0, 1, 982, Time(0)); // frames of 1000 bytes
        SendAt(pair, 1, 0, 982, MicroSeconds(100));
        Simulator::Run();
        // 0.8 us and 0.5 us on one link, 8 us and 2 us on the other
        NS_TEST_ASSERT_MSG_EQ(times.size(), 2, "both come");
        NS_TEST_EXPECT_MSG_EQ(times[0], NanoSeconds(11'300), "to the slow station");
        NS_TEST_EXPECT_MSG_EQ(times[1], NanoSeconds(111'300), "to the fast station");
        Simulator::Destroy();

        // Nothing but MAC control leaves the switch, whose inputs fill up.
        const auto devices = Install();
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        const auto memory = fabric->GetEngine().GetMemory(0);
        // 3 F + P, twice the delay, and 300 ns, at 1.25 and 0.125 bytes a ns
        NS_TEST_EXPECT_MSG_EQ(memory->GetHeadroom(0), 3 * 1518 + 64 + 1250 + 375, "10 Gb/s");
        NS_TEST_EXPECT_MSG_EQ(memory->GetHeadroom(1), 3 * 1518 + 64 + 500 + 38, "1 Gb/s");
        std::vector<EvenSource> sources{EvenSource(1, 1500, 1500, 100),
                                        EvenSource(0, 1500, 1500, 100)};
        for (uint32_t i = 0; i < 2; ++i)
        {
            fabric->SetSource(i, &sources[i]);
            StopPort(devices, i, Seconds(1));
            devices.Get(i)->TraceConnectWithoutContext(
                "PhyRxEnd",
                Callback<void, Ptr<const Packet>>(
                    [this, i](Ptr<const Packet>) { m_came[i].push_back(Simulator::Now()); }));
            devices.Get(i)->TraceConnectWithoutContext(
                "Paused",
                Callback<void, const Time&, uint8_t, const Time&>(
                    [this, i](const Time& begin, uint8_t priorities, const Time& duration) {
                        m_begins[i].push_back(begin);
                        NS_TEST_EXPECT_MSG_EQ(begin, Simulator::Now(), "in time");
                        NS_TEST_EXPECT_MSG_EQ(+priorities, 255, "PAUSE");
                        // 100 times 512 bit times
                        NS_TEST_EXPECT_MSG_EQ(duration,
                                              NanoSeconds(i == 0 ? 5120 : 51'200),
                                              "of its link");
                    }));
        }
        Simulator::Stop(MicroSeconds(500));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDrops().GetTotal().number, 0, "lossless");
        for (uint32_t i = 0; i < 2; ++i)
        {
            NS_TEST_ASSERT_MSG_GT(m_begins[i].size(), 10, "renewed, station " << i);
            for (std::size_t k = 0; k < m_begins[i].size(); ++k)
            {
                NS_TEST_EXPECT_MSG_EQ(m_begins[i][k] - m_came[i][k],
                                      NanoSeconds(300),
                                      "response of station " << i);
                NS_TEST_EXPECT_MSG_EQ(m_begins[i][k] - m_begins[i][0],
                                      NanoSeconds((i == 0 ? 2560 : 25'600) * k),
                                      "after half of the pause, station " << i);
            }
        }
        Simulator::Destroy();
    }

    std::vector<Time> m_came[2];   //!< MAC control, by station
    std::vector<Time> m_begins[2]; //!< of pauses, by station
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Without a Scheduler an output sends what came first, and an input sends to several outputs
 * at once; with IslipScheduler inputs take turns, and each sends one frame at a time.
 */
class LosslessSchedulerTestCase : public TestCase
{
  public:
    /** @param islip with it, else without a scheduler */
    explicit LosslessSchedulerTestCase(bool islip)
        : TestCase(islip ? "Scheduler: iSLIP" : "Scheduler: none"),
          m_islip(islip)
    {
    }

  private:
    /** @return three stations at a switch with the scheduler */
    NetDeviceContainer Install() const
    {
        LosslessEthernetHelper helper;
        helper.SetFabricAttribute("Scheduler", StringValue(m_islip ? "ns3::IslipScheduler" : ""));
        const auto devices = helper.Install(MakeLosslessStar(3));
        LosslessEthernetHelper::GetFabric(devices)->TraceConnectWithoutContext(
            "Delivered",
            Callback<void, const LosslessFrame&, int64_t>(
                [this](const LosslessFrame& frame, int64_t tick) {
                    m_delivered.emplace_back(tick, frame.source);
                }));
        return devices;
    }

    void DoRun() override
    {
        constexpr int64_t BEGIN = 125'000; // ticks, 100 us
        {
            // All wait, the three of station 0 before the three of station 1.
            const auto devices = Install();
            StopPort(devices, 2, MicroSeconds(100));
            for (uint32_t i = 0; i < 6; ++i)
            {
                SendAt(devices, i / 3, 2, 1482, MicroSeconds(10 * i));
            }
            Simulator::Run();
            const std::vector<uint32_t> order = m_islip ? std::vector<uint32_t>{0, 1, 0, 1, 0, 1}
                                                        : std::vector<uint32_t>{0, 0, 0, 1, 1, 1};
            NS_TEST_ASSERT_MSG_EQ(m_delivered.size(), order.size(), "all");
            for (uint32_t i = 0; i < order.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(m_delivered[i].first,
                                      BEGIN + 1500 * (i + 1) + LINK_DELAY,
                                      "without a gap");
                NS_TEST_EXPECT_MSG_EQ(m_delivered[i].second, order[i], "frame " << i);
            }
            Simulator::Destroy();
            m_delivered.clear();
        }
        const auto devices = Install();
        for (const uint32_t to : {1, 2})
        {
            StopPort(devices, to, MicroSeconds(100));
            SendAt(devices, 0, to, 1482, Time(0));
        }
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_delivered.size(), 2, "both");
        NS_TEST_EXPECT_MSG_EQ(m_delivered[0].first, BEGIN + 1500 + LINK_DELAY, "the first one");
        NS_TEST_EXPECT_MSG_EQ(m_delivered[1].first,
                              BEGIN + (m_islip ? 3000 : 1500) + LINK_DELAY,
                              "the other one");
        Simulator::Destroy();
    }

    bool m_islip;                                                  //!< see the constructor
    mutable std::vector<std::pair<int64_t, uint32_t>> m_delivered; //!< tick and source
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Statistics by their names, where a stopped port, a memory of six frames and no headroom
 * tell each number beforehand.
 */
class LosslessStatisticsTestCase : public TestCase
{
  public:
    LosslessStatisticsTestCase()
        : TestCase("Statistics of fabrics and devices")
    {
    }

  private:
    void DoRun() override
    {
        LosslessEthernetHelper helper;
        helper.SetFabricAttribute("Memory", StringValue("ns3::PartitionedMemory[Capacity=9000]"));
        helper.SetFabricAttribute("Headroom", UintegerValue(1));
        helper.SetFabricAttribute("AllowLoss", BooleanValue(true));
        helper.SetFabricAttribute(
            "CongestionPoint",
            StringValue("ns3::BcnCongestionPoint[SetPoint=1|Weight=0|SampleProbability=1]"));
        const auto devices = helper.Install(MakeLosslessStar(2));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        StopPort(devices, 1, MicroSeconds(50));
        for (uint32_t i = 0; i < 10; ++i)
        {
            SendAt(devices, 0, 1, 1482, Time(0)); // frames of 1500 bytes
        }
        const auto check = [&](const std::map<std::string, double>& expected,
                               double sent,
                               double received) {
            auto found = GetNumbers(fabric);
            NS_TEST_EXPECT_MSG_EQ(found["lossless.engine_steps"], fabric->GetSteps(), "steps");
            NS_TEST_EXPECT_MSG_GT(found["lossless.engine_steps"], 7, "steps");
            found.erase("lossless.engine_steps");
            for (const auto& [name, number] : expected)
            {
                NS_TEST_EXPECT_MSG_EQ(found.count(name), 1, name);
                NS_TEST_EXPECT_MSG_EQ(found[name], number, name);
            }
            NS_TEST_EXPECT_MSG_EQ(found.size(), expected.size(), "no others");
            auto first = GetNumbers(devices.Get(0));
            auto second = GetNumbers(devices.Get(1));
            NS_TEST_EXPECT_MSG_EQ(first["lossless.frames_sent"], sent, "of the sender");
            NS_TEST_EXPECT_MSG_EQ(first["lossless.frames_received"], 0, "of the sender");
            NS_TEST_EXPECT_MSG_EQ(second["lossless.frames_sent"], 0, "of the receiver");
            NS_TEST_EXPECT_MSG_EQ(second["lossless.frames_received"], received, "of the receiver");
        };
        // The sixth frame fills the memory, and PAUSE comes 689 ticks later, while the seventh is
        // sent. Six of them were sampled, each with a message.
        Simulator::Schedule(MicroSeconds(49), [&] {
            check({{"lossless.frames", 7},
                   {"lossless.delivered", 0},
                   {"lossless.dropped", 1},
                   {"lossless.missing", 0},
                   {"lossless.messages", 6},
                   {"lossless.pauses", 1},
                   {"lossless.high_water", 9000}},
                  7,
                  0);
            const auto& queue = fabric->GetEngine().GetQueue(GetPortTo(devices, 1));
            NS_TEST_EXPECT_MSG_EQ(queue.GetMost(), 9000, "six frames");
            NS_TEST_EXPECT_MSG_EQ(queue.GetBytes(), 9000, "six frames");
        });
        Simulator::Run();
        check({{"lossless.frames", 10},
               {"lossless.delivered", 9},
               {"lossless.dropped", 1},
               {"lossless.missing", 0},
               {"lossless.messages", 9},
               {"lossless.pauses", 1},
               {"lossless.high_water", 9000}},
              10,
              9);
        NS_TEST_EXPECT_MSG_EQ(fabric->GetEngine().GetQueue(GetPortTo(devices, 1)).GetMost(),
                              9000,
                              "of the past");
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief QueueBytes falls when a frame starts, MemoryBytes when it has ended; ServiceRate is told
 * when it changes; each with the value of before.
 */
class LosslessLevelsTestCase : public TestCase
{
  public:
    LosslessLevelsTestCase()
        : TestCase("QueueBytes, MemoryBytes and ServiceRate")
    {
    }

  private:
    void DoRun() override
    {
        using Change = std::tuple<int64_t, double, double>; // ns, before, after
        const auto devices = LosslessEthernetHelper().Install(MakeLosslessStar(2));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        StopPort(devices, 1, MicroSeconds(50));
        const auto out = fabric->GetSwitchPort(GetPortTo(devices, 1));
        const auto in = fabric->GetSwitchPort(GetPortTo(devices, 0));
        std::vector<Change> queue;
        std::vector<Change> memory;
        std::vector<Change> rate;
        const auto note = [](std::vector<Change>& list) {
            return [&list](auto before, auto after) {
                list.emplace_back(Simulator::Now().GetNanoSeconds(),
                                  static_cast<double>(before),
                                  static_cast<double>(after));
            };
        };
        out->TraceConnectWithoutContext("QueueBytes",
                                        Callback<void, uint64_t, uint64_t>(note(queue)));
        in->TraceConnectWithoutContext("MemoryBytes",
                                       Callback<void, uint64_t, uint64_t>(note(memory)));
        out->TraceConnectWithoutContext("ServiceRate", Callback<void, double, double>(note(rate)));
        EvenSource source(1, 1500, 1500, 3); // a frame in 1.2 us, and 0.5 us of the link
        fabric->SetSource(0, &source);
        Simulator::Run();
        const std::vector<Change> arrivals{{1700, 0, 1500}, {2900, 1500, 3000}, {4100, 3000, 4500}};
        auto expected = arrivals;
        expected.insert(expected.end(),
                        {{50'000, 4500, 3000}, {51'200, 3000, 1500}, {52'400, 1500, 0}});
        NS_TEST_EXPECT_MSG_EQ((queue == expected), true, "QueueBytes");
        expected = arrivals;
        expected.insert(expected.end(),
                        {{51'200, 4500, 3000}, {52'400, 3000, 1500}, {53'600, 1500, 0}});
        NS_TEST_EXPECT_MSG_EQ((memory == expected), true, "MemoryBytes");
        constexpr double LINK = std::numeric_limits<double>::infinity();
        expected = {{0, LINK, 0}, {50'000, 0, LINK}};
        NS_TEST_EXPECT_MSG_EQ((rate == expected), true, "ServiceRate");
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief The bytes of the addresses of stations and of ports of switches.
 */
class LosslessAddressBytesTestCase : public TestCase
{
  public:
    LosslessAddressBytesTestCase()
        : TestCase("Bytes of addresses")
    {
    }

  private:
    void DoRun() override
    {
        while (ChannelList::GetNChannels() < 258)
        {
            CreateObject<SimpleChannel>();
        }
        const auto devices = LosslessEthernetHelper().Install(MakeLosslessStar(300));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        const uint32_t id = fabric->GetId();
        NS_TEST_EXPECT_MSG_GT(id, 257, "of two bytes");
        const auto make = [](const std::array<uint32_t, 6>& numbers) {
            std::array<uint8_t, 6> bytes;
            std::copy(numbers.begin(), numbers.end(), bytes.begin());
            Mac48Address address;
            address.CopyFrom(bytes.data());
            return address;
        };
        for (const uint32_t station : {0, 1, 299})
        {
            const uint32_t port = 2 * station + 1; // link after link, each from its station
            const auto own = make({0x02, 0x4c, id / 256, id % 256, station / 256, station % 256});
            const auto of = make({0x06, id / 256, id % 256, 0, port / 256, port % 256});
            NS_TEST_EXPECT_MSG_EQ(devices.Get(station)->GetAddress(), Address(own), "station");
            NS_TEST_EXPECT_MSG_EQ(fabric->GetStationAddress(station), own, "station");
            NS_TEST_EXPECT_MSG_EQ(fabric->GetSwitchPort(port)->GetAddress(), Address(of), "port");
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Sinks of what packets alone cause, and of service rates, cause no events while frames are
 * only counted; a sink of frames does.
 */
class LosslessQuietSinksTestCase : public TestCase
{
  public:
    LosslessQuietSinksTestCase()
        : TestCase("Sinks without events")
    {
    }

  private:
    /** @param connect sinks to a station and the port of the switch to it @return events of a run
     * with 1000 frames */
    uint64_t Run(const std::function<bool(Ptr<NetDevice>, Ptr<NetDevice>)>& connect)
    {
        const auto devices = LosslessEthernetHelper().Install(MakeLosslessStar(2));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        EvenSource source(1, 1500, 1700, 1000);
        fabric->SetSource(0, &source);
        for (uint32_t i = 0; i < 2; ++i)
        {
            const auto port = fabric->GetSwitchPort(GetPortTo(devices, i));
            NS_TEST_EXPECT_MSG_EQ(connect(devices.Get(i), port), true, "there is such a trace");
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDelivered(), 1000, "all");
        const uint64_t events = Simulator::GetEventCount();
        Simulator::Destroy();
        return events;
    }

    void DoRun() override
    {
        const Callback<void, Ptr<const Packet>> packet([](Ptr<const Packet>) {});
        for (const std::string name : {"MacTx", "MacTxDrop", "MacRx", "MacPromiscRx", "PhyRxDrop"})
        {
            const uint64_t events = Run([&](Ptr<NetDevice> device, Ptr<NetDevice>) {
                return device->TraceConnectWithoutContext(name, packet);
            });
            NS_TEST_EXPECT_MSG_LT(events, 50, name);
        }
        const uint64_t drop = Run([](Ptr<NetDevice> device, Ptr<NetDevice>) {
            return device->TraceConnectWithoutContext(
                "Drop",
                Callback<void, const std::string&, uint64_t>([](const std::string&, uint64_t) {}));
        });
        NS_TEST_EXPECT_MSG_LT(drop, 50, "Drop of a station");
        const uint64_t rate = Run([](Ptr<NetDevice>, Ptr<NetDevice> port) {
            return port->TraceConnectWithoutContext(
                "ServiceRate",
                Callback<void, double, double>([](double, double) {}));
        });
        NS_TEST_EXPECT_MSG_LT(rate, 50, "ServiceRate");
        const uint64_t frames = Run([&](Ptr<NetDevice> device, Ptr<NetDevice>) {
            return device->TraceConnectWithoutContext("PhyRxEnd", packet);
        });
        NS_TEST_EXPECT_MSG_GT(frames, 1000, "PhyRxEnd");
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief The path TxQueue/MaxSize is that of priority 0, TxQueues/x/MaxSize those of all; TxQueue
 * is refused while a packet of any priority waits.
 */
class LosslessQueuePathsTestCase : public TestCase
{
  public:
    LosslessQueuePathsTestCase()
        : TestCase("Paths of TxQueue and TxQueues")
    {
    }

  private:
    void DoRun() override
    {
        LosslessEthernetHelper helper;
        helper.SetDeviceAttribute("NicMemory", UintegerValue(1));
        helper.SetDeviceAttribute("Priority", UintegerValue(6));
        const auto devices = helper.Install(MakeLosslessStar(2));
        const auto device = DynamicCast<LosslessEthernetNetDevice>(devices.Get(0));
        const std::string path = "/NodeList/*/DeviceList/*/$ns3::LosslessEthernetNetDevice/";
        Config::Set(path + "TxQueues/*/MaxSize", QueueSizeValue(QueueSize("5p")));
        Config::Set(path + "TxQueue/MaxSize", QueueSizeValue(QueueSize("3000B")));
        for (uint32_t priority = 0; priority < 8; ++priority)
        {
            NS_TEST_EXPECT_MSG_EQ(device->GetQueue(priority)->GetMaxSize(),
                                  QueueSize(priority == 0 ? "3000B" : "5p"),
                                  "priority " << priority);
        }
        const auto set = [&device] {
            const auto queue = CreateObject<DropTailQueue<Packet>>();
            const bool taken = device->SetAttributeFailSafe("TxQueue", PointerValue(queue));
            return taken && device->GetQueue(0) == queue;
        };
        // The first packet of 64 bytes fills NicMemory, the second one waits in its TxQueue.
        device->GetFabric()->SetServiceRate(device->GetPort(), 0);
        device->GetFabric()->SetServiceRate(device->GetPort(),
                                            LosslessEngine::LINK_RATE,
                                            MicroSeconds(50));
        SendAt(devices, 0, 1, 1, Time(0));
        SendAt(devices, 0, 1, 1, MicroSeconds(20));
        Simulator::Schedule(MicroSeconds(10),
                            [&] { NS_TEST_EXPECT_MSG_EQ(set(), true, "none waits in a TxQueue"); });
        Simulator::Schedule(MicroSeconds(30), [&] {
            NS_TEST_EXPECT_MSG_EQ(device->GetQueue(6)->GetNPackets(), 1, "one waits");
            NS_TEST_EXPECT_MSG_EQ(set(), false, "one of priority 6 waits");
        });
        Simulator::Schedule(MicroSeconds(60),
                            [&] { NS_TEST_EXPECT_MSG_EQ(set(), true, "it has gone"); });
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(device->GetFramesSent(), 2, "none is lost");
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief A frame of a packet to a station that never had a device is dropped and counted; counted
 * frames to it are delivered.
 */
class LosslessNoDeviceTestCase : public TestCase
{
  public:
    LosslessNoDeviceTestCase()
        : TestCase("A station without a device")
    {
    }

  private:
    void DoRun() override
    {
        const auto fabric = CreateObject<LosslessEthernetFabric>();
        fabric->Build(MakeLosslessStar(3));
        NetDeviceContainer devices;
        for (uint32_t station = 0; station < 2; ++station)
        {
            const auto device = CreateObject<LosslessEthernetNetDevice>();
            device->Attach(station, fabric);
            CreateObject<Node>()->AddDevice(device);
            devices.Add(device);
        }
        EvenSource source(2, 1500, 1500, 5);
        fabric->SetSource(1, &source);
        const auto device = devices.Get(0);
        Simulator::ScheduleWithContext(device->GetNode()->GetId(), MicroSeconds(100), [&] {
            device->Send(Create<Packet>(982), device->GetBroadcast(), LOSSLESS_PROTOCOL);
        });
        Simulator::Run();
        const auto drops = fabric->GetDrops().Get(LosslessEthernetFabric::NO_DEVICE);
        NS_TEST_EXPECT_MSG_EQ(fabric->GetSent(), 5 + 2, "counted, and one to each other station");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDelivered(), 5 + 1, "counted, and that to station 1");
        NS_TEST_EXPECT_MSG_EQ(drops.number, 1, "that to station 2");
        NS_TEST_EXPECT_MSG_EQ(drops.bytes, 1000, "that to station 2");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetMissing(), 0, "conservation");
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief On the wire a counted frame has the EtherType 0x88B6 and zeros, tags are within its
 * length, and it has 64 bytes at least; tags lengthen a packet. Links are occupied for the own
 * length alone.
 */
class LosslessFramesOnTheWireTestCase : public TestCase
{
  public:
    LosslessFramesOnTheWireTestCase()
        : TestCase("Lengths of frames on the wire")
    {
    }

  private:
    void DoRun() override
    {
        LosslessEthernetHelper helper;
        helper.SetDeviceAttribute("Priority", UintegerValue(3));
        const auto devices = helper.Install(MakeLosslessStar(2));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        std::vector<std::vector<uint8_t>> frames;
        devices.Get(0)->TraceConnectWithoutContext(
            "PhyTxBegin",
            Callback<void, Ptr<const Packet>>([&frames](Ptr<const Packet> bytes) {
                frames.emplace_back(bytes->GetSize());
                bytes->CopyData(frames.back().data(), frames.back().size());
            }));
        std::vector<int64_t> ticks;
        fabric->TraceConnectWithoutContext(
            "Delivered",
            Callback<void, const LosslessFrame&, int64_t>(
                [&ticks](const LosslessFrame&, int64_t tick) { ticks.push_back(tick); }));
        EvenSource source(1, 20, 10'000, 2); // at ticks 0 and 10,000, priority 0
        fabric->SetSource(0, &source);
        SendAt(devices, 0, 1, 1482, MicroSeconds(12)); // at tick 15,000, priority 3
        Simulator::Run();
        const std::vector<int64_t> expected{2 * (20 + LINK_DELAY),
                                            10'000 + 2 * (20 + LINK_DELAY),
                                            15'000 + 2 * (1500 + LINK_DELAY)};
        NS_TEST_EXPECT_MSG_EQ((ticks == expected), true, "by the own length");
        NS_TEST_ASSERT_MSG_EQ(frames.size(), 3, "all");
        NS_TEST_EXPECT_MSG_EQ(frames[0].size(), 64, "the shortest frame");
        NS_TEST_EXPECT_MSG_EQ((frames[0][12] == 0x88 && frames[0][13] == 0xb6), true, "EtherType");
        NS_TEST_EXPECT_MSG_EQ(std::count(frames[0].begin() + 14, frames[0].begin() + 60, 0),
                              46,
                              "zeros before the check sequence");
        NS_TEST_EXPECT_MSG_EQ(frames[2].size(), 1504, "with a VLAN tag");
        NS_TEST_EXPECT_MSG_EQ((frames[2][12] == 0x81 && frames[2][13] == 0x00), true, "VLAN");
        NS_TEST_EXPECT_MSG_EQ((frames[2][14] == 3 << 5 && frames[2][15] == 0), true, "priority");
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Attributes are refused and keep their values: of a fabric and its memories from Build on,
 * of a reaction point from the start on, of a congestion point from its first data frame on.
 */
class LosslessFrozenAttributesTestCase : public TestCase
{
  public:
    LosslessFrozenAttributesTestCase()
        : TestCase("When attributes are refused")
    {
    }

  private:
    /** @param object any @param name attribute @param text another value @param taken whether it is
     * to be taken @param when for the sentence */
    void Set(Ptr<Object> object,
             const std::string& name,
             const std::string& text,
             bool taken,
             const std::string& when)
    {
        StringValue before;
        StringValue after;
        object->GetAttribute(name, before);
        const bool done = object->SetAttributeFailSafe(name, StringValue(text));
        object->GetAttribute(name, after);
        NS_TEST_EXPECT_MSG_EQ(done, taken, name << " " << when);
        NS_TEST_EXPECT_MSG_EQ((before.Get() != after.Get()), taken, name << " " << when);
    }

    void DoRun() override
    {
        const std::map<std::string, std::string> others{
            {"Rate", "1Gbps"},
            {"Delay", "7ns"},
            {"Memory", "ns3::SharedMemory"},
            {"Scheduler", "ns3::IslipScheduler"},
            {"CongestionPoint", "ns3::QcnCongestionPoint"},
            {"CongestionPriorities", "1"},
            {"MessagePriority", "3"},
            {"ReactionPoint", "ns3::QcnReactionPoint"},
            {"Quanta", "100"},
            {"ResponseDelay", "1ns"},
            {"Headroom", "9000"},
            {"LargestFrame", "9000"},
            {"AllowCyclicRoutes", "true"},
            {"AllowLoss", "true"},
        };
        const auto settable = burst::GetSettableAttributes(LosslessEthernetFabric::GetTypeId());
        NS_TEST_EXPECT_MSG_EQ(settable.size(), others.size(), "the test knows all");
        for (const auto& attribute : settable)
        {
            Set(CreateObject<LosslessEthernetFabric>(),
                attribute.name,
                others.at(attribute.name),
                true,
                "before Build");
        }
        Simulator::Destroy(); // with the list of channels
        LosslessEthernetHelper helper;
        helper.SetFabricAttribute("CongestionPoint", StringValue("ns3::BcnCongestionPoint"));
        helper.SetFabricAttribute("ReactionPoint", StringValue("ns3::BcnReactionPoint"));
        const auto devices = helper.Install(MakeLosslessStar(2));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        for (const auto& [name, text] : others)
        {
            Set(fabric, name, text, false, "after Build");
        }
        const auto memory = fabric->GetEngine().GetMemory(0);
        Set(memory, "Capacity", "500000", false, "after Build");
        Set(memory, "Low", "0.25", false, "after Build");
        const auto reaction = fabric->GetReactionPoint(0);
        const auto point = fabric->GetCongestionPoint(GetPortTo(devices, 1), 0);
        Set(reaction, "MinRate", "20Mbps", true, "before the start");
        Set(point, "SetPoint", "1000", true, "before the start");
        SendAt(devices, 0, 1, 1000, MicroSeconds(10));
        Simulator::Schedule(MicroSeconds(9), [&] {
            Set(reaction, "MinRate", "30Mbps", false, "after the start");
            Set(point, "SetPoint", "2000", true, "before the first frame");
        });
        Simulator::Schedule(MicroSeconds(20), [&] {
            Set(point, "SetPoint", "3000", false, "after the first frame");
            Set(devices.Get(0), "NicMemory", "1000", true, "at any time");
            Set(devices.Get(0), "Priority", "2", true, "at any time");
            Set(devices.Get(0), "Mtu", "1000", true, "at any time");
        });
        Simulator::Run();
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief What the attributes of a fabric do, and what it tells.
 */
class LosslessEthernetFabricTestSuite : public TestSuite
{
  public:
    LosslessEthernetFabricTestSuite()
        : TestSuite("lossless-ethernet-fabric", Type::UNIT)
    {
        AddTestCase(new LosslessTwoRatesTestCase);
        AddTestCase(new LosslessSchedulerTestCase(false));
        AddTestCase(new LosslessSchedulerTestCase(true));
        AddTestCase(new LosslessStatisticsTestCase);
        AddTestCase(new LosslessLevelsTestCase);
        AddTestCase(new LosslessAddressBytesTestCase);
        AddTestCase(new LosslessQuietSinksTestCase);
        AddTestCase(new LosslessQueuePathsTestCase);
        AddTestCase(new LosslessNoDeviceTestCase);
        AddTestCase(new LosslessFramesOnTheWireTestCase);
        AddTestCase(new LosslessFrozenAttributesTestCase);
    }
};

static LosslessEthernetFabricTestSuite g_losslessEthernetFabricTestSuite; //!< the suite
