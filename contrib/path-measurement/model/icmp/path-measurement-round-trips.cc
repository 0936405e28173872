/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-round-trips.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <string>

namespace ns3::measurement
{

namespace
{

/** @param values in any order
 * @param part of them below
 * @return the quantile, interpolated linearly between order statistics (type 7 of Hyndman and Fan)
 */
double
Interpolate(std::vector<double>& values, double part)
{
    std::sort(values.begin(), values.end());
    const double rank = part * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(rank);
    const auto above = std::min(below + 1, values.size() - 1);
    return values[below] + (rank - static_cast<double>(below)) * (values[above] - values[below]);
}

/** @param values in any order @return inter-quartile range; none of fewer than 2 */
std::optional<double>
GetRange(std::vector<double> values)
{
    if (values.size() < 2)
    {
        return std::nullopt;
    }
    return Interpolate(values, 0.75) - Interpolate(values, 0.25);
}

/** @param values any @return mean of them; none of none */
std::optional<double>
GetMeanOf(const std::vector<double>& values)
{
    if (values.empty())
    {
        return std::nullopt;
    }
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

} // namespace

RoundTrips::RoundTrips(uint32_t count)
    : m_times(count)
{
}

void
RoundTrips::Add(uint32_t sequence, double time)
{
    if (sequence >= m_times.size())
    {
        throw std::invalid_argument("the sequence number is " + std::to_string(sequence) +
                                    "; allowed are numbers below " +
                                    std::to_string(m_times.size()));
    }
    if (m_times[sequence])
    {
        ++m_duplicates;
        return;
    }
    m_times[sequence] = time;
    m_reordered += sequence < m_next;
    m_next = std::max(m_next, sequence + 1);
}

void
RoundTrips::Shorten(uint32_t count)
{
    if (count > m_times.size() || count < m_next)
    {
        throw std::invalid_argument("the number of requests is " + std::to_string(count) +
                                    "; allowed are numbers from " + std::to_string(m_next) +
                                    " to " + std::to_string(m_times.size()));
    }
    m_times.resize(count);
}

uint32_t
RoundTrips::GetSent() const
{
    return m_times.size();
}

uint32_t
RoundTrips::GetReceived() const
{
    return std::count_if(m_times.begin(), m_times.end(), [](const auto& time) {
        return time.has_value();
    });
}

uint32_t
RoundTrips::GetDuplicates() const
{
    return m_duplicates;
}

uint32_t
RoundTrips::GetReordered() const
{
    return m_reordered;
}

double
RoundTrips::GetLoss() const
{
    return m_times.empty() ? 0 : 1 - static_cast<double>(GetReceived()) / m_times.size();
}

std::optional<double>
RoundTrips::GetConditionalLoss() const
{
    uint32_t after = 0;
    uint32_t lost = 0;
    for (std::size_t i = 1; i < m_times.size(); ++i)
    {
        after += !m_times[i - 1];
        lost += !m_times[i - 1] && !m_times[i];
    }
    return after ? std::optional(static_cast<double>(lost) / after) : std::nullopt;
}

std::optional<double>
RoundTrips::GetMin() const
{
    const auto times = GetTimes();
    return times.empty() ? std::nullopt
                         : std::optional(*std::min_element(times.begin(), times.end()));
}

std::optional<double>
RoundTrips::GetMean() const
{
    return GetMeanOf(GetTimes());
}

std::optional<double>
RoundTrips::GetMax() const
{
    const auto times = GetTimes();
    return times.empty() ? std::nullopt
                         : std::optional(*std::max_element(times.begin(), times.end()));
}

std::optional<double>
RoundTrips::GetDeviation() const
{
    const auto times = GetTimes();
    if (times.size() < 2)
    {
        return std::nullopt;
    }
    const double mean = *GetMeanOf(times);
    double squares = 0;
    for (const double time : times)
    {
        squares += (time - mean) * (time - mean);
    }
    return std::sqrt(squares / static_cast<double>(times.size() - 1));
}

std::optional<double>
RoundTrips::GetIqr() const
{
    return GetRange(GetTimes());
}

std::optional<double>
RoundTrips::GetQuantile(double part) const
{
    burst::CheckParameter(part >= 0 && part <= 1, "the part", part, "numbers from 0 to 1");
    auto times = GetTimes();
    return times.empty() ? std::nullopt : std::optional(Interpolate(times, part));
}

std::optional<double>
RoundTrips::GetIpdvIqr() const
{
    return GetRange(GetDifferences());
}

std::optional<double>
RoundTrips::GetIpdvMean() const
{
    auto differences = GetDifferences();
    std::transform(differences.begin(), differences.end(), differences.begin(), [](double x) {
        return std::abs(x);
    });
    return GetMeanOf(differences);
}

std::vector<double>
RoundTrips::GetTimes() const
{
    std::vector<double> times;
    for (const auto& time : m_times)
    {
        if (time)
        {
            times.push_back(*time);
        }
    }
    return times;
}

std::vector<double>
RoundTrips::GetDifferences() const
{
    std::vector<double> differences;
    for (std::size_t i = 1; i < m_times.size(); ++i)
    {
        if (m_times[i - 1] && m_times[i])
        {
            differences.push_back(*m_times[i] - *m_times[i - 1]);
        }
    }
    return differences;
}

} // namespace ns3::measurement
