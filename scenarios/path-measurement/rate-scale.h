/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RATE_SCALE_H
#define RATE_SCALE_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief A network that is k times slower and costs k times fewer packets.
 *
 * Times and segments are kept. Rates, windows and what is copied are divided by k: what a link, a
 * disk or a window limits is k times slower then. What loss limits is so with the loss by which a
 * stream has k times fewer packets a round trip, by the response function of Padhye, Firoiu,
 * Towsley and Kurose ("Modeling TCP throughput", SIGCOMM 1998, equation 30). That is k^2 times the
 * loss as long as there are few time-outs.
 *
 * A window is k times fewer segments: slow start takes log2(k) round trips less, and recovery from
 * a loss is k times shorter. A packet takes k times longer to be sent.
 */
class RateScale
{
  public:
    static constexpr double MOST_LOSS = 0.2; //!< that a path may need

    explicit RateScale(double factor); //!< @param factor k, 1 or more (std::invalid_argument)

    double GetFactor() const; //!< @return k

    /** @param amount bit/s or bytes @return it over k, rounded, and at least 1 if it was not 0 */
    uint64_t Divide(uint64_t amount) const;

    /** @param loss by chance, a fraction of packets up to MOST_LOSS @param roundTrip of the path,
     * above 0 @return the loss in its place; std::invalid_argument if that is above MOST_LOSS */
    double GetLoss(double loss, Time roundTrip) const;

    /** The response function, for delayed acknowledgements and a time-out of 200 ms or a round
     * trip, which is longer. @param loss above 0, at most 1 @param roundTrip of the path, above 0
     * @return packets that a stream sends in a round trip */
    static double GetPackets(double loss, Time roundTrip);

  private:
    double m_factor; //!< k
};

} // namespace ns3

#endif // RATE_SCALE_H
