/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_RATE_SCALE_H
#define PATH_MEASUREMENT_RATE_SCALE_H

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

/**
 * @ingroup path-measurement
 * @brief What parallel TCP streams get of a path, in closed form.
 *
 * A stream has 1 / sqrt(1/w^2 + 1/m^2), with w the window over the round trip and m = 0.93 segments
 * over the round trip times the root of the loss (Mathis, with delayed acknowledgements). n streams
 * have n times that, but at most 0.95 (1 - u) (1 - 1/(1 + 3n)) of the narrowest link, of which
 * others use u.
 */
class ExpectedRate
{
  public:
    static constexpr double SEGMENT = 1460; //!< bytes of data

    /** @param rate of the narrowest link, bit/s @param roundTrip of the path, above 0 @param loss
     * by chance, as a fraction of packets @param use of the link by others, as a fraction */
    ExpectedRate(double rate, Time roundTrip, double loss, double use);

    /** @param streams how many @param window of each, bytes @return bit/s of all */
    double Get(uint32_t streams, double window) const;

  private:
    double m_free;      //!< what others leave, bit/s
    double m_roundTrip; //!< s
    double m_byLoss;    //!< of a stream that only loss limits, bit/s
};

} // namespace ns3

#endif // PATH_MEASUREMENT_RATE_SCALE_H
