/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../burst-core/test/burst-core-late-attributes.h"
#include "../../burst-core/test/burst-core-test-chain.h"
#include "path-measurement-test-crossed.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/path-measurement-module.h"
#include "ns3/test.h"

#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using burst::FindOpen;
using burst::Join;

/**
 * @ingroup path-measurement
 * @brief Attributes of a probe are refused from the start of a measurement until its result, but
 * for Window and Streams of a transfer, and taken before, between and after measurements.
 */
class LateProbeTestCase : public TestCase
{
  public:
    /** @param probe with attributes @param open those that may change during a measurement */
    LateProbeTestCase(const std::string& probe, const std::string& open = "")
        : TestCase("During a measurement of " + probe.substr(0, probe.find('['))),
          m_text(probe),
          m_open(open)
    {
    }

  private:
    void DoRun() override
    {
        burst::TestChain chain(3, "10Mbps", MilliSeconds(1));
        chain.nodes.Get(2)->AddApplication(CreateObject<MeasurementAgent>());
        const auto application = CreateObject<MeasurementApplication>();
        application->SetAttribute("Probe", StringValue(m_text));
        application->SetAttribute("Count", UintegerValue(2));
        application->SetAttribute("Interval", TimeValue(Seconds(1000)));
        const auto probe = application->GetProbe();
        probe->SetAttribute("Remote", Ipv4AddressValue(chain.GetLast()));
        chain.nodes.Get(0)->AddApplication(application);
        const auto before = FindOpen(probe);
        NS_TEST_EXPECT_MSG_GT(before.size(), 2, "attributes that can be changed");
        uint32_t looks = 0;
        const auto look = [&] {
            looks += probe->IsRunning();
            NS_TEST_EXPECT_MSG_EQ(Join(FindOpen(probe)), m_open, "during the measurement");
        };
        Simulator::Schedule(MicroSeconds(1), look);
        Simulator::Schedule(Seconds(1000) + MicroSeconds(1), look);
        Simulator::Schedule(Seconds(999), [&] {
            NS_TEST_EXPECT_MSG_EQ(Join(FindOpen(probe)), Join(before), "between measurements");
        });
        Simulator::Stop(Seconds(2000));
        Simulator::Run();
        NS_TEST_EXPECT_MSG_EQ(looks, 2, "two measurements");
        NS_TEST_EXPECT_MSG_EQ(Join(FindOpen(probe)), Join(before), "after the measurements");
        Simulator::Destroy();
    }

    std::string m_text; //!< probe with attributes
    std::string m_open; //!< attributes that may change
};

/**
 * @ingroup path-measurement
 * @brief Window and Streams of a transfer act from the next measurement on, and leave the present
 * one as it is.
 */
class LateWindowTestCase : public TestCase
{
  public:
    LateWindowTestCase()
        : TestCase("Window and Streams act from the next transfer on")
    {
    }

  private:
    /** @param changes whether both are changed during the first measurement @param at when @return
     * throughput and note of two measurements */
    std::vector<std::pair<double, std::string>> Measure(bool changes, Time at)
    {
        burst::TestChain chain(2, "10Mbps", MilliSeconds(10));
        chain.nodes.Get(1)->AddApplication(CreateObject<MeasurementAgent>());
        const auto application = CreateObject<MeasurementApplication>();
        application->SetAttribute(
            "Probe",
            StringValue("ns3::BbcpProbe[Size=300000|StartUp=1ms|Streams=2|Window=10000]"));
        application->SetAttribute("Count", UintegerValue(2));
        application->SetAttribute("Interval", TimeValue(Seconds(100)));
        const auto probe = application->GetProbe();
        probe->SetAttribute("Remote", Ipv4AddressValue(chain.GetLast()));
        chain.nodes.Get(0)->AddApplication(application);
        std::vector<std::pair<double, std::string>> results;
        application->TraceConnectWithoutContext(
            "Result",
            Callback<void, const MeasurementResult&>([&](const MeasurementResult& result) {
                NS_TEST_EXPECT_MSG_EQ(result.status, MeasurementResult::OK, result.note);
                results.emplace_back(result.Get("throughput"), result.note);
            }));
        if (changes)
        {
            Simulator::Schedule(at, [probe] {
                probe->SetAttribute("Streams", UintegerValue(1));
                probe->SetAttribute("Window", UintegerValue(5000));
            });
        }
        Simulator::Stop(Seconds(200));
        Simulator::Run();
        Simulator::Destroy();
        return results;
    }

    void DoRun() override
    {
        const auto plain = Measure(false, Time(0));
        NS_TEST_ASSERT_MSG_EQ(plain.size(), 2, "measurements");
        // as it connects, at the login, as the server answers, and while it sends
        for (const auto& at :
             {MilliSeconds(5), MilliSeconds(500), MilliSeconds(1050), MilliSeconds(1200)})
        {
            const auto changed = Measure(true, at);
            NS_TEST_ASSERT_MSG_EQ(changed.size(), 2, "measurements");
            NS_TEST_EXPECT_MSG_EQ(changed[0].first, plain[0].first, "the first one");
            NS_TEST_EXPECT_MSG_EQ(changed[0].second, plain[0].second, "the first one");
            NS_TEST_EXPECT_MSG_LT(changed[1].first,
                                  0.75 * plain[1].first,
                                  "the next one is slower");
        }
    }
};

/**
 * @ingroup path-measurement
 * @brief Attributes and calls of cross traffic are refused once they cannot act any more.
 */
class LateCrossTrafficTestCase : public TestCase
{
  public:
    LateCrossTrafficTestCase()
        : TestCase("Attributes of cross traffic that cannot act any more")
    {
    }

  private:
    void DoRun() override
    {
        PathMeasurementTestCrossed crossed({});
        crossed.traffic->GetLevel(Time(0));
        NS_TEST_EXPECT_MSG_EQ(Join(FindOpen(crossed.traffic)), "Lead Tail", "when it runs");
        NS_TEST_EXPECT_MSG_EQ(
            crossed.traffic->SetAttributeFailSafe("Mode", StringValue("LinkRate")),
            false,
            "Mode");
        for (const auto& call : std::vector<std::function<void()>>{
                 [&] { crossed.traffic->SetLink(crossed.GetDevice()); },
                 [&] { crossed.traffic->SetPath(nullptr, nullptr, Ipv4Address()); },
                 [&] { crossed.traffic->AssignStreams(1); }})
        {
            bool refused = false;
            try
            {
                call();
            }
            catch (const std::invalid_argument&)
            {
                refused = true;
            }
            NS_TEST_EXPECT_MSG_EQ(refused, true, "a call of cross traffic that has begun");
        }
        Simulator::Destroy();
    }
};

/**
 * @ingroup path-measurement
 * @brief Count of an application may change until its last measurement, and a tool that cannot
 * measure does not keep the simulation at one time.
 */
class LateCountTestCase : public TestCase
{
  public:
    LateCountTestCase()
        : TestCase("Count and Interval of an application")
    {
    }

  private:
    /** @param count at first @param at when it is changed @param then to what @return results, and
     * whether it was taken */
    std::pair<uint32_t, bool> Run(uint32_t count, Time at, uint32_t then)
    {
        burst::TestChain chain(2, "10Mbps", MilliSeconds(1));
        const auto application = CreateObject<MeasurementApplication>();
        application->SetAttribute("Probe", StringValue("ns3::PingProbe[Count=1|Wait=10ms]"));
        application->SetAttribute("Count", UintegerValue(count));
        application->SetAttribute("Interval", TimeValue(Seconds(1)));
        application->GetProbe()->SetAttribute("Remote", Ipv4AddressValue(chain.GetLast()));
        chain.nodes.Get(0)->AddApplication(application);
        uint32_t results = 0;
        bool taken = false;
        application->TraceConnectWithoutContext(
            "Result",
            Callback<void, const MeasurementResult&>([&](const MeasurementResult&) { ++results; }));
        Simulator::Schedule(at, [&] {
            taken = application->SetAttributeFailSafe("Count", UintegerValue(then));
        });
        Simulator::Stop(Seconds(10));
        Simulator::Run();
        Simulator::Destroy();
        return {results, taken};
    }

    void DoRun() override
    {
        // begins at 0, 1, 2 .. s
        NS_TEST_EXPECT_MSG_EQ((Run(5, MilliSeconds(1500), 2) == std::pair(2U, true)), true, "less");
        NS_TEST_EXPECT_MSG_EQ((Run(5, MilliSeconds(1500), 7) == std::pair(7U, true)), true, "more");
        NS_TEST_EXPECT_MSG_EQ((Run(0, MilliSeconds(1500), 3) == std::pair(3U, true)), true, "any");
        NS_TEST_EXPECT_MSG_EQ((Run(2, MilliSeconds(1500), 4) == std::pair(2U, false)),
                              true,
                              "after the last one");
        const auto application = CreateObject<MeasurementApplication>();
        NS_TEST_EXPECT_MSG_EQ(application->SetAttributeFailSafe("Interval", TimeValue(Time(0))),
                              false,
                              "no time between measurements");
    }
};

/**
 * @ingroup path-measurement
 * @brief Attributes that are set late.
 */
class LateTestSuite : public TestSuite
{
  public:
    LateTestSuite()
        : TestSuite("path-measurement-late", Type::UNIT)
    {
        AddTestCase(new LateProbeTestCase("ns3::PingProbe[Count=3|Interval=20ms|Wait=100ms]"));
        AddTestCase(new LateProbeTestCase("ns3::TracerouteProbe[Wait=50ms]"));
        AddTestCase(new LateProbeTestCase("ns3::PipecharProbe[Trains=1|Wait=50ms]"));
        AddTestCase(
            new LateProbeTestCase("ns3::ThroughputProbe[Duration=100ms]", "Streams Window"));
        AddTestCase(new LateProbeTestCase("ns3::WindowSearchProbe[Windows=16384|Duration=50ms]"));
        AddTestCase(new LateProbeTestCase("ns3::BbcpProbe[Size=10000]", "Streams Window"));
        AddTestCase(new LateProbeTestCase("ns3::BbftpProbe[Size=10000]", "Streams Window"));
        AddTestCase(new LateProbeTestCase("ns3::GridFtpProbe[Size=10000]", "Streams Window"));
        AddTestCase(new LateProbeTestCase("ns3::UdpMonitorProbe[Packets=5|Spacing=5ms]"));
        AddTestCase(
            new LateProbeTestCase("ns3::ChirpProbe[Chirps=2|LowRate=1Mbps|HighRate=9Mbps]"));
        AddTestCase(new LateProbeTestCase(
            "ns3::SlopsProbe[MinRate=100kbps|Streams=2|StreamLength=25|Idle=1]"));
        AddTestCase(new LateProbeTestCase("ns3::PacketPairProbe[Estimator=ns3::AbweEstimator]"));
        AddTestCase(new LateWindowTestCase);
        AddTestCase(new LateCrossTrafficTestCase);
        AddTestCase(new LateCountTestCase);
    }
};

static LateTestSuite g_lateTestSuite; //!< Registers the suite.
