/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-test-log.h"

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

constexpr uint32_t HEAD = 15; //!< ticks, default of HeadTicks
constexpr uint32_t BODY = 2;  //!< ticks, default of BodyTicks
constexpr uint32_t BOTH = 92; //!< flits of a read or a write of 64 bytes, request and response

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
    static constexpr uint32_t OFFERED = 40; //!< requests

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
        NS_TEST_EXPECT_MSG_EQ(device.GetDrops(ServerNetEndNode::WINDOW_FULL).number,
                              OFFERED - made,
                              "dropped");
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
        const StringValue wrong("ns3::ServerNetFairArbiter");
        Expect([&] { helper.SetFabricAttribute("Arbiter", wrong); }, "ServerNetFairArbiter");
        Expect([&] { helper.SetRouterAttribute("Arbiter", wrong); }, "ServerNetFairArbiter");
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
        AddTestCase(new WrongInputTestCase);
    }
};

static ServerNetDeviceTestSuite g_serverNetDeviceTestSuite; //!< the suite
