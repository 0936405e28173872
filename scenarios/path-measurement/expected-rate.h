/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef EXPECTED_RATE_H
#define EXPECTED_RATE_H

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

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

#endif // EXPECTED_RATE_H
