/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_PING_LAW_H
#define PATH_MEASUREMENT_PING_LAW_H

#include "ns3/burst-traffic-random.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief Which of successive packets something happens to, as losses or waits: a Markov chain of
 * two states (E. Gilbert, "Capacity of a burst-noise channel", 1960).
 *
 * Packets k apart are correlated with the k-th power of the correlation of neighbours.
 */
class TwoStateLaw
{
  public:
    /** @param share of packets, 0 to 1 @param correlation of neighbours, 0 to below 1;
     * std::invalid_argument if a number is out of its range */
    TwoStateLaw(double share, double correlation);

    double GetShare() const;       //!< @return share of all packets
    double GetConditional() const; //!< @return share of packets behind one that it happened to

    /** @param count of successive packets @return variance of how many of them it happens to */
    double GetCountVariance(uint32_t count) const;

    /** @param uniform random number in (0, 1] @return whether it happens to the first packet */
    bool First(double uniform) const;

    /** @param before whether it happened to the packet before @param uniform random number in (0,
     * 1] @return whether it happens to this one */
    bool Next(bool before, double uniform) const;

  private:
    double m_share;       //!< of all packets
    double m_correlation; //!< of neighbours
};

/**
 * @ingroup path-measurement
 * @brief What a sample of pings gives on a path, without packets.
 *
 * A ping is lost or not, and its path is busy or not; both are chains of two states. A round trip
 * is what the path takes without load, and on a busy path a wait more, of a Weibull law whose scale
 * is of a log-normal law in each sample. Samples are independent, and so are losses and waits.
 */
class PingLaw
{
  public:
    /** How long pings wait on a busy path. */
    struct Wait
    {
        double mean{0};   //!< s, 0 or more
        double shape{1};  //!< of the Weibull law, 0.2 to 10; 1: exponential
        double spread{0}; //!< deviation over mean of the scales of samples, 0 to 2
    };

    /**
     * @param base round trip without load, s, above 0
     * @param loss of pings
     * @param busy of the path
     * @param wait while it is; std::invalid_argument if a number is out of its range
     */
    PingLaw(double base, const TwoStateLaw& loss, const TwoStateLaw& busy, const Wait& wait);

    double GetMean() const;     //!< @return mean of round trips, s
    double GetVariance() const; //!< @return variance of round trips, s^2

    /** @param count of pings @param random draws @return round trips, s; none of a lost ping */
    std::vector<std::optional<double>> Draw(uint32_t count, traffic::StreamRandom& random) const;

  private:
    double m_base;      //!< s
    TwoStateLaw m_loss; //!< of pings
    TwoStateLaw m_busy; //!< of the path
    Wait m_wait;        //!< on a busy path
    double m_scale;     //!< of the Weibull law, the mean of samples, s
};

} // namespace ns3

#endif // PATH_MEASUREMENT_PING_LAW_H
