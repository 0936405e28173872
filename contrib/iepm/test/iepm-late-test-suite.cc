/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../burst-core/test/burst-core-late-attributes.h"
#include "../../burst-core/test/burst-core-test-chain.h"
#include "iepm-schedule-bed.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/iepm-module.h"
#include "ns3/test.h"

#include <string>

using namespace ns3;
using namespace ns3::iepm;
using burst::FindOpen;
using burst::Join;

/**
 * @ingroup iepm
 * @brief Attributes of what runs by itself are refused once they cannot act any more.
 */
class IepmLateAttributesTestCase : public TestCase
{
  public:
    IepmLateAttributesTestCase()
        : TestCase("Attributes that cannot act any more")
    {
    }

  private:
    /** @param object any @param open attributes that may change, as Join writes them */
    void Check(Ptr<Object> object, const std::string& open)
    {
        NS_TEST_EXPECT_MSG_EQ(Join(FindOpen(object)), open, object->GetInstanceTypeId().GetName());
    }

    /** @param object any @param name of an attribute @param text value that is refused */
    void Refuse(Ptr<Object> object, const std::string& name, const std::string& text)
    {
        NS_TEST_EXPECT_MSG_EQ(object->SetAttributeFailSafe(name, StringValue(text)),
                              false,
                              object->GetInstanceTypeId().GetName() << "::" << name);
    }

    /** Of a monitor. */
    void CheckMonitor()
    {
        ScheduleBed bed(1, 1);
        const auto monitor = bed.AddMonitor(
            bed.left.Get(0),
            bed.MakeDatabase("tool ping version=1 probe=ns3::TestPingProbe\nhost h0\n"));
        const auto watch = CreateObject<ForecastWatch>();
        const auto recalibration = CreateObject<Recalibration>();
        NS_TEST_EXPECT_MSG_EQ(FindOpen(monitor, {"CycleLength", "Cycles", "Visits"}).size(),
                              3,
                              "before the start");
        NS_TEST_EXPECT_MSG_EQ(FindOpen(watch).size(), 3, "before Watch");
        NS_TEST_EXPECT_MSG_EQ(FindOpen(recalibration).size(), 4, "before Watch");
        watch->Watch(monitor);
        recalibration->Watch(monitor);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        Check(monitor, "Shuffle StartTime StopTime");
        Check(watch, "");
        Check(recalibration, "");
        Refuse(monitor, "Overrun", "Late");
        Refuse(watch, "Forecaster", "ns3::EwmaForecaster");
        Refuse(bed.agents[0], "Port", "23");
    }

    /** Of a steered copy. */
    void CheckCopy()
    {
        burst::TestChain chain(2, "10Mbps", MilliSeconds(1));
        const auto copy = CreateObject<SteeredCopy>();
        copy->AddSite("h",
                      chain.GetLast(),
                      DurationForecast([](Time) { return 1e6; }, Minutes(90)));
        NS_TEST_EXPECT_MSG_EQ(FindOpen(copy, {"Volume", "Sample", "Deadline"}).size(),
                              3,
                              "before the start");
        chain.nodes.Get(0)->AddApplication(copy);
        Simulator::Stop(Seconds(1));
        Simulator::Run();
        Check(copy, "StartTime StopTime");
        Simulator::Destroy();
    }

    /** Of a forecaster that has a value. */
    void CheckForecaster()
    {
        const auto forecaster = CreateObject<DiurnalForecaster>();
        forecaster->Observe(ForecastMoment(), 1);
        Check(forecaster, "");
        Refuse(forecaster, "Inner", "ns3::EwmaForecaster");
    }

    void DoRun() override
    {
        CheckMonitor();
        CheckCopy();
        CheckForecaster();
    }
};

/**
 * @ingroup iepm
 * @brief Attributes that are set late.
 */
class IepmLateTestSuite : public TestSuite
{
  public:
    IepmLateTestSuite()
        : TestSuite("iepm-late", Type::UNIT)
    {
        AddTestCase(new IepmLateAttributesTestCase);
    }
};

static IepmLateTestSuite g_iepmLateTestSuite; //!< registers itself
