/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_CROSS_ARRIVALS_H
#define PATH_MEASUREMENT_CROSS_ARRIVALS_H

#include "ns3/burst-traffic-random.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ns3::measurement
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

    /** @param low part of the counter
     * @param high the other part
     * @return 128 random bits */
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

/**
 * @ingroup path-measurement
 * @brief Cross traffic: Poisson arrivals of flows, whose sizes have a bounded Pareto law, and of
 * datagrams of one size.
 *
 * Time is divided into slots. The arrivals of a slot depend only on its number and its load, so
 * that slots can be drawn in any order, or left out.
 */
class CrossArrivals
{
  public:
    /** What others send; bytes are those of IP, headers included. */
    struct Mix
    {
        double shortest{10'000};    //!< bytes of a flow, at least 1
        double longest{10'000'000}; //!< bytes of a flow, more than the shortest one
        double shape{1.2};          //!< index of the Pareto law, 0.1 to 10
        double datagramShare{0.1};  //!< of all bytes, 0 to 1
        uint32_t datagram{228};     //!< bytes of one, at least 1
    };

    /** An arrival. */
    struct Arrival
    {
        int64_t offset{0};    //!< ns from the begin of the slot
        uint64_t bytes{0};    //!< of the flow or the datagram
        bool datagram{false}; //!< whether it is a datagram

        /** @param other another one @return whether both are equal */
        bool operator==(const Arrival& other) const
        {
            return offset == other.offset && bytes == other.bytes && datagram == other.datagram;
        }
    };

    /** @param mix what others send; std::invalid_argument if a number is out of its range
     * @param random draws */
    CrossArrivals(const Mix& mix, const CounterRandom& random);

    /**
     * @param slot number of a slot
     * @param length of slots, ns
     * @param bytes that arrive in this one on average, not negative
     * @return what arrives, in order of time
     */
    std::vector<Arrival> Draw(int64_t slot, int64_t length, double bytes) const;

    /** @param k 1 or 2 @return the mean of the k-th power of the size of a flow, bytes^k */
    double GetMoment(int k) const;

    /** @param bytes that arrive on average @return the variance of what arrives, byte^2 */
    double GetVariance(double bytes) const;

  private:
    Mix m_mix;              //!< what others send
    CounterRandom m_random; //!< draws
};

} // namespace ns3::measurement

#endif // PATH_MEASUREMENT_CROSS_ARRIVALS_H
