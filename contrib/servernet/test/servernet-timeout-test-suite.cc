/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-test-log.h"

#include "ns3/boolean.h"
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
        const auto failed = At(devices, 0).GetDrops(ServerNetEndNode::NO_RESPONSE);
        const auto late = At(devices, 0).GetDrops(ServerNetEndNode::LATE_RESPONSE);
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
    DeadlockTestCase()
        : TestCase("A deadlock is named")
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
        std::string sentence;
        try
        {
            Simulator::Run();
        }
        catch (const std::runtime_error& error)
        {
            sentence = error.what();
        }
        for (const std::string channel : {"r0:1>r1:2", "r1:1>r2:2", "r2:1>r3:2", "r3:1>r0:2"})
        {
            NS_TEST_EXPECT_MSG_EQ((sentence.find(channel) != std::string::npos),
                                  true,
                                  channel << " in '" << sentence << "'");
        }
        Simulator::Destroy();
    }
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
        AddTestCase(new DeadlockTestCase);
        AddTestCase(new GoneResponderTestCase);
        AddTestCase(new WindowChangeTestCase);
        AddTestCase(new NoRetryTestCase);
    }
};

static ServerNetTimeoutTestSuite g_serverNetTimeoutTestSuite; //!< the suite
