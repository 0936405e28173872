/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-test-load.h"
#include "servernet-test-log.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/config.h"
#include "ns3/pointer.h"
#include "ns3/servernet-helper.h"
#include "ns3/servernet-request-pool.h"
#include "ns3/servernet-topologies.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

using namespace ns3;

/**
 * @ingroup servernet-tests
 * @brief The same streams give the same run, with either engine, and others another one. Every
 * arrival up to the end is made or waits for a slot; nothing is lost.
 */
class RepeatTestCase : public TestCase
{
  public:
    RepeatTestCase()
        : TestCase("The same streams give the same run with both engines")
    {
    }

  private:
    /** @param engine attribute Engine @param stream first one @return what happened */
    std::vector<int64_t> Run(const std::string& engine, int64_t stream)
    {
        constexpr int64_t TICKS = 20'000;
        ServerNetHelper helper;
        helper.SetFabricAttribute("Engine", StringValue(engine));
        Loaded network(helper, false, "ns3::PoissonArrivals[Rate=0.0004]", TICKS);
        const int64_t used = ServerNetHelper::AssignStreams(network.devices, stream);
        // A process and a type for each device, the pattern, and an arbiter for each of the 154
        // links and the 34 between routers that have a second direction away from a router.
        NS_TEST_EXPECT_MSG_EQ(used, 120 + 120 + 1 + 154 + 34, "streams");
        Simulator::Run();
        uint64_t arrivals = 0;
        uint64_t offered = 0;
        for (const auto& application : network.applications)
        {
            arrivals += application->GetProcess()->Clone()->CountTo(TICKS - 1);
            offered += application->GetOffered();
        }
        NS_TEST_EXPECT_MSG_GT(arrivals, 500, "enough to mean something");
        NS_TEST_EXPECT_MSG_EQ(offered, arrivals, "every arrival is offered");
        NS_TEST_EXPECT_MSG_EQ(network.done.size(), 3 * network.created, "every one is done");
        NS_TEST_EXPECT_MSG_EQ(network.fabric->GetDelivered(), 2 * network.created, "in 2 packets");
        NS_TEST_EXPECT_MSG_EQ(network.fabric->GetInFlight(), 0, "nothing is left");
        CheckConservation(network.devices);
        return network.done;
    }

    void DoRun() override
    {
        const auto first = Run("Event", 10);
        NS_TEST_EXPECT_MSG_EQ((Run("Event", 10) == first), true, "again");
        NS_TEST_EXPECT_MSG_EQ((Run("Flit", 10) == first), true, "flit by flit");
        NS_TEST_EXPECT_MSG_EQ((Run("Event", 1000) == first), false, "other streams");
    }
};

/**
 * @ingroup servernet-tests
 * @brief A link between two corners of the tetrahedron of X, and later the link of a device, go out
 * of service in mid-run: what was on its way through them goes through Y, and all is done.
 */
class FailoverTestCase : public TestCase
{
  public:
    FailoverTestCase()
        : TestCase("Y takes over for X, and nothing is lost")
    {
    }

  private:
    void DoRun() override
    {
        Loaded network(ServerNetHelper(), true, "ns3::PoissonArrivals[Rate=0.0004]", 40'000);
        ServerNetHelper::AssignStreams(network.devices, 20);
        const auto y = ServerNetHelper::GetFabric(network.devices, 1);
        for (const uint32_t channel : {0, 1})
        {
            Simulator::Schedule(Ticks(10'000),
                                &ServerNetFabric::SetDown,
                                network.fabric,
                                channel,
                                true);
            Simulator::Schedule(Ticks(30'000),
                                &ServerNetFabric::SetDown,
                                network.fabric,
                                channel,
                                false);
        }
        const uint32_t link = network.fabric->GetNetwork().GetInjectionChannels()[3];
        Simulator::Schedule(Ticks(20'000), &ServerNetFabric::SetDown, network.fabric, link, true);
        Simulator::Schedule(Ticks(9'999), [this, y] {
            NS_TEST_EXPECT_MSG_EQ(y->GetInjected(), 0, "Y is idle before");
        });
        network.devices.Get(3)->AddLinkChangeCallback(
            MakeCallback(&FailoverTestCase::Change, this));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(network.fabric->GetDrops().GetTotal().number,
                              10,
                              "the faults hit packets");
        NS_TEST_EXPECT_MSG_GT(y->GetDelivered(), 100, "Y is used");
        NS_TEST_EXPECT_MSG_GT(network.created, 1500, "enough to mean something");
        NS_TEST_EXPECT_MSG_EQ(network.done.size(), 3 * network.created, "every one is done");
        NS_TEST_EXPECT_MSG_EQ(m_changes, 0, "with Y the device still has a link");
        CheckConservation(network.devices);
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
 * @brief The pool gives each request to a random device, all with the same probability.
 */
class PoolTestCase : public TestCase
{
  public:
    PoolTestCase()
        : TestCase("A pool for all devices")
    {
    }

  private:
    void DoRun() override
    {
        constexpr int64_t TICKS = 200'000;
        Loaded network(ServerNetHelper(),
                       false,
                       "ns3::PoissonArrivals[Rate=0.03]",
                       TICKS,
                       "ns3::ServerNetRequestPool");
        NS_TEST_EXPECT_MSG_EQ(ServerNetHelper::AssignStreams(network.devices, 40),
                              1 + 2 + 1 + 154 + 34,
                              "streams");
        network.fabric->TraceConnectWithoutContext("Delivered",
                                                   MakeCallback(&PoolTestCase::Deliver, this));
        Simulator::Run();
        const double expected = network.created / 120.0;
        double chiSquare = 0;
        for (uint32_t device = 0; device < 120; ++device)
        {
            chiSquare += std::pow(m_requests[device] - expected, 2) / expected;
        }
        NS_TEST_EXPECT_MSG_GT(network.created, 5000, "enough to mean something");
        // Quantile of chi-square with 119 degrees of freedom that one in 10^6 exceeds.
        NS_TEST_EXPECT_MSG_LT(chiSquare, 207.8, "requests by device");
        CheckConservation(network.devices);
    }

    /** @param packet that has arrived @param tick when */
    void Deliver(const ServerNetPacket& packet, int64_t tick)
    {
        m_requests[packet.source] += ServerNetPacket::IsRequest(packet.type) ? 1 : 0;
    }

    std::map<uint32_t, uint32_t> m_requests; //!< by device
};

/**
 * @ingroup servernet-tests
 * @brief A router that says which arbiter it has is found by its path and gets it; the others have
 * that of the fabric.
 */
class RouterTestCase : public TestCase
{
  public:
    RouterTestCase()
        : TestCase("Arbiters by Config path")
    {
    }

  private:
    void DoRun() override
    {
        ServerNetHelper helper;
        helper.SetFabricAttribute("Arbiter", StringValue("ns3::ServerNetRoundRobinArbiter"));
        const auto devices = helper.Install(ServerNetTopology("tetra-16"));
        const auto fabric = ServerNetHelper::GetFabric(devices);
        const auto router = helper.GetRouters().Get(0)->GetId();
        Config::Set("/NodeList/" + std::to_string(router) +
                        "/$ns3::ServerNetRouterSettings/Arbiter",
                    StringValue("ns3::ServerNetRandomArbiter"));
        // Only random arbiters use streams: those of the five ports of the first router.
        NS_TEST_EXPECT_MSG_EQ(fabric->AssignStreams(0), 5, "streams");
        Simulator::Destroy();
    }
};

/**
 * @ingroup servernet-tests
 * @brief Fabrics with their applications.
 */
class ServerNetFabricTestSuite : public TestSuite
{
  public:
    ServerNetFabricTestSuite()
        : TestSuite("servernet-fabric", Type::UNIT)
    {
        AddTestCase(new RepeatTestCase);
        AddTestCase(new FailoverTestCase);
        AddTestCase(new PoolTestCase);
        AddTestCase(new RouterTestCase);
    }
};

static ServerNetFabricTestSuite g_serverNetFabricTestSuite; //!< the suite
