/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_HEADROOM_H
#define LOSSLESS_ETHERNET_HEADROOM_H

#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * How many bytes an input may be charged with above its high watermark: what a switch has to keep
 * free so that nothing is lost.
 *
 * The worst case, for a link of the same rate both ways:
 *
 * - the frame with which the watermark is crossed, as it is charged when it has come whole: one
 *   largest frame;
 * - what the peer sends while the own port finishes a frame that has just begun, behind which the
 *   PAUSE frame waits: one largest frame;
 * - while the PAUSE frame is sent, and other MAC control frames before it: controlFrames of
 *   controlBytes;
 * - while it is on its way, and what was on its way against it: twice the delay times the rate;
 * - while the peer takes notice: response times the rate;
 * - the frame that the peer has just begun then: one largest frame.
 *
 * All but the first are those of IEEE 802.1Qbb as a book of Cisco's gives them (doc, section
 * Headroom, with the reference); delays of interfaces, which are terms of their own there, belong
 * to delay and response. The whole is rounded up.
 *
 * A pause also has to last until its renewal takes effect. The renewal is asked for after half of
 * the pause, and takes effect later than the pause did by the time that it waits longer: behind a
 * frame that the own port has just begun, and behind the other MAC control frames. Half of the
 * quanta have to last as long as those.
 */
struct LosslessHeadroom
{
    uint64_t rate;             //!< bits per second of the link, above 0
    Time delay;                //!< of a bit from end to end, 0 to 1e6 s
    uint32_t frameBytes{1500}; //!< of the largest frame, as the engine counts it, above 0
    Time response{};           //!< from the reception of a PAUSE frame to its effect, 0 to 1e6 s
    uint32_t controlBytes{64}; //!< of a MAC control frame
    uint32_t controlFrames{1}; //!< up to the PAUSE frame: as many as priorities pause by themselves

    /** @return the bytes; std::invalid_argument if a member is out of range */
    uint64_t GetBytes() const;

    /** @return the fewest quanta of a pause that does not lapse before its renewal;
     * std::invalid_argument if a member is out of range */
    uint32_t GetQuanta() const;

    /** @param margin bytes that are kept free @param quanta of a pause, of 512 bit times
     * @return a sentence of warning if one of them is too small */
    std::optional<std::string> Check(uint64_t margin, uint32_t quanta) const;
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_HEADROOM_H
