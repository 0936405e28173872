/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_SOURCE_H
#define LOSSLESS_ETHERNET_SOURCE_H

#include "lossless-ethernet-frame.h"

#include <cstdint>
#include <limits>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * Where the frames of a station come from; the engine asks when it gets there, so that what waits
 * is counted and not stored.
 */
class LosslessSource
{
  public:
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max(); //!< no tick

    /** Frames that come together: all to one station, of one size. */
    struct Arrival
    {
        uint32_t destination; //!< another station
        uint32_t bytes;       //!< of a frame
        uint8_t priority;     //!< 0 to 7
        uint32_t frames;      //!< how many, at least 1
    };

    virtual ~LosslessSource() = default;

    /** @return tick of the next arrival, not before that of the last one; NEVER if none comes */
    virtual int64_t GetNextTick() = 0;

    /** @return the next arrival, which is gone then */
    virtual Arrival Take() = 0;

    /** A frame of this source has come to its destination; by default nothing is done. A call comes
     * in the midst of a tick and must not change the engine. @param frame the frame @param tick
     * when
     */
    virtual void Delivered(const LosslessFrame& frame, int64_t tick)
    {
    }
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_SOURCE_H
