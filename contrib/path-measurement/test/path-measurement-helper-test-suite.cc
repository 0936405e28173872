/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../burst-core/test/burst-core-test-chain.h"

#include "ns3/path-measurement-module.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <stdexcept>
#include <vector>

using namespace ns3;

/**
 * @ingroup path-measurement
 * @brief Two nodes measure the path to a third one, which the helper gave an agent.
 */
class MeasurementHelperTest : public TestCase
{
  public:
    MeasurementHelperTest()
        : TestCase("measurements and agents of the helper")
    {
    }

  private:
    void DoRun() override
    {
        burst::TestChain chain(3, "10Mbps", MilliSeconds(1));
        MeasurementHelper helper("ns3::UdpMonitorProbe[Packets=10]", chain.GetLast());
        helper.SetAttribute("Count", UintegerValue(2));
        helper.SetAttribute("Interval", TimeValue(Seconds(10)));
        const auto agents = MeasurementHelper::InstallAgents(chain.nodes.Get(2));
        NS_TEST_EXPECT_MSG_EQ(agents.GetN(), 1, "one node");
        const NodeContainer monitors(chain.nodes.Get(0), chain.nodes.Get(1));
        auto measurements = helper.Install(monitors);
        NS_TEST_ASSERT_MSG_EQ(measurements.GetN(), 2, "one of each node");
        NS_TEST_EXPECT_MSG_EQ(MeasurementHelper::AssignStreams(measurements, 7),
                              2,
                              "a probe of UDP packets has one stream");
        for (uint32_t i = 0; i < 2; ++i)
        {
            NS_TEST_EXPECT_MSG_EQ(measurements.Get(i)->GetNode(), monitors.Get(i), "its node");
            measurements.Get(i)->TraceConnectWithoutContext(
                "Result",
                Callback<void, const MeasurementResult&>(
                    [this](const MeasurementResult& result) { m_results.push_back(result); }));
        }
        measurements.Start(Seconds(1));
        Simulator::Stop(Seconds(30));
        Simulator::Run();
        NS_TEST_ASSERT_MSG_EQ(m_results.size(), 4, "two of each node");
        for (const auto& result : m_results)
        {
            NS_TEST_EXPECT_MSG_EQ(ToText(result.status), "ok", result.note);
            NS_TEST_EXPECT_MSG_EQ(result.Get("sent"), 10, "as the text says");
            NS_TEST_EXPECT_MSG_EQ(result.Get("lost"), 0, "an idle path");
        }
        NS_TEST_EXPECT_MSG_EQ(m_results[2].begin, Seconds(11), "one interval later");
        CheckRefusals(agents);
        Simulator::Destroy();
    }

    /** What is wrong is refused. @param agents that are no measurements */
    void CheckRefusals(const ApplicationContainer& agents)
    {
        const Ipv4Address remote("10.1.1.1");
        MeasurementHelper helper("ns3::PingProbe", remote);
        const auto refuses = [](const auto& call) {
            try
            {
                call();
                return false;
            }
            catch (const std::invalid_argument&)
            {
                return true;
            }
        };
        NS_TEST_EXPECT_MSG_EQ(refuses([&] { MeasurementHelper("ns3::Node", remote); }),
                              true,
                              "no probe");
        NS_TEST_EXPECT_MSG_EQ(
            refuses([&] { MeasurementHelper("ns3::PingProbe[Count=x]", remote); }),
            true,
            "no number");
        NS_TEST_EXPECT_MSG_EQ(
            refuses([&] { helper.SetAttribute("Probe", StringValue("ns3::PingProbe")); }),
            true,
            "the probe is that of the helper");
        NS_TEST_EXPECT_MSG_EQ(refuses([&] { helper.SetAttribute("Size", UintegerValue(1)); }),
                              true,
                              "an attribute of the probe");
        NS_TEST_EXPECT_MSG_EQ(refuses([&] { MeasurementHelper::AssignStreams(agents, 1); }),
                              true,
                              "an agent draws nothing");
    }

    std::vector<MeasurementResult> m_results; //!< of all measurements, in their order
};

/**
 * @ingroup path-measurement
 * @brief Suite of MeasurementHelper.
 */
class MeasurementHelperTestSuite : public TestSuite
{
  public:
    MeasurementHelperTestSuite()
        : TestSuite("path-measurement-helper", Type::UNIT)
    {
        AddTestCase(new MeasurementHelperTest);
    }
};

static MeasurementHelperTestSuite g_measurementHelperTestSuite; //!< registers itself
