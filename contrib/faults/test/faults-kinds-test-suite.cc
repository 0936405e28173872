/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../burst-core/test/burst-core-test-chain.h"
#include "../../burst-core/test/burst-core-test-echo.h"
#include "faults-test-probe.h"

#include "ns3/faults-injector.h"
#include "ns3/faults-port-filter.h"
#include "ns3/ipv4-l3-protocol.h"
#include "ns3/loopback-net-device.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

using namespace ns3;

namespace
{

/** @param plan of faults @return who injects them */
Ptr<FaultInjector>
MakePlan(const std::string& plan)
{
    auto injector = CreateObject<FaultInjector>();
    injector->SetAttribute("Plan", StringValue(plan));
    return injector;
}

/** @param until when to run */
void
RunUntil(Time until)
{
    Simulator::Stop(until);
    Simulator::Run();
}

} // namespace

/**
 * @ingroup faults
 * @brief What is under way when a rate or a delay changes keeps its time.
 */
class FaultMomentTest : public TestCase
{
  public:
    FaultMomentTest();

  private:
    void DoRun() override;
};

FaultMomentTest::FaultMomentTest()
    : TestCase("packets under way")
{
}

void
FaultMomentTest::DoRun()
{
    {
        // 130 bytes take 100 ms. The fault begins and ends while packets 0 and 1 are on the link.
        burst::TestChain chain(2, "10400bps", MilliSeconds(1));
        FaultsTestProbe probe(chain, 22, MilliSeconds(250), 3);
        const auto injector = MakePlan("0.05s 0.3s rate link 50%");
        injector->AddLink("link", chain.links[0].Get(1));
        injector->Start();
        RunUntil(Seconds(2));
        NS_TEST_EXPECT_MSG_EQ(probe.delays[0], MilliSeconds(101), "as it was sent");
        NS_TEST_EXPECT_MSG_EQ(probe.delays[1], MilliSeconds(201), "at half the rate, to its end");
        NS_TEST_EXPECT_MSG_EQ(probe.delays[2], MilliSeconds(101), "afterwards");
        Simulator::Destroy();
    }
    // Packets leave each 10 ms, take 0.1 ms and 100 ms, and from 25 ms on 5 ms.
    burst::TestChain chain(2, "10400kbps", MilliSeconds(100));
    FaultsTestProbe probe(chain, 22, MilliSeconds(10), 5);
    const auto injector = MakePlan("25ms forever delay link 5ms");
    injector->AddLink("link", chain.links[0].Get(0));
    injector->Start();
    RunUntil(Seconds(1));
    for (uint32_t i = 0; i < 5; ++i)
    {
        NS_TEST_EXPECT_MSG_EQ(probe.delays[i],
                              MicroSeconds(i < 3 ? 100'100 : 5100),
                              "later ones overtake, packet " << i);
    }
    Simulator::Destroy();
}

/**
 * @ingroup faults
 * @brief Losses are at the named end, in one direction.
 */
class FaultDirectionTest : public TestCase
{
  public:
    FaultDirectionTest();

  private:
    void DoRun() override;
};

FaultDirectionTest::FaultDirectionTest()
    : TestCase("direction of losses")
{
}

void
FaultDirectionTest::DoRun()
{
    burst::TestChain chain(2, "10400kbps", MilliSeconds(1));
    FaultsTestProbe probe(chain, 22, MilliSeconds(10), 300);
    const auto injector = MakePlan("0.495s 1s loss near 1; 1.995s 0.5s loss far 1");
    injector->AddLink("near", chain.links[0].Get(0));
    injector->AddLink("far", chain.links[0].Get(1));
    NS_TEST_EXPECT_MSG_EQ(injector->AssignStreams(3), 2, "one for each link");
    injector->Start();
    // The request passes at 0.6 s, and its reply is lost; at 2.6 s neither is.
    burst::TestEcho echo(chain.nodes.Get(0), chain.GetLast());
    echo.SendAt(Seconds(0.6));
    echo.SendAt(Seconds(2.6));
    RunUntil(Seconds(4));
    NS_TEST_EXPECT_MSG_EQ(probe.Count(0, 200), 200, "not what the near end sends");
    NS_TEST_EXPECT_MSG_EQ(probe.Count(200, 250), 0, "what the far end receives");
    NS_TEST_EXPECT_MSG_EQ(probe.Count(250, 300), 50, "afterwards");
    NS_TEST_EXPECT_MSG_EQ(echo.replies.count(0), 0, "what the near end receives");
    NS_TEST_EXPECT_MSG_EQ(echo.replies.count(1), 1, "afterwards");
    Simulator::Destroy();
}

/**
 * @ingroup faults
 * @brief Rules of filters add up, and each ends with its own fault.
 */
class FaultBlockTest : public TestCase
{
  public:
    FaultBlockTest();

  private:
    void DoRun() override;
};

FaultBlockTest::FaultBlockTest()
    : TestCase("ports that are blocked")
{
}

void
FaultBlockTest::DoRun()
{
    burst::TestChain chain(3, "10400kbps", MilliSeconds(1));
    FaultsTestProbe one(chain, 22, MilliSeconds(10), 500);
    FaultsTestProbe other(chain, 23, MilliSeconds(10), 500);
    const auto injector =
        MakePlan("0.995s 2s block last udp 22 in; 1.995s 2s block last any any in;"
                 "0.995s 0.5s block last udp 23 in; 4.295s forever block last "
                 "udp 23 out");
    injector->AddHost("last", chain.nodes.Get(2));
    injector->Start();
    RunUntil(Seconds(6));
    NS_TEST_EXPECT_MSG_EQ(one.Count(0, 100), 100, "before");
    NS_TEST_EXPECT_MSG_EQ(one.Count(100, 400), 0, "by its rule, by both, by the other one");
    NS_TEST_EXPECT_MSG_EQ(one.Count(400, 500), 100, "afterwards");
    NS_TEST_EXPECT_MSG_EQ(other.Count(0, 100), 100, "before");
    NS_TEST_EXPECT_MSG_EQ(other.Count(100, 150), 0, "by its rule");
    NS_TEST_EXPECT_MSG_EQ(other.Count(150, 200), 50, "rules of other ports");
    NS_TEST_EXPECT_MSG_EQ(other.Count(200, 400), 0, "all ports");
    NS_TEST_EXPECT_MSG_EQ(other.Count(400, 500), 100, "a rule of what goes out");
    Simulator::Destroy();
}

/**
 * @ingroup faults
 * @brief A link that is down drops before the queue at one end and on arrival at the other, and its
 * interfaces stay up.
 */
class FaultDownTest : public TestCase
{
  public:
    FaultDownTest();

  private:
    void DoRun() override;
};

FaultDownTest::FaultDownTest()
    : TestCase("where a link that is down drops")
{
}

void
FaultDownTest::DoRun()
{
    // Packets are 100 ms on their way: those of 400 to 490 ms are there when the fault begins.
    burst::TestChain chain(2, "10400kbps", MilliSeconds(100));
    FaultsTestProbe probe(chain, 22, MilliSeconds(10), 150);
    const auto injector = MakePlan("0.495s 0.5s link-down link");
    injector->AddLink("link", chain.links[0].Get(1));
    injector->Start();
    uint32_t sent = 0;
    chain.links[0].Get(0)->TraceConnectWithoutContext(
        "MacTx",
        Callback<void, Ptr<const Packet>>([&sent](Ptr<const Packet>) { ++sent; }));
    const auto ipv4 = chain.nodes.Get(0)->GetObject<Ipv4>();
    Simulator::Schedule(MilliSeconds(700),
                        [&] { NS_TEST_EXPECT_MSG_EQ(ipv4->IsUp(1), true, "routing is not told"); });
    RunUntil(Seconds(3));
    NS_TEST_EXPECT_MSG_EQ(probe.Count(0, 40), 40, "before");
    NS_TEST_EXPECT_MSG_EQ(probe.Count(40, 100), 0, "under way, and sent meanwhile");
    NS_TEST_EXPECT_MSG_EQ(probe.Count(100, 150), 50, "afterwards");
    NS_TEST_EXPECT_MSG_EQ(PortFilter::Of(chain.nodes.Get(0))->GetDropped(), 50, "by the sender");
    NS_TEST_EXPECT_MSG_EQ(PortFilter::Of(chain.nodes.Get(1))->GetDropped(), 10, "on arrival");
    NS_TEST_EXPECT_MSG_EQ(sent, 100, "the device gets none of those");
    Simulator::Destroy();
}

/**
 * @ingroup faults
 * @brief One fault changes the routes of several nodes: packets take the detour both ways.
 */
class FaultRoutesTest : public TestCase
{
  public:
    FaultRoutesTest();

  private:
    void DoRun() override;
};

FaultRoutesTest::FaultRoutesTest()
    : TestCase("routes of several nodes")
{
}

void
FaultRoutesTest::DoRun()
{
    burst::TestChain chain(4, "10Mbps", MilliSeconds(1));
    NodeContainer detour(1);
    InternetStackHelper().Install(detour);
    PointToPointHelper helper;
    helper.SetChannelAttribute("Delay", StringValue("4ms"));
    helper.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    const auto there = Ipv4AddressHelper("10.1.0.0", "255.255.255.0")
                           .Assign(helper.Install(chain.nodes.Get(1), detour.Get(0)));
    const auto back = Ipv4AddressHelper("10.2.0.0", "255.255.255.0")
                          .Assign(helper.Install(chain.nodes.Get(2), detour.Get(0)));
    Ipv4GlobalRoutingHelper::RecomputeRoutingTables();
    const auto injector = MakePlan("0.15s 0.2s route detour");
    for (const auto& [node, network, link] :
         {std::tuple(1, "10.0.2.0", there), {2, "10.0.0.0", back}})
    {
        injector->AddRoute("detour",
                           {chain.nodes.Get(node),
                            network,
                            "255.255.255.0",
                            link.GetAddress(1),
                            link.Get(0).second});
    }
    injector->Start();
    burst::TestEcho echo(chain.nodes.Get(0), chain.GetLast());
    for (uint32_t i = 0; i < 5; ++i)
    {
        echo.SendAt(MilliSeconds(10 + 100 * i));
    }
    RunUntil(Seconds(2));
    // 130 bytes take 0.104 ms: three links of 1 ms, or two of 1 ms and two of 4, each way.
    const Time direct = 2 * MicroSeconds(3312);
    const Time longer = 2 * MicroSeconds(10'416);
    const std::map<uint16_t, Time> expected{{0, direct},
                                            {1, direct},
                                            {2, longer},
                                            {3, longer},
                                            {4, direct}};
    NS_TEST_EXPECT_MSG_EQ((echo.replies == expected), true, "there and back");
    Simulator::Destroy();
}

/**
 * @ingroup faults
 * @brief The truth has the faults of Plan and then of PlanFile with their values; what does not fit
 * is refused.
 */
class FaultTruthTest : public TestCase
{
  public:
    FaultTruthTest();

  private:
    void DoRun() override;

    /** @param act anything @return what it is refused with */
    template <typename T>
    static std::string GetRefusal(T act)
    {
        try
        {
            act();
        }
        catch (const std::invalid_argument& error)
        {
            return error.what();
        }
        return "";
    }
};

FaultTruthTest::FaultTruthTest()
    : TestCase("the truth of a plan")
{
}

void
FaultTruthTest::DoRun()
{
    burst::TestChain chain(2, "10Mbps", MilliSeconds(1));
    const std::string path = CreateTempDirFilename("faults.txt");
    std::ofstream(path) << "# of a file\n2s forever loss link 0.25\n2s 1s rate link 4Mbps\n";
    const auto injector = MakePlan("3s 1s rate link 60%; 1s 1500ms delay link 30ms;"
                                   "5s 1s delay link +8ms");
    injector->SetAttribute("PlanFile", StringValue(path));
    injector->AddLink("link", chain.links[0].Get(0));
    NS_TEST_EXPECT_MSG_EQ(injector->GetTruth().rows.size(), 0, "before Start");
    injector->Start();
    NS_TEST_EXPECT_MSG_EQ((injector->GetInputFiles() == std::vector{path}), true, "the file");

    /** A row: kind, begin, end (0: none), value and whether it is relative. */
    struct Row
    {
        std::string kind;
        double begin;
        double end;
        double value;
        std::string relative;
    };

    const std::vector<Row> expected{{"rate", 3, 4, 0.6, "1"},
                                    {"delay", 1, 2.5, 0.03, "0"},
                                    {"delay", 5, 6, 0.008, "1"},
                                    {"loss", 2, 0, 0.25, "0"},
                                    {"rate", 2, 3, 4e6, "0"}};
    const auto truth = injector->GetTruth();
    NS_TEST_ASSERT_MSG_EQ(truth.rows.size(), expected.size(), "faults");
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
        const auto& row = std::get<1>(truth.rows.at(i));
        NS_TEST_EXPECT_MSG_EQ(row[0], expected[i].kind, i);
        NS_TEST_EXPECT_MSG_EQ(row[1], "link", i);
        NS_TEST_EXPECT_MSG_EQ(std::stod(row[2]), expected[i].begin, i);
        NS_TEST_EXPECT_MSG_EQ((row[3].empty() ? 0 : std::stod(row[3])), expected[i].end, i);
        NS_TEST_EXPECT_MSG_EQ(std::stod(row[4]), expected[i].value, i);
        NS_TEST_EXPECT_MSG_EQ(row[5], expected[i].relative, i);
    }
    NS_TEST_EXPECT_MSG_NE(GetRefusal([&] { injector->Start(); }), "", "a second start");
    Simulator::Destroy();

    for (const auto& [fault, attribute] : {std::pair("rate odd 1Mbps", "DataRate"),
                                           {"delay odd 1ms", "Delay"},
                                           {"loss odd 0.1", "ReceiveErrorModel"}})
    {
        const auto unfit = MakePlan(std::string("1s 1s ") + fault);
        unfit->AddLink("odd", CreateObject<LoopbackNetDevice>());
        const auto refusal = GetRefusal([&] { unfit->Start(); });
        NS_TEST_EXPECT_MSG_NE(refusal.find("ns3::LoopbackNetDevice"), std::string::npos, refusal);
        NS_TEST_EXPECT_MSG_NE(refusal.find(attribute), std::string::npos, refusal);
    }
    Simulator::Destroy();
}

/**
 * @ingroup faults
 * @brief Faults by kind.
 */
class FaultKindsTestSuite : public TestSuite
{
  public:
    FaultKindsTestSuite();
};

FaultKindsTestSuite::FaultKindsTestSuite()
    : TestSuite("faults-kinds", Type::UNIT)
{
    AddTestCase(new FaultMomentTest);
    AddTestCase(new FaultDirectionTest);
    AddTestCase(new FaultBlockTest);
    AddTestCase(new FaultDownTest);
    AddTestCase(new FaultRoutesTest);
    AddTestCase(new FaultTruthTest);
}

/// registers the suite
static FaultKindsTestSuite g_faultKindsTestSuite;
