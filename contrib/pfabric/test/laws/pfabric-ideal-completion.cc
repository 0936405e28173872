/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/pfabric-ideal-completion.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Stage = PFabricIdealCompletion::Stage;

/** Packet after packet through stages, each over a link of its choice, first come first served.
 * @param stages on the way @param packets how many @param choose index of the link, by stage and by
 * the number of packets that came to the stage before @return when all have come */
template <typename Choose>
Time
Follow(const std::vector<Stage>& stages, uint64_t packets, const Choose& choose)
{
    std::vector<std::pair<Time, uint64_t>> come(packets); // when, and which packet
    for (uint64_t packet = 0; packet < packets; ++packet)
    {
        come[packet] = {Time(0), packet};
    }
    for (std::size_t j = 0; j < stages.size(); ++j)
    {
        std::vector<Time> free(stages[j].links);
        std::sort(come.begin(), come.end());
        for (std::size_t i = 0; i < come.size(); ++i)
        {
            auto& link = free[choose(j, i) % stages[j].links];
            const Time takes = come[i].second + 1 == packets ? stages[j].last : stages[j].whole;
            come[i].first = link = std::max(come[i].first, link) + takes;
        }
    }
    return std::max_element(come.begin(), come.end())->first;
}

/** @param random numbers @param most of a number @return one from 1 to that */
uint64_t
Draw(std::mt19937_64& random, uint64_t most)
{
    return 1 + random() % most;
}

/** @param random numbers @param count of stages @param links most of a stage in between @param
 * bytes of the last packet, of 1500 @return stages of links */
std::vector<Stage>
MakeStages(std::mt19937_64& random, uint64_t count, uint64_t links, uint64_t bytes)
{
    std::vector<Stage> stages;
    for (uint64_t j = 0; j < count; ++j)
    {
        const auto tick = static_cast<int64_t>(Draw(random, 10));
        const bool end = j == 0 || j + 1 == count;
        stages.push_back({TimeStep(1500 * tick),
                          TimeStep(static_cast<int64_t>(bytes) * tick),
                          end ? 1 : Draw(random, links)});
    }
    return stages;
}

/** One link of a stage after the other. */
constexpr auto ROUND_ROBIN = [](std::size_t, std::size_t i) { return i; };

} // namespace

TEST(PFabricIdealCompletion, TakesAsLongAsPacketAfterPacket)
{
    std::mt19937_64 random(1);
    for (int round = 0; round < 20000; ++round)
    {
        const uint64_t bytes = Draw(random, 1500);
        const auto stages = MakeStages(random, Draw(random, 6), 1, bytes);
        const uint64_t packets = Draw(random, 12);
        ASSERT_EQ(PFabricIdealCompletion::GetPipeline(stages, packets),
                  Follow(stages, packets, ROUND_ROBIN))
            << packets << " packets, " << stages.size() << " links, the last has " << bytes;
    }
}

// Whole packets over two stages of as many links each, as of a leaf-spine network: round robin
// takes the time of the closed form, whichever links are the slowest.
TEST(PFabricIdealCompletion, WholePacketsThatAreSpreadTakeThatTime)
{
    std::mt19937_64 random(2);
    for (int round = 0; round < 20000; ++round)
    {
        auto stages = MakeStages(random, 4, 8, 1500);
        stages[2] = stages[1];
        stages[3] = stages[0];
        const uint64_t packets = Draw(random, 60);
        ASSERT_EQ(PFabricIdealCompletion::GetPipeline(stages, packets),
                  Follow(stages, packets, ROUND_ROBIN))
            << packets << " packets, " << stages[1].links << " links";
    }
}

// Links above that carry at least what hosts send: a shorter last packet may overtake, and the time
// is that of the closed form for any length.
TEST(PFabricIdealCompletion, AShortLastPacketTakesThatTimeIfLinksAboveAreFast)
{
    std::mt19937_64 random(3);
    for (int round = 0; round < 20000; ++round)
    {
        const uint64_t bytes = Draw(random, 1500);
        auto stages = MakeStages(random, 4, 8, bytes);
        stages[0] = {TimeStep(15000), TimeStep(static_cast<int64_t>(bytes) * 10), 1}; // the slowest
        stages[2] = stages[1];
        stages[3] = stages[0];
        const uint64_t packets = Draw(random, 60);
        ASSERT_EQ(PFabricIdealCompletion::GetPipeline(stages, packets),
                  Follow(stages, packets, ROUND_ROBIN))
            << packets << " packets, " << stages[1].links << " links, the last has " << bytes;
    }
}

// No choice of links is faster, that of any packet at any stage; round robin is at most one short
// packet slower.
TEST(PFabricIdealCompletion, NoChoiceOfLinksIsFaster)
{
    std::mt19937_64 random(4);
    for (int round = 0; round < 10000; ++round)
    {
        const uint64_t bytes = Draw(random, 1500);
        const auto stages = MakeStages(random, 2 + Draw(random, 3), 4, bytes);
        const uint64_t packets = Draw(random, 10);
        const Time bound = PFabricIdealCompletion::GetPipeline(stages, packets);
        for (int choice = 0; choice < 10; ++choice)
        {
            ASSERT_GE(
                Follow(stages, packets, [&random](std::size_t, std::size_t) { return random(); }),
                bound)
                << packets << " packets, the last has " << bytes;
        }
        ASSERT_GE(Follow(stages, packets, ROUND_ROBIN), bound);
    }
}
