/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "l2-notification-row.h"

#include "ns3/l2-notification-congestion-point-queue-disc.h"
#include "ns3/l2-notification-helper.h"
#include "ns3/l2-notification-rate-limiter-queue-disc.h"
#include "ns3/lossless-ethernet-tag-headers.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::lossless;

namespace
{

/** A sequence by hand, against the law and against a congestion point that is driven directly. */
class SampleTest : public TestCase
{
  public:
    SampleTest()
        : TestCase("samples of a queue with fixed arrivals")
    {
    }

  private:
    void DoRun() override
    {
        const std::string text = "ns3::BcnCongestionPoint[SetPoint=2500|Weight=2|Sampling="
                                 "ByteInterval|SampleInterval=3000]";
        Row row({"1Gb/s"});
        auto disc = CreateObject<CongestionPointQueueDisc>();
        disc->SetAttribute("CongestionPoint", StringValue(text));
        disc->SetAttribute("CongestionPointId", UintegerValue(7));
        disc->SetNetDeviceQueueInterface(row.out.Get(0)->GetObject<NetDeviceQueueInterface>());
        std::vector<double> feedback;
        std::vector<CongestionMessage> messages;
        std::vector<Mac48Address> sources;
        disc->TraceConnectWithoutContext("Feedback", Callback<void, double>([&](double value) {
                                             feedback.push_back(value);
                                         }));
        disc->TraceConnectWithoutContext(
            "Message",
            Callback<void, Mac48Address, const CongestionMessage&>(
                [&](Mac48Address source, const CongestionMessage& message) {
                    sources.push_back(source);
                    messages.push_back(message);
                }));
        disc->Initialize();
        auto direct =
            burst::ObjectText(text, CongestionPoint::GetTypeId()).Create<CongestionPoint>();
        direct->Start(7);
        std::vector<double> expected;

        const Mac48Address source("00:00:00:00:00:99");
        const auto join = [&](uint32_t packets, uint64_t tag) {
            for (uint32_t i = 0; i < packets; ++i)
            {
                auto packet = Create<Packet>(1000);
                packet->AddPacketTag(RateLimiterTag(source, 3, tag));
                disc->Enqueue(Create<RowItem>(packet, row.in.Get(0)->GetAddress()));
                if (direct->Count(1000))
                {
                    expected.push_back(direct->Sample(disc->GetNBytes(), tag).feedback);
                }
            }
        };
        const auto leave = [&](uint32_t packets) {
            for (uint32_t i = 0; i < packets; ++i)
            {
                disc->Dequeue();
            }
        };
        join(3, CongestionMessage::NOBODY); // q 3000: -(500 + 2 x 3000)
        leave(2);
        join(3, CongestionMessage::NOBODY); // q 4000: -(1500 + 2 x 1000)
        leave(4);
        join(3, 7); // q 3000: -(500 - 2 x 1000), and the tag names the congestion point
        leave(1);
        join(3, 8); // q 5000: -(2500 + 2 x 2000)
        leave(4);
        join(3, 8); // q 4000: -(1500 - 2 x 1000), and the tag names another one

        NS_TEST_ASSERT_MSG_EQ((feedback == std::vector<double>{-6500, -3500, 1500, -6500, 500}),
                              true,
                              "by hand");
        NS_TEST_ASSERT_MSG_EQ((feedback == expected), true, "driven directly");
        std::vector<int> kinds;
        for (const auto& message : messages)
        {
            kinds.push_back(message.kind);
            NS_TEST_ASSERT_MSG_EQ(message.congestionPoint, 7, "CPID");
        }
        using M = CongestionMessage;
        NS_TEST_ASSERT_MSG_EQ(
            (kinds == std::vector<int>{M::NEGATIVE, M::NEGATIVE, M::POSITIVE, M::NEGATIVE}),
            true,
            "kinds");
        NS_TEST_ASSERT_MSG_EQ((sources == std::vector<Mac48Address>(4, source)), true, "sources");
        // Nothing tagged has come in by a device of this node: no way to the source is known.
        NS_TEST_ASSERT_MSG_EQ(row.GetNotifier(0)->GetDrops().Get(CongestionNotifier::NO_WAY).number,
                              4,
                              "nobody to tell");
    }
};

/** Occupancy sampling: the source of the packet that holds the chosen byte is told. */
class OccupancyTest : public TestCase
{
  public:
    OccupancyTest()
        : TestCase("whose packet is sampled")
    {
    }

  private:
    void DoRun() override
    {
        // All bytes but 64 are of one packet, so that the other is chosen with probability 64 /
        // 9064. 200 samples: all but 15 are of the large one, but for a chance of 1e-10 (binomial
        // law).
        Row row({"1Gb/s"});
        auto disc = CreateObject<CongestionPointQueueDisc>();
        disc->SetAttribute("CongestionPoint",
                           StringValue("ns3::QcnOccupancyCongestionPoint[SetPoint=1|SampleBase=1|"
                                       "Weight=0]"));
        disc->SetNetDeviceQueueInterface(row.out.Get(0)->GetObject<NetDeviceQueueInterface>());
        disc->AssignStreams(5);
        const Mac48Address large("00:00:00:00:00:01");
        const Mac48Address small("00:00:00:00:00:02");
        uint32_t told = 0;
        uint32_t others = 0;
        disc->TraceConnectWithoutContext("Message",
                                         Callback<void, Mac48Address, const CongestionMessage&>(
                                             [&](Mac48Address source, const CongestionMessage&) {
                                                 ++(source == large ? told : others);
                                             }));
        disc->Initialize();
        for (uint32_t i = 0; i < 200; ++i)
        {
            for (const auto& [source, bytes] :
                 {std::pair(large, uint32_t{9000}), std::pair(small, uint32_t{64})})
            {
                auto packet = Create<Packet>(bytes);
                packet->AddPacketTag(RateLimiterTag(source, 0, 0));
                disc->Enqueue(Create<RowItem>(packet, row.in.Get(0)->GetAddress()));
            }
            disc->Dequeue();
            disc->Dequeue();
        }
        // The large packet is sampled when it joins, as the only one; the small one behind it.
        NS_TEST_ASSERT_MSG_EQ(told + others, 400, "each is sampled");
        NS_TEST_ASSERT_MSG_LT(others, 15, "bytes count");
    }
};

/** Random arrivals and departures: nothing is lost without a count, and order is kept. */
class ConservationTest : public TestCase
{
  public:
    /** @param type of the disc @param maxSize of it */
    ConservationTest(const std::string& type, const std::string& maxSize)
        : TestCase("conservation, " + type + ", " + maxSize),
          m_type(type),
          m_maxSize(maxSize)
    {
    }

  private:
    void DoRun() override
    {
        Row row({"1Gb/s"});
        ObjectFactory factory(m_type);
        factory.Set("MaxSize", StringValue(m_maxSize));
        auto disc = factory.Create<QueueDisc>();
        disc->SetNetDeviceQueueInterface(row.out.Get(0)->GetObject<NetDeviceQueueInterface>());
        uint64_t dropped = 0;
        disc->TraceConnectWithoutContext("DropBeforeEnqueue",
                                         Callback<void, Ptr<const QueueDiscItem>, const char*>(
                                             [&](Ptr<const QueueDiscItem>, const char* reason) {
                                                 dropped += std::string(reason) ==
                                                            "Queue disc limit exceeded";
                                             }));
        disc->Initialize();
        std::mt19937 draw(1);
        const QueueSize limit(m_maxSize);
        uint64_t offered = 0;
        uint64_t left = 0;
        std::vector<uint64_t> last(3);
        for (uint32_t i = 0; i < 5000; ++i)
        {
            if (draw() % 5 < 3)
            {
                auto packet = Create<Packet>(64 + draw() % 1437);
                const uint32_t flow = draw() % last.size();
                ++offered;
                disc->Enqueue(Create<RowItem>(packet, row.in.Get(0)->GetAddress(), flow));
            }
            else if (const auto item = disc->Dequeue())
            {
                ++left;
                const bool all = m_type == "ns3::CongestionPointQueueDisc";
                uint64_t& before = last[all ? 0 : item->Hash(0)];
                NS_TEST_ASSERT_MSG_GT(item->GetPacket()->GetUid() + 1, before, "order");
                before = item->GetPacket()->GetUid() + 1;
            }
            NS_TEST_ASSERT_MSG_EQ(IsConserved(disc), true, "after step " << i);
            NS_TEST_ASSERT_MSG_EQ(offered, left + dropped + disc->GetNPackets(), "our own count");
            NS_TEST_ASSERT_MSG_EQ((disc->GetCurrentSize() <= limit), true, "limit");
        }
        NS_TEST_ASSERT_MSG_GT(dropped, 0, "the limit was reached");
        NS_TEST_ASSERT_MSG_EQ(disc->GetStats().GetNDroppedPackets("Queue disc limit exceeded"),
                              dropped,
                              "by reason");
    }

    std::string m_type;    //!< of the disc
    std::string m_maxSize; //!< of it
};

/** Departures of limited flows at times by hand. */
class GapTest : public TestCase
{
  public:
    GapTest()
        : TestCase("gaps of limited flows")
    {
    }

  private:
    void DoRun() override
    {
        Row row({"1Gb/s"});
        CongestionNotificationHelper helper("",
                                            "ns3::BcnReactionPoint[InitialRate=10Mb/s|MinRate=5Mb/"
                                            "s|DecreaseGain=0.01|MaxBackoff=0ns]");
        const auto discs = helper.InstallRateLimiters(row.out);
        const auto disc = DynamicCast<RateLimiterQueueDisc>(discs.Get(0));
        std::vector<std::pair<int64_t, uint32_t>> departures;
        disc->TraceConnectWithoutContext(
            "Dequeue",
            Callback<void, Ptr<const QueueDiscItem>>([&](Ptr<const QueueDiscItem> item) {
                departures.emplace_back(Simulator::Now().GetMicroSeconds(), item->Hash(0));
            }));
        const auto number = [&](uint32_t flow) {
            return disc->GetFlow(
                Create<RowItem>(Create<Packet>(), row.in.Get(0)->GetAddress(), flow));
        };
        const auto heed = [&](double feedback) {
            CongestionMessage message;
            message.kind = CongestionMessage::NEGATIVE;
            message.congestionPoint = 9;
            message.feedback = feedback;
            disc->ReceiveCongestionMessage(number(1), message);
        };
        // Flow 1 is limited to 10 Mb/s, 1.2 ms for 1500 bytes; flow 2 is not.
        Simulator::Schedule(MilliSeconds(10), [&] {
            heed(0);
            NS_TEST_ASSERT_MSG_EQ(disc->GetRate(number(1)), 10e6, "initial rate");
            NS_TEST_ASSERT_MSG_EQ(disc->GetRate(number(2)), 1e9, "not limited");
            for (uint32_t i = 0; i < 5; ++i)
            {
                row.Send(ROW_FRAME, 1);
            }
        });
        Simulator::Schedule(MilliSeconds(11), [&] { row.Send(ROW_FRAME, 2); });
        // Half of the third gap is over at 13.0: the other 750 bytes go on at 5 Mb/s, 1.2 ms more.
        Simulator::Schedule(MilliSeconds(13), [&] { heed(-50); });
        // A flow that had nothing to send for longer than its gap sends at once.
        Simulator::Schedule(MilliSeconds(30), [&] { row.Send(ROW_FRAME, 1); });
        Simulator::Stop(MilliSeconds(40));
        Simulator::Run();
        const std::vector<std::pair<int64_t, uint32_t>> expected{{10000, 1},
                                                                 {11000, 2},
                                                                 {11200, 1},
                                                                 {12400, 1},
                                                                 {14200, 1},
                                                                 {16600, 1},
                                                                 {30000, 1}};
        NS_TEST_ASSERT_MSG_EQ((departures == expected), true, "by hand");
        NS_TEST_ASSERT_MSG_EQ(row.received, expected.size(), "they arrive");
    }
};

/** Three flows that share a link, one of them limited. */
class ShareTest : public TestCase
{
  public:
    /** @param rate of the limited flow, bits per second */
    explicit ShareTest(uint64_t rate)
        : TestCase("three flows, one limited to " + std::to_string(rate) + " bits a second"),
          m_rate(rate)
    {
    }

  private:
    void DoRun() override
    {
        // A frame takes 1 ms. When the gap is over, the limited flow waits for the frame that is
        // before it in the device and for the turns of two others at most.
        Row row({"12Mb/s"});
        const auto rate = std::to_string(m_rate) + "b/s";
        CongestionNotificationHelper helper("",
                                            "ns3::BcnReactionPoint[InitialRate=" + rate +
                                                "|MinRate=" + rate + "]");
        helper.SetMaxSize(QueueSize("100000p"));
        const auto disc =
            DynamicCast<RateLimiterQueueDisc>(helper.InstallRateLimiters(row.out).Get(0));
        std::vector<uint32_t> left(4);
        std::vector<int64_t> gaps;
        int64_t last = -1;
        disc->TraceConnectWithoutContext(
            "Dequeue",
            Callback<void, Ptr<const QueueDiscItem>>([&](Ptr<const QueueDiscItem> item) {
                ++left[item->Hash(0)];
                if (item->Hash(0) == 2)
                {
                    const int64_t now = Simulator::Now().GetNanoSeconds();
                    if (last >= 0)
                    {
                        gaps.push_back(now - last);
                    }
                    last = now;
                }
            }));
        Simulator::Schedule(Seconds(0), [&] {
            CongestionMessage message;
            message.kind = CongestionMessage::NEGATIVE;
            message.congestionPoint = 9;
            disc->ReceiveCongestionMessage(
                disc->GetFlow(Create<RowItem>(Create<Packet>(), row.in.Get(0)->GetAddress(), 2)),
                message);
            for (uint32_t i = 0; i < 12000; ++i)
            {
                row.Send(ROW_FRAME, 1 + i % 3);
            }
        });
        Simulator::Stop(Seconds(3.6));
        Simulator::Run();
        const auto gap =
            static_cast<int64_t>(std::ceil(8e9 * ROW_FRAME / static_cast<double>(m_rate)));
        for (const int64_t found : gaps)
        {
            NS_TEST_ASSERT_MSG_EQ((found >= gap), true, "no sooner");
            NS_TEST_ASSERT_MSG_EQ((found <= gap + 3'000'000), true, "soon after");
        }
        NS_TEST_ASSERT_MSG_EQ_TOL(left[1] + left[2] + left[3], 3600.0, 3.0, "the link is used");
        NS_TEST_ASSERT_MSG_EQ_TOL(left[1], static_cast<double>(left[3]), 1.5, "round robin");
    }

    uint64_t m_rate; //!< of the limited flow
};

/** A limited flow alone leaves at gaps of exactly L / R, up to the tick. */
class PaceTest : public TestCase
{
  public:
    PaceTest()
        : TestCase("the pace of a limited flow")
    {
    }

  private:
    void DoRun() override
    {
        Row row({"1Gb/s"});
        CongestionNotificationHelper helper("",
                                            "ns3::BcnReactionPoint[InitialRate=7Mb/s|MinRate=7Mb/"
                                            "s]");
        const auto disc =
            DynamicCast<RateLimiterQueueDisc>(helper.InstallRateLimiters(row.out).Get(0));
        std::vector<int64_t> expected{0};
        std::vector<int64_t> left;
        disc->TraceConnectWithoutContext(
            "Dequeue",
            Callback<void, Ptr<const QueueDiscItem>>([&](Ptr<const QueueDiscItem>) {
                left.push_back(Simulator::Now().GetNanoSeconds());
            }));
        Simulator::Schedule(Seconds(0), [&] {
            CongestionMessage message;
            message.kind = CongestionMessage::NEGATIVE;
            message.congestionPoint = 9;
            disc->ReceiveCongestionMessage(
                disc->GetFlow(Create<RowItem>(Create<Packet>(), row.in.Get(0)->GetAddress())),
                message);
            for (uint32_t i = 0; i < 500; ++i)
            {
                const uint32_t bytes = 64 + 2 * i;
                row.Send(bytes);
                expected.push_back(expected.back() + (8'000 * bytes + 6) / 7); // rounded up
            }
        });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        expected.pop_back();
        NS_TEST_ASSERT_MSG_EQ((left == expected), true, "L / R after the one before");
    }
};

/** MaxSize that is raised and lowered in mid-run. */
class MaxSizeTest : public TestCase
{
  public:
    /** @param type of the disc */
    explicit MaxSizeTest(const std::string& type)
        : TestCase("another MaxSize of a " + type),
          m_type(type)
    {
    }

  private:
    void DoRun() override
    {
        Row row({"1Gb/s"});
        ObjectFactory factory(m_type);
        auto disc = factory.Create<QueueDisc>();
        disc->SetAttribute("MaxSize", StringValue("1000B"));
        disc->SetNetDeviceQueueInterface(row.out.Get(0)->GetObject<NetDeviceQueueInterface>());
        disc->Initialize();
        const auto enqueue = [&](uint32_t bytes) {
            return disc->Enqueue(
                Create<RowItem>(Create<Packet>(bytes), row.in.Get(0)->GetAddress()));
        };
        NS_TEST_ASSERT_MSG_EQ(enqueue(1000), true, "it fits");
        NS_TEST_ASSERT_MSG_EQ(enqueue(1), false, "it does not");
        NS_TEST_ASSERT_MSG_EQ(disc->Dequeue()->GetSize(), 1000, "that one");
        disc->SetAttribute("MaxSize", StringValue("3000B"));
        NS_TEST_ASSERT_MSG_EQ(enqueue(1500), true, "it fits now");
        NS_TEST_ASSERT_MSG_EQ(enqueue(1500), true, "another one");
        NS_TEST_ASSERT_MSG_EQ(enqueue(1), false, "no more");
        NS_TEST_ASSERT_MSG_EQ(disc->GetNBytes(), 3000, "that wait");
        disc->SetAttribute("MaxSize", StringValue("1000B"));
        NS_TEST_ASSERT_MSG_EQ(enqueue(1), false, "not even one");
        NS_TEST_ASSERT_MSG_EQ(disc->Dequeue()->GetSize(), 1500, "the first one");
        NS_TEST_ASSERT_MSG_EQ(disc->Dequeue()->GetSize(), 1500, "the second one");
        NS_TEST_ASSERT_MSG_EQ(IsConserved(disc), true, "all is counted");
        auto send = [&] { return disc->Enqueue(Create<MessageItem>(row.in.Get(0)->GetAddress())); };
        uint32_t messages = 0; // of 64 bytes
        for (uint32_t i = 0; i < 20; ++i)
        {
            messages += send();
        }
        NS_TEST_ASSERT_MSG_EQ(messages, 15, "as many as fit into 1,000 bytes");
        disc->SetAttribute("MaxSize", StringValue("17p"));
        NS_TEST_ASSERT_MSG_EQ(send() && send(), true, "two more");
        NS_TEST_ASSERT_MSG_EQ(send(), false, "and no other");
        NS_TEST_ASSERT_MSG_EQ(IsConserved(disc), true, "all is counted");
    }

    /** A message of a congestion point, as long as that. */
    class MessageItem : public QueueDiscItem
    {
      public:
        /** @param to next device */
        explicit MessageItem(const Address& to)
            : QueueDiscItem(Create<Packet>(64), to, CnTagHeader::ETHER_TYPE)
        {
        }

        void AddHeader() override
        {
        }

        bool Mark() override
        {
            return false;
        }
    };

    std::string m_type; //!< of the disc
};

/** With TrafficControlHelper alone, and what is not allowed. */
class InputTest : public TestCase
{
  public:
    InputTest()
        : TestCase("by itself, and wrong input")
    {
    }

  private:
    void DoRun() override
    {
        {
            Row row({"100Mb/s", "10Mb/s"});
            TrafficControlHelper limiter;
            limiter.SetRootQueueDisc("ns3::RateLimiterQueueDisc");
            limiter.Install(row.out.Get(0));
            TrafficControlHelper point;
            point.SetRootQueueDisc("ns3::CongestionPointQueueDisc",
                                   "CongestionPoint",
                                   StringValue("ns3::QcnCongestionPoint[SampleBase=15000]"));
            point.Install(row.out.Get(1));
            Simulator::ScheduleNow(&Row::Flood, &row, MicroSeconds(240), Seconds(1));
            Simulator::Stop(Seconds(1));
            Simulator::Run();
            NS_TEST_ASSERT_MSG_GT(row.GetNotifier(1)->GetSent(), 0, "messages");
            NS_TEST_ASSERT_MSG_EQ(row.GetNotifier(0)->GetReceived(),
                                  row.GetNotifier(1)->GetSent(),
                                  "each comes");
        }
        NS_TEST_ASSERT_MSG_EQ(
            Refuse([] { CongestionNotificationHelper("ns3::BcnReactionPoint"); }).empty(),
            false,
            "another type");
        Row row({"0b/s"});
        const auto install = [&](const std::string& type, const std::string& attribute = "") {
            ObjectFactory factory(type);
            auto disc = factory.Create<QueueDisc>();
            if (attribute.empty())
            {
                disc->SetNetDeviceQueueInterface(
                    row.out.Get(0)->GetObject<NetDeviceQueueInterface>());
            }
            disc->Initialize();
        };
        NS_TEST_ASSERT_MSG_EQ(
            Refuse([&] { install("ns3::RateLimiterQueueDisc"); }),
            "LineRate is 0 and ns3::SimpleNetDevice has no rate; allowed are rates "
            "above 0, or devices or channels with a DataRate",
            "no rate");
        NS_TEST_ASSERT_MSG_EQ(Refuse([&] { install("ns3::CongestionPointQueueDisc", "none"); }),
                              "the device of an ns3::CongestionPointQueueDisc is unknown; allowed "
                              "are devices with a NetDeviceQueueInterface, as helpers make them",
                              "no device");
    }

    /** @param run what is to be refused @return the sentence */
    static std::string Refuse(const std::function<void()>& run)
    {
        try
        {
            run();
        }
        catch (const std::invalid_argument& error)
        {
            return error.what();
        }
        return "";
    }
};

/** All of the above. */
class QueueDiscTestSuite : public TestSuite
{
  public:
    QueueDiscTestSuite()
        : TestSuite("l2-notification-queue-disc", Type::UNIT)
    {
        AddTestCase(new SampleTest());
        AddTestCase(new OccupancyTest());
        for (const char* size : {"20p", "30000B"})
        {
            AddTestCase(new ConservationTest("ns3::CongestionPointQueueDisc", size));
            AddTestCase(new ConservationTest("ns3::RateLimiterQueueDisc", size));
        }
        AddTestCase(new GapTest());
        AddTestCase(new PaceTest());
        AddTestCase(new ShareTest(1'000'000));
        AddTestCase(new ShareTest(3'333'333));
        AddTestCase(new MaxSizeTest("ns3::CongestionPointQueueDisc"));
        AddTestCase(new MaxSizeTest("ns3::RateLimiterQueueDisc"));
        AddTestCase(new InputTest());
    }
};

QueueDiscTestSuite g_queueDiscTestSuite; //!< registers itself

} // namespace
