/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/lossless-ethernet-bcn-feedback.h"
#include "ns3/lossless-ethernet-bcn-rate-limiter.h"
#include "ns3/lossless-ethernet-frame-sampler.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3;
using namespace ns3::lossless;

namespace
{

constexpr double LOOP_FRAME = 1500; //!< bytes
constexpr double OFFERED = 8.5e9;   //!< bits per second, of all flows
constexpr double SERVED = 2e9;      //!< bits per second
constexpr double SET_POINT = 150e3; //!< bytes

/** What a loop comes to in its last three quarters. */
struct Outcome
{
    double queue; //!< mean, bytes
    double rate;  //!< mean of the frames that were sent, bits per second
};

/**
 * The hot queue of case 1 of the document, with nothing else: flows with a limiter each, one queue
 * that is drained at a constant rate, messages without delay, Qeq = 150 KB, W = 2, 2 %.
 *
 * @param flows number of flows
 * @param decreaseGain Gd
 * @param increaseGain Gi
 * @return what the loop comes to in a second
 */
Outcome
Loop(std::size_t flows, double decreaseGain, double increaseGain)
{
    constexpr uint64_t CONGESTION_POINT = 1;
    constexpr double END = 1;
    constexpr double WARM_UP = END / 4;
    traffic::StreamRandom random(29);
    BcnFeedback feedback({});
    FrameSampler sampler = FrameSampler::AtRandom(0.02);
    sampler.Next(random);
    BcnRateLimiter::Parameters parameters;
    parameters.decreaseGain = decreaseGain;
    parameters.increaseGain = increaseGain;
    BcnRateLimiter::Check(parameters);
    std::vector<BcnRateLimiter> limiters(flows, BcnRateLimiter(parameters, random));
    const double offered = OFFERED / static_cast<double>(flows);
    // A flow has frames waiting while its limiter allows less than it is offered.
    const auto gap = [&](std::size_t i) {
        const double rate = limiters[i].GetRate();
        return rate < offered ? 8 * LOOP_FRAME / rate
                              : -std::log(random.Uniform()) * 8 * LOOP_FRAME / offered;
    };
    std::vector<double> next(flows);
    for (std::size_t i = 0; i < flows; ++i)
    {
        next[i] = gap(i);
    }
    double now = 0;
    double queue = 0;
    double area = 0;
    double sent = 0;
    while (now < END)
    {
        const std::size_t i = std::min_element(next.begin(), next.end()) - next.begin();
        const double step = next[i] - now;
        const double drained = std::min(queue, step * SERVED / 8);
        if (now > WARM_UP)
        {
            area += queue * step - drained * step / 2;
            sent += LOOP_FRAME;
        }
        now = next[i];
        queue += LOOP_FRAME - drained;
        next[i] += gap(i);
        if (sampler.Count(LOOP_FRAME))
        {
            sampler.Next(random);
            CongestionMessage message =
                feedback.Sample(std::llround(queue), limiters[i].GetTag() == CONGESTION_POINT);
            message.congestionPoint = CONGESTION_POINT;
            const double before = limiters[i].GetRate();
            limiters[i].Receive(std::llround(now * 1e9), message);
            // what is left of the gap is rescaled
            next[i] = now + (next[i] - now) * std::min(before, offered) /
                                std::min(limiters[i].GetRate(), offered);
        }
    }
    return {area / (END - WARM_UP), 8 * sent / (END - WARM_UP)};
}

} // namespace

// Digest of the study, section 3.4 (i), with r = Gi Ru / (Gd R*) and R* the fair share: the queue
// is below its set point for r < 1, within 1.5 KB of it for r from 1 to 2, above for r > 2, as long
// as W Gi Ru L / (ps mu) < 2. The rates add up to what is served, unless the queue runs empty.
TEST(LosslessEthernetBcnLoop, TheQueueIsWhereTheGainsPutIt)
{
    struct Case
    {
        std::size_t flows;
        double decreaseGain;
        double gains; //!< Gi over Gd
    };

    const Case cases[]{
        {15, 6.6667e-7, 5},
        {15, 6.6667e-7, 20},
        {15, 6.6667e-7, 100},
        {15, 6.6667e-7, 500},
        {15, 6.6667e-6, 5},
        {15, 6.6667e-6, 20},
        {15, 6.6667e-6, 100},
        {15, 1.6667e-6, 400},
        {7, 1.6667e-6, 400},
        {31, 1.6667e-6, 400},
    };
    for (const auto& [flows, decreaseGain, gains] : cases)
    {
        constexpr double UNIT = 10e6;
        const double increaseGain = gains * decreaseGain;
        const double x = 2 * increaseGain * UNIT / 8 * LOOP_FRAME / (0.02 * SERVED / 8);
        ASSERT_LT(x, 2);
        const double r = gains * UNIT * static_cast<double>(flows) / SERVED;
        const Outcome outcome = Loop(flows, decreaseGain, increaseGain);
        const std::string text = "r = " + std::to_string(r) + ": " + std::to_string(outcome.queue);
        EXPECT_NEAR(outcome.rate, SERVED, 0.001 * SERVED) << text;
        if (r < 1)
        {
            EXPECT_LT(outcome.queue, SET_POINT) << text;
        }
        else if (r <= 2)
        {
            EXPECT_NEAR(outcome.queue, SET_POINT, 1500) << text;
        }
        else
        {
            EXPECT_GT(outcome.queue, SET_POINT) << text;
        }
    }
}
