/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../../burst-traffic/test/laws/burst-traffic-statistics.h"

#include "ns3/lossless-ethernet-bcn-rate-limiter.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::lossless;

namespace
{

using Message = CongestionMessage;
using Limiter = BcnRateLimiter;

constexpr double MBPS = 1e6;
constexpr double GBPS = 1e9;

Message
Tell(Message::Kind kind, double feedback, uint64_t from = 1)
{
    Message message;
    message.kind = kind;
    message.feedback = feedback;
    message.congestionPoint = from;
    return message;
}

Message
Negative(double feedback, uint64_t from = 1)
{
    return Tell(Message::NEGATIVE, -feedback, from);
}

Message
Positive(double feedback, uint64_t from = 1)
{
    return Tell(Message::POSITIVE, feedback, from);
}

/** A limiter with its parameters. */
struct Flow
{
    explicit Flow(const Limiter::Parameters& p = {})
        : parameters(p),
          limiter(parameters, random)
    {
        Limiter::Check(parameters);
    }

    /** @param message about the flow @return the rate after it, bits per second */
    double Receive(const Message& message)
    {
        limiter.Receive(now, message);
        return limiter.GetRate();
    }

    /** Do all that is due until a time. @param end ns */
    void Advance(int64_t end)
    {
        while (limiter.GetNextTime() <= end)
        {
            now = limiter.GetNextTime();
            limiter.Expire(now);
        }
        now = end;
    }

    const Limiter::Parameters parameters;
    traffic::StreamRandom random{17};
    Limiter limiter;
    int64_t now{0};
};

Limiter::Parameters
With(const std::function<void(Limiter::Parameters&)>& change)
{
    Limiter::Parameters parameters;
    change(parameters);
    return parameters;
}

/** @return the sentence that refuses the parameters */
std::string
Sentence(const std::function<void(Limiter::Parameters&)>& change)
{
    try
    {
        Limiter::Check(With(change));
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

/**
 * @param r Gi Ru / (Gd R*)
 * @param mean of Fb, in standard deviations
 * @return mean change of the rate R* = 0.5 Gb/s by a message whose Fb is normal with deviation
 *         10,000 bytes, by the trapezoidal rule over 8 deviations
 */
double
MeanChange(double r, double mean)
{
    constexpr double REST = 0.5 * GBPS;
    constexpr double DEVIATION = 1e4;
    const auto parameters = With([r](auto& p) {
        p.initialRate = 2 * REST;
        p.decreaseGain = 1e-6;
        p.increaseGain = r * p.decreaseGain * REST / p.rateUnit;
    });
    traffic::StreamRandom random(1);
    Limiter atRest(parameters, random);
    atRest.Receive(0, Negative(0.5e6)); // halves
    constexpr double STEP = 1e-3;
    double sum = 0;
    for (double x = -8; x <= 8; x += STEP)
    {
        const double feedback = (mean + x) * DEVIATION;
        Limiter limiter = atRest;
        limiter.Receive(0, feedback < 0 ? Negative(-feedback) : Positive(feedback));
        sum += (limiter.GetRate() - REST) * std::exp(-x * x / 2) * STEP / std::sqrt(2 * M_PI);
    }
    return sum;
}

} // namespace

// Digest of the study, section 2.1: +1 Gb/s by a message at an empty queue that does not change, +5
// Gb/s at the largest feedback; the first Gd0 of the document halves there.
TEST(LosslessEthernetBcnLimiter, FollowsTheNumbersOfTheDocument)
{
    for (const double setPoint : {37'500.0, 150'000.0})
    {
        Flow flow(With([setPoint](auto& p) { p.decreaseGain = 0.5 / (5 * setPoint); }));
        EXPECT_DOUBLE_EQ(flow.Receive(Negative(5 * setPoint)), 5 * GBPS);
        EXPECT_DOUBLE_EQ(flow.Receive(Negative(5 * setPoint)), 2.5 * GBPS);
    }
    Flow flow;
    flow.Receive(Negative(480'000)); // 80 % of 600,000
    EXPECT_NEAR(flow.limiter.GetRate(), 2 * GBPS, 1);
    EXPECT_NEAR(flow.Receive(Positive(150'000)), 3 * GBPS, 1);
    EXPECT_NEAR(flow.Receive(Positive(750'000)), 8 * GBPS, 1);
    EXPECT_FALSE(flow.limiter.IsFree());
    EXPECT_EQ(flow.Receive(Positive(300'000)), 10 * GBPS);
    EXPECT_TRUE(flow.limiter.IsFree());
    EXPECT_EQ(flow.limiter.GetTag(), Message::NOBODY);
}

// Gd = 10 / ((2 W + 1) Qeq), case 4 of the document, would make the rate negative.
TEST(LosslessEthernetBcnLimiter, NoRateBelowTheLowest)
{
    Flow flow(With([](auto& p) { p.decreaseGain = 10 / 750e3; }));
    EXPECT_EQ(flow.Receive(Negative(750'000)), 10 * MBPS);
    EXPECT_EQ(flow.Receive(Negative(1)), 10 * MBPS);
    EXPECT_EQ(flow.limiter.GetState(), Limiter::LIMITED);
    Flow maximum;
    EXPECT_EQ(maximum.Receive(Tell(Message::MAXIMUM, -300'000)), 5 * GBPS);
}

// Section 3.4 (i): the mean change is 0 where r = (phi(z) - z (1 - Phi(z))) / (phi(z) + z Phi(z)),
// z being the mean feedback in its deviations. The digest has z = -1.03, -1.31, -1.56, -2.02 for
// the r of N = 8, 16, 32, 128, and 0 for r = 1.
TEST(LosslessEthernetBcnLimiter, RestsWhereTheMeanChangeVanishes)
{
    const std::vector<std::pair<double, double>> cases{{1, 0},
                                                       {14, -1.03},
                                                       {30, -1.31},
                                                       {62, -1.56},
                                                       {254, -2.02}};
    const boost::math::normal normal;
    for (const auto& [r, digest] : cases)
    {
        double low = -3;
        double high = 1;
        while (high - low > 1e-9)
        {
            const double z = (low + high) / 2;
            const double phi = pdf(normal, z);
            const double ratio = (phi - z * (1 - cdf(normal, z))) / (phi + z * cdf(normal, z));
            (ratio > r ? low : high) = z;
        }
        EXPECT_NEAR(low, digest, 0.006) << r;
        EXPECT_LT(MeanChange(r, low - 0.002), 0) << r;
        EXPECT_GT(MeanChange(r, low + 0.002), 0) << r;
    }
    EXPECT_NEAR(MeanChange(1, 0), 0, 1e-3); // of 2 Mb/s either way
}

// The rate at rest is the same whichever way it is reached: BCN+ does not ask for R, BCN- does.
TEST(LosslessEthernetBcnLimiter, IncreasesByASumAndDecreasesByAFactor)
{
    Flow fast;
    Flow slow;
    fast.Receive(Negative(150'000)); // 7.5 Gb/s
    slow.Receive(Negative(540'000)); // 1 Gb/s
    const double gap = fast.limiter.GetRate() - slow.limiter.GetRate();
    EXPECT_NEAR(fast.Receive(Positive(30'000)) - slow.Receive(Positive(30'000)), gap, 1);
    const double ratio = fast.limiter.GetRate() / slow.limiter.GetRate();
    EXPECT_NEAR(fast.Receive(Negative(60'000)) / slow.Receive(Negative(60'000)), ratio, 1e-9);
}

TEST(LosslessEthernetBcnLimiter, AlphaAndBetaLimitOneMessage)
{
    Flow flow(With([](auto& p) {
        p.maxDecrease = 0.25;
        p.maxIncrease = 0.1;
    }));
    EXPECT_DOUBLE_EQ(flow.Receive(Negative(600'000)), 7.5 * GBPS);
    EXPECT_DOUBLE_EQ(flow.Receive(Negative(60'000)), 6.75 * GBPS);
    EXPECT_DOUBLE_EQ(flow.Receive(Positive(750'000)), 7.425 * GBPS);
    EXPECT_DOUBLE_EQ(flow.Receive(Positive(15'000)), 7.525 * GBPS);
}

// Before anybody complained a positive message means nothing; Ri is where the first negative
// begins.
TEST(LosslessEthernetBcnLimiter, BeginsWithTheInitialRate)
{
    Flow flow(With([](auto& p) { p.initialRate = GBPS; }));
    EXPECT_EQ(flow.limiter.GetState(), Limiter::FREE);
    EXPECT_EQ(flow.Receive(Positive(100)), 10 * GBPS);
    EXPECT_EQ(flow.Receive(Message()), 10 * GBPS);
    EXPECT_TRUE(flow.limiter.IsFree());
    EXPECT_EQ(flow.limiter.GetNextTime(), RateLimiter::NEVER);
    EXPECT_DOUBLE_EQ(flow.Receive(Negative(300'000, 7)), 0.5 * GBPS);
    EXPECT_EQ(flow.limiter.GetTag(), 7);
    flow.limiter.Sent(0, 1500); // BCN does not count bytes
    EXPECT_EQ(flow.limiter.GetRate(), 0.5 * GBPS);
}

// By hand. Who complained last is heeded, and nobody else.
TEST(LosslessEthernetBcnLimiter, ANegativeMessageStealsTheAssociation)
{
    Flow flow;
    flow.Receive(Negative(300'000, 1)); // 5 Gb/s
    EXPECT_EQ(flow.Receive(Positive(15'000, 2)), 5 * GBPS);
    EXPECT_NEAR(flow.Receive(Positive(15'000, 1)), 5.1 * GBPS, 1);
    flow.Receive(Negative(60'000, 2)); // 4.59
    EXPECT_EQ(flow.limiter.GetTag(), 2);
    EXPECT_NEAR(flow.Receive(Positive(15'000, 1)), 4.59 * GBPS, 1);
    EXPECT_NEAR(flow.Receive(Positive(15'000, 2)), 4.69 * GBPS, 1);
}

// By hand: 1 gave 5 Gb/s, and 2 takes over only with less than that.
TEST(LosslessEthernetBcnLimiter, TheLowestRateKeepsTheAssociation)
{
    Flow flow(With([](auto& p) { p.association = Limiter::LOWEST; }));
    flow.Receive(Negative(300'000, 1)); // 5 Gb/s
    flow.Receive(Positive(300'000, 1)); // 7
    EXPECT_NEAR(flow.Receive(Negative(60'000, 2)), 6.3 * GBPS, 1);
    EXPECT_EQ(flow.limiter.GetTag(), 1);
    EXPECT_NEAR(flow.Receive(Positive(15'000, 2)), 6.3 * GBPS, 1);
    EXPECT_NEAR(flow.Receive(Positive(15'000, 1)), 6.4 * GBPS, 1);
    EXPECT_NEAR(flow.Receive(Negative(150'000, 2)), 4.8 * GBPS, 1);
    EXPECT_EQ(flow.limiter.GetTag(), 2);
    // what counts is the last rate that the owner gave, not the lowest ever
    flow.Receive(Positive(300'000, 2)); // 6.8
    EXPECT_NEAR(flow.Receive(Negative(6'000, 2)), 6.732 * GBPS, 1);
    EXPECT_NEAR(flow.Receive(Negative(6'000, 1)), 6.66468 * GBPS, 1);
    EXPECT_EQ(flow.limiter.GetTag(), 1);
}

// By hand: each has a rate of its own, and a new one begins with what the flow may do now.
TEST(LosslessEthernetBcnLimiter, EachHasALimiterAndTheLowestCounts)
{
    Flow flow(With([](auto& p) { p.association = Limiter::EACH; }));
    flow.Receive(Negative(300'000, 1));                            // 1: 5
    EXPECT_NEAR(flow.Receive(Negative(60'000, 2)), 4.5 * GBPS, 1); // 2: 4.5
    EXPECT_EQ(flow.limiter.GetTag(), 2);
    EXPECT_NEAR(flow.Receive(Positive(15'000, 1)), 4.5 * GBPS, 1);  // 1: 5.1, it does not count
    EXPECT_NEAR(flow.Receive(Positive(150'000, 2)), 5.1 * GBPS, 1); // 2: 5.5
    EXPECT_EQ(flow.limiter.GetTag(), 1);
    EXPECT_NEAR(flow.Receive(Negative(300'000, 2)), 2.75 * GBPS, 1);
    EXPECT_NEAR(flow.Receive(Positive(750'000, 2)), 5.1 * GBPS, 1);  // 2: 7.75
    EXPECT_NEAR(flow.Receive(Positive(735'000, 1)), 7.75 * GBPS, 1); // 1 is satisfied
    EXPECT_EQ(flow.limiter.GetTag(), 2);
    EXPECT_EQ(flow.Receive(Positive(750'000, 2)), 10 * GBPS);
    EXPECT_TRUE(flow.limiter.IsFree());
}

// By hand: the initial rate is that of a flow which nobody limits yet.
TEST(LosslessEthernetBcnLimiter, OnlyTheFirstOfEachBeginsWithTheInitialRate)
{
    Flow flow(With([](auto& p) {
        p.association = Limiter::EACH;
        p.initialRate = 4 * GBPS;
    }));
    EXPECT_NEAR(flow.Receive(Negative(60'000, 1)), 3.6 * GBPS, 1);
    EXPECT_NEAR(flow.Receive(Positive(750'000, 1)), 8.6 * GBPS, 1);
    EXPECT_NEAR(flow.Receive(Negative(60'000, 2)), 7.74 * GBPS, 1);
}

// Times of stops are uniform in [0, Tmax]; then the rate is the lowest. Nothing is heard meanwhile.
TEST(LosslessEthernetBcnLimiter, AStopIsRandomAndEndsAtTheLowestRate)
{
    constexpr int64_t LONGEST = 1'000'000;
    constexpr uint64_t STOPS = 20'000;
    traffic::StreamRandom random(23);
    const Limiter::Parameters parameters;
    std::vector<uint64_t> observed(50);
    for (uint64_t i = 0; i < STOPS; ++i)
    {
        Limiter limiter(parameters, random);
        limiter.Receive(1000, Tell(Message::STOP, 0));
        EXPECT_EQ(limiter.GetState(), Limiter::STOPPED);
        EXPECT_EQ(limiter.GetRate(), 0);
        const int64_t end = limiter.GetNextTime();
        ASSERT_GE(end, 1000);
        ASSERT_LE(end, 1000 + LONGEST);
        limiter.Receive(1000, Tell(Message::STOP, 0));
        limiter.Receive(1000, Positive(150'000));
        limiter.Receive(1000, Negative(150'000));
        EXPECT_EQ(limiter.GetNextTime(), end);
        EXPECT_EQ(limiter.GetRate(), 0);
        limiter.Expire(end);
        EXPECT_EQ(limiter.GetState(), Limiter::LIMITED);
        EXPECT_EQ(limiter.GetRate(), 10 * MBPS);
        EXPECT_EQ(limiter.GetNextTime(), RateLimiter::NEVER);
        ++observed[std::min<std::size_t>((end - 1000) * 50 / LONGEST, 49)];
    }
    EXPECT_LT(ChiSquareOverLimit(observed, std::vector<double>(50, 0.02), STOPS), 1);
}

// The k-th stop in a row is uniform in [0, 2^k Tmax], from the tenth on in [0, 2^10 Tmax].
TEST(LosslessEthernetBcnLimiter, StopsGetLongerUntilTheFlowIsFree)
{
    Flow flow;
    std::vector<double> sums(13);
    constexpr int ROUNDS = 4000;
    for (int round = 0; round < ROUNDS; ++round)
    {
        for (double& sum : sums)
        {
            flow.Receive(Tell(Message::STOP, 0));
            sum += flow.limiter.GetNextTime() - flow.now;
            flow.Advance(flow.limiter.GetNextTime());
        }
        flow.Receive(Positive(2e6));
        ASSERT_TRUE(flow.limiter.IsFree());
    }
    for (std::size_t k = 0; k < sums.size(); ++k)
    {
        const double longest = std::ldexp(1e6, std::min<int>(k, 10));
        EXPECT_LT(
            std::abs(
                DeviationOverLimit(sums[k] / ROUNDS, longest / 2, longest * longest / 12, ROUNDS)),
            1)
            << k;
    }
}

TEST(LosslessEthernetBcnLimiter, OneOfEachMayStop)
{
    Flow flow(With([](auto& p) { p.association = Limiter::EACH; }));
    flow.Receive(Negative(300'000, 1)); // 1: 5
    EXPECT_EQ(flow.Receive(Tell(Message::STOP, 0, 2)), 0);
    EXPECT_NEAR(flow.Receive(Negative(60'000, 3)), 0, 1); // 3: begins at the lowest rate
    flow.Advance(flow.limiter.GetNextTime());
    EXPECT_EQ(flow.limiter.GetRate(), 10 * MBPS);
    flow.Receive(Positive(1.5e6, 2));
    flow.Receive(Positive(1.5e6, 3));
    EXPECT_NEAR(flow.limiter.GetRate(), 5 * GBPS, 1);
}

// From 5 Gb/s by 2 * 10 Mb/s a ms: free after 250 ms.
TEST(LosslessEthernetBcnLimiter, Drifts)
{
    Flow flow(With([](auto& p) {
        p.driftInterval = 1'000'000;
        p.driftFactor = 2;
    }));
    flow.Advance(500);
    flow.Receive(Negative(300'000));
    EXPECT_EQ(flow.limiter.GetNextTime(), 1'000'500);
    flow.Advance(600'000);
    flow.Receive(Positive(0)); // no message delays the drift
    EXPECT_EQ(flow.limiter.GetNextTime(), 1'000'500);
    flow.Advance(100'000'500);
    EXPECT_NEAR(flow.limiter.GetRate(), 7 * GBPS, 1);
    flow.Advance(249'000'500);
    EXPECT_NEAR(flow.limiter.GetRate(), 9.98 * GBPS, 1);
    flow.Advance(250'000'500);
    EXPECT_TRUE(flow.limiter.IsFree());
    EXPECT_EQ(flow.limiter.GetNextTime(), RateLimiter::NEVER);
    flow.Receive(Tell(Message::STOP, 0));
    EXPECT_EQ(flow.limiter.GetRate(), 0);
    flow.Advance(251'000'500);
    EXPECT_GE(flow.limiter.GetRate(), 10 * MBPS);
    EXPECT_LE(flow.limiter.GetRate(), 30 * MBPS);
    // late calls do what was due
    flow.Receive(Negative(1, 2));
    const double before = flow.limiter.GetRate();
    flow.limiter.Expire(flow.limiter.GetNextTime() + 2'000'000);
    EXPECT_NEAR(flow.limiter.GetRate() - before, 60 * MBPS, 1);
}

TEST(LosslessEthernetBcnLimiter, AStoppedFlowDoesNotDrift)
{
    Flow flow(With([](auto& p) {
        p.driftInterval = 1000;
        p.maxBackoff = 1'000'000'000;
    }));
    flow.Receive(Tell(Message::STOP, 0));
    for (int drift = 1; drift <= 10; ++drift) // a stop shorter than that has the probability 1e-5
    {
        EXPECT_EQ(flow.limiter.GetNextTime(), 1000 * drift);
        flow.Advance(1000 * drift);
        EXPECT_EQ(flow.limiter.GetState(), Limiter::STOPPED);
    }
}

TEST(LosslessEthernetBcnLimiter, RefusesWrongInput)
{
    EXPECT_EQ(Sentence([](auto&) {}), "");
    EXPECT_EQ(
        Sentence([](auto& p) { p.lineRate = 0; }),
        "the rate C of the link, in bits per second, is 0; allowed are finite numbers above 0");
    EXPECT_EQ(
        Sentence([](auto& p) { p.minRate = 2e10; }),
        "the lowest rate Rmin, in bits per second, is 2e+10; allowed are rates above 0, up to "
        "that of the link, 1e+10");
    EXPECT_EQ(Sentence([](auto& p) { p.initialRate = 1; }),
              "the initial rate Ri, in bits per second, is 1; allowed are 0 and rates from the "
              "lowest, 1e+07, to that of the link, 1e+10");
    EXPECT_NE(Sentence([](auto& p) { p.rateUnit = 0; }), "");
    EXPECT_NE(Sentence([](auto& p) { p.decreaseGain = 0; }), "");
    EXPECT_NE(Sentence([](auto& p) { p.increaseGain = -1; }), "");
    EXPECT_NE(Sentence([](auto& p) { p.increaseGain = NAN; }), "");
    EXPECT_EQ(Sentence([](auto& p) { p.maxDecrease = 1.5; }),
              "the largest decrease alpha is 1.5; allowed are numbers above 0, up to 1");
    EXPECT_NE(Sentence([](auto& p) { p.maxIncrease = -1; }), "");
    EXPECT_NE(Sentence([](auto& p) { p.driftInterval = -1; }), "");
    EXPECT_NE(Sentence([](auto& p) { p.driftFactor = -1; }), "");
    EXPECT_NE(Sentence([](auto& p) { p.maxBackoff = -1; }), "");
}
