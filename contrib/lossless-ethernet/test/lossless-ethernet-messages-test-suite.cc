/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-test-network.h"

#include "ns3/fabric-topology-reader.h"
#include "ns3/lossless-ethernet-frame-writer.h"
#include "ns3/lossless-ethernet-mac-frame.h"
#include "ns3/lossless-ethernet-message-headers.h"
#include "ns3/lossless-ethernet-tag-headers.h"
#include "ns3/object-ptr-container.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::lossless;

namespace
{

/** Frames from one tick on, of any priority. */
class LateSource : public EvenSource
{
  public:
    /** @param priority of all @param begin tick of the first one @param even frames */
    LateSource(uint8_t priority, int64_t begin, const EvenSource& even)
        : EvenSource(even),
          m_priority(priority),
          m_begin(begin)
    {
    }

    int64_t GetNextTick() override
    {
        const int64_t tick = EvenSource::GetNextTick();
        return tick == NEVER ? NEVER : tick + m_begin;
    }

    Arrival Take() override
    {
        Arrival arrival = EvenSource::Take();
        arrival.priority = m_priority;
        return arrival;
    }

  private:
    uint8_t m_priority; //!< of all
    int64_t m_begin;    //!< tick
};

/** @param devices of a star @param station any @return port of the switch to it */
Ptr<LosslessEthernetSwitchPort>
GetPortTo(const NetDeviceContainer& devices, uint32_t station)
{
    const auto fabric = LosslessEthernetHelper::GetFabric(devices);
    return fabric->GetSwitchPort(fabric->GetNetwork().GetStationPorts()[station] ^ 1);
}

/** A frame on the wire that has a VLAN tag: its priority, what follows the tag. */
struct Tagged
{
    uint32_t priority;   //!< of the tag
    uint16_t etherType;  //!< behind it
    Ptr<Packet> payload; //!< behind that
};

/** @param bytes of a frame @return nothing if it has no VLAN tag */
std::optional<Tagged>
ReadTagged(Ptr<const Packet> bytes)
{
    const auto frame = MacFrame::FromPacket(bytes);
    if (!frame || frame->etherType != VlanTagHeader::ETHER_TYPE)
    {
        return std::nullopt;
    }
    VlanTagHeader tag;
    frame->payload->RemoveHeader(tag);
    return Tagged{tag.GetPriority(), tag.GetEtherType(), frame->payload};
}

} // namespace

/**
 * @ingroup lossless-ethernet-tests
 * @brief Priorities of CongestionPriorities have a congestion point, which starts with their first
 * data frame; the others have none and cause no message.
 */
class LosslessCongestionPrioritiesTestCase : public TestCase
{
  public:
    LosslessCongestionPrioritiesTestCase()
        : TestCase("CongestionPriorities")
    {
    }

  private:
    void DoRun() override
    {
        LosslessEthernetHelper helper;
        helper.SetFabricAttribute(
            "CongestionPoint",
            StringValue("ns3::BcnCongestionPoint[SetPoint=1|Weight=0|SampleProbability=1]"));
        helper.SetFabricAttribute("CongestionPriorities", UintegerValue(0x28)); // 3 and 5
        const auto devices = helper.Install(MakeLosslessStar(3));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        const auto hot = GetPortTo(devices, 2);
        LateSource unwatched(0, 0, EvenSource(2, 1500, 3000, 50));
        LateSource watched(5, 100'000, EvenSource(2, 1500, 3000, 20));
        fabric->SetSource(0, &unwatched);
        fabric->SetSource(1, &watched);
        std::vector<uint64_t> points;
        hot->TraceConnectWithoutContext(
            "Message",
            Callback<void, const CongestionMessage&>([&points](const CongestionMessage& message) {
                points.push_back(message.congestionPoint);
            }));
        NS_TEST_EXPECT_MSG_EQ(+fabric->GetCongestionPriorities(), 0x28, "as set");
        for (uint8_t priority = 0; priority < 8; ++priority)
        {
            NS_TEST_EXPECT_MSG_EQ((fabric->GetCongestionPoint(hot->GetPort(), priority) != nullptr),
                                  (priority == 3 || priority == 5),
                                  "priority " << +priority);
        }
        const auto third = fabric->GetCongestionPoint(hot->GetPort(), 3);
        const auto fifth = fabric->GetCongestionPoint(hot->GetPort(), 5);
        PointerValue first;
        hot->GetAttribute("CongestionPoint", first);
        NS_TEST_EXPECT_MSG_EQ(first.GetObject(), third, "the lowest one");
        ObjectPtrContainerValue all;
        hot->GetAttribute("CongestionPoints", all);
        NS_TEST_ASSERT_MSG_EQ(all.GetN(), 2, "those that are watched");
        NS_TEST_EXPECT_MSG_EQ(all.Get(0), third, "in order");
        NS_TEST_EXPECT_MSG_EQ(all.Get(1), fifth, "in order");
        Simulator::Schedule(MicroSeconds(79), [&] { // tick 98,750
            fabric->GetDelivered();
            NS_TEST_EXPECT_MSG_EQ(fifth->GetId(), CongestionMessage::NOBODY, "no frame yet");
        });
        Simulator::Run();
        const uint64_t channels = fabric->GetNetwork().GetChannels().size();
        const uint64_t id = 5 * channels + hot->GetPort() + 1;
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDelivered(), 70, "all");
        NS_TEST_EXPECT_MSG_EQ((points == std::vector<uint64_t>(20, id)), true, "of priority 5");
        NS_TEST_EXPECT_MSG_EQ(fifth->GetId(), id, "it has begun");
        NS_TEST_EXPECT_MSG_EQ(third->GetId(), CongestionMessage::NOBODY, "it has not");
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Congestion points of a port share a stream: a run with one priority has the same samples
 * whichever it is.
 */
class LosslessSharedStreamTestCase : public TestCase
{
  public:
    LosslessSharedStreamTestCase()
        : TestCase("The same samples of each priority")
    {
    }

  private:
    using Sample = std::tuple<Time, int64_t, int64_t>; //!< when, Qoff, Qdelta

    /** @param priority of all frames @return messages of the slow port */
    std::vector<Sample> Run(uint8_t priority)
    {
        LosslessEthernetHelper helper;
        helper.SetFabricAttribute("CongestionPoint",
                                  StringValue("ns3::BcnCongestionPoint[SetPoint=10000]"));
        const auto devices = helper.Install(MakeLosslessStar(3));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        LosslessEthernetHelper::AssignStreams(devices, 1);
        const auto hot = GetPortTo(devices, 2);
        fabric->SetServiceRate(hot->GetPort(), 2e9);
        std::vector<LateSource> sources(2, LateSource(priority, 0, EvenSource(2, 1500, 1500, 380)));
        fabric->SetSource(0, &sources[0]);
        fabric->SetSource(1, &sources[1]);
        std::vector<Sample> samples;
        hot->TraceConnectWithoutContext(
            "Message",
            Callback<void, const CongestionMessage&>([&](const CongestionMessage& message) {
                samples.emplace_back(Simulator::Now(), message.offset, message.delta);
            }));
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
        Simulator::Destroy();
        return samples;
    }

    void DoRun() override
    {
        const auto samples = Run(0);
        NS_TEST_EXPECT_MSG_GT(samples.size(), 5, "760 frames, one of 50");
        for (const uint8_t priority : {1, 6, 7})
        {
            NS_TEST_EXPECT_MSG_EQ((Run(priority) == samples), true, "priority " << +priority);
        }
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Messages have the priority MessagePriority: on the wire, and among frames that wait.
 */
class LosslessMessagePriorityTestCase : public TestCase
{
  public:
    LosslessMessagePriorityTestCase()
        : TestCase("MessagePriority")
    {
    }

  private:
    using Frames = std::vector<std::pair<uint32_t, uint16_t>>; //!< priority and EtherType

    /** A message to station 0 waits at its port, which is stopped, with frames of priority 5.
     * @param priority of messages @return what the port sends then */
    Frames Run(uint8_t priority)
    {
        LosslessEthernetHelper helper;
        helper.SetFabricAttribute(
            "CongestionPoint",
            StringValue("ns3::BcnCongestionPoint[SetPoint=1|Weight=0|SampleProbability=1]"));
        helper.SetFabricAttribute("MessagePriority", UintegerValue(priority));
        const auto devices = helper.Install(MakeLosslessStar(3));
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        const auto port = GetPortTo(devices, 0);
        fabric->SetServiceRate(port->GetPort(), 0);
        fabric->SetServiceRate(port->GetPort(), LosslessEngine::LINK_RATE, MicroSeconds(100));
        EvenSource one(1, 1500, 1500, 1);
        LateSource others(5, 10'000, EvenSource(0, 1500, 1500, 3));
        fabric->SetSource(0, &one);
        fabric->SetSource(2, &others);
        Frames frames;
        port->TraceConnectWithoutContext(
            "PhyTxBegin",
            Callback<void, Ptr<const Packet>>([&](Ptr<const Packet> bytes) {
                const auto tagged = ReadTagged(bytes);
                NS_TEST_ASSERT_MSG_EQ(tagged.has_value(), true, "a VLAN tag");
                frames.emplace_back(tagged->priority, tagged->etherType);
                NS_TEST_EXPECT_MSG_EQ(
                    bytes->GetSize(),
                    (tagged->etherType == BcnMessageHeader::ETHER_TYPE ? 64U : 1500U),
                    "bytes");
            }));
        Simulator::Run();
        Simulator::Destroy();
        return frames;
    }

    void DoRun() override
    {
        const std::pair<uint32_t, uint16_t> data{5, LosslessFrameWriter::COUNTED};
        const uint16_t type = BcnMessageHeader::ETHER_TYPE;
        NS_TEST_EXPECT_MSG_EQ((Run(7) == Frames{{7, type}, data, data, data}), true, "before");
        NS_TEST_EXPECT_MSG_EQ((Run(6) == Frames{{6, type}, data, data, data}), true, "before");
        NS_TEST_EXPECT_MSG_EQ((Run(2) == Frames{data, data, data, {2, type}}), true, "behind");
        NS_TEST_EXPECT_MSG_EQ((Run(0) == Frames{data, data, data, {0, type}}), true, "behind");
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief BCN_MAX and BCN(0,0) in a fabric: above the thresholds of the queue, with their flags on
 * the wire; the flow has the largest decrease, and is stopped until Tmax at most, and then at Rmin.
 */
class LosslessSevereCongestionTestCase : public TestCase
{
  public:
    LosslessSevereCongestionTestCase()
        : TestCase("BCN_MAX and BCN(0,0)")
    {
    }

  private:
    void DoRun() override
    {
        // All frames of 1500 bytes are sampled, and none leaves: 15,000 bytes is the tenth one.
        LosslessEthernetHelper helper;
        helper.SetFabricAttribute(
            "CongestionPoint",
            StringValue("ns3::BcnCongestionPoint[SetPoint=20000|Weight=0|SampleProbability=1|"
                        "MaximumThreshold=15000|StopThreshold=20000]"));
        helper.SetFabricAttribute(
            "ReactionPoint",
            StringValue("ns3::BcnReactionPoint[DecreaseGain=2.5e-5|MinRate=10Mb/s|MaxBackoff="
                        "100us]"));
        const auto devices = helper.Install(MakeLosslessStar(2));
        LosslessEthernetHelper::AssignStreams(devices, 1);
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        const auto hot = GetPortTo(devices, 1);
        const auto sender = devices.Get(0);
        fabric->SetServiceRate(hot->GetPort(), 0);
        EvenSource source(1, 1500, 1500, 1000);
        fabric->SetSource(0, &source);
        std::vector<CongestionMessage> messages;
        std::vector<double> told; // of messages
        std::vector<double> samples;
        std::vector<uint8_t> flags;
        std::vector<std::pair<Time, double>> rates;
        std::vector<Time> starts;
        hot->TraceConnectWithoutContext(
            "Message",
            Callback<void, const CongestionMessage&>(
                [&](const CongestionMessage& message) { messages.push_back(message); }));
        hot->TraceConnectWithoutContext("Feedback", Callback<void, double>([&](double feedback) {
                                            told.push_back(feedback);
                                        }));
        hot->GetCongestionPoint()->TraceConnectWithoutContext(
            "Feedback",
            Callback<void, double>([&](double feedback) { samples.push_back(feedback); }));
        sender->TraceConnectWithoutContext(
            "PhyRxEnd",
            Callback<void, Ptr<const Packet>>([&](Ptr<const Packet> bytes) {
                const auto tagged = ReadTagged(bytes);
                NS_TEST_ASSERT_MSG_EQ(tagged->etherType, BcnMessageHeader::ETHER_TYPE, "BCN");
                BcnMessageHeader header;
                tagged->payload->RemoveHeader(header);
                const auto& message = messages.at(flags.size());
                NS_TEST_EXPECT_MSG_EQ(header.GetOffset(), message.offset, "Qoff");
                NS_TEST_EXPECT_MSG_EQ(header.GetChange(), message.delta, "Qdelta");
                flags.push_back(header.GetFlags());
            }));
        sender->TraceConnectWithoutContext(
            "RateChanged",
            Callback<void, uint32_t, uint8_t, double>([&](uint32_t, uint8_t, double rate) {
                rates.emplace_back(Simulator::Now(), rate);
            }));
        sender->TraceConnectWithoutContext(
            "PhyTxBegin",
            Callback<void, Ptr<const Packet>>(
                [&](Ptr<const Packet>) { starts.push_back(Simulator::Now()); }));
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
        // 16,500, 18,000 and 19,500 bytes, and 21,000
        NS_TEST_ASSERT_MSG_GT(messages.size(), 3, "three of BCN_MAX, and more");
        for (std::size_t i = 0; i < messages.size(); ++i)
        {
            const bool mild = i < 3;
            const auto kind = mild ? CongestionMessage::MAXIMUM : CongestionMessage::STOP;
            NS_TEST_EXPECT_MSG_EQ(+messages[i].kind, +kind, "message " << i);
            NS_TEST_EXPECT_MSG_EQ(messages[i].offset,
                                  1500 * (11 + static_cast<int64_t>(i)) - 20'000,
                                  "Qoff");
            NS_TEST_EXPECT_MSG_EQ(messages[i].delta, 1500, "Qdelta");
            NS_TEST_EXPECT_MSG_EQ(told.at(i), messages[i].feedback, "Feedback of the port");
            NS_TEST_EXPECT_MSG_EQ((!mild || messages[i].feedback == -20'000), true, "-(2 W+1) Qeq");
        }
        NS_TEST_EXPECT_MSG_EQ(told.size(), messages.size(), "of messages");
        NS_TEST_EXPECT_MSG_EQ(samples.size(), messages.size() + 10, "of all samples");
        NS_TEST_EXPECT_MSG_EQ(samples[0], 18'500, "Fb of 1500 bytes, without a message");
        NS_TEST_ASSERT_MSG_GT(flags.size(), 3, "on the wire");
        for (std::size_t i = 0; i < flags.size(); ++i)
        {
            const auto flag = i < 3 ? BcnMessageHeader::MILD : BcnMessageHeader::SEVERE;
            NS_TEST_EXPECT_MSG_EQ(+flags[i], +flag, "frame " << i);
        }
        NS_TEST_ASSERT_MSG_GT(rates.size(), 4, "it goes on");
        const std::vector<double> expected{5e9, 2.5e9, 1.25e9, 0, 10e6}; // 1 + Gd Fb is a half
        for (std::size_t i = 0; i < expected.size(); ++i)
        {
            NS_TEST_EXPECT_MSG_EQ_TOL(rates[i].second, expected[i], 1, "rate " << i);
        }
        const Time stop = rates[3].first;
        const Time resume = rates[4].first;
        NS_TEST_EXPECT_MSG_EQ((resume > stop && resume <= stop + MicroSeconds(101)), true, "Tmax");
        NS_TEST_EXPECT_MSG_EQ(
            std::count_if(starts.begin(),
                          starts.end(),
                          [&](const Time& start) { return start >= stop && start < resume; }),
            0,
            "nothing is sent meanwhile");
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief A flow begins with the rate of the link of its own station.
 */
class LosslessOwnLineRateTestCase : public TestCase
{
  public:
    LosslessOwnLineRateTestCase()
        : TestCase("Limiters of stations with links of two rates")
    {
    }

  private:
    void DoRun() override
    {
        std::istringstream text("router s\n"
                                "device fast\n"
                                "device slow\n"
                                "device to\n"
                                "link fast s\n"
                                "link slow s rate=1Gbps\n"
                                "link to s\n");
        LosslessEthernetHelper helper;
        helper.SetFabricAttribute(
            "CongestionPoint",
            StringValue("ns3::BcnCongestionPoint[SetPoint=20000|Weight=0|SampleProbability=1|"
                        "MaximumThreshold=1]"));
        helper.SetFabricAttribute("ReactionPoint",
                                  StringValue("ns3::BcnReactionPoint[DecreaseGain=2.5e-5]"));
        const auto devices = helper.Install(fabric::ReadTopology(text, "two rates"));
        std::vector<EvenSource> sources(2, EvenSource(2, 1500, 1500, 100));
        std::vector<std::vector<double>> rates(2);
        for (uint32_t i = 0; i < 2; ++i)
        {
            LosslessEthernetHelper::GetFabric(devices)->SetSource(i, &sources[i]);
            devices.Get(i)->TraceConnectWithoutContext(
                "RateChanged",
                Callback<void, uint32_t, uint8_t, double>(
                    [&rates, i](uint32_t, uint8_t, double rate) { rates[i].push_back(rate); }));
        }
        Simulator::Stop(MicroSeconds(100));
        Simulator::Run();
        for (uint32_t i = 0; i < 2; ++i)
        {
            NS_TEST_ASSERT_MSG_GT(rates[i].size(), 1, "messages to station " << i);
            NS_TEST_EXPECT_MSG_EQ_TOL(rates[i][0], (i == 0 ? 5e9 : 5e8), 1, "half of the link");
            NS_TEST_EXPECT_MSG_EQ_TOL(rates[i][1], (i == 0 ? 2.5e9 : 2.5e8), 1, "half of that");
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Packets of a flow that its limiter holds back are dropped while both NicMemory bytes and
 * MaxSize of the queue of packets wait, and not before; another flow goes on.
 */
class LosslessFlowFullTestCase : public TestCase
{
  public:
    LosslessFlowFullTestCase()
        : TestCase("Drops of a flow that is held back")
    {
    }

  private:
    /** @param nicMemory attribute @param maxSize of TxQueue @param kept frames of 1018 bytes that
     * wait then */
    void Run(uint32_t nicMemory, const std::string& maxSize, uint32_t kept)
    {
        constexpr uint32_t PACKETS = 20;
        LosslessEthernetHelper helper;
        // The first frame of 1018 bytes stops its flow, for longer than the run; those of 318 bytes
        // cause no message.
        helper.SetFabricAttribute(
            "CongestionPoint",
            StringValue("ns3::BcnCongestionPoint[SetPoint=1000|Weight=0|SampleProbability=1|"
                        "StopThreshold=1000]"));
        helper.SetFabricAttribute("ReactionPoint",
                                  StringValue("ns3::BcnReactionPoint[MaxBackoff=100000s]"));
        helper.SetDeviceAttribute("NicMemory", UintegerValue(nicMemory));
        helper.SetDeviceAttribute(
            "TxQueue",
            StringValue("ns3::DropTailQueue<Packet>[MaxSize=" + maxSize + "]"));
        const auto devices = helper.Install(MakeLosslessStar(3));
        LosslessEthernetHelper::AssignStreams(devices, 1);
        const auto device = DynamicCast<LosslessEthernetNetDevice>(devices.Get(0));
        uint32_t dropped = 0;
        device->TraceConnectWithoutContext(
            "MacTxDrop",
            Callback<void, Ptr<const Packet>>([&](auto packet) {
                ++dropped;
                NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), 1014, "with its header");
            }));
        SendAt(devices, 0, 1, 1000, Time(0));
        for (uint32_t i = 0; i < PACKETS; ++i)
        {
            SendAt(devices, 0, 1, 1000, MicroSeconds(10 + i));
            SendAt(devices, 0, 2, 300, MicroSeconds(10 + i));
        }
        Simulator::Stop(MilliSeconds(1));
        Simulator::Run();
        const auto drops = device->GetDrops("flow full");
        NS_TEST_EXPECT_MSG_EQ(device->GetFabric()->IsLimited(0, 1, 0), true, "the test looks");
        NS_TEST_EXPECT_MSG_EQ(device->GetFramesWaiting(), kept, maxSize << ", " << nicMemory);
        NS_TEST_EXPECT_MSG_EQ(drops.number, PACKETS - kept, maxSize << ", " << nicMemory);
        NS_TEST_EXPECT_MSG_EQ(drops.bytes, 1014 * (PACKETS - kept), "bytes");
        NS_TEST_EXPECT_MSG_EQ(dropped, PACKETS - kept, "told");
        NS_TEST_EXPECT_MSG_EQ(device->GetDrops(LosslessEthernetNetDevice::QUEUE_FULL).number,
                              0,
                              "no other reason");
        NS_TEST_EXPECT_MSG_EQ(device->GetFramesSent(), 1 + PACKETS, "the other flow goes on");
        const auto other = DynamicCast<LosslessEthernetNetDevice>(devices.Get(2));
        NS_TEST_EXPECT_MSG_EQ(other->GetFramesReceived(), PACKETS, "the other flow arrives");
        Simulator::Destroy();
    }

    void DoRun() override
    {
        Run(3000, "10p", 10);   // 3 frames, and 10
        Run(3000, "2p", 3);     // 3 frames, and 2
        Run(3000, "5000B", 5);  // 3 frames, and 5 of 5090 bytes
        Run(8000, "5000B", 8);  // 8 frames of 8144 bytes, and 5
        Run(100'000, "1p", 20); // 99 frames, of which there are fewer
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief In a switch that is not served first come, first served, occupancy sampling tells the
 * station whose frames fill the buffer, sampling of arrivals each station by its share of them.
 */
class LosslessOccupancySwitchTestCase : public TestCase
{
  public:
    LosslessOccupancySwitchTestCase()
        : TestCase("Who is told, with occupancy sampling in a switch")
    {
    }

  private:
    /** @param type of the congestion point @return messages to station 0 and 1 */
    std::pair<uint32_t, uint32_t> Run(const std::string& type)
    {
        LosslessEthernetHelper helper;
        helper.SetFabricAttribute("Scheduler", StringValue("ns3::IslipScheduler"));
        helper.SetFabricAttribute("CongestionPoint",
                                  StringValue("ns3::" + type + "[SampleBase=15000]"));
        const auto devices = helper.Install(MakeLosslessStar(3));
        LosslessEthernetHelper::AssignStreams(devices, 1);
        const auto fabric = LosslessEthernetHelper::GetFabric(devices);
        const auto hot = GetPortTo(devices, 2);
        fabric->SetServiceRate(hot->GetPort(), 2e9);
        EvenSource greedy(2, 1500, 1500, 100'000);
        EvenSource modest(2, 1500, 18'750, 100'000); // 0.8 Gb/s, less than half of 2
        fabric->SetSource(0, &greedy);
        fabric->SetSource(1, &modest);
        uint32_t messages[2] = {};
        for (uint32_t i = 0; i < 2; ++i)
        {
            devices.Get(i)->TraceConnectWithoutContext(
                "PhyRxEnd",
                Callback<void, Ptr<const Packet>>([&messages, i](Ptr<const Packet> bytes) {
                    const auto tagged = ReadTagged(bytes); // PAUSE has no tag
                    messages[i] += tagged && tagged->etherType == CnmHeader::ETHER_TYPE;
                }));
        }
        uint64_t told = 0;
        hot->TraceConnectWithoutContext(
            "Message",
            Callback<void, const CongestionMessage&>([&](const CongestionMessage&) { ++told; }));
        Simulator::Stop(MilliSeconds(10));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_LT(told - messages[0] - messages[1], 3, "each comes, but the last ones");
        NS_TEST_EXPECT_MSG_EQ(told, fabric->GetMessages(), "of this port alone");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDrops().GetTotal().number, 0, "lossless");
        Simulator::Destroy();
        return {messages[0], messages[1]};
    }

    void DoRun() override
    {
        // The buffer of station 0 is filled with 0.5 MB within 0.7 ms; that of station 1 has a
        // frame or two. Then 1.2 and 0.8 Gb/s come. Samples are 1850 bytes apart, so every second
        // of 2000 frames is one.
        const auto [greedy, modest] = Run("QcnCongestionPoint");
        const double all = greedy + modest;
        NS_TEST_EXPECT_MSG_GT(all, 900, "messages");
        NS_TEST_EXPECT_MSG_EQ_TOL(modest / all, 0.36, 0.08, "its share of the arrivals");
        const auto [full, empty] = Run("QcnOccupancyCongestionPoint");
        NS_TEST_EXPECT_MSG_GT(full, 900, "messages");
        // 3000 of at least 200,000 bytes
        NS_TEST_EXPECT_MSG_LT(empty, 0.015 * full, "its share of the buffer");
    }
};

/**
 * @ingroup lossless-ethernet-tests
 * @brief Messages of congestion points in fabrics, and what stations do with them.
 */
class LosslessEthernetMessagesTestSuite : public TestSuite
{
  public:
    LosslessEthernetMessagesTestSuite()
        : TestSuite("lossless-ethernet-messages", Type::UNIT)
    {
        AddTestCase(new LosslessCongestionPrioritiesTestCase);
        AddTestCase(new LosslessSharedStreamTestCase);
        AddTestCase(new LosslessMessagePriorityTestCase);
        AddTestCase(new LosslessSevereCongestionTestCase);
        AddTestCase(new LosslessOwnLineRateTestCase);
        AddTestCase(new LosslessFlowFullTestCase);
        AddTestCase(new LosslessOccupancySwitchTestCase);
    }
};

static LosslessEthernetMessagesTestSuite g_losslessEthernetMessagesTestSuite; //!< the suite
