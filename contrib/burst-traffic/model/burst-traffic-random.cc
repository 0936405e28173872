/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-random.h"

#include "ns3/rng-seed-manager.h"
#include "ns3/rng-stream.h"

#include <cmath>

namespace ns3
{

StreamRandom::StreamRandom(uint64_t stream)
{
    RngStream source(RngSeedManager::GetSeed(), stream, RngSeedManager::GetRun());
    const auto half = [&source] { return static_cast<uint64_t>(std::ldexp(source.RandU01(), 32)); };
    for (auto& word : m_state)
    {
        word = half() << 32;
        word |= half();
    }
}

StreamRandom
StreamRandom::Assigned(int64_t stream)
{
    constexpr uint64_t FIRST_ASSIGNED = uint64_t{1} << 63;
    return StreamRandom(stream < 0 ? RngSeedManager::GetNextStreamIndex()
                                   : FIRST_ASSIGNED + static_cast<uint64_t>(stream));
}

StreamRandom
StreamRandom::Split()
{
    StreamRandom part = *this;
    for (auto& word : part.m_state)
    {
        word = Word();
    }
    return part;
}

} // namespace ns3
