/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "l2-notification-row.h"

#include "ns3/l2-notification-congestion-point-queue-disc.h"
#include "ns3/l2-notification-helper.h"
#include "ns3/lossless-ethernet-message-headers.h"
#include "ns3/lossless-ethernet-tag-headers.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/traffic-control-helper.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::lossless;

namespace
{

/** What came of a loop after it settled. */
struct Settled
{
    double rate;       //!< of the sender, bits per second
    double queue;      //!< bytes before the slow link, mean over time
    uint32_t longest;  //!< bytes before the slow link
    uint64_t messages; //!< of the congestion point
    uint64_t positive; //!< of them
    uint64_t heeded;   //!< by the sender
    uint64_t passedOn; //!< by routers between
    uint64_t dropped;  //!< before the slow link
    uint64_t mistaken; //!< counts that do not agree, and frames that do not say what the congestion
                       //!< point said
    burst::DropCounter lost; //!< messages, at the congestion point
};

/**
 * A sender floods a slow link behind some routers.
 * @param point of the queue before the slow link @param reaction of the sender, none if empty
 * @param hops number of routers that have no queue disc
 * @param full whether a queue disc without room is on the way of the messages
 * @return means from 10 to 40 s
 */
Settled
RunLoop(const std::string& point, const std::string& reaction, uint32_t hops = 0, bool full = false)
{
    std::vector<std::string> rates(hops + 1, "100Mb/s");
    rates.emplace_back("10Mb/s");
    Row row(rates);
    Settled settled{};
    CongestionNotificationHelper helper(point, reaction);
    helper.SetMaxSize(QueueSize("200p"));
    const auto disc = DynamicCast<CongestionPointQueueDisc>(
        helper.InstallCongestionPoints(NetDeviceContainer(row.out.Get(hops + 1))).Get(0));
    helper.InstallNotifiers(row.nodes);
    if (full)
    {
        TrafficControlHelper root;
        root.SetRootQueueDisc("ns3::FifoQueueDisc", "MaxSize", StringValue("1B"));
        root.Install(row.in.Get(hops));
    }
    disc->AssignStreams(10);
    if (!reaction.empty())
    {
        auto discs = helper.InstallRateLimiters(NetDeviceContainer(row.out.Get(0)));
        CongestionNotificationHelper::AssignStreams(discs, 20);
    }
    std::vector<CongestionMessage> said;
    disc->TraceConnectWithoutContext("Message",
                                     Callback<void, Mac48Address, const CongestionMessage&>(
                                         [&](Mac48Address, const CongestionMessage& message) {
                                             said.push_back(message);
                                             settled.positive +=
                                                 message.kind == CongestionMessage::POSITIVE;
                                         }));
    uint64_t heard = 0;
    Node::ProtocolHandler hear([&](Ptr<NetDevice>,
                                   Ptr<const Packet> packet,
                                   uint16_t,
                                   const Address&,
                                   const Address&,
                                   NetDevice::PacketType) {
        auto frame = packet->Copy();
        CnTagHeader tag;
        frame->RemoveHeader(tag);
        const auto& message = said.at(heard++);
        if (message.kind == CongestionMessage::QUANTIZED)
        {
            CnmHeader header;
            frame->RemoveHeader(header);
            settled.mistaken += tag.GetEtherType() != 0x22e7 ||
                                header.GetCpid() != message.congestionPoint ||
                                header.GetFeedback() != message.quantized;
            return;
        }
        BcnMessageHeader header;
        frame->RemoveHeader(header);
        settled.mistaken += tag.GetEtherType() != 0x88b5 ||
                            header.GetCpid() != message.congestionPoint ||
                            header.GetOffset() != message.offset ||
                            header.GetChange() != message.delta || header.GetFlags() != 0;
    });
    row.nodes.Get(0)->RegisterProtocolHandler(hear, 0x22e9, row.out.Get(0), true);

    const Time start = Seconds(10);
    const Time end = Seconds(40);
    double area = 0;
    Time since = start;
    uint32_t bytes = 0;
    disc->TraceConnectWithoutContext(
        "BytesInQueue",
        Callback<void, uint32_t, uint32_t>([&](uint32_t, uint32_t now) {
            if (Simulator::Now() > start)
            {
                area += bytes * (Simulator::Now() - since).GetSeconds();
                since = Simulator::Now();
                settled.longest = std::max(settled.longest, now);
            }
            bytes = now;
        }));
    uint64_t sent = 0;
    row.nodes.Get(1)->RegisterProtocolHandler(Node::ProtocolHandler([&](Ptr<NetDevice>,
                                                                        Ptr<const Packet> packet,
                                                                        uint16_t,
                                                                        const Address&,
                                                                        const Address&,
                                                                        NetDevice::PacketType) {
                                                  sent += Simulator::Now() > start
                                                              ? packet->GetSize()
                                                              : 0;
                                              }),
                                              ROW_PROTOCOL,
                                              row.in.Get(0));
    Simulator::ScheduleNow(&Row::Flood, &row, MicroSeconds(240), end); // 50 Mb/s
    Simulator::Stop(end);
    Simulator::Run();
    const double time = (end - start).GetSeconds();
    settled.rate = 8.0 * static_cast<double>(sent) / time;
    settled.queue = area / time;
    settled.messages = said.size();
    settled.heeded = row.GetNotifier(0)->GetReceived();
    for (uint32_t i = 1; i <= hops; ++i)
    {
        settled.passedOn += row.GetNotifier(i)->GetForwarded();
    }
    settled.lost = row.GetNotifier(hops + 1)->GetDrops();
    settled.dropped = disc->GetStats().nTotalDroppedPackets;
    settled.mistaken += !IsConserved(disc);
    return settled;
}

/** BCN for 10 Mb/s: Qeq is 20 frames, r = Gi Ru / (Gd R) = 1.5, X = W Gi Ru L / (ps mu) = 0.15. */
const char* const BCN_POINT = "ns3::BcnCongestionPoint[SetPoint=30000|SampleProbability=0.1]";
const char* const BCN_REACTION = "ns3::BcnReactionPoint[DecreaseGain=3.3333e-6|IncreaseGain=5e-5|"
                                 "RateUnit=1Mb/s|MinRate=1Mb/s]";
/** QCN for 10 Mb/s: a sample every ten frames, and increases in proportion to the link. */
const char* const QCN_POINT = "ns3::QcnCongestionPoint[SetPoint=30000|SampleBase=15000]";
const char* const QCN_REACTION =
    "ns3::QcnReactionPoint[MinRate=500kb/s|ActiveIncrease=20kb/s|HyperIncrease=20kb/s|ByteReset="
    "15000|TimeReset=50ms]";

/** The queue settles about the set point, and the sender at the rate of the slow link. */
class LoopTest : public TestCase
{
  public:
    LoopTest()
        : TestCase("closed loops")
    {
    }

  private:
    void DoRun() override
    {
        const Settled bcn = RunLoop(BCN_POINT, BCN_REACTION);
        NS_TEST_ASSERT_MSG_EQ_TOL(bcn.rate, 10e6, 0.1e6, "BCN: the bottleneck within 1 %");
        NS_TEST_ASSERT_MSG_EQ_TOL(bcn.queue, 30e3, 1500, "BCN: about Qeq");
        NS_TEST_ASSERT_MSG_GT(bcn.positive, 0, "BCN: tagged frames get positive messages");
        NS_TEST_ASSERT_MSG_LT(bcn.positive, bcn.messages, "BCN: negative messages too");
        NS_TEST_ASSERT_MSG_EQ(bcn.heeded, bcn.messages, "BCN: each comes");
        NS_TEST_ASSERT_MSG_EQ(bcn.mistaken, 0, "BCN: frames say what was said");

        const Settled qcn = RunLoop(QCN_POINT, QCN_REACTION);
        NS_TEST_ASSERT_MSG_EQ_TOL(qcn.rate, 10e6, 0.1e6, "QCN: the bottleneck within 1 %");
        // There is no message below one quantum of 5 Qeq / 63 bytes above Qeq.
        NS_TEST_ASSERT_MSG_EQ_TOL(qcn.queue, 30e3, 2 * 5 * 30e3 / 63, "QCN: about Qeq");
        NS_TEST_ASSERT_MSG_EQ(qcn.positive, 0, "QCN: never positive");
        NS_TEST_ASSERT_MSG_GT(qcn.messages, 0, "QCN: messages");
        NS_TEST_ASSERT_MSG_EQ(qcn.heeded, qcn.messages, "QCN: each comes");
        NS_TEST_ASSERT_MSG_EQ(qcn.mistaken, 0, "QCN: frames say what was said");

        // 50 Mb/s come, 10 go: the queue is at its limit of 300 KB.
        const Settled none = RunLoop("", "");
        NS_TEST_ASSERT_MSG_EQ_TOL(none.rate, 50e6, 0.5e6, "tail drop: nobody slows down");
        NS_TEST_ASSERT_MSG_EQ_TOL(none.queue, 300e3, 1500, "tail drop: at the limit");
        NS_TEST_ASSERT_MSG_EQ_TOL(none.dropped, 40e6 * 40 / 12000, 400.0, "tail drop: 40 Mb/s");
        NS_TEST_ASSERT_MSG_EQ(none.messages, 0, "tail drop: no messages");
    }
};

/** Messages go through routers, and nobody without a rate limiter gets one. */
class WayTest : public TestCase
{
  public:
    WayTest()
        : TestCase("ways of messages")
    {
    }

  private:
    void DoRun() override
    {
        const Settled far = RunLoop(BCN_POINT, BCN_REACTION, 2);
        NS_TEST_ASSERT_MSG_EQ_TOL(far.rate, 10e6, 0.1e6, "the bottleneck within 1 %");
        NS_TEST_ASSERT_MSG_EQ(far.heeded, far.messages, "each comes");
        NS_TEST_ASSERT_MSG_EQ(far.passedOn, 2 * far.messages, "by two routers");
        NS_TEST_ASSERT_MSG_EQ(far.mistaken, 0, "frames say what was said");

        const Settled deaf = RunLoop(BCN_POINT, "");
        NS_TEST_ASSERT_MSG_EQ_TOL(deaf.rate, 50e6, 0.5e6, "does not slow down");
        NS_TEST_ASSERT_MSG_EQ(deaf.heeded, 0, "nothing comes");
        NS_TEST_ASSERT_MSG_GT(deaf.messages, 0, "there is something to say");
        NS_TEST_ASSERT_MSG_EQ(deaf.lost.Get(CongestionNotifier::NO_LIMITER).number,
                              deaf.messages,
                              "each is counted");

        const Settled full = RunLoop(BCN_POINT, BCN_REACTION, 0, true);
        NS_TEST_ASSERT_MSG_EQ(full.heeded, 0, "nothing comes");
        NS_TEST_ASSERT_MSG_GT(full.messages, 0, "there is something to say");
        NS_TEST_ASSERT_MSG_EQ(full.lost.Get(CongestionNotifier::NOT_SENT).number,
                              full.messages,
                              "each that a queue disc drops is counted");
    }
};

/** All of the above. */
class QueueDiscLoopTestSuite : public TestSuite
{
  public:
    QueueDiscLoopTestSuite()
        : TestSuite("l2-notification-loop", Type::UNIT)
    {
        AddTestCase(new LoopTest());
        AddTestCase(new WayTest());
    }
};

QueueDiscLoopTestSuite g_queueDiscLoopTestSuite; //!< registers itself

} // namespace
