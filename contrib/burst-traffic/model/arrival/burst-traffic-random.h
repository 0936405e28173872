/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_RANDOM_H
#define BURST_TRAFFIC_RANDOM_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::traffic
{

/**
 * @ingroup burst-traffic
 * @brief Random words and uniforms of an ns-3 stream, fast enough for a dozen draws per arrival.
 *
 * The first eight numbers of the ns-3 stream (MRG32k3a: global seed, stream, run number) seed a
 * xoshiro256++ generator (D. Blackman and S. Vigna, "Scrambled linear pseudorandom number
 * generators", ACM TOMS 47(4), 2021), which makes every later draw. A number of RngStream costs 35
 * ns and has 32 bits, which truncates a Pareto tail of index 1.25 at 5.1e7 times its minimum. A
 * word of this class costs 1 ns and has 64 bits. Seeds, run numbers and streams keep their meaning.
 */
class StreamRandom
{
  public:
    /**
     * @param stream index of the stream as RngStream counts: automatically allocated ones from 0,
     *        explicitly assigned ones from 2^63; the present global seed and run number are used
     */
    explicit StreamRandom(uint64_t stream);

    /**
     * @param stream index of a stream as AssignStreams of ns-3 counts, -1 for one that ns-3
     *        allocates
     * @return its generator
     */
    static StreamRandom Assigned(int64_t stream);

    /** @return a generator of its own, seeded with the next four words of this one */
    StreamRandom Split();

    /** @return 64 random bits */
    uint64_t Word()
    {
        const uint64_t word = Rotate(m_state[0] + m_state[3], 23) + m_state[0];
        const uint64_t shifted = m_state[1] << 17;
        m_state[2] ^= m_state[0];
        m_state[3] ^= m_state[1];
        m_state[1] ^= m_state[2];
        m_state[0] ^= m_state[3];
        m_state[2] ^= shifted;
        m_state[3] = Rotate(m_state[3], 45);
        return word;
    }

    /** @return a uniform number in (0, 1], a multiple of 2^-53 */
    double Uniform()
    {
        return ToUniform(Word());
    }

    /**
     * @param word 64 random bits
     * @return the uniform number in (0, 1] that Uniform makes of them
     */
    static double ToUniform(uint64_t word)
    {
        return static_cast<double>((word >> 11) + 1) * 0x1p-53;
    }

    /**
     * @param n a whole number, at least 1
     * @return a whole number from 0 to n - 1, each with exactly the same probability
     */
    uint64_t Below(uint64_t n)
    {
        // The words before 2^64 mod n are left out; as many are left of every remainder.
        const uint64_t excess = (0 - n) % n;
        uint64_t word;
        do
        {
            word = Word();
        } while (word < excess);
        return word % n;
    }

    /**
     * Bring items into random order, each with the same probability (Fisher and Yates).
     * @param items the items
     */
    template <typename T>
    void Shuffle(std::vector<T>& items)
    {
        for (std::size_t n = items.size(); n > 1; --n)
        {
            std::swap(items[n - 1], items[Below(n)]);
        }
    }

    /** Skip 2^128 words, more than are ever drawn, to the start of a second stream. */
    void Jump();

  private:
    /**
     * @param word 64 bits
     * @param bits distance, 1 to 63
     * @return word rotated left
     */
    static uint64_t Rotate(uint64_t word, int bits)
    {
        return (word << bits) | (word >> (64 - bits));
    }

    std::array<uint64_t, 4> m_state; //!< state of xoshiro256++
};

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_RANDOM_H
