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

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief A Pareto duration of unit 1 tick, floored to ticks: P(X >= k) = k^-shape, k = 1, 2, ...
 *
 * X = floor(U^(-1/shape)) with a 53-bit uniform U, the inverse of F(x) = 1 - x^-shape (Avresky et
 * al., "Performance Evaluation of the ServerNet SAN under Self-Similar Traffic", section 1.1). Its
 * mean is zeta(shape), its variance infinite for shapes up to 2.
 */
class ParetoTicks
{
  public:
    /** Longest duration in ticks; what is longer is cut to it. */
    static constexpr int64_t LONGEST = int64_t{1} << 60;

    /** @param shape tail index, in (1, 2] */
    explicit ParetoTicks(double shape);

    /**
     * @param random source of one word
     * @return a duration in ticks, at least 1
     */
    int64_t Draw(StreamRandom& random) const
    {
        const uint64_t word = random.Word();
        const int64_t guided = m_guide[word >> (64 - GUIDE_BITS)];
        return guided != UNDECIDED ? guided : Invert(word);
    }

    /**
     * What is left of a duration that is seen in equilibrium, the tick of the look included:
     * P(R = k) = P(X >= k) / E[X] = k^-shape / zeta(shape), the zeta law. It is drawn by rejection
     * (L. Devroye, "Non-Uniform Random Variate Generation", Springer 1986, section X.6.1).
     *
     * @param random source of two words for each trial
     * @return the residual duration in ticks, at least 1
     */
    int64_t DrawResidual(StreamRandom& random) const;

    /** @return the mean in ticks, zeta(shape) */
    double GetMean() const;

    /**
     * @param n how many
     * @return P(X > k) = (k + 1)^-shape for k = 0 .. n - 1
     */
    std::vector<double> GetTail(std::size_t n) const;

  private:
    static constexpr int GUIDE_BITS = 12;
    static constexpr uint8_t UNDECIDED = 0;

    /**
     * @param word 64 random bits
     * @return the duration they stand for
     */
    int64_t Invert(uint64_t word) const;

    double m_shape; //!< tail index
    /// Duration by the first bits of a word, where these decide it: 98 words of 100 for shape 1.25.
    std::array<uint8_t, 1 << GUIDE_BITS> m_guide;
};

} // namespace ns3

#endif // BURST_TRAFFIC_PARETO_TICKS_H
