/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_PAUSE_STATE_H
#define LOSSLESS_ETHERNET_PAUSE_STATE_H

#include "lossless-ethernet-frame.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * Which priorities a port was told to pause, and until when: the timers of IEEE 802.3 annex 31B and
 * of priority-based flow control (IEEE 802.1Q clause 36).
 */
class LosslessPauseState
{
  public:
    /**
     * Take over what a frame says; it replaces what was left of earlier ones.
     * @param priorities a bit for each that it is about
     * @param ticks from now on in which they pause, 0 for none
     * @param now tick, not before that of an earlier call
     */
    void Set(uint8_t priorities, int64_t ticks, int64_t now);

    /** @param now tick @return a bit for each priority that may be sent */
    uint8_t GetOpen(int64_t now) const
    {
        return m_end <= now ? UINT8_MAX : FindOpen(now);
    }

    /** @param priorities a bit for each, all paused @param now tick @return the first tick at which
     * one of them may be sent, if no frame comes */
    int64_t GetNextEnd(uint8_t priorities, int64_t now) const;

    /** @param now tick @return ticks before it in which a priority was paused */
    int64_t GetTicks(int64_t now) const;

  private:
    uint8_t FindOpen(int64_t now) const; //!< @param now tick @return see GetOpen

    int64_t m_end{0};                                        //!< the last of m_ends
    std::array<int64_t, LosslessFrame::PRIORITIES> m_ends{}; //!< by priority
    int64_t m_begin{0};                                      //!< of the last frame's effect
    int64_t m_ticks{0};                                      //!< paused before m_begin
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_PAUSE_STATE_H
