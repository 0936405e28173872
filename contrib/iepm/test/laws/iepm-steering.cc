/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/iepm-steering-law.h"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::iepm;

namespace
{

constexpr double MEGABIT = 1e6;

/** @param rate bit/s @return a forecast of nothing else */
DurationForecast
Steady(double rate)
{
    return DurationForecast([rate](Time) { return rate; }, Minutes(90));
}

/** @param now a time @return 10 Mb/s by night, 4 from 8 to 20 o'clock */
double
ByDay(Time now)
{
    const double hour = std::fmod(now.GetSeconds() / 3600, 24);
    return (hour >= 8 && hour < 20 ? 4 : 10) * MEGABIT;
}

/** @return a deadline after ten hours, and rates of half an hour */
SteeringLaw::Rule
Usual()
{
    SteeringLaw::Rule rule;
    rule.deadline = Hours(10);
    rule.lately = Minutes(30);
    return rule;
}

} // namespace

TEST(DurationForecast, BitsOfSlotsAddUp)
{
    const DurationForecast forecast(ByDay, Hours(1));
    EXPECT_DOUBLE_EQ(forecast.GetBits(Hours(0), Hours(24)), (12 * 10 + 12 * 4) * 3600 * MEGABIT);
    EXPECT_DOUBLE_EQ(forecast.GetBits(Minutes(450), Minutes(510)), (5 + 2) * 3600 * MEGABIT)
        << "half an hour on either side of 8 o'clock";
    EXPECT_DOUBLE_EQ(forecast.GetBits(Hours(3), Hours(3)), 0);
}

TEST(DurationForecast, TheEndIsWhereTheBitsAreSent)
{
    const DurationForecast forecast(ByDay, Hours(1));
    for (const int begin : {0, 5, 9, 21})
    {
        for (const double hours : {0.25, 1.0, 7.5, 30.0})
        {
            const Time end = Hours(begin) + Seconds(3600 * hours);
            const auto found =
                forecast.FindEnd(forecast.GetBits(Hours(begin), end), Hours(begin), Hours(100));
            ASSERT_TRUE(found);
            EXPECT_NEAR(found->GetSeconds(), end.GetSeconds(), 1e-6);
        }
    }
    EXPECT_FALSE(forecast.FindEnd(1e18, Time(0), Hours(100)));
    EXPECT_FALSE(Steady(0).FindEnd(1, Time(0), Hours(100)));
    EXPECT_EQ(*Steady(-1).FindEnd(0, Hours(1), Hours(2)), Hours(1)) << "nothing to send";
}

TEST(DurationForecast, AFactorIsAnotherRate)
{
    const auto end = Steady(8 * MEGABIT).FindEnd(3600 * MEGABIT, Hours(1), Hours(9), 0.5);
    EXPECT_EQ(*end, Hours(1) + Minutes(15));
}

TEST(SteeringLaw, GoesOnAsAScavengerWhileThereIsTime)
{
    const auto forecast = Steady(10 * MEGABIT);
    const double bits = 5 * 3600 * 10 * MEGABIT;
    SteeringLaw law(Usual(), bits, Time(0), forecast);
    for (int hour = 1; hour < 5; ++hour)
    {
        const auto step = law.Check(Hours(hour), hour * bits / 5);
        EXPECT_EQ(step.action, SteeringLaw::GO_ON);
        EXPECT_TRUE(step.scavenger);
        EXPECT_DOUBLE_EQ(step.ratio, 1);
        EXPECT_DOUBLE_EQ(step.rate, 10 * MEGABIT);
        EXPECT_NEAR(step.end->GetSeconds(), 5 * 3600, 1e-6);
    }
    EXPECT_EQ(law.Check(Hours(5), bits).action, SteeringLaw::DONE);
}

TEST(SteeringLaw, FallsBehindCatchesUpAndIsAScavengerAgain)
{
    const auto forecast = Steady(10 * MEGABIT);
    const double hour = 3600 * 10 * MEGABIT; // what is forecast of it
    SteeringLaw law(Usual(), 8 * hour, Time(0), forecast);
    auto step = law.Check(Hours(1), 0.5 * hour);
    EXPECT_EQ(step.action, SteeringLaw::BEST_EFFORT) << "at half the rate it takes 16 hours";
    EXPECT_NEAR(step.end->GetSeconds(), 16 * 3600, 1e-6);
    EXPECT_FALSE(step.scavenger);
    step = law.Check(Hours(2), 1.5 * hour);
    EXPECT_EQ(step.action, SteeringLaw::GO_ON) << "6.5 of 8 hours are more than 0.8";
    step = law.Check(Hours(3), 3 * hour);
    EXPECT_EQ(step.action, SteeringLaw::SCAVENGER) << "5 / 1.5 of 7 hours are less";
    EXPECT_TRUE(step.scavenger);
}

TEST(SteeringLaw, TheRateIsThatOfLate)
{
    const auto forecast = Steady(10 * MEGABIT);
    const double minute = 60 * 10 * MEGABIT;
    SteeringLaw law(Usual(), 1e4 * minute, Time(0), forecast);
    double sent = 0;
    for (int i = 1; i <= 120; ++i)
    {
        sent += i <= 60 ? minute : 0.25 * minute;
        const auto step = law.Check(Minutes(i), sent);
        if (i >= 90)
        {
            EXPECT_NEAR(step.ratio, 0.25, 1e-9) << "half an hour ago it was faster";
        }
    }
}

TEST(SteeringLaw, ATimeOfDayThatIsForecastIsNotBehind)
{
    const DurationForecast forecast(ByDay, Hours(1));
    auto rule = Usual();
    rule.deadline = Hours(30);
    const double bits = forecast.GetBits(Hours(6), Hours(24));
    SteeringLaw law(rule, bits, Hours(6), forecast);
    for (int hour = 7; hour < 24; ++hour)
    {
        const auto step = law.Check(Hours(hour), forecast.GetBits(Hours(6), Hours(hour)));
        EXPECT_EQ(step.action, SteeringLaw::GO_ON);
        EXPECT_NEAR(step.end->GetSeconds(), 24 * 3600, 1e-3);
    }
    SteeringLaw simple(rule, bits, Hours(6), Steady(10 * MEGABIT));
    EXPECT_LT(simple.Check(Hours(8), forecast.GetBits(Hours(6), Hours(8))).end->GetSeconds(),
              0.9 * 24 * 3600)
        << "who does not know the day promises too much";
}

TEST(SteeringLaw, BelowTheFloorForSomeChecksOtherSitesAreLookedAt)
{
    const auto forecast = Steady(10 * MEGABIT);
    const auto better = Steady(50 * MEGABIT);
    auto rule = Usual();
    rule.floor = 2 * MEGABIT;
    SteeringLaw law(rule, 100 * 3600 * MEGABIT, Time(0), forecast);
    double sent = 0;
    std::vector<SteeringLaw::Action> actions;
    for (int i = 1; i <= 4; ++i)
    {
        sent += (i == 1 ? 3 : 1) * 1800 * MEGABIT;
        actions.push_back(law.Check(Minutes(30 * i), sent).action);
    }
    EXPECT_EQ(actions.back(), SteeringLaw::OTHER_SITE);
    EXPECT_EQ(actions.front(), SteeringLaw::BEST_EFFORT);
    law.Move(Hours(2), better);
    sent += 1800 * 50 * MEGABIT;
    const auto step = law.Check(Minutes(150), sent);
    EXPECT_DOUBLE_EQ(step.ratio, 1) << "beside the forecast of the new site alone";
    EXPECT_EQ(step.action, SteeringLaw::SCAVENGER);
}

TEST(SteeringLaw, ASlowTransferIsBestEffortWhateverItsSite)
{
    const auto forecast = Steady(10 * MEGABIT);
    auto rule = Usual();
    rule.floor = 9 * MEGABIT;
    rule.checks = 1;
    SteeringLaw law(rule, 100 * 3600 * MEGABIT, Time(0), forecast);
    const auto step = law.Check(Hours(1), 3600 * MEGABIT);
    EXPECT_EQ(step.action, SteeringLaw::OTHER_SITE);
    EXPECT_FALSE(step.scavenger);
}

TEST(SteeringLaw, ACheckWithoutTimeIsARateOfNothing)
{
    const auto forecast = Steady(10 * MEGABIT);
    SteeringLaw law(Usual(), 1e9, Time(0), forecast);
    const auto step = law.Check(Time(0), 0);
    EXPECT_EQ(step.rate, 0);
    EXPECT_EQ(step.ratio, 1);
}

TEST(SteeringLaw, AfterTheDeadlineItGoesOnAsFastAsItCan)
{
    const auto forecast = Steady(10 * MEGABIT);
    SteeringLaw law(Usual(), 100 * 3600 * 10 * MEGABIT, Time(0), forecast);
    EXPECT_EQ(law.Check(Hours(9), 9 * 3600 * MEGABIT).action, SteeringLaw::BEST_EFFORT);
    const auto step = law.Check(Hours(11), 11 * 3600 * MEGABIT);
    EXPECT_EQ(step.action, SteeringLaw::GO_ON);
    EXPECT_FALSE(step.end);
}

TEST(SteeringLaw, WithoutSteeringItGoesOnAsItBegan)
{
    for (const bool scavenger : {true, false})
    {
        auto rule = Usual();
        rule.steers = false;
        rule.scavenger = scavenger;
        rule.floor = 3 * MEGABIT;
        rule.checks = 1;
        // Ten hours of 4 Mb/s are forecast, then 1 Mb/s comes, then 400.
        const DurationForecast forecast([](Time) { return 4 * MEGABIT; }, Hours(1));
        const double bits = 4 * MEGABIT * 36'000;
        SteeringLaw law(rule, bits, Hours(0), forecast);
        const auto behind = law.Check(Hours(1), MEGABIT * 3600);
        EXPECT_EQ(behind.action, SteeringLaw::GO_ON);
        EXPECT_EQ(behind.scavenger, scavenger);
        EXPECT_DOUBLE_EQ(behind.ratio, 0.25);
        const auto ahead = law.Check(Hours(2), bits - 1);
        EXPECT_EQ(ahead.action, SteeringLaw::GO_ON);
        EXPECT_EQ(ahead.scavenger, scavenger);
        EXPECT_EQ(law.Check(Hours(3), bits).action, SteeringLaw::DONE);
    }
}

TEST(SteeringLaw, WrongRulesAreRefused)
{
    const auto forecast = Steady(10 * MEGABIT);
    const auto refused = [&](auto change, double bits) {
        auto rule = Usual();
        change(rule);
        EXPECT_THROW(SteeringLaw(rule, bits, Time(0), forecast), std::invalid_argument);
    };
    refused([](auto& rule) { rule.ahead = 1; }, 1);
    refused([](auto& rule) { rule.floor = -1; }, 1);
    refused([](auto& rule) { rule.checks = 0; }, 1);
    refused([](auto& rule) { rule.lately = Time(0); }, 1);
    refused([](auto& rule) { rule.deadline = Time(0); }, 1);
    refused([](auto&) {}, 0);
    EXPECT_THROW(DurationForecast(ByDay, Time(0)), std::invalid_argument);
}
