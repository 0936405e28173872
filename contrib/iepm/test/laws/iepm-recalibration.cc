/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/iepm-step-detector.h"
#include "ns3/path-measurement-window-search-probe.h"

#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>
#include <vector>

using namespace ns3;
using namespace ns3::iepm;
using namespace ns3::measurement;

namespace
{

/** @param rule of steps @param values one after another @return places at which a step is seen */
std::vector<std::size_t>
FindSteps(const StepDetector::Rule& rule, const std::vector<double>& values)
{
    StepDetector detector(rule);
    std::vector<std::size_t> steps;
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        if (detector.Add(values[i]))
        {
            steps.push_back(i);
        }
    }
    return steps;
}

using Places = std::vector<std::size_t>; //!< of steps

} // namespace

TEST(ChooseWindow, TakesTheLeastProductWithPartOfTheMost)
{
    const std::vector<WindowTrial> trials{
        {64, 1, 10},
        {64, 8, 91},
        {256, 4, 100},
        {512, 1, 90},
        {1024, 8, 95},
    };
    EXPECT_EQ(ChooseWindow(trials, 0.9), 3); // 512 as well as 64 x 8, with fewer streams
    EXPECT_EQ(ChooseWindow(trials, 0.905), 1);
    EXPECT_EQ(ChooseWindow(trials, 0.92), 2);
    EXPECT_EQ(ChooseWindow(trials, 1), 2);
    EXPECT_EQ(ChooseWindow(trials, 0.1), 0);
    EXPECT_EQ(ChooseWindow({{64, 3, 0}, {64, 2, 0}}, 0.9), 1); // nothing came: the least
    EXPECT_EQ(ChooseWindow({{1u << 30, 1000, 5}, {1, 1, 4.4}}, 0.9), 0);
    EXPECT_THROW(ChooseWindow({}, 0.9), std::invalid_argument);
}

TEST(StepDetector, WaitsForValuesInARow)
{
    const StepDetector::Rule two{0.2, 1, 2};
    EXPECT_EQ(FindSteps(two, {10, 10, 13, 10, 13, 10}), Places{});      // one is none
    EXPECT_EQ(FindSteps(two, {10, 10, 13, 13, 13, 13}), Places{3});     // known from then on
    EXPECT_EQ(FindSteps(two, {10, 10, 13, 7, 13, 7}), Places{});        // to both sides
    EXPECT_EQ(FindSteps(two, {10, 10, 13, 7, 7, 7}), Places{4});        // then to one
    EXPECT_EQ(FindSteps(two, {10, 13, 13, 10, 10}), (Places{2, 4}));    // and back
    EXPECT_EQ(FindSteps(two, {10, 12, 12, 12, 8, 8}), Places{5});       // 12 is near 10, 8 not 12
    EXPECT_EQ(FindSteps({0.2, 4, 1}, {10, 13, 14, 14.1}), Places{});    // least distance
    EXPECT_EQ(FindSteps({0, 0.5, 1}, {7, 7, 8, 8, 7}), (Places{2, 4})); // hops
    EXPECT_EQ(FindSteps({0.5, 0, 1}, {-10, -14, -20}), Places{2});      // of the size
}

TEST(StepDetector, KnowsWhatItWasBefore)
{
    StepDetector detector({0.2, 0, 2, 3});
    EXPECT_TRUE(std::isnan(detector.GetLevel()));
    for (const double value : {1, 100})
    {
        detector.Add(value);
    }
    EXPECT_EQ(detector.GetLevel(), 1);
    EXPECT_TRUE(std::isnan(detector.GetBefore()));
    EXPECT_TRUE(detector.Add(110));
    EXPECT_EQ(detector.GetLevel(), 105);
    EXPECT_EQ(detector.GetBefore(), 1);
    for (const double value : {112, 114, 116}) // the last three count
    {
        EXPECT_FALSE(detector.Add(value));
    }
    EXPECT_EQ(detector.GetLevel(), 114);
}

TEST(StepDetector, SeesNoStepInNoiseAndEachStepAtOnce)
{
    // 20 % are four deviations, and with that of the median 3.5: two in a row are 1e-7 of all.
    std::mt19937 random(1);
    std::normal_distribution<double> noise(0, 0.05);
    std::vector<double> values;
    for (int i = 0; i < 10'000; ++i)
    {
        values.push_back((i < 5000 ? 50 : 80) * (1 + noise(random)));
    }
    EXPECT_EQ(FindSteps({0.2, 0, 2}, values), Places{5001});
}

TEST(StepDetector, RefusesRulesWithoutSense)
{
    EXPECT_THROW(StepDetector({-0.1, 0, 1}), std::invalid_argument);
    EXPECT_THROW(StepDetector({0, -1, 1}), std::invalid_argument);
    EXPECT_THROW(StepDetector({0, 0, 0}), std::invalid_argument);
    EXPECT_THROW(StepDetector({0, 0, 1, 0}), std::invalid_argument);
}
