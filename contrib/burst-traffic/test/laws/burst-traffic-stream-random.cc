/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-statistics.h"

#include "ns3/burst-traffic-random.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/rng-stream.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <vector>

using namespace ns3;

namespace
{

using State = std::array<uint64_t, 4>;

/** One step of xoshiro256, written down from Blackman and Vigna, figure 1. */
State
Step(const State& s)
{
    const uint64_t mixed = s[3] ^ s[1];
    return {s[0] ^ mixed, s[1] ^ s[2] ^ s[0], s[2] ^ s[0] ^ s[1] << 17, mixed << 45 | mixed >> 19};
}

/** A linear map of states: the images of the 256 unit vectors. */
using Matrix = std::vector<State>;

State
Apply(const Matrix& matrix, const State& state)
{
    State sum{};
    for (std::size_t bit = 0; bit < 256; ++bit)
    {
        if (state[bit / 64] >> bit % 64 & 1)
        {
            for (std::size_t i = 0; i < 4; ++i)
            {
                sum[i] ^= matrix[bit][i];
            }
        }
    }
    return sum;
}

} // namespace

// The matrix of a step, squared 128 times, is that of 2^128 steps.
TEST(StreamRandom, JumpIsTwoToThe128Steps)
{
    Matrix matrix(256);
    for (std::size_t bit = 0; bit < 256; ++bit)
    {
        State unit{};
        unit[bit / 64] = uint64_t{1} << bit % 64;
        matrix[bit] = Step(unit);
    }
    for (int i = 0; i < 128; ++i)
    {
        Matrix square(256);
        std::transform(matrix.begin(), matrix.end(), square.begin(), [&matrix](const State& image) {
            return Apply(matrix, image);
        });
        matrix = square;
    }

    // The seed of a StreamRandom as its documentation has it.
    RngStream seed(RngSeedManager::GetSeed(), 3, RngSeedManager::GetRun());
    State state;
    for (auto& word : state)
    {
        word = static_cast<uint64_t>(seed.RandU01() * 0x1p32) << 32;
        word |= static_cast<uint64_t>(seed.RandU01() * 0x1p32);
    }
    state = Apply(matrix, state);
    traffic::StreamRandom random(3);
    random.Jump();
    for (int i = 0; i < 1000; ++i)
    {
        const uint64_t sum = state[0] + state[3];
        ASSERT_EQ(random.Word(), (sum << 23 | sum >> 41) + state[0]);
        state = Step(state);
    }
}

// Joint law of the i-th uniforms before and after the jump: 256 cells of equal probability.
TEST(StreamRandom, DrawsAfterAJumpAreIndependentOfThoseBefore)
{
    traffic::StreamRandom original(4);
    traffic::StreamRandom jumped = original;
    jumped.Jump();
    std::vector<uint64_t> observed(256);
    constexpr uint64_t N = 500'000;
    for (uint64_t i = 0; i < N; ++i)
    {
        ++observed[original.Word() >> 60 << 4 | jumped.Word() >> 60];
    }
    EXPECT_LT(ChiSquareOverLimit(observed, std::vector<double>(256, 1.0 / 256), N), 1);
}

// With the remainder alone the lowest third of 3 * 2^62 numbers would come twice as often.
TEST(StreamRandom, BelowHasNoBias)
{
    traffic::StreamRandom random(5);
    EXPECT_EQ(random.Below(1), 0U);
    constexpr uint64_t N = 100'000;
    for (const uint64_t third : {uint64_t{1}, uint64_t{7}, uint64_t{1} << 62})
    {
        std::vector<uint64_t> observed(3);
        for (uint64_t i = 0; i < N; ++i)
        {
            const uint64_t number = random.Below(3 * third);
            ASSERT_LT(number, 3 * third);
            ++observed[number / third];
        }
        EXPECT_LT(ChiSquareOverLimit(observed, std::vector<double>(3, 1.0 / 3), N), 1) << third;
    }
}

TEST(StreamRandom, ShuffleGivesAllOrdersTheSameProbability)
{
    traffic::StreamRandom random(6);
    std::map<std::vector<int>, uint64_t> seen;
    constexpr uint64_t N = 100'000;
    for (uint64_t i = 0; i < N; ++i)
    {
        std::vector<int> items{1, 2, 3, 4};
        random.Shuffle(items);
        ++seen[items];
    }
    std::vector<uint64_t> observed;
    for (const auto& [order, count] : seen)
    {
        observed.push_back(count);
    }
    ASSERT_EQ(observed.size(), 24U);
    EXPECT_LT(ChiSquareOverLimit(observed, std::vector<double>(24, 1.0 / 24), N), 1);
}
