/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_TICK_POSITION_H
#define BURST_TRAFFIC_TICK_POSITION_H

#include <cstdint>

namespace ns3::traffic
{

/**
 * @ingroup burst-traffic
 * @brief A point of continuous time as a whole tick and a fraction, so that precision does not
 *        depend on the distance from 0.
 */
struct TickPosition
{
    int64_t tick{0};    //!< the whole tick
    double fraction{0}; //!< position inside the tick, in [0, 1)

    /** @param ticks from tick 0, not negative and below 2^62 @return the point */
    static TickPosition At(double ticks)
    {
        const auto whole = static_cast<int64_t>(ticks);
        return {whole, ticks - static_cast<double>(whole)};
    }

    /** @param step time to add */
    void Advance(const TickPosition& step)
    {
        tick += step.tick;
        fraction += step.fraction;
        if (fraction >= 1)
        {
            fraction -= 1;
            ++tick;
        }
    }

    /** @param ticks time to add in ticks, not negative and below 2^62 */
    void Advance(double ticks)
    {
        Advance(At(ticks));
    }
};

} // namespace ns3::traffic

#endif // BURST_TRAFFIC_TICK_POSITION_H
