/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/burst-core-histogram.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>
#include <vector>

using namespace ns3;

namespace
{

/// Sizes over nine decades, as message sizes and delays come.
std::vector<int64_t>
MakeSamples(std::size_t count, unsigned seed)
{
    std::mt19937_64 generator(seed);
    std::lognormal_distribution<double> size(12, 4);
    std::vector<int64_t> samples(count);
    std::generate(samples.begin(), samples.end(), [&] {
        return static_cast<int64_t>(size(generator));
    });
    return samples;
}

burst::LogLinearHistogram
MakeHistogram(const std::vector<int64_t>& samples, uint32_t precisionBits)
{
    burst::LogLinearHistogram histogram(precisionBits);
    for (const int64_t sample : samples)
    {
        histogram.Add(sample);
    }
    return histogram;
}

void
ExpectEqual(const burst::LogLinearHistogram& a, const burst::LogLinearHistogram& b)
{
    EXPECT_EQ(a.GetCount(), b.GetCount());
    EXPECT_EQ(a.GetSum(), b.GetSum());
    EXPECT_EQ(a.GetMin(), b.GetMin());
    EXPECT_EQ(a.GetMax(), b.GetMax());
    const auto binsOfA = a.GetBins();
    const auto binsOfB = b.GetBins();
    ASSERT_EQ(binsOfA.size(), binsOfB.size());
    for (std::size_t i = 0; i < binsOfA.size(); ++i)
    {
        EXPECT_EQ(binsOfA[i].low, binsOfB[i].low);
        EXPECT_EQ(binsOfA[i].width, binsOfB[i].width);
        EXPECT_EQ(binsOfA[i].count, binsOfB[i].count);
    }
}

class HistogramPrecision : public testing::TestWithParam<uint32_t>
{
};

} // namespace

TEST_P(HistogramPrecision, BinsTileTheIntegersAsTheSchemaSays)
{
    const uint32_t bits = GetParam();
    const int64_t last = int64_t{1} << (bits + 4);
    burst::LogLinearHistogram histogram(bits);
    for (int64_t value = 0; value < last; ++value)
    {
        histogram.Add(value);
    }
    int64_t next = 0;
    for (const auto& bin : histogram.GetBins())
    {
        EXPECT_EQ(bin.low, next);
        EXPECT_EQ(bin.count, static_cast<uint64_t>(bin.width));
        // Exact below 2^(bits + 1), then 2^-bits of the octave.
        const int64_t octave = int64_t{1}
                               << static_cast<int>(std::log2(std::max<int64_t>(1, bin.low)));
        EXPECT_EQ(bin.width, bin.low < (int64_t{2} << bits) ? 1 : octave >> bits);
        next = bin.low + bin.width;
    }
    EXPECT_EQ(next, last);
}

TEST_P(HistogramPrecision, QuantilesAreThoseOfTheSortedSamplesRoundedUpWithinTheBound)
{
    auto samples = MakeSamples(20000, 7);
    const auto histogram = MakeHistogram(samples, GetParam());
    std::sort(samples.begin(), samples.end());
    for (int permille = 0; permille <= 1000; ++permille)
    {
        const std::size_t rank = std::max<std::size_t>(1, samples.size() * permille / 1000);
        const int64_t exact = samples[rank - 1];
        const int64_t measured = histogram.GetQuantile(permille / 1000.0);
        EXPECT_GE(measured, exact) << permille;
        EXPECT_LT(measured - exact, std::max(1.0, std::ldexp(exact, -static_cast<int>(GetParam()))))
            << permille;
    }
    EXPECT_EQ(histogram.GetQuantile(1), samples.back());
    EXPECT_EQ(histogram.GetMin(), samples.front());
}

TEST_P(HistogramPrecision, MergeIsTheHistogramOfBothSamplesTogether)
{
    const auto first = MakeSamples(5000, 1);
    const auto second = MakeSamples(300, 2);
    auto together = first;
    together.insert(together.end(), second.begin(), second.end());
    std::reverse(together.begin(), together.end());

    auto merged = MakeHistogram(first, GetParam());
    merged.Merge(MakeHistogram(second, GetParam()));
    ExpectEqual(merged, MakeHistogram(together, GetParam()));

    auto other = MakeHistogram(second, GetParam());
    other.Merge(MakeHistogram(first, GetParam()));
    ExpectEqual(merged, other);
}

INSTANTIATE_TEST_SUITE_P(All, HistogramPrecision, testing::Values(0, 1, 5, 8, 11, 16));

TEST(Histogram, RanksDoNotSufferFromRounding)
{
    // Of the samples 1 .. 100 the quantile k/100 is k, also where k/100 * 100 is above k in doubles
    // (k = 7, 14, 28 ..).
    burst::LogLinearHistogram histogram;
    for (int value = 1; value <= 100; ++value)
    {
        histogram.Add(value);
    }
    for (int k = 1; k <= 100; ++k)
    {
        EXPECT_EQ(histogram.GetQuantile(k / 100.0), k);
    }
    EXPECT_EQ(histogram.GetQuantile(0), 1);
    EXPECT_EQ(histogram.GetQuantile(0.995), 100);
}

TEST(Histogram, KeepsTheLargestIntegersAndTheirSum)
{
    burst::LogLinearHistogram histogram(16);
    histogram.Add(INT64_MAX, 4);
    histogram.Add(1, 4);
    // 4 (2^63 - 1) + 4 = 2^65: no double sum and no 64-bit sum gives that.
    EXPECT_EQ(histogram.GetSum(), 0x1p65);
    EXPECT_EQ(histogram.GetQuantile(1), INT64_MAX);
    const auto bin = histogram.GetBins().back();
    EXPECT_EQ(bin.low + (bin.width - 1), INT64_MAX);
}

TEST(Histogram, CountsRepeatedSamplesAtOnce)
{
    burst::LogLinearHistogram atOnce;
    burst::LogLinearHistogram oneByOne;
    atOnce.Add(123456, 3);
    atOnce.Add(99, 0);
    for (int i = 0; i < 3; ++i)
    {
        oneByOne.Add(123456);
    }
    ExpectEqual(atOnce, oneByOne);
}

TEST(Histogram, RefusesWhatItCannotHold)
{
    EXPECT_THROW(burst::LogLinearHistogram(17), std::invalid_argument);
    burst::LogLinearHistogram histogram(8);
    EXPECT_THROW(histogram.GetQuantile(0.5), std::invalid_argument);
    EXPECT_THROW(histogram.GetMin(), std::invalid_argument);
    EXPECT_THROW(histogram.GetMax(), std::invalid_argument);
    EXPECT_THROW(histogram.Add(-1), std::invalid_argument);
    EXPECT_THROW(histogram.Merge(burst::LogLinearHistogram(7)), std::invalid_argument);
    histogram.Add(5);
    EXPECT_THROW(histogram.GetQuantile(1.01), std::invalid_argument);
    EXPECT_THROW(histogram.GetQuantile(std::nan("")), std::invalid_argument);
    EXPECT_EQ(histogram.GetCount(), 1u);
}
