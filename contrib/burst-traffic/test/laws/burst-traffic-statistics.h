/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_STATISTICS_H
#define BURST_TRAFFIC_STATISTICS_H

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

/**
 * @file
 * Judgement by chance in the tests of burst-traffic. Seeds are fixed, so that a test always passes
 * or always fails; for a law that holds, a seed chosen at random would fail with probability
 * FALSE_ALARM a comparison, or somewhat more where a sum of few skew numbers is taken for normal. A
 * few hundred comparisons stay below 1e-3 all together.
 */

constexpr double FALSE_ALARM = 1e-6;

/**
 * @param observed number of observations in each cell
 * @param probability of each cell; the remainder to 1 is one more cell, which is added
 * @param n number of observations
 * @return Pearson's chi-square over its limit: above 1 the law is rejected
 */
inline double
ChiSquareOverLimit(std::vector<uint64_t> observed, std::vector<double> probability, uint64_t n)
{
    uint64_t seen = 0;
    double sum = 0;
    for (std::size_t k = 0; k < observed.size(); ++k)
    {
        seen += observed[k];
        sum += probability[k];
    }
    observed.push_back(n - seen);
    probability.push_back(std::max(1 - sum, 0.0));

    // Neighbours are pooled until 20 observations are expected, what is left with the last of them.
    std::vector<std::pair<double, double>> pooled(1);
    double left = static_cast<double>(n);
    for (std::size_t k = 0; k < observed.size(); ++k)
    {
        const double expected = probability[k] * static_cast<double>(n);
        pooled.back().first += static_cast<double>(observed[k]);
        pooled.back().second += expected;
        left -= expected;
        if (pooled.back().second >= 20 && left >= 20)
        {
            pooled.emplace_back();
        }
    }
    double chiSquare = 0;
    for (const auto& [count, expected] : pooled)
    {
        chiSquare += std::pow(count - expected, 2) / expected;
    }
    const boost::math::chi_squared law(static_cast<double>(pooled.size() - 1));
    return chiSquare / quantile(complement(law, FALSE_ALARM));
}

/**
 * @param ticks of all arrivals in ticks 0 .. 2 pairs - 1
 * @param pairs number of pairs of an even tick and the one after it
 * @param even mean number of arrivals in an even tick
 * @param odd mean number in the other one
 * @return Pearson's chi-square of the numbers in both over its limit: above 1 the product of two
 *         Poisson laws is rejected
 */
inline double
PoissonPairsOverLimit(const std::vector<int64_t>& ticks, int64_t pairs, double even, double odd)
{
    constexpr std::size_t MAX = 8;
    std::vector<std::size_t> counts(2 * pairs);
    for (const int64_t tick : ticks)
    {
        ++counts[tick];
    }
    std::vector<uint64_t> observed(MAX * MAX);
    for (int64_t i = 0; i < 2 * pairs; i += 2)
    {
        if (counts[i] < MAX && counts[i + 1] < MAX)
        {
            ++observed[counts[i] * MAX + counts[i + 1]];
        }
    }
    std::vector<double> probability(MAX * MAX);
    for (std::size_t i = 0; i < probability.size(); ++i)
    {
        const auto a = static_cast<double>(i / MAX);
        const auto b = static_cast<double>(i % MAX);
        probability[i] = std::exp(a * std::log(even) + b * std::log(odd) - even - odd -
                                  std::lgamma(a + 1) - std::lgamma(b + 1));
    }
    return ChiSquareOverLimit(observed, probability, pairs);
}

/**
 * @param mean of n independent observations
 * @param expected value
 * @param variance of one observation
 * @param n number of observations
 * @return deviation of the mean over its limit: outside [-1, 1] the expected value is rejected
 */
inline double
DeviationOverLimit(double mean, double expected, double variance, double n)
{
    const double limit = quantile(complement(boost::math::normal(), FALSE_ALARM / 2));
    return (mean - expected) / std::sqrt(variance / n) / limit;
}

/**
 * @param squares of independent deviations from the mean
 * @param variance expected
 * @return deviation of the mean square over its limit, whatever the law: the variance of a square
 *         is that of the sample
 */
inline double
VarianceOverLimit(const std::vector<double>& squares, double variance)
{
    double sum = 0;
    double sumOfSquares = 0;
    for (const double square : squares)
    {
        sum += square;
        sumOfSquares += square * square;
    }
    const auto n = static_cast<double>(squares.size());
    const double mean = sum / n;
    return DeviationOverLimit(mean, variance, sumOfSquares / n - mean * mean, n);
}

#endif // BURST_TRAFFIC_STATISTICS_H
