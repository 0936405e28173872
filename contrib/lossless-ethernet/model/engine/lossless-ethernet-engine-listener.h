/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_ENGINE_LISTENER_H
#define LOSSLESS_ETHERNET_ENGINE_LISTENER_H

#include "lossless-ethernet-frame.h"

#include "ns3/lossless-ethernet-congestion-message.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * Is told by a LosslessEngine what happens, at the tick at which it happens.
 *
 * A call comes in the midst of a tick: it may read, and may not change the engine.
 */
class LosslessEngineListener
{
  public:
    virtual ~LosslessEngineListener() = default;

    /** A station has received a data frame. @param frame the frame @param tick when */
    virtual void Delivered(const LosslessFrame& frame, int64_t tick) = 0;

    /** A switch had no room for a frame. @param frame the frame @param port channel it came by
     * @param tick when */
    virtual void Dropped(const LosslessFrame& frame, uint32_t port, int64_t tick) = 0;

    /** @return whether Started and Received are to be called, asked once in each Advance */
    virtual bool TracesFrames() const
    {
        return false;
    }

    /** A frame of any kind starts on a channel. @param frame the frame @param port the channel
     * @param tick when */
    virtual void Started(const LosslessFrame& frame, uint32_t port, int64_t tick)
    {
    }

    /** A frame of any kind has come to the end of a channel, whole. @param frame the frame
     * @param port the channel @param tick when */
    virtual void Received(const LosslessFrame& frame, uint32_t port, int64_t tick)
    {
    }

    /** A pause takes effect, is replaced, or ends by a frame. @param port that may not send
     * @param priorities a bit for each that it is about @param quanta of 512 bit times, 0 for the
     * end @param tick when */
    virtual void Paused(uint32_t port, uint8_t priorities, uint32_t quanta, int64_t tick)
    {
    }

    /** A congestion point tells a station something. @param port that it watches @param message
     * what @param sampled frame @param tick when */
    virtual void CongestionNotified(uint32_t port,
                                    const lossless::CongestionMessage& message,
                                    const LosslessFrame& sampled,
                                    int64_t tick)
    {
    }

    /** The rate of a flow has changed. @param station that sends it @param destination of it
     * @param priority of it @param rate bits per second; infinity: it is not limited any more
     * @param tick when */
    virtual void Limited(uint32_t station,
                         uint32_t destination,
                         uint8_t priority,
                         double rate,
                         int64_t tick)
    {
    }
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_ENGINE_LISTENER_H
