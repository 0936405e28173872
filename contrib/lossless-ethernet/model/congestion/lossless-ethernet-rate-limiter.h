/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_RATE_LIMITER_H
#define LOSSLESS_ETHERNET_RATE_LIMITER_H

#include "lossless-ethernet-congestion-message.h"

#include <cstdint>
#include <limits>

namespace ns3::lossless
{

/**
 * @ingroup lossless-ethernet
 * @brief The rate control algorithm of a reaction point; FramePacer spaces the frames by its rate.
 *
 * Times are whole nanoseconds on a clock of the caller. The caller hands in the messages about the
 * flow and the bytes of its frames, and calls Expire when GetNextTime has come. It asks for the
 * rate whenever it likes: that is a number, no computation. A flow without a message needs no
 * limiter, and one whose limiter is free again can do without.
 */
class RateLimiter
{
  public:
    /** The time that never comes. */
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max();

    virtual ~RateLimiter() = default; //!< Nothing is left to do.

    /**
     * Process a message of a congestion point about the flow.
     * @param now ns
     * @param message of the congestion point
     */
    virtual void Receive(int64_t now, const CongestionMessage& message) = 0;

    /**
     * Do what is due.
     * @param now ns, not before GetNextTime
     */
    virtual void Expire(int64_t now) = 0;

    /**
     * A frame of the flow was sent.
     * @param now ns
     * @param bytes of the frame
     */
    void Sent(int64_t now, uint32_t bytes)
    {
        m_bytesLeft -= bytes;
        if (m_bytesLeft <= 0)
        {
            NotifyByteCounterExpired(now);
        }
    }

    /** @return bits per second; 0 while the flow is stopped, the rate of the link while it is free
     */
    double GetRate() const
    {
        return m_rate;
    }

    /** @return when Expire is to be called, ns; it may change with each call of the others */
    int64_t GetNextTime() const
    {
        return m_nextTime;
    }

    /** @return whether the flow is not limited */
    bool IsFree() const
    {
        return m_free;
    }

    /** @return the congestion point that frames name in their tag, or CongestionMessage::NOBODY */
    uint64_t GetTag() const
    {
        return m_tag;
    }

  protected:
    /**
     * Set what GetRate, GetNextTime, IsFree and GetTag return.
     * @param free whether the flow is not limited
     * @param rate bits per second
     * @param nextTime when Expire is to be called, ns
     * @param tag congestion point that frames name
     */
    void SetState(bool free, double rate, int64_t nextTime, uint64_t tag)
    {
        m_free = free;
        m_rate = rate;
        m_nextTime = nextTime;
        m_tag = tag;
    }

    /** @param bytes to be sent until NotifyByteCounterExpired is called, at least 1 */
    void SetBytesLeft(int64_t bytes)
    {
        m_bytesLeft = bytes;
    }

  private:
    /** The bytes of SetBytesLeft were sent; by default nothing is done. */
    virtual void NotifyByteCounterExpired(int64_t /* now */)
    {
        m_bytesLeft = NEVER;
    }

    double m_rate{0};                          //!< bits per second
    int64_t m_nextTime{NEVER};                 //!< ns
    int64_t m_bytesLeft{NEVER};                //!< bytes to be sent until NotifyByteCounterExpired
    uint64_t m_tag{CongestionMessage::NOBODY}; //!< of frames
    bool m_free{true};                         //!< whether the flow is not limited
};

} // namespace ns3::lossless

#endif // LOSSLESS_ETHERNET_RATE_LIMITER_H
