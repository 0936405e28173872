/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../scenarios/path-measurement/laws/ping-law.h"

#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <stdexcept>

using namespace ns3;

namespace
{

/** @param make builds a law @return whether its numbers are refused */
template <typename Make>
bool
Refused(Make make)
{
    try
    {
        make();
        return false;
    }
    catch (const std::invalid_argument&)
    {
        return true;
    }
}

} // namespace

// Closed forms of the chain against all sequences of states, and what is drawn.
TEST(TwoStateLaw, AgreesWithAllSequencesOfStates)
{
    const TwoStateLaw law(0.1, 0.4);
    EXPECT_NEAR(law.GetConditional(), 0.46, 1e-12) << "by hand";
    // The share is what the chain keeps: 0.1 * 0.46 + 0.9 * P(next | not) = 0.1.
    const double after = (0.1 - 0.1 * 0.46) / 0.9;
    EXPECT_TRUE(law.Next(false, after - 1e-9)) << "below";
    EXPECT_FALSE(law.Next(false, after + 1e-9)) << "above";
    EXPECT_TRUE(law.Next(true, 0.46 - 1e-9)) << "below";
    EXPECT_FALSE(law.Next(true, 0.46 + 1e-9)) << "above";
    // All sequences of 6 packets with their probabilities: the slow reference.
    constexpr uint32_t COUNT = 6;
    double mean = 0;
    double squares = 0;
    for (uint32_t bits = 0; bits < (1U << COUNT); ++bits)
    {
        double probability = bits & 1 ? 0.1 : 0.9;
        uint32_t count = bits & 1;
        for (uint32_t i = 1; i < COUNT; ++i)
        {
            const bool now = bits >> i & 1;
            const double chance = bits >> (i - 1) & 1 ? 0.46 : after;
            probability *= now ? chance : 1 - chance;
            count += now;
        }
        mean += probability * count;
        squares += probability * count * count;
    }
    EXPECT_NEAR(mean, COUNT * 0.1, 1e-12) << "the share is kept";
    EXPECT_NEAR(law.GetCountVariance(COUNT), squares - mean * mean, 1e-12) << "variance";
    EXPECT_NEAR(TwoStateLaw(0.3, 0).GetCountVariance(10), 10 * 0.3 * 0.7, 1e-12) << "binomial";
    for (const auto& [share, correlation] : {std::pair{-0.1, 0.0},
                                             std::pair{1.1, 0.0},
                                             std::pair{0.5, 1.0},
                                             std::pair{0.5, -0.1},
                                             std::pair{std::nan(""), 0.0}})
    {
        EXPECT_TRUE(Refused([s = share, c = correlation] { TwoStateLaw(s, c); }))
            << "refused: " << share << " " << correlation;
    }
}

// Losses and round trips that are drawn have the moments of the law.
TEST(PingLaw, DrawsTheMomentsOfTheLaw)
{
    const TwoStateLaw loss(0.1, 0.3);
    const TwoStateLaw busy(0.4, 0.5);
    // A Weibull law of shape 2: E W^2 = 4 / pi (E W)^2; and scales of deviation a half.
    const PingLaw law(0.1, loss, busy, {0.02, 2, 0.5});
    const double squares = 0.4 * 4 / M_PI * 0.02 * 0.02 * (1 + 0.5 * 0.5);
    EXPECT_NEAR(law.GetMean(), 0.108, 1e-12) << "mean";
    EXPECT_NEAR(law.GetVariance(), squares - 0.008 * 0.008, 1e-12) << "variance";

    constexpr uint32_t SAMPLES = 40'000;
    constexpr uint32_t PINGS = 10;
    auto random = traffic::StreamRandom::Assigned(1);
    double received = 0;
    double sum = 0;
    double deviations = 0;
    double pairs = 0;
    double both = 0;
    double counts = 0;
    double products = 0;
    double waits = 0;
    for (uint32_t i = 0; i < SAMPLES; ++i)
    {
        const auto sample = law.Draw(PINGS, random);
        uint32_t lost = 0;
        if (const auto &one = sample[0], &other = sample[9]; one > 0.1 && other > 0.1)
        {
            products += (*one - 0.1) * (*other - 0.1);
            ++waits;
        }
        for (uint32_t k = 0; k < PINGS; ++k)
        {
            lost += !sample[k];
            if (sample[k])
            {
                ++received;
                sum += *sample[k];
                deviations += std::pow(*sample[k] - law.GetMean(), 2);
            }
            if (k && !sample[k - 1])
            {
                ++pairs;
                both += !sample[k];
            }
        }
        counts += std::pow(lost - PINGS * 0.1, 2);
    }
    // Five standard errors; neighbours are correlated, which is less than a factor of 2 here.
    const double all = SAMPLES * PINGS;
    EXPECT_NEAR(1 - received / all, 0.1, 10 * std::sqrt(0.09 / all)) << "loss";
    EXPECT_NEAR(both / pairs, loss.GetConditional(), 10 * std::sqrt(0.25 / pairs))
        << "conditional loss";
    EXPECT_NEAR(counts / SAMPLES / loss.GetCountVariance(PINGS), 1, 0.05)
        << "variance of losses of a sample";
    EXPECT_NEAR(sum / received, law.GetMean(), 10 * std::sqrt(law.GetVariance() / received))
        << "mean";
    EXPECT_NEAR(deviations / received / law.GetVariance(), 1, 0.05) << "variance";
    // Waits of a sample have their scale in common, and nothing else.
    EXPECT_NEAR(products / waits / (0.02 * 0.02), 1.25, 0.1) << "product of waits";

    EXPECT_TRUE(Refused([&] { PingLaw(0, loss, busy, {}); })) << "base";
    EXPECT_TRUE(Refused([&] { PingLaw(0.1, loss, busy, {-1, 1}); })) << "wait";
    EXPECT_TRUE(Refused([&] { PingLaw(0.1, loss, busy, {1, 0.1}); })) << "shape";
    EXPECT_TRUE(Refused([&] { PingLaw(0.1, loss, busy, {1, 1, 3}); })) << "spread";
}
