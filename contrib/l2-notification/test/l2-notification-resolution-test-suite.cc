/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "l2-notification-row.h"

#include "ns3/data-rate.h"
#include "ns3/l2-notification-helper.h"
#include "ns3/l2-notification-rate-limiter-queue-disc.h"
#include "ns3/nstime.h"
#include "ns3/test.h"

using namespace ns3;

/**
 * @ingroup l2-notification-tests
 * @brief In microseconds, where most waits of a limited flow end between two of them, a simulation
 * ends, loses nothing uncounted and sends at the rate of the slow link.
 */
class LosslessMicrosecondsTestCase : public TestCase
{
  public:
    LosslessMicrosecondsTestCase()
        : TestCase("Rate limiters in microseconds")
    {
    }

  private:
    void DoRun() override
    {
        Time::SetResolution(Time::US);
        Row row({"100Mb/s", "10Mb/s"});
        const CongestionNotificationHelper helper(
            "ns3::BcnCongestionPoint[SetPoint=30000]",
            "ns3::BcnReactionPoint[MinRate=1Mb/s|RateUnit=1Mb/s]");
        const auto senders = helper.InstallRateLimiters(row.out.Get(0));
        const auto queues = helper.InstallCongestionPoints(row.out.Get(1));
        CongestionNotificationHelper::AssignStreams(queues, 1);
        uint64_t changes = 0;
        senders.Get(0)->TraceConnectWithoutContext(
            "Rate",
            Callback<void, double, uint16_t>([&changes](double, uint16_t) { ++changes; }));
        const Time end = Seconds(2);
        Simulator::ScheduleNow(&Row::Flood, &row, MicroSeconds(240), end); // 50 Mb/s
        Simulator::Stop(end);
        Simulator::Run();
        NS_TEST_EXPECT_MSG_GT(changes, 10, "the flow is limited");
        // frames that the slow link can carry, at most; half of them at least with rising rates
        const double most = 10e6 * end.GetSeconds() / 8 / ROW_FRAME;
        NS_TEST_EXPECT_MSG_LT(row.received, most + 1, "the slow link");
        NS_TEST_EXPECT_MSG_GT(row.received, most / 2, "the slow link is used");
        NS_TEST_EXPECT_MSG_EQ(IsConserved(senders.Get(0)), true, "conservation");
        NS_TEST_EXPECT_MSG_EQ(IsConserved(queues.Get(0)), true, "conservation");
    }
};

/**
 * @ingroup l2-notification-tests
 * @brief Another time resolution, in a process of its own: it cannot be changed again.
 */
class LosslessEthernetResolutionTestSuite : public TestSuite
{
  public:
    LosslessEthernetResolutionTestSuite()
        : TestSuite("l2-notification-resolution", Type::UNIT)
    {
        AddTestCase(new LosslessMicrosecondsTestCase);
    }
};

static LosslessEthernetResolutionTestSuite g_losslessEthernetResolutionTestSuite; //!< the suite
