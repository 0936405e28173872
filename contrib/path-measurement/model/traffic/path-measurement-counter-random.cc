/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-counter-random.h"

#include <cmath>

namespace ns3
{

std::array<uint64_t, 2>
CounterRandom::Draw(uint64_t low, uint64_t high) const
{
    auto x0 = static_cast<uint32_t>(low);
    auto x1 = static_cast<uint32_t>(low >> 32);
    auto x2 = static_cast<uint32_t>(high);
    auto x3 = static_cast<uint32_t>(high >> 32);
    auto k0 = static_cast<uint32_t>(m_key);
    auto k1 = static_cast<uint32_t>(m_key >> 32);
    for (int round = 0; round < 10; ++round)
    {
        const uint64_t a = uint64_t{0xd2511f53} * x0;
        const uint64_t b = uint64_t{0xcd9e8d57} * x2;
        x0 = static_cast<uint32_t>(b >> 32) ^ x1 ^ k0;
        x1 = static_cast<uint32_t>(b);
        x2 = static_cast<uint32_t>(a >> 32) ^ x3 ^ k1;
        x3 = static_cast<uint32_t>(a);
        k0 += 0x9e3779b9;
        k1 += 0xbb67ae85;
    }
    return {uint64_t{x1} << 32 | x0, uint64_t{x3} << 32 | x2};
}

double
CounterRandom::ToNormal(const std::array<uint64_t, 2>& words)
{
    constexpr double TURN = 6.283185307179586;
    return std::sqrt(-2 * std::log(ToUniform(words[0]))) * std::cos(TURN * ToUniform(words[1]));
}

} // namespace ns3
