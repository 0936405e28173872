/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_CROSS_ARRIVALS_H
#define PATH_MEASUREMENT_CROSS_ARRIVALS_H

#include "path-measurement-counter-random.h"

#include <cstdint>
#include <vector>

namespace ns3
{

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

    /** @param mix what others send; std::invalid_argument if a number is out of its range @param
     * random draws */
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

} // namespace ns3

#endif // PATH_MEASUREMENT_CROSS_ARRIVALS_H
