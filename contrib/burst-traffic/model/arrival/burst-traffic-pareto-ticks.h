/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_PARETO_TICKS_H
#define BURST_TRAFFIC_PARETO_TICKS_H

#include "burst-traffic-random.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3::traffic
{

/**
 * @ingroup burst-traffic
 *
 * The Hurwitz zeta function, the sum of (k + a)^-s over k = 0, 1, ...: the tail sums and the mean
 * of a discrete Pareto law. Terms up to k + a = s + 12, the rest by the formula of Euler and
 * Maclaurin (NIST Digital Library of Mathematical Functions, 25.11.28). Relative error below 1e-14.
 *
 * @param s exponent, above 1; the cost grows with it
 * @param a first base, above 0
 * @return the sum
 */
double HurwitzZeta(double s, double a);

/**
 * @ingroup burst-traffic
 * @brief A Pareto duration in whole ticks: P(X > k) = min(1, (minimum / (k + c))^shape), k = 0, 1,
 *        ..., with c = 1 (floor), 1/2 (round) or 0 (ceil).
 *
 * X is the duration x = minimum U^(-1/shape) with a 53-bit uniform U, the inverse of F(x) = 1 -
 * (x / minimum)^-shape (Avresky et al., "Performance Evaluation of the ServerNet SAN under
 * Self-Similar Traffic", section 1.1), brought to whole ticks: X = 1 + floor(x - c). Its mean is a
 * Hurwitz zeta function, zeta(shape) for a floored one of minimum 1; its variance is infinite.
 */
class ParetoTicks
{
  public:
    /** How a duration becomes a whole number of ticks. */
    enum Discretisation
    {
        FLOOR, //!< downwards
        ROUND, //!< to the nearest
        CEIL,  //!< upwards
    };

    /** Longest duration in ticks; longer draws are truncated to it. */
    static constexpr int64_t LONGEST = int64_t{1} << 60;

    /** Largest of the minima, in ticks. */
    static constexpr double LARGEST_MINIMUM = 1e15;

    /**
     * @param shape tail index, in (1, 2]
     * @param minimum the shortest duration before rounding, from 1 to LARGEST_MINIMUM ticks
     * @param discretisation how durations are rounded to ticks
     */
    explicit ParetoTicks(double shape, double minimum = 1, Discretisation discretisation = FLOOR);

    /**
     * @param random source of one word
     * @return a duration in ticks, at least 1
     */
    int64_t Draw(StreamRandom& random) const
    {
        const uint64_t word = random.Word();
        const int64_t guided = m_guide[word >> (64 - GUIDE_BITS)];
        return guided != UNDECIDED ? guided : Invert(m_minimum, word);
    }

    /**
     * Draw the residual duration in equilibrium, including the present tick:
     * P(R = r) = P(X >= r) / E[X]. For minimum 1 and FLOOR this is the zeta law.
     *
     * Beyond the minimum, weights (r - 1 + c)^-shape are drawn by rejection from the Pareto density
     * of index shape - 1, whose integral around each r is larger because the weights are convex.
     *
     * @param random source of one word, and two for each trial
     * @return the residual duration in ticks, at least 1
     */
    int64_t DrawResidual(StreamRandom& random) const;

    /**
     * @param residual residual duration in equilibrium, ticks
     * @param random source of one word
     * @return the whole duration in ticks, P(L >= l | R = r) = P(X >= l) / P(X >= r)
     */
    int64_t DrawWhole(int64_t residual, StreamRandom& random) const;

    /** @return the mean in ticks */
    double GetMean() const
    {
        return m_mean;
    }

    /**
     * @param k a number of ticks, not negative
     * @return P(X > k)
     */
    double GetTail(int64_t k) const;

    /**
     * @param n number of values
     * @return P(X > k) for k = 0 .. n - 1
     */
    std::vector<double> GetTails(std::size_t n) const;

    /**
     * @param first a number of ticks, not negative
     * @param step a number of ticks, positive
     * @return P(X > first) + P(X > first + step) + P(X > first + 2 step) + ...
     */
    double GetTailSum(int64_t first, int64_t step) const;

    /**
     * @param shape tail index, in (1, 2]
     * @param mean a mean in ticks, above 0
     * @param discretisation how durations are rounded to ticks
     * @return the minimum in ticks that gives this mean; 1 if no minimum gives so short a mean. May
     *         exceed LARGEST_MINIMUM.
     */
    static double FindMinimum(double shape, double mean, Discretisation discretisation);

  private:
    static constexpr int GUIDE_BITS = 12;
    static constexpr uint16_t UNDECIDED = 0;

    /**
     * @param minimum of a Pareto number x
     * @param word 64 random bits
     * @return 1 + floor(x - c)
     */
    int64_t Invert(double minimum, uint64_t word) const;

    double m_shape;   //!< tail index
    double m_minimum; //!< ticks
    double m_offset;  //!< c
    double m_mean;    //!< ticks
    /// Duration by the first bits of a word, where these decide it: 98 words of 100 for shape 1.25.
    std::array<uint16_t, 1 << GUIDE_BITS> m_guide;
};

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_PARETO_TICKS_H
