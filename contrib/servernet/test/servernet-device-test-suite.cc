/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/boolean.h"
#include "ns3/enum.h"
#include "ns3/nstime.h"
#include "ns3/servernet-helper.h"
#include "ns3/servernet-topologies.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr int64_t TICK = 20;  //!< ns
constexpr uint32_t HEAD = 15; //!< ticks, default of HeadTicks
constexpr uint32_t BODY = 2;  //!< ticks, default of BodyTicks
constexpr uint32_t BOTH = 92; //!< flits of a read or a write of 64 bytes, request and response

/** @param ticks time @return it */
Time
Ticks(int64_t ticks)
{
    return NanoSeconds(TICK * ticks);
}

/** Makes the same request each time it is asked. */
class SameRequest : public ServerNetRequestSource
{
  public:
    /** @param to destination @param type of the request */
    SameRequest(uint32_t to, ServerNetPacketType type)
    {
        m_request.destination = to;
        m_request.type = type;
        m_request.bytes = ServerNetPacket::MOST_DATA;
    }

    ServerNetRequest DrawRequest(uint32_t device) override
    {
        return m_request;
    }

  private:
    ServerNetRequest m_request;
};

/** What devices say of their transactions. */
class Log
{
  public:
    using Transaction = ServerNetEndNode::Transaction;

    /** @param devices to listen to */
    explicit Log(const NetDeviceContainer& devices)
    {
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            const auto device = devices.Get(i);
            device->TraceConnectWithoutContext("RequestCreated", MakeCallback(&Log::Create, this));
            device->TraceConnectWithoutContext("TransactionDone", MakeCallback(&Log::Finish, this));
            device->TraceConnectWithoutContext("Timeout", MakeCallback(&Log::TimeOut, this));
            device->TraceConnectWithoutContext("Failed", MakeCallback(&Log::Fail, this));
            device->TraceConnectWithoutContext("LateResponse", MakeCallback(&Log::BeLate, this));
        }
    }

    std::vector<int64_t> created; //!< ticks
    std::vector<int64_t> done;    //!< ticks
    std::vector<int64_t> twoWay;  //!< ticks
    uint32_t timeouts{0};         //!< firings
    uint32_t failed{0};           //!< firings
    uint32_t late{0};             //!< firings

  private:
    void Create(const Transaction& transaction)
    {
        created.push_back(transaction.createTick);
    }

    void Finish(const Transaction& transaction, int64_t ticks)
    {
        done.push_back(transaction.createTick + ticks);
        twoWay.push_back(ticks);
    }

    void TimeOut(const Transaction& transaction)
    {
        ++timeouts;
    }

    void Fail(const Transaction& transaction)
    {
        ++failed;
    }

    void BeLate(const ServerNetPacket& packet)
    {
        ++late;
    }
};

/** @param devices devices @param number of one @return it */
ServerNetNetDevice&
At(const NetDeviceContainer& devices, uint32_t number)
{
    return *DynamicCast<ServerNetNetDevice>(devices.Get(number));
}

/** Check that all that was injected in the fabrics of some devices is accounted for. */
void
CheckConservation(const NetDeviceContainer& devices)
{
    ConservationLedger ledger;
    for (const uint32_t path : {0, 1})
    {
        if (const auto fabric = ServerNetHelper::GetFabric(devices, path))
        {
            fabric->Report(ledger, path == 0 ? "X" : "Y");
        }
    }
    ledger.Check();
}

/** Offers a request now. */
void
Offer(ServerNetNetDevice* device, ServerNetRequestSource* source)
{
    device->OfferRequest(*source);
}

} // namespace

/**
 * @ingroup servernet-tests
 * @brief Alone in the network, a packet of N flits takes (H - 1) * Dh + N - 1 + D ticks over H
 * channels (study, section 3.2), and the response follows at once: for every pair of devices.
 */
class ZeroLoadTestCase : public TestCase
{
  public:
    /** @param type of the request */
    explicit ZeroLoadTestCase(ServerNetPacketType type)
        : TestCase(type == SERVERNET_READ_REQUEST ? "Zero-load reads" : "Zero-load writes"),
          m_type(type)
    {
    }

  private:
    void DoRun() override
    {
        const auto devices = ServerNetHelper().Install(ServerNetTopology("tetra-16"));
        const auto& network = ServerNetHelper::GetFabric(devices)->GetNetwork();
        std::vector<SameRequest> requests;
        for (uint32_t to = 0; to < devices.GetN(); ++to)
        {
            requests.emplace_back(to, m_type);
        }
        std::vector<int64_t> expected;
        const Log log(devices);
        for (uint32_t from = 0; from < devices.GetN(); ++from)
        {
            for (uint32_t to = 0; to < devices.GetN(); ++to)
            {
                if (from != to)
                {
                    Simulator::Schedule(Ticks(1000 * expected.size()),
                                        &Offer,
                                        &At(devices, from),
                                        &requests[to]);
                    const uint32_t channels =
                        network.GetPath(from, to).GetSize() + network.GetPath(to, from).GetSize();
                    expected.push_back((channels - 2) * HEAD + BOTH - 2 + 2 * BODY);
                }
            }
        }
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(log.twoWay.size(), 120 * 119, "every pair");
        NS_TEST_EXPECT_MSG_EQ((log.twoWay == expected), true, "two-way times");
        CheckConservation(devices);
        Simulator::Destroy();
    }

    ServerNetPacketType m_type; //!< of the request
};

/**
 * @ingroup servernet-tests
 * @brief Forty requests at once: as many as the limit begin, the others when a response has come,
 * or never.
 */
class WindowTestCase : public TestCase
{
  public:
    /** @param limit MaxOutstanding @param drops whether LimitMode is Drop */
    WindowTestCase(uint32_t limit, bool drops)
        : TestCase("A window of " + std::to_string(limit) + (drops ? " drops" : " defers")),
          m_limit(limit),
          m_drops(drops)
    {
    }

  private:
    static constexpr uint32_t OFFERED = 40;

    void DoRun() override
    {
        ServerNetHelper helper;
        helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(m_limit));
        helper.SetDeviceAttribute("LimitMode", StringValue(m_drops ? "Drop" : "Defer"));
        const auto devices = helper.Install(ServerNetTopology("single-router"));
        SameRequest request(1, SERVERNET_READ_REQUEST);
        const Log log(devices);
        auto& device = At(devices, 0);
        Simulator::Schedule(Ticks(5), [this, &device, &request] {
            for (uint32_t i = 0; i < OFFERED; ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(device.OfferRequest(request), (i < m_limit), "begun " << i);
            }
            NS_TEST_EXPECT_MSG_EQ(device.GetOutstanding(), m_limit, "outstanding");
            NS_TEST_EXPECT_MSG_EQ(device.GetDeferred(), (m_drops ? 0 : OFFERED - m_limit), "wait");
        });
        Simulator::Run();
        const uint32_t made = m_drops ? m_limit : OFFERED;
        NS_TEST_EXPECT_MSG_EQ(device.GetDropped(), OFFERED - made, "dropped");
        NS_TEST_EXPECT_MSG_EQ(log.created.size(), made, "made");
        NS_TEST_EXPECT_MSG_EQ(log.done.size(), made, "done");
        NS_TEST_EXPECT_MSG_EQ(device.GetOutstanding() + device.GetDeferred(), 0, "left");
        for (uint32_t i = 0; i < made; ++i)
        {
            const int64_t expected = i < m_limit ? 5 : log.done[i - m_limit];
            NS_TEST_EXPECT_MSG_EQ(log.created[i], expected, "created when a slot was free, " << i);
        }
        CheckConservation(devices);
        Simulator::Destroy();
    }

    uint32_t m_limit; //!< MaxOutstanding
    bool m_drops;     //!< LimitMode is Drop
};

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
        NS_TEST_EXPECT_MSG_EQ(fabric->GetDiscarded(), 3 * 1000, "each was tried three times");
        NS_TEST_EXPECT_MSG_EQ(m_changes, 2, "down and up");
        NS_TEST_EXPECT_MSG_EQ(device.IsLinkUp(), true, "up");
        CheckConservation(devices);
        Simulator::Destroy();
    }

    void Change()
    {
        ++m_changes;
    }

    uint32_t m_changes{0}; //!< of the link
};

/**
 * @ingroup servernet-tests
 * @brief What the helper does not take is a sentence.
 */
class WrongInputTestCase : public TestCase
{
  public:
    WrongInputTestCase()
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
        NS_TEST_EXPECT_MSG_EQ((sentence.find(word) != std::string::npos),
                              true,
                              "'" << sentence << "' for " << word);
    }

    void DoRun() override
    {
        ServerNetHelper helper;
        Expect([&] { helper.SetDeviceAttribute("MaxOutstanding", UintegerValue(17)); }, "4 bits");
        Expect([&] { helper.SetDeviceAttribute("MaxOutstandig", UintegerValue(7)); },
               "MaxOutstanding");
        Expect([&] { helper.SetFabricAttribute("FifoFlits", UintegerValue(1)); }, "FifoFlits");
        Expect([&] { helper.SetDeviceAttribute("LimitMode", StringValue("Forget")); }, "Defer");
        const auto one = ServerNetTopology("single-router");
        Expect([&] { helper.Install(NodeContainer(2), one); }, "nodes");
        Expect([&] { helper.Install(one, ServerNetTopology("tetra-8")); }, "fabric Y");
        helper.SetFabricAttribute("Arbiter", StringValue("ns3::ServerNetFairArbiter"));
        Expect([&] { helper.Install(one); }, "ServerNetFairArbiter");
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief Transactions of devices.
 */
class ServerNetDeviceTestSuite : public TestSuite
{
  public:
    ServerNetDeviceTestSuite()
        : TestSuite("servernet-device", Type::UNIT)
    {
        AddTestCase(new ZeroLoadTestCase(SERVERNET_READ_REQUEST));
        AddTestCase(new ZeroLoadTestCase(SERVERNET_WRITE_REQUEST));
        for (const uint32_t limit : {1, 2, 8, 16})
        {
            AddTestCase(new WindowTestCase(limit, false));
            AddTestCase(new WindowTestCase(limit, true));
        }
        AddTestCase(new TimeoutTestCase(1123, 3, 1, true, 1));
        AddTestCase(new TimeoutTestCase(1124, 3, 0, true, 0));
        AddTestCase(new TimeoutTestCase(500, 3, 2, true, 2));
        AddTestCase(new TimeoutTestCase(500, 1, 2, false, 2));
        AddTestCase(new TimeoutTestCase(500, 0, 1, false, 1));
        AddTestCase(new LinkDownTestCase);
        AddTestCase(new WrongInputTestCase);
    }
};

static ServerNetDeviceTestSuite g_serverNetDeviceTestSuite; //!< the suite
