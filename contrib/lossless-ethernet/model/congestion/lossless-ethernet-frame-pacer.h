/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_FRAME_PACER_H
#define LOSSLESS_ETHERNET_FRAME_PACER_H

#include "ns3/lossless-ethernet-rate-limiter.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace ns3::lossless
{

/**
 * @ingroup lossless-ethernet
 * @brief Paces the frames of a rate-limited flow, of a station or of a stock device.
 *
 * After a frame of n bytes the next one starts no sooner than 8 n / rate later. When the rate
 * changes, the remaining bytes continue at the new rate. Ticks are those of the caller.
 */
class FramePacer
{
  public:
    /**
     * The pacer of a flow that has sent nothing.
     * @param rate of the flow, bits per second, not negative
     * @param clock bits per second at which a byte takes one tick; 8e9 for ticks of a nanosecond
     */
    FramePacer(double rate, double clock)
        : m_rate(rate),
          m_clock(clock)
    {
    }

    /** A frame starts. @param tick when @param bytes of it */
    void Start(int64_t tick, uint32_t bytes)
    {
        m_since = tick;
        m_debt = bytes;
    }

    /** @param tick the present one @param rate from now on, bits per second, not negative */
    void SetRate(int64_t tick, double rate)
    {
        if (rate == m_rate)
        {
            return;
        }
        const double sent = m_rate * static_cast<double>(tick - m_since) / m_clock;
        m_debt = tick < GetEnd() ? std::max(0.0, m_debt - sent) : 0;
        m_since = tick;
        m_rate = rate;
    }

    /** @return bits per second */
    double GetRate() const
    {
        return m_rate;
    }

    /** @return tick from which on the next frame may start; RateLimiter::NEVER at rate 0, and at
     * one that is as good as 0 */
    int64_t GetEnd() const
    {
        constexpr double MAX_WAIT = 4e18; // ticks; a lower rate counts as 0
        const double wait = std::ceil(m_debt * m_clock / m_rate);
        return m_rate > 0 && wait < MAX_WAIT ? m_since + static_cast<int64_t>(wait)
                                             : RateLimiter::NEVER;
    }

  private:
    double m_rate;      //!< bits per second
    double m_clock;     //!< bits per second at which a byte takes one tick
    double m_debt{0};   //!< bytes until the next frame may start, at `m_since`
    int64_t m_since{0}; //!< tick
};

} // namespace ns3::lossless

#endif // LOSSLESS_ETHERNET_FRAME_PACER_H
