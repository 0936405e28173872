/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-histogram.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ns3::burst
{

namespace
{

/**
 * @param value > 0
 * @return floor(log2(value))
 */
uint32_t
FloorLog2(uint64_t value)
{
    return 63 - __builtin_clzll(value);
}

} // namespace

LogLinearHistogram::LogLinearHistogram(uint32_t precisionBits)
    : m_precisionBits(precisionBits)
{
    if (precisionBits > 16)
    {
        throw std::invalid_argument("precisionBits of a histogram is " +
                                    std::to_string(precisionBits) + "; allowed is 0 to 16");
    }
}

std::size_t
LogLinearHistogram::GetIndex(int64_t value) const
{
    const auto v = static_cast<uint64_t>(value);
    if (v >> (m_precisionBits + 1) == 0)
    {
        return v;
    }
    const uint32_t shift = FloorLog2(v) - m_precisionBits;
    return (static_cast<std::size_t>(shift) << m_precisionBits) + (v >> shift);
}

LogLinearHistogram::Bin
LogLinearHistogram::GetBin(std::size_t index) const
{
    const std::size_t octave = index >> m_precisionBits;
    const std::size_t shift = octave > 1 ? octave - 1 : 0;
    const std::size_t mantissa = index - (shift << m_precisionBits);
    return {static_cast<int64_t>(mantissa << shift), int64_t{1} << shift, m_counts[index]};
}

void
LogLinearHistogram::Add(int64_t value, uint64_t count)
{
    if (value < 0)
    {
        throw std::invalid_argument("a histogram was given the value " + std::to_string(value) +
                                    "; allowed are integers >= 0");
    }
    if (count == 0)
    {
        return;
    }
    const std::size_t index = GetIndex(value);
    if (index >= m_counts.size())
    {
        m_counts.resize(index + 1);
    }
    m_counts[index] += count;
    m_count += count;
    m_sum += static_cast<WideInteger>(value) * count;
    m_min = std::min(m_min, value);
    m_max = std::max(m_max, value);
}

void
LogLinearHistogram::Merge(const LogLinearHistogram& other)
{
    if (other.m_precisionBits != m_precisionBits)
    {
        throw std::invalid_argument("a histogram of precisionBits " +
                                    std::to_string(other.m_precisionBits) +
                                    " cannot be merged into one of precisionBits " +
                                    std::to_string(m_precisionBits) + "; they must be equal");
    }
    m_counts.resize(std::max(m_counts.size(), other.m_counts.size()));
    std::transform(other.m_counts.begin(),
                   other.m_counts.end(),
                   m_counts.begin(),
                   m_counts.begin(),
                   std::plus<>());
    m_count += other.m_count;
    m_sum += other.m_sum;
    m_min = std::min(m_min, other.m_min);
    m_max = std::max(m_max, other.m_max);
}

uint32_t
LogLinearHistogram::GetPrecisionBits() const
{
    return m_precisionBits;
}

uint64_t
LogLinearHistogram::GetCount() const
{
    return m_count;
}

double
LogLinearHistogram::GetSum() const
{
    return static_cast<double>(m_sum);
}

void
LogLinearHistogram::RequireSamples() const
{
    if (m_count == 0)
    {
        throw std::invalid_argument(
            "an empty histogram has no minimum, maximum or quantile; add a sample first");
    }
}

int64_t
LogLinearHistogram::GetMin() const
{
    RequireSamples();
    return m_min;
}

int64_t
LogLinearHistogram::GetMax() const
{
    RequireSamples();
    return m_max;
}

int64_t
LogLinearHistogram::GetQuantile(double q) const
{
    if (!(q >= 0 && q <= 1))
    {
        throw std::invalid_argument("the quantile of a histogram was asked at " +
                                    std::to_string(q) + "; allowed is 0 to 1");
    }
    RequireSamples();
    // One step towards zero undoes the rounding of the product: 0.07 * 100 is 7.000000000000001,
    // but has rank 7.
    const double rank = std::ceil(std::nextafter(q * static_cast<double>(m_count), 0.0));
    uint64_t below = 0;
    for (std::size_t index = 0; index < m_counts.size(); ++index)
    {
        below += m_counts[index];
        if (m_counts[index] > 0 && static_cast<double>(below) >= rank)
        {
            const Bin bin = GetBin(index);
            return std::min(bin.low + (bin.width - 1), m_max);
        }
    }
    return m_max;
}

std::vector<LogLinearHistogram::Bin>
LogLinearHistogram::GetBins() const
{
    std::vector<Bin> bins;
    for (std::size_t index = 0; index < m_counts.size(); ++index)
    {
        if (m_counts[index] > 0)
        {
            bins.push_back(GetBin(index));
        }
    }
    return bins;
}

} // namespace ns3::burst
