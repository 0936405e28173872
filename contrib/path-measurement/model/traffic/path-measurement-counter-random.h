/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_COUNTER_RANDOM_H
#define PATH_MEASUREMENT_COUNTER_RANDOM_H

#include "ns3/burst-traffic-random.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief A counter-based random number generator: a number depends only on the key and the counter,
 * not on earlier draws.
 *
 * Philox 4x32 with 10 rounds (J. Salmon, M. Moraes, R. Dror and D. Shaw, "Parallel random numbers:
 * as easy as 1, 2, 3", SC 2011).
 */
class CounterRandom
{
  public:
    /** @param key other keys give other numbers */
    explicit CounterRandom(uint64_t key)
        : m_key(key)
    {
    }

    /** @param stream as AssignStreams of ns-3 counts, -1 for one that ns-3 allocates @return
     * numbers with a key from that stream */
    static CounterRandom Assigned(int64_t stream)
    {
        return CounterRandom(traffic::StreamRandom::Assigned(stream).Word());
    }

    /** @param low part of the counter @param high the other part @return 128 random bits */
    std::array<uint64_t, 2> Draw(uint64_t low, uint64_t high) const;

    /** @param word 64 random bits @return a uniform number in (0, 1], a multiple of 2^-53 */
    static double ToUniform(uint64_t word)
    {
        return traffic::StreamRandom::ToUniform(word);
    }

    /** @param words 128 random bits @return a normal number, mean 0 and variance 1 (Box and Muller)
     */
    static double ToNormal(const std::array<uint64_t, 2>& words);

  private:
    uint64_t m_key; //!< of all numbers
};

} // namespace ns3

#endif // PATH_MEASUREMENT_COUNTER_RANDOM_H
