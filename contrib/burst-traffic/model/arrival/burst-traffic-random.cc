/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-random.h"

#include "ns3/rng-seed-manager.h"
#include "ns3/rng-stream.h"

#include <cmath>

namespace ns3::traffic
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

void
StreamRandom::Jump()
{
    // The step is linear over GF(2). This is z^(2^128) modulo its characteristic polynomial, lowest
    // power first, from the generator's reference implementation (Blackman and Vigna).
    constexpr std::array<uint64_t, 4> JUMP{0x180ec6d33cfd0aba,
                                           0xd5a61266f0c9392c,
                                           0xa9582618e03fc9aa,
                                           0x39abdc4529b1661c};
    std::array<uint64_t, 4> sum{};
    for (const uint64_t powers : JUMP)
    {
        for (int bit = 0; bit < 64; ++bit)
        {
            if (powers >> bit & 1)
            {
                for (std::size_t i = 0; i < sum.size(); ++i)
                {
                    sum[i] ^= m_state[i];
                }
            }
            Word();
        }
    }
    m_state = sum;
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

} // namespace ns3::traffic
