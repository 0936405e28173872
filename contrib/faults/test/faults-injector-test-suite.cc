/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../burst-core/test/burst-core-test-chain.h"
#include "faults-test-probe.h"

#include "ns3/channel.h"
#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/faults-injector.h"
#include "ns3/faults-link-rate.h"
#include "ns3/ipv4-routing-helper.h"
#include "ns3/ipv4-static-routing.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::faults;

namespace
{

/** A server that writes down what happens to it. */
class Patient : public Object, public Faultable
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::PathMeasurementTestPatient").SetParent<Object>();
        return tid;
    }

    void Crash() override
    {
        diary += "crash " + std::to_string(Simulator::Now().GetMilliSeconds()) + " ";
    }

    void Hang() override
    {
        diary += "hang " + std::to_string(Simulator::Now().GetMilliSeconds()) + " ";
    }

    void Recover() override
    {
        diary += "recover " + std::to_string(Simulator::Now().GetMilliSeconds()) + " ";
    }

    std::string diary; //!< what and at which millisecond
};

/** @param plan of faults @return who has them happen */
Ptr<FaultInjector>
MakeInjector(const std::string& plan)
{
    auto injector = CreateObject<FaultInjector>();
    injector->SetAttribute("Plan", StringValue(plan));
    return injector;
}

/** @param device of a link @return its rate, Mbit/s */
double
GetRate(Ptr<NetDevice> device)
{
    DataRateValue rate;
    device->GetAttribute("DataRate", rate);
    return static_cast<double>(rate.Get().GetBitRate()) / 1e6;
}

} // namespace

/**
 * @ingroup faults
 * @brief Faults of links and hosts do to packets what they say, and no longer than they last.
 */
class FaultPathTest : public TestCase
{
  public:
    FaultPathTest();

  private:
    void DoRun() override;
};

FaultPathTest::FaultPathTest()
    : TestCase("faults of a path")
{
}

void
FaultPathTest::DoRun()
{
    // 128 bytes and 2 of PPP take 0.1 ms at 10.4 Mbit/s; a link takes 1.1 ms, the chain 2.2.
    burst::TestChain chain(3, "10400kbps", MilliSeconds(1));
    FaultsTestProbe probe(chain, 22, MilliSeconds(10), 1200);
    // Faults begin and end 5 ms before a packet is sent, when none is on its way.
    const auto injector = MakeInjector("0.995s 1s link-down second; 2.995s 1s host-down last;"
                                       "4.995s 1s delay second +8ms; 6.995s 1s loss second 1;"
                                       "7.995s 2s loss second 0.25; 8.995s 0.5s link-down second;"
                                       "8.995s 1s host-down last; 10.995s forever delay second 0s");
    injector->AddLink("second", chain.links[1].Get(1));
    injector->AddHost("last", chain.nodes.Get(2));
    NS_TEST_EXPECT_MSG_EQ(injector->AssignStreams(5), 1, "of the link");
    injector->Start();
    Simulator::Stop(Seconds(15));
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(probe.Count(0, 100), 100, "before");
    NS_TEST_EXPECT_MSG_EQ(probe.Count(100, 200), 0, "the link is down");
    NS_TEST_EXPECT_MSG_EQ(probe.Count(200, 300), 100, "and up");
    NS_TEST_EXPECT_MSG_EQ(probe.Count(300, 400), 0, "the host is down");
    NS_TEST_EXPECT_MSG_EQ(probe.Count(400, 700), 300, "and up");
    NS_TEST_EXPECT_MSG_EQ(probe.Count(700, 800), 0, "all are lost");
    // Binomial: 100 packets, 75 on average, deviation 4.3; four of these.
    NS_TEST_EXPECT_MSG_EQ_TOL(double(probe.Count(800, 900)), 75, 17.3, "one of four is lost");
    NS_TEST_EXPECT_MSG_EQ(probe.Count(900, 1000), 0, "host down, half of the time the link too");
    NS_TEST_EXPECT_MSG_EQ(probe.Count(1000, 1200), 200, "nothing is lost any more");
    NS_TEST_EXPECT_MSG_EQ(probe.delays[499], MicroSeconds(2200), "two links");
    NS_TEST_EXPECT_MSG_EQ(probe.delays[500], MicroSeconds(10'200), "8 ms more");
    NS_TEST_EXPECT_MSG_EQ(probe.delays[600], MicroSeconds(2200), "as it was");
    NS_TEST_EXPECT_MSG_EQ(probe.delays[1199], MicroSeconds(1200), "no delay on the second link");
    PointerValue model;
    chain.links[1].Get(1)->GetAttribute("ReceiveErrorModel", model);
    NS_TEST_EXPECT_MSG_EQ(model.Get<ErrorModel>()->IsEnabled(), false, "there was none");
    Simulator::Destroy();
}

/**
 * @ingroup faults
 * @brief Faults that overlap: the last one that began is in force, the last end restores.
 */
class FaultOverlapTest : public TestCase
{
  public:
    FaultOverlapTest();

  private:
    void DoRun() override;
};

FaultOverlapTest::FaultOverlapTest()
    : TestCase("faults that overlap")
{
}

void
FaultOverlapTest::DoRun()
{
    burst::TestChain chain(2, "10Mbps", MilliSeconds(1));
    const auto device = chain.links[0].Get(0);
    const auto peer = chain.links[0].Get(1);
    auto losses = CreateObject<RateErrorModel>();
    losses->SetRate(0);
    peer->SetAttribute("ReceiveErrorModel", PointerValue(losses));
    const auto server = CreateObject<Patient>();
    // Nested, and one after the other without being nested; then two that touch.
    const auto injector =
        MakeInjector("1s 3s rate link 60%; 2s 1s rate link 5Mbps;"
                     "11s 2s rate link 2Mbps; 12s 2s rate link 3Mbps;"
                     "21s 1s rate link 4Mbps; 22s 1s rate link 50%;"
                     "1s 3s delay link 5ms; 2s 1s delay link +5ms; 1s 1s loss link 1;"
                     "1s 3s crash server; 2s 1s hang server; 5s 1s hang server;"
                     "6s 1s hang server; 8s forever crash server");
    injector->AddLink("link", peer);
    injector->AddServer("server", server);
    std::vector<std::pair<uint32_t, Time>> begins;
    std::map<uint32_t, Time> ends;
    injector->TraceConnectWithoutContext(
        "Begin",
        Callback<void, const Fault&>([&begins](const Fault& fault) {
            begins.emplace_back(fault.number, Simulator::Now());
        }));
    injector->TraceConnectWithoutContext("End",
                                         Callback<void, const Fault&>([&ends](const Fault& fault) {
                                             ends[fault.number] = Simulator::Now();
                                         }));
    injector->Start();
    std::map<double, double> rates = {{0.5, 10},
                                      {1.5, 6},
                                      {2.5, 5},
                                      {3.5, 6},
                                      {4.5, 10},
                                      {11.5, 2},
                                      {12.5, 3},
                                      {13.5, 3},
                                      {14.5, 10},
                                      {21.5, 4},
                                      {22.5, 5},
                                      {23.5, 10}};
    for (const auto& [at, rate] : rates)
    {
        Simulator::Schedule(Seconds(at), [&, rate = rate]() {
            NS_TEST_EXPECT_MSG_EQ_TOL(GetRate(device), rate, 1e-9, Simulator::Now().GetSeconds());
            NS_TEST_EXPECT_MSG_EQ_TOL(GetRate(peer), rate, 1e-9, Simulator::Now().GetSeconds());
        });
    }
    for (const auto& [at, delay] :
         std::map<double, int>{{0.5, 1}, {1.5, 5}, {2.5, 6}, {3.5, 5}, {4.5, 1}})
    {
        Simulator::Schedule(Seconds(at), [&, delay = delay]() {
            TimeValue now;
            device->GetChannel()->GetAttribute("Delay", now);
            NS_TEST_EXPECT_MSG_EQ(now.Get(), MilliSeconds(delay), Simulator::Now().GetSeconds());
        });
    }
    Simulator::Run();
    PointerValue model;
    peer->GetAttribute("ReceiveErrorModel", model);
    NS_TEST_EXPECT_MSG_EQ(model.Get<ErrorModel>(), losses, "the model that was there");
    NS_TEST_EXPECT_MSG_EQ(server->diary,
                          "crash 1000 hang 2000 crash 3000 recover 4000 hang 5000 recover 6000 "
                          "hang 6000 recover 7000 crash 8000 ",
                          "and nothing after a crash for good");

    const auto& faults = injector->GetFaults();
    NS_TEST_ASSERT_MSG_EQ(begins.size(), faults.size(), "each begins");
    NS_TEST_EXPECT_MSG_EQ(injector->GetBegun(), faults.size(), "statistic");
    NS_TEST_EXPECT_MSG_EQ(ends.size(), faults.size() - 1, "each but one ends");
    for (const auto& [number, at] : begins)
    {
        NS_TEST_EXPECT_MSG_EQ(at, faults[number].begin, "as planned");
    }
    for (const auto& [number, at] : ends)
    {
        NS_TEST_EXPECT_MSG_EQ(at, *faults[number].end, "as planned");
    }
    const auto truth = injector->GetTruth();
    NS_TEST_ASSERT_MSG_EQ(truth.rows.size(), faults.size(), "a row for each");
    NS_TEST_EXPECT_MSG_EQ((std::get<1>(truth.rows.back()) ==
                           std::vector<std::string>{"crash", "server", "8", "", "", "0"}),
                          true,
                          "the last one");
    Simulator::Destroy();
}

/**
 * @ingroup faults
 * @brief A fault "route" sends packets over a hop more, and back.
 */
class FaultRouteTest : public TestCase
{
  public:
    /** @param isStatic whether the former route is a static one; else it is global */
    explicit FaultRouteTest(bool isStatic);

  private:
    void DoRun() override;

    bool m_static; //!< whether the former route is a static one
};

FaultRouteTest::FaultRouteTest(bool isStatic)
    : TestCase(isStatic ? "another route than a static one" : "another route than a global one"),
      m_static(isStatic)
{
}

void
FaultRouteTest::DoRun()
{
    // From router 1 to router 2 directly, or by a node that is linked with both.
    burst::TestChain chain(4, "10Mbps", MilliSeconds(1));
    NodeContainer detour(1);
    InternetStackHelper().Install(detour);
    PointToPointHelper helper;
    helper.SetChannelAttribute("Delay", StringValue("4ms"));
    helper.SetDeviceAttribute("DataRate", StringValue("10Mbps"));
    const auto there = helper.Install(chain.nodes.Get(1), detour.Get(0));
    const auto back = helper.Install(detour.Get(0), chain.nodes.Get(2));
    const auto gateways = Ipv4AddressHelper("10.1.0.0", "255.255.255.0").Assign(there);
    Ipv4AddressHelper("10.2.0.0", "255.255.255.0").Assign(back);
    Ipv4GlobalRoutingHelper::RecomputeRoutingTables();
    const FaultRoute longer{chain.nodes.Get(1),
                            "10.0.2.0",
                            "255.255.255.0",
                            gateways.GetAddress(1),
                            gateways.Get(0).second};
    FaultRoute other = longer;
    if (m_static)
    {
        // The detour is the static route, and packets take the direct one during the fault.
        Ipv4RoutingHelper::GetRouting<Ipv4StaticRouting>(
            chain.nodes.Get(1)->GetObject<Ipv4>()->GetRoutingProtocol())
            ->AddNetworkRouteTo(longer.network, longer.mask, longer.gateway, longer.interface);
        other.gateway = chain.addresses[1].GetAddress(1);
        other.interface = chain.addresses[1].Get(0).second;
    }
    FaultsTestProbe probe(chain, 22, MilliSeconds(100), 40);
    const auto injector = MakeInjector("0.95s 1s route detour; 1.45s 1.5s route detour");
    injector->AddRoute("detour", other);
    injector->Start();
    Simulator::Stop(Seconds(5));
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(probe.delays.size(), 40, "nothing is lost");
    for (uint32_t i = 0; i < 40; ++i)
    {
        const bool detoured = (i >= 10 && i < 30) != m_static;
        // 130 bytes take 0.104 ms at 10 Mbit/s: three links of 1 ms, or two of 1 ms and two of 4.
        NS_TEST_EXPECT_MSG_EQ(probe.delays[i],
                              MicroSeconds(detoured ? 10'416 : 3312),
                              "one way, packet " << i);
        NS_TEST_EXPECT_MSG_EQ(+probe.ttls[i], (detoured ? 61 : 62), "two or three routers");
    }
    Simulator::Destroy();
}

/**
 * @ingroup faults
 * @brief Plans that do not fit the network are refused at the start.
 */
class FaultRefusalTest : public TestCase
{
  public:
    FaultRefusalTest();

  private:
    void DoRun() override;
};

FaultRefusalTest::FaultRefusalTest()
    : TestCase("refusals")
{
}

void
FaultRefusalTest::DoRun()
{
    burst::TestChain chain(2, "10Mbps", MilliSeconds(1));
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"1s 1s link-down stanfort", "has the link 'stanfort'; nearest: stanford"},
        {"1s 1s host-down stanford", "has the host 'stanford'; "},
        {"1s 1s route stanford", "has the route"},
        {"1s 1s crash stanford", "has the server"},
        {"1s 1s crash", "attribute Plan of FaultInjector, line 1"},
        {"1s 1s crash rock", "a server is of type"},
        {"1s 1s host-down bare", "allowed are nodes with an internet stack"},
    };
    for (const auto& [plan, sentence] : cases)
    {
        const auto injector = MakeInjector(plan);
        injector->AddLink("stanford", chain.links[0].Get(0));
        injector->AddServer("rock", CreateObject<Node>());
        injector->AddHost("bare", CreateObject<Node>());
        std::string refusal;
        try
        {
            injector->Start();
        }
        catch (const std::invalid_argument& error)
        {
            refusal = error.what();
        }
        NS_TEST_EXPECT_MSG_NE(refusal.find(sentence), std::string::npos, plan << ": " << refusal);
    }
    const auto injector = MakeInjector("1s 1s link-down a");
    injector->AddLink("a", chain.links[0].Get(0));
    const auto refuses = [](auto call) {
        try
        {
            call();
        }
        catch (const std::invalid_argument&)
        {
            return true;
        }
        return false;
    };
    NS_TEST_EXPECT_MSG_EQ(refuses([&] { injector->AddLink("a", chain.links[0].Get(1)); }),
                          true,
                          "a name twice");
    Simulator::Stop(Seconds(2));
    Simulator::Run();
    NS_TEST_EXPECT_MSG_EQ(refuses([&] { injector->Start(); }), true, "a fault in the past");
    const auto empty = MakeInjector("");
    empty->Start();
    for (const auto& [name, text] :
         {std::pair("Plan", "1s 1s link-down a"), std::pair("PlanFile", "other.txt")})
    {
        NS_TEST_EXPECT_MSG_EQ(empty->SetAttributeFailSafe(name, StringValue(text)), false, name);
    }
    const auto free = chain.links[0].Get(0);
    const auto rate = LinkRate::Of(free);
    NS_TEST_EXPECT_MSG_EQ(refuses([&] { rate->SetFreeShare(0); }), true, "no share");
    Simulator::Destroy();
}

/**
 * @ingroup faults
 * @brief A plan that was refused can be mended, and nothing is left of what it said.
 */
class FaultMendedTest : public TestCase
{
  public:
    FaultMendedTest()
        : TestCase("a plan that was refused and is mended")
    {
    }

  private:
    void DoRun() override
    {
        const std::vector<std::pair<std::string, std::string>> cases{
            // attribute, value that is refused at the start
            {"Plan", "1s 1s crash"},
            {"Plan", "1s 1s hang patient; 1s 1s crash nobody"},
            {"Plan", "1s 1s hang other; 2s 1s hang patient; 3s 1s link-down nothing"},
            {"PlanFile", CreateTempDirFilename("no-such-plan")}};
        for (const auto& [name, value] : cases)
        {
            const auto patient = CreateObject<Patient>();
            const auto other = CreateObject<Patient>();
            const auto injector = MakeInjector(name == "Plan" ? value : "1s 1s hang other");
            injector->SetAttribute(name, StringValue(value));
            injector->AddServer("patient", patient);
            injector->AddServer("other", other);
            bool refused = false;
            try
            {
                injector->Start();
            }
            catch (const std::invalid_argument&)
            {
                refused = true;
            }
            NS_TEST_EXPECT_MSG_EQ(refused, true, value);
            NS_TEST_ASSERT_MSG_EQ(
                (injector->SetAttributeFailSafe("Plan", StringValue("1s 2s crash patient")) &&
                 injector->SetAttributeFailSafe("PlanFile", StringValue(""))),
                true,
                "another plan after " << value);
            injector->Start();
            Simulator::Stop(Seconds(5));
            Simulator::Run();
            NS_TEST_EXPECT_MSG_EQ(injector->GetFaults().size(), 1, value);
            NS_TEST_EXPECT_MSG_EQ(patient->diary, "crash 1000 recover 3000 ", value);
            NS_TEST_EXPECT_MSG_EQ(other->diary, "", value);
            Simulator::Destroy();
        }
    }
};

/**
 * @ingroup faults
 * @brief Faults of a plan.
 */
class FaultsInjectorTestSuite : public TestSuite
{
  public:
    FaultsInjectorTestSuite();
};

FaultsInjectorTestSuite::FaultsInjectorTestSuite()
    : TestSuite("faults-injector", Type::UNIT)
{
    AddTestCase(new FaultPathTest);
    AddTestCase(new FaultOverlapTest);
    AddTestCase(new FaultRouteTest(false));
    AddTestCase(new FaultRouteTest(true));
    AddTestCase(new FaultRefusalTest);
    AddTestCase(new FaultMendedTest);
}

/// registers the suite
static FaultsInjectorTestSuite g_faultsInjectorTestSuite;
