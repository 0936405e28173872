/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_FRAME_SAMPLER_H
#define LOSSLESS_ETHERNET_FRAME_SAMPLER_H

#include "ns3/burst-traffic-random.h"

#include <cstdint>
#include <limits>

namespace ns3::lossless
{

/**
 * @ingroup lossless-ethernet
 * @brief Which of the frames that join a queue are sampled.
 *
 * At random: each with the same probability, independent of the others. By bytes: the frame with
 * which an interval is full; what it holds beyond that counts for the next interval, so that the
 * mean distance is the interval for frames of any sizes up to it. A frame costs a subtraction: the
 * number of frames to the next sample is drawn once a sample, 1 + floor(ln U / ln(1 - p)).
 */
class FrameSampler
{
  public:
    /** One that samples nothing. */
    FrameSampler() = default;

    /**
     * @param probability of each frame, 1e-15 to 1
     * @return a sampler whose first distance is to be drawn by Next
     * @throw std::invalid_argument another probability
     */
    static FrameSampler AtRandom(double probability);

    /**
     * @param interval bytes, at least 1
     * @return a sampler that has counted nothing yet
     * @throw std::invalid_argument a smaller interval
     */
    static FrameSampler ByBytes(int64_t interval);

    /**
     * A frame joins the queue.
     * @param bytes of the frame
     * @return whether it is sampled; then Next or Restart is to be called
     */
    bool Count(uint32_t bytes)
    {
        m_left -= m_interval > 0 ? bytes : 1;
        return m_left <= 0;
    }

    /**
     * Go for the next sample.
     * @param random source of a draw
     */
    void Next(traffic::StreamRandom& random);

    /**
     * Count bytes from now on.
     * @param interval bytes to the next sample, at least 1
     */
    void Restart(int64_t interval);

  private:
    int64_t m_left{std::numeric_limits<int64_t>::max()}; //!< frames or bytes to the next sample
    int64_t m_interval{0};                               //!< bytes; 0 if frames are counted
    double m_scale{0};                                   //!< 1 / ln(1 - probability)
};

} // namespace ns3::lossless

#endif // LOSSLESS_ETHERNET_FRAME_SAMPLER_H
