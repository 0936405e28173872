/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../../burst-traffic/test/laws/burst-traffic-statistics.h"

#include "ns3/lossless-ethernet-qcn-rate-limiter.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::lossless;

namespace
{

using Limiter = QcnRateLimiter;

constexpr double MBPS = 1e6;
constexpr double GBPS = 1e9;

CongestionMessage
Cnm(int quantized)
{
    CongestionMessage message;
    message.kind = CongestionMessage::QUANTIZED;
    message.congestionPoint = 1;
    message.quantized = static_cast<uint8_t>(quantized);
    return message;
}

/** @return parameters without jitter */
Limiter::Parameters
Regular(const std::function<void(Limiter::Parameters&)>& change = [](auto&) {})
{
    Limiter::Parameters parameters;
    parameters.jitter = 0;
    change(parameters);
    return parameters;
}

/** @return the sentence that refuses the parameters */
std::string
Sentence(const std::function<void(Limiter::Parameters&)>& change)
{
    try
    {
        Limiter::Check(Regular(change));
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

/**
 * The state machine as the text has it: states with names, counters that count upwards by one
 * byte and one nanosecond, no events.
 */
class ReferenceLimiter
{
  public:
    enum State
    {
        RESET,
        FAST_RECOVERY,
        ACTIVE_INCREASE,
        HYPER_INCREASE,
    };

    explicit ReferenceLimiter(const Limiter::Parameters& p)
        : m_p(p),
          current(p.lineRate),
          target(p.lineRate)
    {
    }

    void Cnm(int quantized)
    {
        if (quantized == 0)
        {
            return;
        }
        if (state == RESET)
        {
            target = current = m_p.lineRate;
            m_bytes = 0;
        }
        else if (byteStage != 0)
        {
            target = current;
            m_bytes = 0;
        }
        byteStage = timeStage = 0;
        m_time = 0;
        state = FAST_RECOVERY;
        double next = current - m_p.decreaseGain * quantized * current;
        if (next < m_p.minDecreaseFactor * current)
        {
            next = m_p.minDecreaseFactor * current;
        }
        current = next < m_p.minRate ? m_p.minRate : next;
    }

    void SendByte()
    {
        ++m_bytes;
    }

    /** What the bytes of a frame have come to is seen at its end. */
    void EndFrame()
    {
        if (state != RESET && 2 * m_bytes >= Limit(2 * m_p.byteReset, byteStage))
        {
            m_bytes = 0;
            ++byteStage;
            Select();
        }
    }

    void PassNanosecond()
    {
        ++m_time;
        if (state != RESET && 2 * m_time >= Limit(2 * m_p.timeReset, timeStage))
        {
            m_time = 0;
            ++timeStage;
            Select();
        }
    }

  private:
    int64_t Limit(int64_t full, uint32_t stage) const
    {
        return stage >= m_p.threshold ? full / 2 : full;
    }

    void Select()
    {
        const bool bytesDone = byteStage >= m_p.threshold;
        const bool timeDone = timeStage >= m_p.threshold;
        state = bytesDone && timeDone   ? HYPER_INCREASE
                : bytesDone || timeDone ? ACTIVE_INCREASE
                                        : FAST_RECOVERY;
        double increase = 0;
        if (state == ACTIVE_INCREASE)
        {
            increase = m_p.activeIncrease;
        }
        if (state == HYPER_INCREASE)
        {
            // the i-th stage of hyper increase adds i times
            for (uint32_t i = m_p.threshold; i <= std::min(byteStage, timeStage); ++i)
            {
                increase += m_p.hyperIncrease;
            }
        }
        const bool firstCycle = byteStage == 1 || timeStage == 1;
        target = firstCycle && target > 10 * current ? target / 8 : target + increase;
        current = current + (target - current) / 2;
        if (current >= m_p.lineRate)
        {
            current = target = m_p.lineRate;
            byteStage = timeStage = 0;
            state = RESET;
        }
    }

    Limiter::Parameters m_p;
    int64_t m_bytes{0};
    int64_t m_time{0};

  public:
    State state{RESET};
    double current;
    double target;
    uint32_t byteStage{0};
    uint32_t timeStage{0};
};

} // namespace

// Gd = 1/128: the largest feedback, 63, leaves 65/128. After k stages of fast recovery the distance
// to the target is that over 2^k, whichever counter brought them.
TEST(LosslessEthernetQcnLimiter, FastRecoveryHalvesTheDistance)
{
    for (const bool byTime : {false, true})
    {
        traffic::StreamRandom random(1);
        const auto parameters = Regular();
        Limiter limiter(parameters, random);
        EXPECT_TRUE(limiter.IsFree());
        EXPECT_EQ(limiter.GetNextTime(), RateLimiter::NEVER);
        limiter.Receive(0, Cnm(63));
        const double low = 10 * GBPS * 65 / 128;
        EXPECT_DOUBLE_EQ(limiter.GetRate(), low);
        EXPECT_EQ(limiter.GetTargetRate(), 10 * GBPS);
        EXPECT_EQ(limiter.GetNextTime(), 15'000'000);
        for (int k = 1; k <= 4; ++k)
        {
            for (int frame = 0; frame < 100 && !byTime; ++frame)
            {
                EXPECT_EQ(limiter.GetByteStage(), k - 1);
                limiter.Sent(0, 1500);
            }
            if (byTime)
            {
                limiter.Expire(limiter.GetNextTime());
                EXPECT_EQ(limiter.GetNextTime(), (k + 1) * 15'000'000);
            }
            EXPECT_DOUBLE_EQ(limiter.GetRate(), 10 * GBPS - (10 * GBPS - low) / (1 << k));
        }
        EXPECT_EQ(limiter.GetTargetRate(), 10 * GBPS);
    }
}

// The fifth stage of one counter begins active increase at half the distance, +5 Mb/s each.
TEST(LosslessEthernetQcnLimiter, ActiveIncreaseAddsAndCountsTwiceAsFast)
{
    traffic::StreamRandom random(1);
    const auto parameters = Regular();
    Limiter limiter(parameters, random);
    limiter.Receive(0, Cnm(63));
    limiter.Sent(0, 150'000);   // byte stage 1, from which on
    limiter.Receive(0, Cnm(1)); // the target is the rate
    const double target = limiter.GetTargetRate();
    for (int stage = 1; stage <= 5; ++stage)
    {
        EXPECT_EQ(limiter.GetTargetRate(), target);
        limiter.Sent(0, 150'000);
    }
    EXPECT_EQ(limiter.GetTargetRate(), target + 5 * MBPS);
    for (int stage = 6; stage <= 9; ++stage)
    {
        limiter.Sent(0, 74'999);
        EXPECT_EQ(limiter.GetByteStage(), stage - 1);
        limiter.Sent(0, 1);
        EXPECT_EQ(limiter.GetTargetRate(), target + (stage - 4) * 5 * MBPS);
    }
    EXPECT_EQ(limiter.GetTimeStage(), 0);
}

// By hand: both counters past the threshold, the lower of them at 5, 5, 6: +50, +50, +100 Mb/s.
TEST(LosslessEthernetQcnLimiter, HyperIncreaseGrowsWithTheLowerStage)
{
    traffic::StreamRandom random(1);
    const auto parameters = Regular();
    Limiter limiter(parameters, random);
    for (int i = 0; i < 10; ++i)
    {
        limiter.Receive(0, Cnm(63));
    }
    limiter.Sent(0, 150'000);
    limiter.Receive(0, Cnm(1));
    for (int stage = 1; stage <= 5; ++stage)
    {
        limiter.Expire(limiter.GetNextTime());
    }
    for (int stage = 1; stage <= 4; ++stage)
    {
        limiter.Sent(0, 150'000);
    }
    double target = limiter.GetTargetRate();
    limiter.Sent(0, 150'000); // 5 and 5
    EXPECT_EQ(limiter.GetTargetRate(), target += 50 * MBPS);
    const int64_t before = limiter.GetNextTime();
    limiter.Expire(before); // 5 and 6
    EXPECT_EQ(limiter.GetNextTime(), before + 7'500'000);
    EXPECT_EQ(limiter.GetTargetRate(), target += 50 * MBPS);
    limiter.Sent(0, 75'000); // 6 and 6
    EXPECT_EQ(limiter.GetTargetRate(), target += 100 * MBPS);
}

// By hand, as above, with the lower stage at 5, 5, 6, 7: from the threshold on +50, +50, +100,
// +150; above it active increase first, +5, +5, +50, +100; or always the same, +5, +5, +50, +50
// Mb/s.
TEST(LosslessEthernetQcnLimiter, HyperIncreaseHasThreeReadings)
{
    using Law = QcnRateLimiter;
    const std::vector<std::pair<Law::Hyper, std::vector<double>>> readings{
        {Law::FROM_THRESHOLD, {50, 50, 100, 150}},
        {Law::ABOVE_THRESHOLD, {5, 5, 50, 100}},
        {Law::CONSTANT, {5, 5, 50, 50}}};
    for (const auto& [hyper, steps] : readings)
    {
        traffic::StreamRandom random(1);
        auto parameters = Regular();
        parameters.hyper = hyper;
        Limiter limiter(parameters, random);
        for (int i = 0; i < 10; ++i)
        {
            limiter.Receive(0, Cnm(63));
        }
        limiter.Sent(0, 150'000);
        limiter.Receive(0, Cnm(1));
        for (int stage = 1; stage <= 5; ++stage)
        {
            limiter.Expire(limiter.GetNextTime());
        }
        for (int stage = 1; stage <= 4; ++stage)
        {
            limiter.Sent(0, 150'000);
        }
        double target = limiter.GetTargetRate();
        limiter.Sent(0, 150'000); // 5 and 5
        EXPECT_EQ(limiter.GetTargetRate(), target += steps[0] * MBPS);
        limiter.Expire(limiter.GetNextTime()); // 5 and 6
        EXPECT_EQ(limiter.GetTargetRate(), target += steps[1] * MBPS);
        limiter.Sent(0, 75'000); // 6 and 6
        EXPECT_EQ(limiter.GetTargetRate(), target += steps[2] * MBPS);
        limiter.Expire(limiter.GetNextTime()); // 6 and 7
        limiter.Sent(0, 75'000);               // 7 and 7
        EXPECT_EQ(limiter.GetTargetRate(), target += (steps[2] + steps[3]) * MBPS);
    }
}

// By hand: messages before the first byte stage leave the target, which is then cut to an eighth.
TEST(LosslessEthernetQcnLimiter, TheTargetIsKeptByMessagesInARow)
{
    for (const bool byTime : {false, true})
    {
        traffic::StreamRandom random(1);
        const auto parameters = Regular();
        Limiter limiter(parameters, random);
        double rate = 10 * GBPS;
        for (int i = 0; i < 4; ++i)
        {
            limiter.Receive(0, Cnm(63));
            rate *= 65.0 / 128;
            EXPECT_NEAR(limiter.GetRate(), rate, 1);
            EXPECT_EQ(limiter.GetTargetRate(), 10 * GBPS);
        }
        ASSERT_GT(10 * GBPS, 10 * rate);
        byTime ? limiter.Expire(15'000'000) : limiter.Sent(0, 150'000);
        EXPECT_EQ(limiter.GetTargetRate(), 1.25 * GBPS);
        EXPECT_NEAR(limiter.GetRate(), (rate + 1.25 * GBPS) / 2, 1);
        // the time stage alone does not make the rate the target
        limiter.Receive(0, Cnm(1));
        EXPECT_NEAR(limiter.GetTargetRate(), byTime ? 1.25 * GBPS : (rate + 1.25 * GBPS) / 2, 1);
    }
}

TEST(LosslessEthernetQcnLimiter, NeitherTooMuchNorTooLittle)
{
    traffic::StreamRandom random(1);
    const auto parameters = Regular([](auto& p) { p.decreaseGain = 1.0 / 64; });
    Limiter limiter(parameters, random);
    limiter.Receive(0, Cnm(63));
    EXPECT_EQ(limiter.GetRate(), 5 * GBPS); // and not 10 / 64
    for (int i = 0; i < 30; ++i)
    {
        limiter.Receive(0, Cnm(63));
    }
    EXPECT_EQ(limiter.GetRate(), 5 * MBPS);
    limiter.Receive(0, Cnm(0));
    CongestionMessage bcn;
    bcn.kind = CongestionMessage::NEGATIVE;
    bcn.feedback = -1e6;
    Limiter other(parameters, random);
    other.Receive(0, bcn);
    EXPECT_TRUE(other.IsFree());
}

// At random against the reference: rates, stages and the state, after every frame and message.
TEST(LosslessEthernetQcnLimiter, AgreesWithTheStateMachine)
{
    std::set<ReferenceLimiter::State> seen;
    uint64_t resets = 0;
    for (uint64_t seed = 0; seed < 40; ++seed)
    {
        traffic::StreamRandom random(seed);
        const auto parameters = Regular([&random](auto& p) {
            p.timeReset = 2 * (50 + random.Below(1000));
            p.byteReset = 2 * (500 + random.Below(5000));
            p.threshold = 1 + random.Below(6);
            p.activeIncrease = random.Below(200) * MBPS;
            p.hyperIncrease = random.Below(2000) * MBPS;
        });
        const uint64_t rarity = 50 << random.Below(6);
        Limiter limiter(parameters, random);
        ReferenceLimiter reference(parameters);
        const auto compare = [&] {
            seen.insert(reference.state);
            resets += reference.state == ReferenceLimiter::RESET;
            ASSERT_EQ(limiter.IsFree(), reference.state == ReferenceLimiter::RESET);
            ASSERT_NEAR(limiter.GetRate(), reference.current, 1e-3);
            ASSERT_NEAR(limiter.GetTargetRate(), reference.target, 1e-3);
            ASSERT_EQ(limiter.GetByteStage(), reference.byteStage);
            ASSERT_EQ(limiter.GetTimeStage(), reference.timeStage);
        };
        for (int64_t now = 1; now < 40'000; ++now)
        {
            reference.PassNanosecond();
            if (limiter.GetNextTime() <= now)
            {
                limiter.Expire(now);
                ASSERT_NO_FATAL_FAILURE(compare());
            }
            if (random.Below(20) == 0)
            {
                const auto bytes = static_cast<uint32_t>(64 + random.Below(900));
                for (uint32_t i = 0; i < bytes; ++i)
                {
                    reference.SendByte();
                }
                reference.EndFrame();
                limiter.Sent(now, bytes);
                ASSERT_NO_FATAL_FAILURE(compare());
            }
            if (random.Below(rarity) == 0)
            {
                const auto quantized = static_cast<int>(random.Below(64));
                reference.Cnm(quantized);
                limiter.Receive(now, Cnm(quantized));
                ASSERT_NO_FATAL_FAILURE(compare());
            }
        }
    }
    EXPECT_EQ(seen.size(), 4);
    EXPECT_GT(resets, 100);
}

// First periods of timer and byte counter are uniform in 85 to 115 % of 15 ms and 150 KB.
TEST(LosslessEthernetQcnLimiter, CountersJitter)
{
    traffic::StreamRandom random(9);
    const Limiter::Parameters parameters;
    constexpr uint64_t DRAWS = 5000;
    std::vector<uint64_t> times(30);
    std::vector<uint64_t> bytes(30);
    for (uint64_t i = 0; i < DRAWS; ++i)
    {
        Limiter limiter(parameters, random);
        limiter.Receive(0, Cnm(10));
        const double time = (limiter.GetNextTime() / 15e6 - 0.85) * 100;
        ASSERT_TRUE(time >= 0 && time < 30);
        ++times[static_cast<std::size_t>(time)];
        uint64_t sent = 0;
        for (; limiter.GetByteStage() == 0; sent += 150)
        {
            limiter.Sent(0, 150);
        }
        const double count = ((sent - 75) / 150e3 - 0.85) * 100;
        ASSERT_TRUE(count > -0.1 && count < 30.1);
        ++bytes[static_cast<std::size_t>(std::clamp(count, 0.0, 29.5))];
    }
    const std::vector<double> uniform(30, 1.0 / 30);
    EXPECT_LT(ChiSquareOverLimit(times, uniform, DRAWS), 1);
    EXPECT_LT(ChiSquareOverLimit(bytes, uniform, DRAWS), 1);
}

TEST(LosslessEthernetQcnLimiter, RefusesWrongInput)
{
    EXPECT_EQ(Sentence([](auto&) {}), "");
    EXPECT_NE(Sentence([](auto& p) { p.lineRate = -1; }), "");
    EXPECT_NE(Sentence([](auto& p) { p.minRate = 1e11; }), "");
    EXPECT_EQ(Sentence([](auto& p) { p.timeReset = 1; }),
              "the timer, in ns, is 1; allowed are times from 2 to 1e15");
    EXPECT_EQ(Sentence([](auto& p) { p.byteReset = 0; }),
              "the byte counter is 0; allowed are bytes from 2 to 1e15");
    EXPECT_EQ(Sentence([](auto& p) { p.threshold = 0; }),
              "the threshold of stages is 0; allowed are numbers from 1 on");
    EXPECT_NE(Sentence([](auto& p) { p.activeIncrease = -1; }), "");
    EXPECT_NE(Sentence([](auto& p) { p.hyperIncrease = NAN; }), "");
    EXPECT_NE(Sentence([](auto& p) { p.decreaseGain = 0; }), "");
    EXPECT_NE(Sentence([](auto& p) { p.minDecreaseFactor = 0; }), "");
    EXPECT_NE(Sentence([](auto& p) { p.jitter = 1; }), "");
}
