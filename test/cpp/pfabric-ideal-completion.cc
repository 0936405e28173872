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
#include <vector>

using namespace ns3;

namespace
{

/** Packet after packet, link after link. @param whole @param last @param packets as of GetPipeline
 * @return when the last one has come */
Time
Follow(const std::vector<Time>& whole, const std::vector<Time>& last, uint64_t packets)
{
    std::vector<Time> free(whole.size());
    Time come;
    for (uint64_t packet = 0; packet < packets; ++packet)
    {
        come = Time(0);
        for (std::size_t link = 0; link < whole.size(); ++link)
        {
            const auto& times = packet + 1 == packets ? last : whole;
            come = free[link] = std::max(come, free[link]) + times[link];
        }
    }
    return come;
}

} // namespace

TEST(PFabricIdealCompletion, TakesAsLongAsPacketAfterPacket)
{
    std::mt19937_64 random(1);
    const auto draw = [&random](uint64_t most) { return 1 + random() % most; };
    for (int round = 0; round < 20000; ++round)
    {
        std::vector<Time> whole;
        std::vector<Time> last;
        const uint64_t bytes = draw(1500);
        for (uint64_t link = draw(6); link > 0; --link)
        {
            const uint64_t tick = draw(10);
            whole.push_back(TimeStep(1500 * tick));
            last.push_back(TimeStep(bytes * tick));
        }
        const uint64_t packets = draw(12);
        ASSERT_EQ(PFabricIdealCompletion::GetPipeline(whole, last, packets),
                  Follow(whole, last, packets))
            << packets << " packets, " << whole.size() << " links, the last has " << bytes;
    }
}
