/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-test-log.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/nstime.h"
#include "ns3/servernet-helper.h"
#include "ns3/servernet-topologies.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t HEAD = 15; //!< ticks, default of HeadTicks
constexpr uint32_t BODY = 2;  //!< ticks, default of BodyTicks
constexpr uint32_t BOTH = 92; //!< flits of a read or a write of 64 bytes, request and response

} // namespace

/**
 * @ingroup servernet-tests
 * @brief A responder that takes 1000 ticks for a request, and requesters of less patience. Both
 * channels of a request and a response take 15 + 90 + 4 ticks, so that the response to what is sent
 * at t comes at t + 1124.
 */
class TimeoutTestCase : public TestCase
{
  public:
    /**
     * @param timeout in ticks
     * @param retries attribute Retries
     * @param timeouts expected
     * @param done whether the transaction is to succeed
     * @param late responses expected behind that
     */
    TimeoutTestCase(int64_t timeout, uint32_t retries, uint32_t timeouts, bool done, uint32_t late)
        : TestCase("Timeout of " + std::to_string(timeout) + " ticks, " + std::to_string(retries) +
                   " retries"),
          m_timeout(timeout),
          m_retries(retries),
          m_timeouts(timeouts),
          m_done(done),
          m_late(late)
    {
    }

  private:
    void DoRun() override
    {
        ServerNetHelper helper;
        helper.SetDeviceAttribute("Timeout", TimeValue(Ticks(m_timeout)));
        helper.SetDeviceAttribute("Retries", UintegerValue(m_retries));
        helper.SetDeviceAttribute("ServiceTime", TimeValue(Ticks(1000)));
        const auto devices = helper.Install(ServerNetTopology("single-router"));
        SameRequest request(1, SERVERNET_WRITE_REQUEST);
        const Log log(devices);
        Simulator::Schedule(Ticks(7), &Offer, &At(devices, 0), &request);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(log.timeouts, m_timeouts, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(log.failed, (m_done ? 0U : 1U), "failed");
        NS_TEST_EXPECT_MSG_EQ(log.late, m_late, "late responses");
        const auto failed = At(devices, 0).GetDrops(ServerNetNetDevice::NO_RESPONSE);
        const auto late = At(devices, 0).GetDrops(ServerNetNetDevice::LATE_RESPONSE);
        NS_TEST_EXPECT_MSG_EQ(failed.number, log.failed, "drop");
        NS_TEST_EXPECT_MSG_EQ(failed.bytes, log.failed * 64, "data of the write");
        NS_TEST_EXPECT_MSG_EQ(late.number, m_late, "drop");
        NS_TEST_EXPECT_MSG_EQ(late.bytes, m_late * 12, "responses to it");
        NS_TEST_ASSERT_MSG_EQ(log.twoWay.size(), (m_done ? 1U : 0U), "done");
        if (m_done)
        {
            NS_TEST_EXPECT_MSG_EQ(log.twoWay[0], 1000 + 2 * HEAD + BOTH - 2 + 2 * BODY, "ticks");
        }
        NS_TEST_EXPECT_MSG_EQ(At(devices, 0).GetOutstanding(), 0, "slot is free");
        CheckConservation(devices);
        Simulator::Destroy();
    }

    int64_t m_timeout;   //!< ticks
    uint32_t m_retries;  //!< attribute Retries
    uint32_t m_timeouts; //!< expected
    bool m_done;         //!< expected
    uint32_t m_late;     //!< expected
};

/**
 * @ingroup servernet-tests
 * @brief With its only link down a device fails all it is asked for, a retry a tick, and works
 * again when the link is back; its listeners are told.
 */
class LinkDownTestCase : public TestCase
{
  public:
    LinkDownTestCase()
        : TestCase("A device without a link")
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = ServerNetHelper().Install(ServerNetTopology("single-router"));
        const auto fabric = ServerNetHelper::GetFabric(devices);
        auto& device = At(devices, 0);
        SameRequest request(1, SERVERNET_READ_REQUEST);
        const Log log(devices);
        device.AddLinkChangeCallback(MakeCallback(&LinkDownTestCase::Change, this));
        const uint32_t channel = fabric->GetNetwork().GetInjectionChannels()[0];
        Simulator::Schedule(Ticks(100), &ServerNetFabric::SetDown, fabric, channel, true);
        for (uint32_t i = 0; i < 1000; ++i)
        {
            Simulator::Schedule(Ticks(200), &Offer, &device, &request);
        }
        Simulator::Schedule(Ticks(9000), &ServerNetFabric::SetDown, fabric, channel, false);
        Simulator::Schedule(Ticks(9100), &Offer, &device, &request);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(log.failed, 1000, "all fail without a link");
        NS_TEST_EXPECT_MSG_EQ(log.done.size(), 1, "and not with one");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDrops().GetTotal().number,
                              3 * 1000,
                              "each was tried three times");
        NS_TEST_EXPECT_MSG_EQ(m_changes, 2, "down and up");
        NS_TEST_EXPECT_MSG_EQ(device.IsLinkUp(), true, "up");
        CheckConservation(devices);
        Simulator::Destroy();
    }

    /** The link has changed. */
    void Change()
    {
        ++m_changes;
    }

    uint32_t m_changes{0}; //!< of the link
};

/**
 * @ingroup servernet-tests
 * @brief Four routers in a circle, each with a device that writes to the one after the next, all at
 * once: a packet of 80 flits holds its channel while its head is in a FIFO of 64 and wants the
 * next. The watchdog ends that and names all four channels.
 */
class DeadlockTestCase : public TestCase
{
  public:
    /** @param others whether other events go on, so that Interval ends the run */
    explicit DeadlockTestCase(bool others)
        : TestCase(std::string("A deadlock is named") + (others ? ", whatever else goes on" : "")),
          m_others(others)
    {
    }

  private:
    void DoRun() override
    {
        std::istringstream text("router r[0..3] ports=6\n"
                                "device d[0..3]\n"
                                "link r[0..3]:1 r[1,2,3,0]:2\n"
                                "link d[0..3] r[0..3]\n"
                                "route r[0..3] * 1\n");
        ServerNetHelper helper;
        helper.SetFabricAttribute("AllowCyclicRoutes", BooleanValue(true));
        const auto devices = helper.Install(fabric::ReadTopology(text, "circle"));
        std::vector<SameRequest> requests;
        for (const uint32_t to : {2, 3, 0, 1})
        {
            requests.emplace_back(to, SERVERNET_WRITE_REQUEST);
        }
        for (uint32_t from = 0; from < 4; ++from)
        {
            Simulator::Schedule(Ticks(1), &Offer, &At(devices, from), &requests[from]);
        }
        if (m_others)
        {
            Config::Set("/ChannelList/0/$ns3::ServerNetFabric/Watchdog/Interval",
                        TimeValue(MicroSeconds(10)));
            for (int64_t us = 1; us < 100; ++us)
            {
                Simulator::Schedule(MicroSeconds(us), [] {});
            }
        }
        std::string sentence;
        try
        {
            Simulator::Run();
        }
        catch (const std::runtime_error& error)
        {
            sentence = error.what();
        }
        // Packets are under way from 20 ns on; they are held at 10020 ns, and still at 20020.
        const std::string word = m_others
                                     ? "no progress at 20020 ns with 4 held for a whole interval; "
                                     : " ns with 4 held and no event left; ";
        NS_TEST_EXPECT_MSG_NE(sentence.find(word), std::string::npos, "'" << sentence << "'");
        for (const std::string channel : {"r0:1>r1:2", "r1:1>r2:2", "r2:1>r3:2", "r3:1>r0:2"})
        {
            NS_TEST_EXPECT_MSG_EQ((sentence.find(channel) != std::string::npos),
                                  true,
                                  channel << " in '" << sentence << "'");
        }
        Simulator::Destroy();
    }

    bool m_others; //!< other events go on
};

/**
 * @ingroup servernet-tests
 * @brief What is decided for one attempt does not touch the next one: a request times out at tick
 * 1127 and is sent through Y, where its response comes 1124 ticks later; its first response, which
 * X throws away at tick 1131, is nobody's any more. A time-out that becomes shorter holds for the
 * next request, even if an earlier one may wait longer.
 */
class AttemptTestCase : public TestCase
{
  public:
    AttemptTestCase()
        : TestCase("Attempts and time-outs of their own")
    {
    }

  private:
    void DoRun() override
    {
        ServerNetHelper helper;
        helper.SetDeviceAttribute("Timeout", TimeValue(Ticks(1120)));
        helper.SetDeviceAttribute("ServiceTime", TimeValue(Ticks(1000)));
        const auto topology = ServerNetTopology("single-router");
        const auto devices = helper.Install(topology, topology);
        const auto x = ServerNetHelper::GetFabric(devices, 0);
        const auto y = ServerNetHelper::GetFabric(devices, 1);
        auto& device = At(devices, 0);
        SameRequest request(1, SERVERNET_WRITE_REQUEST);
        const Log log(devices);
        const auto setTimeout = [&device](int64_t ticks) {
            device.SetAttribute("Timeout", TimeValue(Ticks(ticks)));
        };
        const uint32_t back = x->GetNetwork().GetPath(1, 0)[1];
        Simulator::Schedule(Ticks(7), &Offer, &device, &request);
        Simulator::Schedule(Ticks(1000), [=] { x->SetDown(back, true); });
        Simulator::Schedule(Ticks(1000), [=] { setTimeout(10'000); });
        Simulator::Schedule(Ticks(3000), &Offer, &device, &request);
        Simulator::Schedule(Ticks(3001), [=] { setTimeout(200); });
        Simulator::Schedule(Ticks(3002), &Offer, &device, &request);
        Simulator::Schedule(Ticks(3203), [&] {
            NS_TEST_EXPECT_MSG_EQ(log.timeouts, 2, "the shorter one");
            setTimeout(10'000);
        });
        Simulator::Stop(Ticks(3002));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(log.timeouts, 1, "timeouts");
        NS_TEST_EXPECT_MSG_EQ(x->GetInjected(), 2, "one attempt and its response");
        NS_TEST_EXPECT_MSG_EQ(x->GetDrops().GetTotal().number, 1, "the response");
        NS_TEST_ASSERT_MSG_EQ(log.done.size(), 1, "done");
        NS_TEST_EXPECT_MSG_EQ(log.done[0], 1127 + 1124, "through Y");
        NS_TEST_EXPECT_MSG_EQ(y->GetDelivered(), 2, "and nothing else");
        Simulator::Stop(Ticks(1000));
        Simulator::Run();
        CheckConservation(devices);
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief The responder is disposed of at any moment of a transaction: its requester hears of the
 * end, though it never times out.
 */
class GoneResponderTestCase : public TestCase
{
  public:
    GoneResponderTestCase()
        : TestCase("A responder that goes at any moment")
    {
    }

  private:
    void DoRun() override
    {
        uint32_t failed = 0;
        uint32_t done = 0;
        for (int64_t moment = 2; moment < 320; moment += 3)
        {
            ServerNetHelper helper;
            helper.SetDeviceAttribute("ServiceTime", TimeValue(Ticks(100)));
            const auto devices = helper.Install(ServerNetTopology("single-router"));
            SameRequest request(1, SERVERNET_WRITE_REQUEST);
            const Log log(devices);
            Simulator::Schedule(Ticks(7), &Offer, &At(devices, 0), &request);
            Simulator::Schedule(Ticks(moment), &Node::Dispose, devices.Get(1)->GetNode());
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(log.failed + log.done.size(), 1, "ended, gone at " << moment);
            NS_TEST_EXPECT_MSG_EQ(At(devices, 0).GetOutstanding(), 0, "slot is free, " << moment);
            CheckConservation(devices);
            failed += log.failed;
            done += log.done.size();
            Simulator::Destroy();
        }
        NS_TEST_EXPECT_MSG_GT(failed, 50, "before the response leaves");
        NS_TEST_EXPECT_MSG_GT(done, 10, "behind it");
    }
};

/**
 * @ingroup servernet-tests
 * @brief MaxOutstanding acts at once, and what was right before is right afterwards.
 */
class WindowChangeTestCase : public TestCase
{
  public:
    WindowChangeTestCase()
        : TestCase("MaxOutstanding changes in mid-run")
    {
    }

  private:
    void DoRun() override
    {
        ServerNetHelper helper;
        helper.SetDeviceAttribute("ServiceTime", TimeValue(Ticks(5000)));
        const auto devices = helper.Install(ServerNetTopology("single-router[Cpus=2|Ios=0]"));
        SameRequest request(1, SERVERNET_READ_REQUEST); // longer responses, which queue up
        auto& device = At(devices, 0);
        const auto set = [&device](uint32_t limit) {
            device.SetAttribute("MaxOutstanding", UintegerValue(limit));
        };
        for (uint32_t i = 0; i < 12; ++i)
        {
            Simulator::Schedule(Ticks(7), &Offer, &device, &request);
        }
        const auto expect = [&](uint32_t outstanding, uint64_t deferred) {
            NS_TEST_EXPECT_MSG_EQ(device.GetOutstanding(), outstanding, "outstanding");
            NS_TEST_EXPECT_MSG_EQ(device.GetDeferred(), deferred, "deferred");
        };
        Simulator::Schedule(Ticks(100), [&] { expect(8, 4); });
        Simulator::Schedule(Ticks(101), [&] { set(10); });
        Simulator::Schedule(Ticks(102), [&] { expect(10, 2); });
        Simulator::Schedule(Ticks(103), [&] { set(1); });
        Simulator::Run();
        expect(0, 0);
        NS_TEST_EXPECT_MSG_GT(At(devices, 1).GetMostResponses(), 1, "more than are allowed now");
        CheckConservation(devices);
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief A request that fails without a retry is enough for the next one to take the other fabric.
 */
class NoRetryTestCase : public TestCase
{
  public:
    NoRetryTestCase()
        : TestCase("The other fabric after a failure")
    {
    }

  private:
    void DoRun() override
    {
        ServerNetHelper helper;
        helper.SetDeviceAttribute("Retries", UintegerValue(0));
        const auto topology = ServerNetTopology("single-router");
        const auto devices = helper.Install(topology, topology);
        const auto x = ServerNetHelper::GetFabric(devices, 0);
        SameRequest request(1, SERVERNET_WRITE_REQUEST);
        const Log log(devices);
        Simulator::ScheduleNow(&ServerNetFabric::SetDown,
                               x,
                               x->GetNetwork().GetInjectionChannels()[0],
                               true);
        for (const int64_t tick : {7, 1000, 2000})
        {
            Simulator::Schedule(Ticks(tick), &Offer, &At(devices, 0), &request);
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(log.failed, 1, "by X");
        NS_TEST_EXPECT_MSG_EQ(log.done.size(), 2, "by Y");
        CheckConservation(devices);
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief When a packet is discarded, its requester hears of it in the next tick and tries again. A
 * send queue discards a tick after the request. A response of 12 flits, behind a request that took
 * 15 + 79 + 2 ticks, is discarded after 15 + 11 + 2 more.
 */
class ServerNetDiscardTestCase : public TestCase
{
  public:
    /** @param hop of the way that is down, 0 there or 1 back @param ticks from an attempt to the
     * discard */
    ServerNetDiscardTestCase(uint32_t hop, int64_t ticks)
        : TestCase("Ticks of discards, " + std::string(hop == 0 ? "in the send queue" : "back")),
          m_hop(hop),
          m_ticks(ticks)
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = ServerNetHelper().Install(ServerNetTopology("single-router"));
        const auto fabric = ServerNetHelper::GetFabric(devices);
        const uint32_t channel = m_hop == 0 ? fabric->GetNetwork().GetPath(0, 1)[0]
                                            : fabric->GetNetwork().GetPath(1, 0)[1];
        std::vector<int64_t> discards;
        Listen<const ServerNetPacket&, int64_t, const std::string&>(
            fabric,
            "Discarded",
            [this, &discards](const auto& packet, int64_t tick, const std::string& reason) {
                NS_TEST_EXPECT_MSG_EQ(packet.source, m_hop, "request or response");
                NS_TEST_EXPECT_MSG_EQ(reason, "link down", "reason");
                discards.push_back(tick);
            });
        Time failed;
        Listen<const ServerNetNetDevice::Transaction&>(
            devices.Get(0),
            "Failed",
            [&failed](const auto&) { failed = Simulator::Now(); });
        SameRequest request(1, SERVERNET_WRITE_REQUEST);
        Simulator::ScheduleNow(&ServerNetFabric::SetDown, fabric, channel, true);
        Simulator::Schedule(Ticks(7), &Offer, &At(devices, 0), &request);
        Simulator::Run();
        const int64_t again = m_ticks + 1;
        const std::vector<int64_t> expected{7 + m_ticks,
                                            7 + again + m_ticks,
                                            7 + 2 * again + m_ticks};
        NS_TEST_EXPECT_MSG_EQ((discards == expected), true, "three attempts");
        NS_TEST_EXPECT_MSG_EQ(failed, Ticks(7 + 3 * again), "after the default of Retries, 2");
        CheckConservation(devices);
        Simulator::Destroy();
    }

    uint32_t m_hop;  //!< of the way that is down
    int64_t m_ticks; //!< from an attempt to the discard
};

/**
 * @ingroup servernet-tests
 * @brief A request takes the fabric that last worked for its destination, of its own device, and
 * its response the same one; attempts take turns. By hand, packets of X and Y after each step.
 */
class ServerNetPathsTestCase : public TestCase
{
  public:
    ServerNetPathsTestCase()
        : TestCase("Which fabric takes which packets")
    {
    }

  private:
    /** A request and what it leads to. */
    struct Step
    {
        bool xDown;     //!< the last channel to device 1 is down in X
        bool yDown;     //!< and in Y
        uint32_t from;  //!< requester
        uint32_t to;    //!< destination
        uint64_t x;     //!< packets of X by then
        uint64_t y;     //!< packets of Y by then
        uint32_t fails; //!< transactions by then
    };

    void DoRun() override
    {
        const std::vector<Step> steps{
            {true, false, 0, 1, 1, 2, 0},   // discarded by X, so Y there and back
            {true, false, 0, 1, 1, 4, 0},   // Y at once
            {true, false, 0, 2, 3, 4, 0},   // X, which works for device 2
            {false, true, 0, 1, 5, 5, 0},   // Y does not work any more
            {false, true, 0, 1, 7, 5, 0},   // X at once
            {true, false, 2, 1, 8, 7, 0},   // device 2 has not asked yet: X first
            {true, true, 0, 1, 10, 8, 1},   // X, Y, X and no more
            {true, true, 0, 1, 11, 10, 2},  // Y, X, Y
            {false, false, 0, 1, 13, 10, 2} // the other one of the last, X
        };
        const auto topology = ServerNetTopology("single-router");
        const auto devices = ServerNetHelper().Install(topology, topology);
        const auto x = ServerNetHelper::GetFabric(devices, 0);
        const auto y = ServerNetHelper::GetFabric(devices, 1);
        const uint32_t channel = x->GetNetwork().GetPath(0, 1)[1];
        const Log log(devices);
        for (std::size_t i = 0; i < steps.size(); ++i)
        {
            const auto& step = steps[i];
            SameRequest request(step.to, SERVERNET_WRITE_REQUEST);
            x->SetDown(channel, step.xDown);
            y->SetDown(channel, step.yDown);
            At(devices, step.from).OfferRequest(request);
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(x->GetInjected(), step.x, "X, step " << i);
            NS_TEST_EXPECT_MSG_EQ(y->GetInjected(), step.y, "Y, step " << i);
            NS_TEST_EXPECT_MSG_EQ(log.failed, step.fails, "failed, step " << i);
            NS_TEST_EXPECT_MSG_EQ(log.done.size(), i + 1 - step.fails, "done, step " << i);
        }
        CheckConservation(devices);
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief A disposed device is off for ever: what is offered to it is dropped, and its link does not
 * come back.
 */
class ServerNetOffTestCase : public TestCase
{
  public:
    ServerNetOffTestCase()
        : TestCase("Requests of and to a disposed device")
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = ServerNetHelper().Install(ServerNetTopology("single-router"));
        const auto fabric = ServerNetHelper::GetFabric(devices);
        const uint32_t channel = fabric->GetNetwork().GetInjectionChannels()[1];
        auto& gone = At(devices, 1);
        SameRequest from(0, SERVERNET_READ_REQUEST);
        SameRequest to(1, SERVERNET_READ_REQUEST);
        const Log log(devices);
        Simulator::Schedule(Ticks(10), &Node::Dispose, devices.Get(1)->GetNode());
        Simulator::Schedule(Ticks(20), [this, &gone, &from] {
            NS_TEST_EXPECT_MSG_EQ(gone.OfferRequest(from), false, "nothing is made");
        });
        for (const uint32_t direction : {0, 1})
        {
            Simulator::Schedule(Ticks(30),
                                &ServerNetFabric::SetDown,
                                fabric,
                                channel ^ direction,
                                false);
        }
        Simulator::Schedule(Ticks(40), &Offer, &At(devices, 0), &to);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(gone.GetDrops(ServerNetNetDevice::DISPOSED).number, 1, "dropped");
        NS_TEST_EXPECT_MSG_EQ(gone.GetDrops(ServerNetNetDevice::DISPOSED).bytes, 0, "no bytes");
        NS_TEST_EXPECT_MSG_EQ(log.created.size(), 1, "the request to it");
        NS_TEST_EXPECT_MSG_EQ(log.failed, 1, "fails");
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDrops().Get("link down").number, 3, "in three attempts");
        CheckConservation(devices);
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief Transactions whose response is late or does not come.
 */
class ServerNetTimeoutTestSuite : public TestSuite
{
  public:
    ServerNetTimeoutTestSuite()
        : TestSuite("servernet-timeout", Type::UNIT)
    {
        AddTestCase(new TimeoutTestCase(1123, 3, 1, true, 1));
        AddTestCase(new TimeoutTestCase(1124, 3, 0, true, 0));
        AddTestCase(new TimeoutTestCase(500, 3, 2, true, 2));
        AddTestCase(new TimeoutTestCase(500, 1, 2, false, 2));
        AddTestCase(new TimeoutTestCase(500, 0, 1, false, 1));
        AddTestCase(new LinkDownTestCase);
        AddTestCase(new AttemptTestCase);
        AddTestCase(new DeadlockTestCase(false));
        AddTestCase(new DeadlockTestCase(true));
        AddTestCase(new GoneResponderTestCase);
        AddTestCase(new WindowChangeTestCase);
        AddTestCase(new NoRetryTestCase);
        AddTestCase(new ServerNetDiscardTestCase(0, 1));
        AddTestCase(new ServerNetDiscardTestCase(1, 15 + 79 + 2 + 15 + 11 + 2));
        AddTestCase(new ServerNetPathsTestCase);
        AddTestCase(new ServerNetOffTestCase);
    }
};

static ServerNetTimeoutTestSuite g_serverNetTimeoutTestSuite; //!< the suite
