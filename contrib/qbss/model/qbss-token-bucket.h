/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef QBSS_TOKEN_BUCKET_H
#define QBSS_TOKEN_BUCKET_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup qbss
 * @brief The law of a token bucket: when the next packet of a class with a highest rate may be
 * sent.
 *
 * Tokens are whole billionths of a bit and times whole nanoseconds, so that nothing is rounded. A
 * packet waits for as many tokens as it has bytes, one that is larger than the bucket for a full
 * bucket, and then takes tokens that are not there yet.
 */
class QbssTokenBucket
{
  public:
    /**
     * A full bucket at time 0.
     * @param rate bits per second, above 0
     * @param depth bytes, above 0; std::invalid_argument if one of them is not
     */
    QbssTokenBucket(uint64_t rate, uint32_t depth);

    /**
     * @param now ns, at least that of the call before
     * @param bytes of a packet
     * @return ns until it may be sent, 0 for now
     */
    int64_t GetWait(int64_t now, uint32_t bytes);

    /** A packet is sent for which GetWait returned 0 just now. @param bytes of it */
    void Take(uint32_t bytes);

  private:
    int64_t m_rate;    //!< bits per second: tokens in a nanosecond
    int64_t m_depth;   //!< the most tokens
    int64_t m_tokens;  //!< at m_time
    int64_t m_time{0}; //!< of the call before
};

} // namespace ns3

#endif // QBSS_TOKEN_BUCKET_H
