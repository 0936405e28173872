/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ping-law.h"

#include "ns3/burst-core-check.h"
#include "ns3/path-measurement-cross-arrivals.h"

#include <cmath>

namespace ns3
{

TwoStateLaw::TwoStateLaw(double share, double correlation)
    : m_share(share),
      m_correlation(correlation)
{
    burst::CheckParameter(share >= 0 && share <= 1, "the share", share, "numbers from 0 to 1");
    burst::CheckParameter(correlation >= 0 && correlation < 1,
                          "the correlation",
                          correlation,
                          "numbers from 0 to below 1");
}

double
TwoStateLaw::GetShare() const
{
    return m_share;
}

double
TwoStateLaw::GetConditional() const
{
    return m_share + (1 - m_share) * m_correlation;
}

double
TwoStateLaw::GetCountVariance(uint32_t count) const
{
    // The sum of the correlations of all pairs, a geometric series and its derivative.
    const double r = m_correlation;
    const double n = count;
    const double pairs = r / (1 - r) * (n - (1 - std::pow(r, n)) / (1 - r));
    return m_share * (1 - m_share) * (n + 2 * pairs);
}

bool
TwoStateLaw::First(double uniform) const
{
    return uniform <= m_share;
}

bool
TwoStateLaw::Next(bool before, double uniform) const
{
    return uniform <= (before ? GetConditional() : m_share * (1 - m_correlation));
}

PingLaw::PingLaw(double base, const TwoStateLaw& loss, const TwoStateLaw& busy, const Wait& wait)
    : m_base(base),
      m_loss(loss),
      m_busy(busy),
      m_wait(wait)
{
    burst::CheckParameter(base > 0 && std::isfinite(base),
                          "the round trip without load, s,",
                          base,
                          "finite numbers above 0");
    burst::CheckParameter(wait.mean >= 0 && std::isfinite(wait.mean),
                          "the mean wait, s,",
                          wait.mean,
                          "finite numbers from 0 on");
    burst::CheckParameter(wait.shape >= 0.2 && wait.shape <= 10,
                          "the shape of waits",
                          wait.shape,
                          "numbers from 0.2 to 10");
    burst::CheckParameter(wait.spread >= 0 && wait.spread <= 2,
                          "the deviation over mean of the waits of samples",
                          wait.spread,
                          "numbers from 0 to 2");
    m_scale = wait.mean / std::tgamma(1 + 1 / wait.shape);
}

double
PingLaw::GetMean() const
{
    return m_base + m_busy.GetShare() * m_wait.mean;
}

double
PingLaw::GetVariance() const
{
    const double squares = m_busy.GetShare() * std::pow(m_scale, 2) *
                           std::tgamma(1 + 2 / m_wait.shape) * (1 + std::pow(m_wait.spread, 2));
    return squares - std::pow(m_busy.GetShare() * m_wait.mean, 2);
}

std::vector<std::optional<double>>
PingLaw::Draw(uint32_t count, traffic::StreamRandom& random) const
{
    std::vector<std::optional<double>> sample(count);
    double scale = m_scale;
    if (m_wait.spread > 0)
    {
        const double variance = std::log1p(std::pow(m_wait.spread, 2)); // of the logarithm
        const uint64_t word = random.Word();
        const double normal = measurement::CounterRandom::ToNormal({word, random.Word()});
        scale *= std::exp(std::sqrt(variance) * normal - variance / 2);
    }
    bool lost = false;
    bool busy = false;
    for (uint32_t i = 0; i < count; ++i)
    {
        const double first = random.Uniform();
        const double second = random.Uniform();
        lost = i ? m_loss.Next(lost, first) : m_loss.First(first);
        busy = i ? m_busy.Next(busy, second) : m_busy.First(second);
        if (!lost)
        {
            sample[i] = m_base;
            if (busy)
            {
                *sample[i] += scale * std::pow(-std::log(random.Uniform()), 1 / m_wait.shape);
            }
        }
    }
    return sample;
}

} // namespace ns3
