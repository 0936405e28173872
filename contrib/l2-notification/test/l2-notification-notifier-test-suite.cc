/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "l2-notification-row.h"

#include "ns3/double.h"
#include "ns3/l2-notification-helper.h"
#include "ns3/l2-notification-rate-limiter-queue-disc.h"
#include "ns3/lossless-ethernet-message-headers.h"
#include "ns3/lossless-ethernet-tag-headers.h"
#include "ns3/net-device-queue-interface.h"
#include "ns3/packet-filter.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::lossless;

namespace
{

/** A message of a congestion point, in a queue disc. */
class WaitingMessage : public QueueDiscItem
{
  public:
    /** @param to next device */
    explicit WaitingMessage(const Address& to)
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

/** Says that packets are of a flow, or nothing. */
class OneFlowFilter : public PacketFilter
{
  public:
    int32_t flow{PF_NO_MATCH}; //!< what it says

  private:
    bool CheckProtocol(Ptr<QueueDiscItem> item) const override
    {
        return true;
    }

    int32_t DoClassify(Ptr<QueueDiscItem> item) const override
    {
        return flow;
    }
};

/** @param header of a message @param flow that it is about @return payload of its frame */
template <typename Message>
Ptr<Packet>
MakePayload(const Message& header, uint16_t flow)
{
    auto payload = Create<Packet>();
    payload->AddHeader(header);
    payload->AddHeader(CnTagHeader(flow, Message::ETHER_TYPE));
    return payload;
}

} // namespace

/**
 * @ingroup l2-notification-tests
 * @brief Messages overtake the packets that wait in either queue disc.
 */
class CongestionMessageOrderTestCase : public TestCase
{
  public:
    /** @param type of the disc */
    explicit CongestionMessageOrderTestCase(const std::string& type)
        : TestCase("Messages overtake packets in a " + type),
          m_type(type)
    {
    }

  private:
    void DoRun() override
    {
        Row row({"1Gb/s"});
        ObjectFactory factory(m_type);
        const auto disc = factory.Create<QueueDisc>();
        disc->SetNetDeviceQueueInterface(row.out.Get(0)->GetObject<NetDeviceQueueInterface>());
        disc->Initialize();
        const auto to = row.in.Get(0)->GetAddress();
        for (uint32_t i = 0; i < 2; ++i)
        {
            disc->Enqueue(Create<RowItem>(Create<Packet>(1000 + i), to));
            disc->Enqueue(Create<WaitingMessage>(to));
        }
        for (const uint32_t bytes : {64, 64, 1000, 1001})
        {
            const auto item = disc->Dequeue();
            NS_TEST_ASSERT_MSG_NE(item, nullptr, "four of them");
            NS_TEST_EXPECT_MSG_EQ(item->GetSize(), bytes, "messages first, then in order");
        }
    }

    std::string m_type; //!< of the disc
};

/**
 * @ingroup l2-notification-tests
 * @brief BCN_MAX and BCN(0,0) over stock devices: the flow has the largest decrease of the set
 * point that the helper tells the sender, or is stopped until Tmax at most and then has Rmin.
 */
class CongestionSevereOverDevicesTestCase : public TestCase
{
  public:
    CongestionSevereOverDevicesTestCase()
        : TestCase("BCN_MAX and BCN(0,0) over stock devices")
    {
    }

  private:
    using Rates = std::vector<std::pair<Time, double>>; //!< when, bits per second

    /** @param threshold attribute of the congestion point, at its set point, below which there is
     * no message @return changes of the rate of the flow */
    Rates Run(const std::string& threshold)
    {
        Row row({"100Mb/s", "10Mb/s"});
        const CongestionNotificationHelper helper(
            "ns3::BcnCongestionPoint[SetPoint=20000|Weight=0|Clamp=Terms|SampleProbability=1|" +
                threshold + "=20000]",
            "ns3::BcnReactionPoint[DecreaseGain=2.5e-5|MinRate=1Mb/s|MaxBackoff=1ms]");
        const auto senders = helper.InstallRateLimiters(row.out.Get(0));
        helper.InstallCongestionPoints(row.out.Get(1));
        CongestionNotificationHelper::AssignStreams(senders, 1);
        UintegerValue setPoint;
        DoubleValue weight;
        StringValue clamp;
        row.GetNotifier(0)->GetAttribute("SetPoint", setPoint);
        row.GetNotifier(0)->GetAttribute("Weight", weight);
        row.GetNotifier(0)->GetAttribute("Clamp", clamp);
        NS_TEST_EXPECT_MSG_EQ(setPoint.Get(), 20'000, "as of the congestion point");
        NS_TEST_EXPECT_MSG_EQ(weight.Get(), 0, "as of the congestion point");
        NS_TEST_EXPECT_MSG_EQ(clamp.Get(), "Terms", "as of the congestion point");
        Rates rates;
        senders.Get(0)->TraceConnectWithoutContext(
            "Rate",
            Callback<void, double, uint16_t>(
                [&rates](double rate, uint16_t) { rates.emplace_back(Simulator::Now(), rate); }));
        Simulator::ScheduleNow([&row] {
            for (uint32_t i = 0; i < 40; ++i)
            {
                row.Send(ROW_FRAME);
            }
        });
        Simulator::Stop(MilliSeconds(20));
        Simulator::Run();
        return rates;
    }

    void DoRun() override
    {
        const Rates mild = Run("MaximumThreshold");
        NS_TEST_ASSERT_MSG_GT(mild.size(), 1, "BCN_MAX");
        NS_TEST_EXPECT_MSG_EQ_TOL(mild[0].second, 50e6, 1, "Gd Qeq is a half");
        NS_TEST_EXPECT_MSG_EQ_TOL(mild[1].second, 25e6, 1, "and once more");

        const Rates severe = Run("StopThreshold");
        NS_TEST_ASSERT_MSG_GT(severe.size(), 1, "BCN(0,0)");
        NS_TEST_EXPECT_MSG_EQ(severe[0].second, 0, "stopped");
        NS_TEST_EXPECT_MSG_EQ(severe[1].second, 1e6, "Rmin");
        const Time stop = severe[1].first - severe[0].first;
        NS_TEST_EXPECT_MSG_EQ((stop <= MilliSeconds(1)), true, "Tmax");
    }
};

/**
 * @ingroup l2-notification-tests
 * @brief What a notifier reads from the frame of a message: Fb by its own SetPoint, Weight and
 * Clamp, which may change at any time, the kind by the flags, and the fields of a CNM.
 */
class CongestionReadMessagesTestCase : public TestCase
{
  public:
    CongestionReadMessagesTestCase()
        : TestCase("What a notifier makes of a frame")
    {
    }

  private:
    void DoRun() override
    {
        Row row({"1Gb/s"});
        const auto notifier = CongestionNotifier::Get(row.nodes.Get(1));
        const auto address = Mac48Address::ConvertFrom(row.in.Get(0)->GetAddress());
        std::vector<std::pair<uint16_t, CongestionMessage>> heard;
        notifier->SetListener(
            address,
            CongestionNotifier::Listener([&heard](uint16_t flow, const CongestionMessage& message) {
                heard.emplace_back(flow, message);
            }));
        notifier->SetAttribute("SetPoint", UintegerValue(1000));
        notifier->SetAttribute("Weight", DoubleValue(3));

        struct Case
        {
            std::string clamp;
            uint8_t flags;
            int32_t offset;
            int32_t change;
            int kind;
            double feedback;
        };

        using Message = CongestionMessage;
        using Header = BcnMessageHeader;
        const std::vector<Case> cases{
            {"None", Header::NO_FLAGS, 5000, 1000, Message::NEGATIVE, -8000},
            {"Total", Header::NO_FLAGS, 5000, 1000, Message::NEGATIVE, -7000}, // (2 W + 1) Qeq
            {"Terms", Header::NO_FLAGS, 5000, 1000, Message::NEGATIVE, -4000}, // Qeq + 3 x 1000
            {"Total", Header::NO_FLAGS, -900, -100, Message::POSITIVE, 1200},
            {"Total", Header::MILD, 10, 0, Message::MAXIMUM, -7000},
            {"Total", Header::SEVERE, 5000, 1000, Message::STOP, -7000},
        };
        for (std::size_t i = 0; i < cases.size(); ++i)
        {
            Simulator::Schedule(MilliSeconds(i), [&, i] {
                const Case& one = cases[i];
                notifier->SetAttribute("Clamp", StringValue(one.clamp));
                row.out.Get(0)->Send(
                    MakePayload(Header(77, one.offset, one.change, one.flags), 500 + i),
                    address,
                    CnTagHeader::ETHER_TYPE);
            });
        }
        Simulator::Schedule(MilliSeconds(cases.size()), [&] {
            CnmHeader header(78, 42, -640, 128);
            header.SetSampledFrame(0, address, Create<Packet>());
            row.out.Get(0)->Send(MakePayload(header, 9), address, CnTagHeader::ETHER_TYPE);
        });
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(heard.size(), cases.size() + 1, "all");
        for (std::size_t i = 0; i < cases.size(); ++i)
        {
            const auto& [flow, message] = heard[i];
            NS_TEST_EXPECT_MSG_EQ(flow, 500 + i, "flow");
            NS_TEST_EXPECT_MSG_EQ(message.congestionPoint, 77, "CPID");
            NS_TEST_EXPECT_MSG_EQ(message.offset, cases[i].offset, "Qoff");
            NS_TEST_EXPECT_MSG_EQ(message.delta, cases[i].change, "Qdelta");
            NS_TEST_EXPECT_MSG_EQ(+message.kind, cases[i].kind, "kind of " << i);
            NS_TEST_EXPECT_MSG_EQ(message.feedback, cases[i].feedback, "Fb of " << i);
        }
        const auto& [flow, cnm] = heard.back();
        NS_TEST_EXPECT_MSG_EQ(flow, 9, "flow");
        NS_TEST_EXPECT_MSG_EQ(+cnm.kind, +Message::QUANTIZED, "QCN");
        NS_TEST_EXPECT_MSG_EQ(cnm.congestionPoint, 78, "CPID");
        NS_TEST_EXPECT_MSG_EQ(+cnm.quantized, 42, "QntzFb");
        NS_TEST_EXPECT_MSG_EQ(cnm.offset, 640, "opposite to that of a CNM");
        NS_TEST_EXPECT_MSG_EQ(cnm.delta, 128, "Qdelta");
        NS_TEST_EXPECT_MSG_EQ(notifier->GetReceived(), heard.size(), "counted");
        NS_TEST_EXPECT_MSG_EQ(notifier->GetDrops().GetTotal().number, 0, "none is lost");
    }
};

/**
 * @ingroup l2-notification-tests
 * @brief Messages that go no further are counted by reason; one for another host to which no way is
 * known is not counted.
 */
class CongestionDropReasonsTestCase : public TestCase
{
  public:
    CongestionDropReasonsTestCase()
        : TestCase("Messages that go no further")
    {
    }

  private:
    void DoRun() override
    {
        Row row({"1Gb/s"});
        const auto notifier = CongestionNotifier::Get(row.nodes.Get(1));
        const auto address = row.in.Get(0)->GetAddress();
        const auto send = [&row](Ptr<Packet> payload, const Address& to) {
            row.out.Get(0)->Send(payload, to, CnTagHeader::ETHER_TYPE);
        };
        const BcnMessageHeader message(7, 1000, 100);
        auto wrongType = Create<Packet>(60);
        wrongType->AddHeader(CnTagHeader(1, 0x0800));
        auto cut = MakePayload(message, 1);
        cut->RemoveAtEnd(30);
        const std::vector<std::pair<Time, Ptr<Packet>>> malformed{
            {MilliSeconds(1), Create<Packet>(2)}, // shorter than a CN-TAG
            {MilliSeconds(2), wrongType},
            {MilliSeconds(3), cut},
        };
        for (const auto& one : malformed)
        {
            Simulator::Schedule(one.first, [&, one] { send(one.second, address); });
        }
        Simulator::Schedule(MilliSeconds(4), [&] { send(MakePayload(message, 1), address); });
        Simulator::Schedule(MilliSeconds(5), [&] {
            send(MakePayload(message, 1), Mac48Address("00:00:00:00:00:77"));
        });
        Simulator::Run();
        const auto& drops = notifier->GetDrops();
        NS_TEST_EXPECT_MSG_EQ(drops.Get("Malformed").number, 3, "no messages");
        NS_TEST_EXPECT_MSG_EQ(drops.Get("Malformed").bytes, 2 + 64 + 16, "their bytes");
        NS_TEST_EXPECT_MSG_EQ(drops.Get("Device without rate limiter").number,
                              1,
                              "nobody heeds it");
        NS_TEST_EXPECT_MSG_EQ(drops.GetTotal().number, 4, "and no others");
        NS_TEST_EXPECT_MSG_EQ(notifier->GetReceived(), 0, "none");
        NS_TEST_EXPECT_MSG_EQ(notifier->GetForwarded(), 0, "none");
    }
};

/**
 * @ingroup l2-notification-tests
 * @brief A packet filter defines flows where it matches; LineRate replaces the rate of the device.
 */
class RateLimiterFlowsTestCase : public TestCase
{
  public:
    RateLimiterFlowsTestCase()
        : TestCase("Packet filters and LineRate")
    {
    }

  private:
    void DoRun() override
    {
        Row row({"100Mb/s"});
        const auto to = row.in.Get(0)->GetAddress();
        const auto install = [&row](Ptr<PacketFilter> filter, const std::string& rate) {
            const auto disc = CreateObject<RateLimiterQueueDisc>();
            if (filter)
            {
                disc->AddPacketFilter(filter);
            }
            disc->SetAttribute("LineRate", StringValue(rate));
            disc->SetAttribute("ReactionPoint",
                               StringValue("ns3::BcnReactionPoint[DecreaseGain=0.5|MinRate=1b/s]"));
            disc->SetNetDeviceQueueInterface(row.out.Get(0)->GetObject<NetDeviceQueueInterface>());
            disc->Initialize();
            return disc;
        };
        const auto filter = CreateObject<OneFlowFilter>();
        const auto plain = install(nullptr, "0b/s");
        const auto filtered = install(filter, "20Mb/s");
        std::vector<uint16_t> flows;
        for (uint32_t hash = 0; hash < 3; ++hash)
        {
            const auto item = Create<RowItem>(Create<Packet>(100), to, hash);
            flows.push_back(plain->GetFlow(item));
            NS_TEST_EXPECT_MSG_EQ(filtered->GetFlow(item), flows.back(), "it does not match");
        }
        NS_TEST_EXPECT_MSG_NE(flows[0], flows[1], "by hash");
        NS_TEST_EXPECT_MSG_NE(flows[1], flows[2], "by hash");
        filter->flow = 4321;
        for (uint32_t hash = 0; hash < 3; ++hash)
        {
            const auto item = Create<RowItem>(Create<Packet>(100), to, hash);
            NS_TEST_EXPECT_MSG_EQ(filtered->GetFlow(item), 4321, "it matches");
        }
        CongestionMessage message;
        message.kind = CongestionMessage::NEGATIVE;
        message.congestionPoint = 9;
        message.feedback = -1; // half of the rate
        for (const auto& [disc, line] : {std::pair(plain, 100e6), std::pair(filtered, 20e6)})
        {
            NS_TEST_EXPECT_MSG_EQ(disc->GetRate(4321), line, "not limited");
            disc->ReceiveCongestionMessage(4321, message);
            NS_TEST_EXPECT_MSG_EQ(disc->GetRate(4321), line / 2, "from the rate of the link on");
            NS_TEST_EXPECT_MSG_EQ(disc->GetRate(4320), line, "another flow");
        }
    }
};

/**
 * @ingroup l2-notification-tests
 * @brief Messages between the queue discs of stock devices.
 */
class CongestionNotifierTestSuite : public TestSuite
{
  public:
    CongestionNotifierTestSuite()
        : TestSuite("l2-notification-notifier", Type::UNIT)
    {
        AddTestCase(new CongestionMessageOrderTestCase("ns3::CongestionPointQueueDisc"));
        AddTestCase(new CongestionMessageOrderTestCase("ns3::RateLimiterQueueDisc"));
        AddTestCase(new CongestionSevereOverDevicesTestCase);
        AddTestCase(new CongestionReadMessagesTestCase);
        AddTestCase(new CongestionDropReasonsTestCase);
        AddTestCase(new RateLimiterFlowsTestCase);
    }
};

static CongestionNotifierTestSuite g_congestionNotifierTestSuite; //!< the suite
