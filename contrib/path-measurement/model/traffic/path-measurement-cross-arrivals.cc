/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-cross-arrivals.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>

namespace ns3::measurement
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

CrossArrivals::CrossArrivals(const Mix& mix, const CounterRandom& random)
    : m_mix(mix),
      m_random(random)
{
    burst::CheckParameter(mix.shortest >= 1,
                          "the shortest flow in bytes",
                          mix.shortest,
                          "numbers from 1 on");
    burst::CheckParameter(mix.longest > mix.shortest && std::isfinite(mix.longest),
                          "the longest flow in bytes",
                          mix.longest,
                          "numbers above the shortest one");
    burst::CheckParameter(mix.shape >= 0.1 && mix.shape <= 10,
                          "the shape of the sizes",
                          mix.shape,
                          "numbers from 0.1 to 10");
    burst::CheckParameter(mix.datagramShare >= 0 && mix.datagramShare <= 1,
                          "the share of datagrams",
                          mix.datagramShare,
                          "numbers from 0 to 1");
    burst::CheckParameter(mix.datagram >= 1, "the bytes of a datagram", 0, "numbers from 1 on");
}

std::vector<CrossArrivals::Arrival>
CrossArrivals::Draw(int64_t slot, int64_t length, double bytes) const
{
    std::vector<Arrival> arrivals;
    const auto draw = [&](bool datagram, double number, auto size) {
        double at = 0; // in lengths of the slot
        for (uint64_t i = 0; number > 0; ++i)
        {
            const auto words =
                m_random.Draw(static_cast<uint64_t>(slot), i << 1 | (datagram ? 1 : 0));
            at -= std::log(CounterRandom::ToUniform(words[0])) / number;
            if (at >= 1)
            {
                return;
            }
            const auto offset = static_cast<int64_t>(at * static_cast<double>(length));
            arrivals.push_back({offset, size(CounterRandom::ToUniform(words[1])), datagram});
        }
    };
    const double tail = 1 - std::pow(m_mix.shortest / m_mix.longest, m_mix.shape);
    draw(false, bytes * (1 - m_mix.datagramShare) / GetMoment(1), [&](double u) {
        return static_cast<uint64_t>(
            std::llround(m_mix.shortest * std::pow(1 - u * tail, -1 / m_mix.shape)));
    });
    draw(true, bytes * m_mix.datagramShare / m_mix.datagram, [&](double) {
        return uint64_t{m_mix.datagram};
    });
    std::stable_sort(arrivals.begin(), arrivals.end(), [](const auto& a, const auto& b) {
        return a.offset < b.offset;
    });
    return arrivals;
}

double
CrossArrivals::GetMoment(int k) const
{
    // The integral of x^k times the density shape min^shape x^(-shape - 1) / tail.
    const double ratio = std::log(m_mix.longest / m_mix.shortest);
    const double exponent = k - m_mix.shape;
    const double tail = -std::expm1(-m_mix.shape * ratio);
    const double integral = exponent == 0 ? ratio : std::expm1(exponent * ratio) / exponent;
    return m_mix.shape / tail * std::pow(m_mix.shortest, k) * integral;
}

double
CrossArrivals::GetVariance(double bytes) const
{
    // Of a compound Poisson law: mean number times mean square of the size.
    return bytes * ((1 - m_mix.datagramShare) * GetMoment(2) / GetMoment(1) +
                    m_mix.datagramShare * m_mix.datagram);
}

} // namespace ns3::measurement
