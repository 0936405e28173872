/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-test-dumbbell.h"
#include "path-measurement-test-tools.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** A monitor and a host with an agent, 24 ms there and back. */
class AgentBed
{
  public:
    AgentBed()
        : bed(1, 1),
          agent(bed.agents[0])
    {
    }

    /** @param at second @param attributes of a probe that sends Count datagrams, one each 50 ms
     * @return number of its result */
    std::size_t Measure(double at, const std::string& attributes)
    {
        const auto probe = burst::CreateFromText<MeasurementProbe>(
            "ns3::TestBlastProbe[Remote=10.1.0.2|" + attributes + "]");
        const auto number = results.size();
        results.emplace_back();
        Simulator::Schedule(Seconds(at), [this, probe, number] {
            probe->Start(
                bed.left.Get(0),
                Callback<void, const MeasurementResult&>(
                    [this, number](const MeasurementResult& result) { results[number] = result; }));
        });
        return number;
    }

    TestDumbbell bed;                       //!< the network
    Ptr<MeasurementAgent> agent;            //!< of the host
    std::vector<MeasurementResult> results; //!< by number
};

} // namespace

/**
 * @ingroup path-measurement
 * @brief What crashes and hangs do to sessions that come later, and what the end of an agent does.
 */
class AgentFaultsTest : public TestCase
{
  public:
    AgentFaultsTest()
        : TestCase("crash, hang and recovery of an agent")
    {
    }

  private:
    void DoRun() override
    {
        {
            AgentBed bed;
            std::vector<std::pair<std::size_t, std::string>> expected;
            // Logins take a second, measurements of two datagrams 0.1 s more.
            Simulator::Schedule(Seconds(0.5), &MeasurementAgent::Hang, bed.agent);
            expected.emplace_back(bed.Measure(1, "Count=2|Timeout=5s"), "timeout");
            Simulator::Schedule(Seconds(10), &MeasurementAgent::Recover, bed.agent);
            expected.emplace_back(bed.Measure(11, "Count=2"), "ok");
            Simulator::Schedule(Seconds(20), &MeasurementAgent::Crash, bed.agent);
            expected.emplace_back(bed.Measure(21, "Count=2"), "ok");
            // It crashes while nobody but a monitor that logs in is there.
            expected.emplace_back(bed.Measure(30, "Count=2"), "ok");
            Simulator::Schedule(Seconds(30.5), &MeasurementAgent::Crash, bed.agent);
            // A server that hangs does so for good; the next one is well.
            expected.emplace_back(bed.Measure(40, "Count=40|Timeout=8s"), "timeout");
            Simulator::Schedule(Seconds(42), &MeasurementAgent::Hang, bed.agent);
            Simulator::Schedule(Seconds(42.5), &MeasurementAgent::Recover, bed.agent);
            expected.emplace_back(bed.Measure(43, "Count=2"), "ok");
            Simulator::Run();
            for (const auto& [number, status] : expected)
            {
                const auto& result = bed.results[number];
                NS_TEST_EXPECT_MSG_EQ(ToText(result.status), status, "probe " << number);
            }
            NS_TEST_EXPECT_MSG_EQ(bed.agent->GetServers(), 0, "none is left");
        }
        AgentBed bed;
        bed.agent->SetStopTime(Seconds(3));
        const auto cut = bed.Measure(1, "Count=100");
        const auto late = bed.Measure(4, "Count=2");
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(ToText(bed.results[cut].status), "server-died", "it ends too early");
        NS_TEST_EXPECT_MSG_EQ(bed.results[cut].note, "the agent ended the session", "why");
        NS_TEST_EXPECT_MSG_LT(bed.results[cut].end, Seconds(3.1), "at once");
        NS_TEST_EXPECT_MSG_EQ(ToText(bed.results[late].status), "blocked", "nobody listens");
    }
};

/**
 * @ingroup path-measurement
 * @brief Ports of agents and of servers, of which each new one gets the first that is free.
 */
class AgentPortsTest : public TestCase
{
  public:
    AgentPortsTest()
        : TestCase("ports of an agent and its servers")
    {
    }

  private:
    void DoRun() override
    {
        AgentBed bed;
        bed.agent->SetAttribute("Port", UintegerValue(2222));
        bed.agent->SetAttribute("FirstServerPort", UintegerValue(7000));
        std::vector<uint32_t> ports;
        bed.agent->TraceConnectWithoutContext(
            "Server",
            Callback<void, const std::string&, uint16_t>(
                [this, &ports](const std::string& server, uint16_t port) {
                    NS_TEST_EXPECT_MSG_EQ(server, "ns3::TestBlastServer", "as the probe names it");
                    ports.push_back(port);
                }));
        // The first three overlap, of which the second ends first: then 7001 is free, then 7000.
        bed.Measure(1, "AgentPort=2222|Count=80");
        bed.Measure(1.2, "AgentPort=2222|Count=20");
        bed.Measure(1.4, "AgentPort=2222|Count=80");
        bed.Measure(3, "AgentPort=2222|Count=80");
        bed.Measure(20, "AgentPort=2222|Count=2");
        const auto other = bed.Measure(25, "Count=2"); // on 22 there is nobody
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ((ports == std::vector<uint32_t>{7000, 7001, 7002, 7001, 7000}),
                              true,
                              "the first free one");
        for (std::size_t i = 0; i < other; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(ToText(bed.results[i].status), "ok", "probe " << i);
        }
        NS_TEST_EXPECT_MSG_EQ(ToText(bed.results[other].status), "blocked", "another port");

        const auto second = CreateObject<MeasurementAgent>();
        second->SetAttribute("Port", UintegerValue(2222));
        bed.bed.right.Get(0)->AddApplication(second);
        second->Initialize();
        std::string refusal;
        try
        {
            Simulator::Run();
        }
        catch (const std::invalid_argument& error)
        {
            refusal = error.what();
        }
        NS_TEST_EXPECT_MSG_EQ(refusal,
                              "Port is 2222, which something else on the node has",
                              "two agents");
    }
};

/**
 * @ingroup path-measurement
 * @brief LoginTime comes beside the round trips.
 */
class AgentLoginTest : public TestCase
{
  public:
    AgentLoginTest()
        : TestCase("time of a login")
    {
    }

  private:
    void DoRun() override
    {
        for (const double login : {0.0, 0.25, 3.0})
        {
            AgentBed bed;
            bed.agent->SetAttribute("LoginTime", TimeValue(Seconds(login)));
            bed.Measure(1, "Count=2");
            Simulator::Run();
            const auto& result = bed.results[0];
            NS_TEST_EXPECT_MSG_EQ(ToText(result.status), "ok", result.note);
            // Three round trips, two datagrams, and up to 0.5 ms on the links for each message.
            NS_TEST_EXPECT_MSG_EQ_TOL((result.end - result.begin).GetSeconds(),
                                      login + 3 * 0.024 + 0.1 + 3 * 0.5e-3,
                                      3 * 0.5e-3,
                                      login);
        }
    }
};

/**
 * @ingroup path-measurement
 * @brief What an agent does for its monitors.
 */
class AgentTestSuite : public TestSuite
{
  public:
    AgentTestSuite()
        : TestSuite("path-measurement-agent", Type::UNIT)
    {
        AddTestCase(new AgentFaultsTest);
        AddTestCase(new AgentPortsTest);
        AddTestCase(new AgentLoginTest);
    }
};

static AgentTestSuite g_agentTestSuite; //!< registers itself
