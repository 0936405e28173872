/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-traffic-level.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <stdexcept>
#include <string>

namespace ns3::measurement
{

void
TimeWindows::Add(int64_t from, int64_t to)
{
    if (to <= from)
    {
        throw std::invalid_argument("the end of a window is " + std::to_string(to) +
                                    " ns; allowed are times after its begin, " +
                                    std::to_string(from) + " ns");
    }
    auto next = m_windows.upper_bound(from);
    if (next != m_windows.begin() && std::prev(next)->second >= from)
    {
        --next;
        from = next->first;
    }
    while (next != m_windows.end() && next->first <= to)
    {
        to = std::max(to, next->second);
        next = m_windows.erase(next);
    }
    m_windows.emplace(from, to);
}

std::optional<int64_t>
TimeWindows::GetEnd(int64_t t) const
{
    const auto next = m_windows.upper_bound(t);
    if (next == m_windows.begin() || std::prev(next)->second <= t)
    {
        return std::nullopt;
    }
    return std::prev(next)->second;
}

std::optional<int64_t>
TimeWindows::GetNext(int64_t t) const
{
    const auto next = m_windows.upper_bound(t);
    return next == m_windows.end() ? std::nullopt : std::optional(next->first);
}

void
TimeWindows::Forget(int64_t t)
{
    while (!m_windows.empty() && m_windows.begin()->second <= t)
    {
        m_windows.erase(m_windows.begin());
    }
}

namespace
{

constexpr double PI = 3.141592653589793;

/** @param a any
 * @param b positive
 * @return a / b, rounded down */
int64_t
FloorDivide(int64_t a, int64_t b)
{
    return a / b - (a % b < 0 ? 1 : 0);
}

/** @param what in words
 * @param value of it
 * @param least allowed
 * @param most allowed */
void
CheckRange(const char* what, double value, double least, double most)
{
    burst::CheckParameter(value >= least && value <= most,
                          what,
                          value,
                          "numbers from " + burst::WriteDouble(least) + " to " +
                              burst::WriteDouble(most));
}

} // namespace

TrafficLevel::TrafficLevel(double mean,
                           const Day& day,
                           const Noise& noise,
                           const CounterRandom& random)
    : m_mean(mean),
      m_day(day),
      m_noise(noise),
      m_random(random),
      m_variance(std::log1p(noise.cv * noise.cv))
{
    CheckRange("the mean level", mean, 0, 10);
    CheckRange("the diurnal amplitude", day.diurnal, 0, 10);
    CheckRange("the deviation of the noise over its mean", noise.cv, 0, 2);
    CheckRange("the correlation of the noise", noise.correlation, 0, 0.99);
    burst::CheckParameter(noise.slot >= 1,
                          "the slot of the noise in ns",
                          static_cast<double>(noise.slot),
                          "numbers from 1 on");
    // Covariance of exponentials of Gaussian numbers: exp(variance * phi) - 1.
    m_phi = noise.cv > 0 ? std::log1p(noise.correlation * noise.cv * noise.cv) / m_variance : 0;
    // What is older than this weighs less than 2^-53 in the sum of GetNoise.
    m_terms = m_phi > 0 ? 1 + static_cast<int64_t>(-53 * std::log(2.0) / std::log(m_phi)) : 1;
}

double
TrafficLevel::Get(int64_t t) const
{
    return m_mean * (1 + m_day.diurnal * GetDiurnal(t)) * GetNoise(FloorDivide(t, m_noise.slot));
}

double
TrafficLevel::GetDiurnal(int64_t t) const
{
    constexpr int64_t WEEK = 7 * 24 * HOUR;
    const int64_t local = t + m_day.startOfWeek;
    const int64_t ofWeek = local - FloorDivide(local, WEEK) * WEEK;
    const int64_t day = ofWeek / (24 * HOUR);
    const double hour = static_cast<double>(ofWeek % (24 * HOUR)) / static_cast<double>(HOUR);
    if (hour < 8 || hour >= 20)
    {
        return 0;
    }
    return (day < 5 ? 1 : 0.5) * std::sin(PI * (hour - 8) / 12);
}

double
TrafficLevel::GetNoise(int64_t slot) const
{
    if (m_variance == 0)
    {
        return 1;
    }
    // An AR(1) sequence in equilibrium is a moving average of all past innovations.
    double sum = 0;
    double weight = std::sqrt(1 - m_phi * m_phi);
    for (int64_t age = 0; age < m_terms; ++age)
    {
        sum +=
            weight * CounterRandom::ToNormal(m_random.Draw(static_cast<uint64_t>(slot - age), 0));
        weight *= m_phi;
    }
    return std::exp(std::sqrt(m_variance) * sum - m_variance / 2);
}

double
TrafficLevel::GetNoiseCorrelation(int64_t lag) const
{
    if (m_variance == 0)
    {
        return lag == 0 ? 1 : 0;
    }
    return std::expm1(m_variance * std::pow(m_phi, static_cast<double>(lag))) /
           std::expm1(m_variance);
}

double
TrafficLevel::GetWeekMean() const
{
    return m_mean * (1 + m_day.diurnal * 6 / (7 * PI));
}

} // namespace ns3::measurement
