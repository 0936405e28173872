/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TWO_STATE_LAW_H
#define TWO_STATE_LAW_H

#include <cstdint>

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

} // namespace ns3

#endif // TWO_STATE_LAW_H
