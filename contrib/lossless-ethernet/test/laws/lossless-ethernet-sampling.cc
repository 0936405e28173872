/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../../burst-traffic/test/laws/burst-traffic-statistics.h"

#include "ns3/lossless-ethernet-frame-sampler.h"

#include <cmath>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::lossless;

namespace
{

/** @return number of the frames that are sampled, of those with the given bytes */
std::vector<uint64_t>
Sampled(FrameSampler sampler, const std::vector<uint32_t>& frames)
{
    traffic::StreamRandom random(5);
    std::vector<uint64_t> sampled;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        if (sampler.Count(frames[i]))
        {
            sampled.push_back(i);
            sampler.Next(random);
        }
    }
    return sampled;
}

} // namespace

// The distances of independent draws with probability p are geometric.
TEST(LosslessEthernetSampling, AtRandomIsGeometric)
{
    for (const double p : {0.02, 0.3, 0.9})
    {
        traffic::StreamRandom random(11);
        FrameSampler sampler = FrameSampler::AtRandom(p);
        sampler.Next(random);
        constexpr uint64_t SAMPLES = 200'000;
        std::vector<uint64_t> observed(300);
        std::vector<double> probability(observed.size());
        for (std::size_t k = 0; k < probability.size(); ++k)
        {
            probability[k] = p * std::pow(1 - p, k);
        }
        for (uint64_t i = 0; i < SAMPLES; ++i)
        {
            std::size_t missed = 0;
            for (; !sampler.Count(1500); ++missed)
            {
            }
            sampler.Next(random);
            observed.at(std::min(missed, observed.size() - 1)) += missed < observed.size();
        }
        EXPECT_LT(ChiSquareOverLimit(observed, probability, SAMPLES), 1) << p;
    }
}

TEST(LosslessEthernetSampling, WithProbabilityOneEveryFrameIsSampled)
{
    traffic::StreamRandom random(1);
    FrameSampler sampler = FrameSampler::AtRandom(1);
    sampler.Next(random);
    EXPECT_EQ(Sampled(sampler, std::vector<uint32_t>(1000, 64)).size(), 1000);
}

// 75 KB are 50 frames of 1500 bytes: the document's 2 %.
TEST(LosslessEthernetSampling, ByBytesFrameFiftyIsTheFirst)
{
    const auto sampled = Sampled(FrameSampler::ByBytes(75'000), std::vector<uint32_t>(1000, 1500));
    ASSERT_EQ(sampled.size(), 20);
    for (std::size_t i = 0; i < sampled.size(); ++i)
    {
        EXPECT_EQ(sampled[i], 50 * i + 49);
    }
}

// The k-th sample is the first frame with which k intervals have arrived, whatever the sizes.
TEST(LosslessEthernetSampling, ByBytesNothingIsLostBetweenIntervals)
{
    traffic::StreamRandom random(3);
    std::vector<uint32_t> frames(20'000);
    std::vector<uint64_t> expected;
    constexpr uint64_t INTERVAL = 10'000;
    uint64_t total = 0;
    for (std::size_t i = 0; i < frames.size(); ++i)
    {
        frames[i] = 64 + random.Below(9'000);
        if ((total + frames[i]) / INTERVAL > total / INTERVAL)
        {
            expected.push_back(i);
        }
        total += frames[i];
    }
    EXPECT_EQ(Sampled(FrameSampler::ByBytes(INTERVAL), frames), expected);
}

TEST(LosslessEthernetSampling, RestartForgetsWhatWasCounted)
{
    FrameSampler sampler = FrameSampler::ByBytes(1000);
    EXPECT_FALSE(sampler.Count(999));
    sampler.Restart(100);
    EXPECT_FALSE(sampler.Count(99));
    EXPECT_TRUE(sampler.Count(1));
    FrameSampler none;
    EXPECT_FALSE(none.Count(1500));
}

TEST(LosslessEthernetSampling, RefusesWrongInput)
{
    for (const double p : {0.0, -0.1, 1.1, std::nan("")})
    {
        EXPECT_THROW(FrameSampler::AtRandom(p), std::invalid_argument) << p;
    }
    try
    {
        FrameSampler::ByBytes(0);
        FAIL();
    }
    catch (const std::invalid_argument& error)
    {
        EXPECT_EQ(std::string(error.what()),
                  "the interval of samples is 0; allowed are bytes from 1 on");
    }
}
