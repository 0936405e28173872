/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../scenarios/path-measurement/laws/rate-scale.h"

#include "ns3/iepm-host-reader.h"

#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>
#include <stdexcept>

using namespace ns3;
using namespace ns3::iepm;

namespace
{

iepm::HostDatabase
ReadHosts2002()
{
    return iepm::ReadHosts(std::filesystem::path(__FILE__).parent_path() /
                           "../../scenarios/path-measurement/data/hosts-2002.txt");
}

ExpectedRate
GetExpected(const iepm::MeasurementHost& host, double factor, double loss)
{
    return {static_cast<double>(host.rate) / factor, host.roundTrip, loss, host.GetFact("use")};
}

} // namespace

TEST(ExpectedRate, HasOneLimitWhereTheOthersAreFar)
{
    const Time roundTrip = MilliSeconds(100);
    EXPECT_DOUBLE_EQ(ExpectedRate(1e12, roundTrip, 0, 0).Get(3, 1e5), 3 * 8e5 / 0.1);
    EXPECT_NEAR(ExpectedRate(1e12, roundTrip, 1e-4, 0).Get(1, 1e12), 0.93 * 11680 / 0.1 / 1e-2, 1);
    EXPECT_DOUBLE_EQ(ExpectedRate(1e6, roundTrip, 0, 0.2).Get(1, 1e12), 0.95e6 * 0.8 * 0.75);
}

TEST(RateScale, ClosedFormIsDividedWhereLossesAreRare)
{
    const auto database = ReadHosts2002();
    for (const double factor : {2.0, 10.0})
    {
        const RateScale scale(factor);
        for (const auto& host : database.GetHosts())
        {
            const double loss = host.GetFact("loss");
            if (loss * factor * factor > 1e-4)
            {
                continue; // Mathis has no time-outs.
            }
            SCOPED_TRACE(host.name);
            const auto before = GetExpected(host, 1, loss);
            const auto after = GetExpected(host, factor, scale.GetLoss(loss, host.roundTrip));
            for (const uint32_t streams : {1, 4, 40})
            {
                for (const uint64_t window : {65536, 1 << 20})
                {
                    EXPECT_NEAR(after.Get(streams, scale.Divide(window)) * factor /
                                    before.Get(streams, window),
                                1,
                                0.02);
                }
            }
        }
    }
}

TEST(RateScale, LossIsTimesTheSquareWhereItIsRare)
{
    const RateScale scale(10);
    // Packets a round trip are sqrt(3 / 4p) there: 866 at 1e-6.
    EXPECT_NEAR(RateScale::GetPackets(1e-6, MilliSeconds(100)), 866, 1);
    EXPECT_NEAR(scale.GetLoss(1e-7, MilliSeconds(100)), 1e-5, 1e-8);
    EXPECT_NEAR(RateScale(2).GetLoss(1e-5, MilliSeconds(200)), 4e-5, 2e-8);
}

TEST(RateScale, LossGivesPacketsDivided)
{
    for (const double roundTrip : {1.2e-3, 0.05, 0.245})
    {
        for (const double loss : {1e-6, 1e-4, 3e-3})
        {
            const Time time = Seconds(roundTrip);
            // The formula once more, in packets a second as it was published.
            const auto rate = [roundTrip](double p) {
                const double timeout = std::max(0.2, roundTrip);
                return 1 /
                       (roundTrip * std::sqrt(4 * p / 3) +
                        timeout * std::min(1.0, 3 * std::sqrt(3 * p / 4)) * p * (1 + 32 * p * p));
            };
            const double scaled = RateScale(5).GetLoss(loss, time);
            EXPECT_NEAR(rate(scaled) * 5 / rate(loss), 1, 1e-9);
            // Twice a bit is as much at once.
            EXPECT_NEAR(RateScale(2).GetLoss(RateScale(2.5).GetLoss(loss, time), time) / scaled,
                        1,
                        1e-9);
        }
    }
}

// The chapter's example: 100 times 0.3 % would be 30 %.
TEST(RateScale, FrequentTimeOutsNeedLessLoss)
{
    EXPECT_NEAR(RateScale(10).GetLoss(3e-3, MilliSeconds(245)), 0.14, 0.005);
}

TEST(RateScale, OneChangesNothing)
{
    const RateScale scale(1);
    EXPECT_EQ(scale.GetFactor(), 1);
    EXPECT_EQ(scale.Divide(95'000'001), 95'000'001U);
    EXPECT_EQ(scale.GetLoss(3e-3, MilliSeconds(245)), 3e-3);
}

TEST(RateScale, AmountsAreRoundedAndStayAboveZero)
{
    const RateScale scale(10);
    EXPECT_EQ(scale.Divide(65536), 6554U);
    EXPECT_EQ(scale.Divide(3), 1U);
    EXPECT_EQ(scale.Divide(0), 0U);
    EXPECT_EQ(scale.GetLoss(0, MilliSeconds(1)), 0);
}

TEST(RateScale, RefusesWhatMakesNoSense)
{
    EXPECT_THROW(RateScale{0.5}, std::invalid_argument);
    EXPECT_THROW(RateScale{INFINITY}, std::invalid_argument);
    EXPECT_THROW(RateScale(1000).GetLoss(3e-3, MilliSeconds(245)), std::invalid_argument);
}
