/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "../../../burst-traffic/test/laws/burst-traffic-statistics.h"

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-traffic-random.h"
#include "ns3/servernet-arbiter-biased-alu.h"
#include "ns3/servernet-arbiter.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Inputs = std::vector<uint32_t>;

const Inputs ALL{0, 1, 2, 3, 4, 5};

Ptr<ServerNetArbiter>
Make(const std::string& type, const std::vector<double>& traffic = {})
{
    auto arbiter = burst::CreateFromText<ServerNetArbiter>("ns3::ServerNet" + type);
    arbiter->AssignStreams(1);
    if (!traffic.empty())
    {
        arbiter->SetTraffic(traffic);
    }
    return arbiter;
}

/** @return the input that is chosen of some that came together */
uint32_t
Choose(Ptr<ServerNetArbiter> arbiter, const Inputs& inputs)
{
    std::vector<ServerNetArbiter::Request> requests;
    for (const uint32_t input : inputs)
    {
        requests.push_back({input, 0, 0, input, 0, 1, 80});
    }
    return inputs.at(arbiter->Choose(0, requests));
}

/** @return the inputs that are chosen of some that always want the output */
Inputs
ChooseMany(Ptr<ServerNetArbiter> arbiter, const Inputs& inputs, uint32_t choices)
{
    Inputs chosen(choices);
    for (auto& input : chosen)
    {
        input = Choose(arbiter, inputs);
    }
    return chosen;
}

std::vector<uint64_t>
CountByInput(const Inputs& chosen)
{
    std::vector<uint64_t> counts(6);
    for (const uint32_t input : chosen)
    {
        ++counts.at(input);
    }
    return counts;
}

/** @return the most choices in a row that went to others */
uint32_t
GetLongestWait(const Inputs& chosen, uint32_t input)
{
    uint32_t longest = 0;
    uint32_t wait = 0;
    for (const uint32_t winner : chosen)
    {
        wait = winner == input ? 0 : wait + 1;
        longest = std::max(longest, wait);
    }
    return longest;
}

const std::vector<std::vector<double>> TRAFFICS{{1, 1, 1, 1, 1, 1},
                                                {5, 1, 1, 3, 1, 2},
                                                {100, 1, 1, 1, 1, 1},
                                                {0.3, 0.01, 7, 0.2, 2, 0.02}};

/** Chooses one too many. */
class WrongArbiter : public ServerNetArbiter
{
    std::size_t DoChoose(int64_t tick, const std::vector<Request>& requests) override
    {
        return requests.size();
    }
};

} // namespace

// By hand.
TEST(ServerNetRoundRobinArbiter, TakesInputsInTurn)
{
    const auto arbiter = Make("RoundRobinArbiter");
    EXPECT_EQ(ChooseMany(arbiter, {1, 3, 5}, 4), (Inputs{1, 3, 5, 1}));
    EXPECT_EQ(Choose(arbiter, {0, 1}), 0); // after 1 come 2 to 5 and then 0
    EXPECT_EQ(Choose(arbiter, {0, 1}), 1);
    EXPECT_EQ(Choose(arbiter, {1}), 1);
    EXPECT_EQ(Choose(arbiter, {0, 5}), 5);
}

// Another is served at most once between two services of an input, whoever else comes and goes.
TEST(ServerNetRoundRobinArbiter, NobodyWaitsForMoreThanTheOthers)
{
    const auto arbiter = Make("RoundRobinArbiter");
    traffic::StreamRandom random(1);
    uint32_t wait = 0;
    uint32_t longest = 0;
    for (uint32_t i = 0; i < 10'000; ++i)
    {
        Inputs inputs;
        for (const uint32_t input : ALL)
        {
            if (input == 2 || random.Below(2))
            {
                inputs.push_back(input);
            }
        }
        wait = Choose(arbiter, inputs) == 2 ? 0 : wait + 1;
        longest = std::max(longest, wait);
    }
    EXPECT_EQ(longest, 5); // reached in 1e4 tries with a probability of nearly 1
}

TEST(ServerNetRandomArbiter, AllRequestsAreEquallyProbable)
{
    constexpr uint32_t CHOICES = 60'000;
    const auto arbiter = Make("RandomArbiter");
    const auto counts = CountByInput(ChooseMany(arbiter, {0, 2, 3, 5}, CHOICES));
    EXPECT_EQ(counts[1] + counts[4], 0);
    EXPECT_LT(ChiSquareOverLimit({counts[0], counts[2], counts[3], counts[5]},
                                 std::vector<double>(4, 0.25),
                                 CHOICES),
              1); // false alarm 1e-6
    // Successive ones are independent: all 9 pairs of choices among 3 have the same probability.
    const auto chosen = ChooseMany(arbiter, {0, 1, 2}, CHOICES);
    std::vector<uint64_t> pairs(9);
    for (std::size_t i = 0; i < chosen.size(); i += 2)
    {
        ++pairs[3 * chosen[i] + chosen[i + 1]];
    }
    EXPECT_LT(ChiSquareOverLimit(pairs, std::vector<double>(9, 1.0 / 9), CHOICES / 2), 1);
}

TEST(ServerNetRandomArbiter, TheStreamFixesTheChoicesAndASingleRequestDrawsNothing)
{
    const auto expected = ChooseMany(Make("RandomArbiter"), ALL, 100);
    const auto other = Make("RandomArbiter");
    EXPECT_EQ(other->AssignStreams(2), 1);
    EXPECT_NE(ChooseMany(other, ALL, 100), expected);
    const auto arbiter = Make("RandomArbiter");
    for (const uint32_t input : expected)
    {
        EXPECT_EQ(Choose(arbiter, {4}), 4);
        EXPECT_EQ(Choose(arbiter, ALL), input);
    }
}

// Both keep no state: by hand.
TEST(ServerNetFirstComeArbiter, EarliestRequestThenLowestInput)
{
    const auto firstCome = Make("FirstComeArbiter");
    const auto oldestFirst = Make("OldestFirstArbiter");
    // input, request, creation of the transaction, packet, source, destination, flits
    const std::vector<ServerNetArbiter::Request> requests{{0, 30, 20, 7, 0, 1, 80},
                                                          {2, 10, 25, 8, 0, 1, 80},
                                                          {3, 10, 5, 9, 0, 1, 80},
                                                          {5, 40, 5, 6, 0, 1, 80}};
    EXPECT_EQ(firstCome->Choose(50, requests), 1);
    EXPECT_EQ(oldestFirst->Choose(50, requests), 2);
    EXPECT_EQ(firstCome->Choose(50, {requests[0], requests[3]}), 0);
    EXPECT_EQ(oldestFirst->Choose(50, {requests[0], requests[3]}), 1);
    EXPECT_EQ(oldestFirst->Choose(50, {requests[3]}), 0);
}

// By hand with the biases 4, 1, 1, of which 65536, 16384, 16384 are a multiple. The A before each
// choice: 0 0 0, -2 1 1, 2 -4 2, 0 -3 3, 4 -2 -2, 2 -1 -1, and then 0 0 0 again.
TEST(ServerNetBiasedAluArbiter, ByHand)
{
    const auto arbiter = Make("BiasedAluArbiter", {4, 1, 1, 0, 0, 0});
    EXPECT_EQ(ChooseMany(arbiter, {0, 1, 2}, 12), (Inputs{0, 1, 0, 2, 0, 0, 0, 1, 0, 2, 0, 0}));
}

// Nothing is added for an input that does not want the output. Biases in the ratio 1 to 2, A by
// hand.
TEST(ServerNetBiasedAluArbiter, OnlyContendersCount)
{
    const auto arbiter = Make("BiasedAluArbiter", {1, 2, 0, 0, 0, 0});
    EXPECT_EQ(Choose(arbiter, {0, 1}), 0); // A: -2, 2
    EXPECT_EQ(Choose(arbiter, {0}), 0);    // nobody loses
    EXPECT_EQ(Choose(arbiter, {1}), 1);
    EXPECT_EQ(Choose(arbiter, {0, 1}), 1); // A: -1, 1
    EXPECT_EQ(Choose(arbiter, {0, 1}), 1); // A: 0, 0
    EXPECT_EQ(Choose(arbiter, {0, 1}), 0);
}

// The bounds of the class documentation, which are proved there: t b / B - (n - 1) < w < t b / B +
// 1; a wait of v choices from an A above -B to one below (n - 1) B has v b < n B.
TEST(ServerNetBiasedAluArbiter, SharesFollowTheBiases)
{
    for (const auto& traffic : TRAFFICS)
    {
        const double most = *std::max_element(traffic.begin(), traffic.end());
        std::vector<double> bias;
        for (const double from : traffic)
        {
            bias.push_back(std::round(from / most * ServerNetBiasedAluArbiter::LARGEST_BIAS));
        }
        const double sum = std::accumulate(bias.begin(), bias.end(), 0.0);
        const auto chosen = ChooseMany(Make("BiasedAluArbiter", traffic), ALL, 20'000);
        std::vector<double> wins(6);
        for (std::size_t t = 1; t <= chosen.size(); ++t)
        {
            wins[chosen[t - 1]] += 1;
            for (const uint32_t input : ALL)
            {
                const double share = static_cast<double>(t) * bias[input] / sum;
                ASSERT_LT(wins[input], share + 1) << "input " << input << " of " << t;
                ASSERT_GT(wins[input], share - 5) << "input " << input << " of " << t;
            }
        }
        for (const uint32_t input : ALL)
        {
            EXPECT_LT(GetLongestWait(chosen, input) * bias[input], 6 * sum);
        }
    }
}

TEST(ServerNetBiasedAluArbiter, EqualBiasesAreRoundRobin)
{
    const Inputs turns{0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0};
    EXPECT_EQ(ChooseMany(Make("BiasedAluArbiter"), ALL, 13), turns);
    EXPECT_EQ(ChooseMany(Make("BiasedAluArbiter", std::vector<double>(6)), ALL, 13), turns);
    EXPECT_EQ(ChooseMany(Make("BiasedAluArbiter[UseTraffic=0]", TRAFFICS[1]), ALL, 13), turns);
}

// By hand with N = 4: input 0 brings half, the least busy ones a quarter, so that its value is 4 *
// 0.25 / 0.5 = 2. Chosen in turn 0, 1, 2; by then it has lost twice, 2 + 2 = N, and has priority.
TEST(ServerNetTwoLevelArbiter, ByHand)
{
    const auto arbiter = Make("TwoLevelArbiter[Modulus=4]", {2, 1, 1, 0, 0, 0});
    EXPECT_EQ(ChooseMany(arbiter, {0, 1, 2}, 9), (Inputs{0, 1, 2, 0, 0, 1, 2, 0, 0}));
    // In turn 1; both losses of 0 that follow win it a priority, which it keeps while away.
    EXPECT_EQ(ChooseMany(arbiter, {0, 1}, 1), (Inputs{1}));
    EXPECT_EQ(ChooseMany(arbiter, {0, 2}, 1), (Inputs{2}));
    EXPECT_EQ(ChooseMany(arbiter, {1, 3}, 2), (Inputs{3, 1}));
    EXPECT_EQ(ChooseMany(arbiter, {0, 2}, 3), (Inputs{0, 2, 0}));
}

// The fractions of the traffic, as derived in the class documentation. A value is off by at most
// 1/2 of N, which moves each share by less than 1/N; within 20,000 choices the counters and the
// turns make up for less than 10.
TEST(ServerNetTwoLevelArbiter, SharesFollowTheTraffic)
{
    for (const auto& traffic : TRAFFICS)
    {
        constexpr uint32_t CHOICES = 20'000;
        const auto arbiter = Make("TwoLevelArbiter[Modulus=10000]", traffic);
        const auto counts = CountByInput(ChooseMany(arbiter, ALL, CHOICES));
        const double sum = std::accumulate(traffic.begin(), traffic.end(), 0.0);
        for (const uint32_t input : ALL)
        {
            EXPECT_NEAR(static_cast<double>(counts[input]),
                        CHOICES * traffic[input] / sum,
                        10 + CHOICES / 10000.0);
        }
    }
}

TEST(ServerNetTwoLevelArbiter, WithoutDifferencesItIsRoundRobin)
{
    const Inputs turns{0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0};
    EXPECT_EQ(ChooseMany(Make("TwoLevelArbiter"), ALL, 13), turns);
    EXPECT_EQ(ChooseMany(Make("TwoLevelArbiter", std::vector<double>(6)), ALL, 13), turns);
    EXPECT_EQ(ChooseMany(Make("TwoLevelArbiter", {3, 3, 3, 3, 3, 3}), ALL, 13), turns);
    EXPECT_EQ(ChooseMany(Make("TwoLevelArbiter", {0, 7, 0, 0, 0, 0}), ALL, 13), turns);
}

TEST(ServerNetArbiter, WrongInputIsRefused)
{
    for (const std::string type : {"BiasedAluArbiter", "RoundRobinArbiter"})
    {
        const auto arbiter = Make(type);
        EXPECT_THROW(arbiter->SetTraffic({1, 2}), std::invalid_argument);
        EXPECT_THROW(arbiter->SetTraffic({1, 2, 3, 4, 5, -1}), std::invalid_argument);
        EXPECT_THROW(arbiter->SetTraffic({1, 2, 3, 4, 5, NAN}), std::invalid_argument);
    }
    EXPECT_THROW(Make("TwoLevelArbiter[Modulus=0]"), std::invalid_argument);
    const auto arbiter = Make("TwoLevelArbiter", {1e300, 1e-300, 0, 0, 0, 0});
    EXPECT_EQ(ChooseMany(arbiter, {0, 1}, 4), (Inputs{0, 1, 0, 0})); // no value is too large
}

TEST(ServerNetArbiter, AChoiceOfNobodyIsNamed)
{
    EXPECT_THROW(Choose(CreateObject<WrongArbiter>(), {0, 3}), std::runtime_error);
}
