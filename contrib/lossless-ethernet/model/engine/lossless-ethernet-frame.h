/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_FRAME_H
#define LOSSLESS_ETHERNET_FRAME_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * A frame inside an engine, a small value; a Packet is made when its bytes are needed.
 */
struct LosslessFrame
{
    static constexpr uint32_t PRIORITIES = 8;      //!< of 802.1Q
    static constexpr uint32_t NONE = ~uint32_t{0}; //!< no such number

    /** What a frame is to the network. */
    enum Kind : uint8_t
    {
        DATA,    //!< between stations
        MESSAGE, //!< of a congestion point to the station that sent what was sampled
        CONTROL  //!< MAC control, PAUSE or PFC: never leaves a link
    };

    uint32_t source;        //!< station; of a message, the congestion point
    uint32_t destination;   //!< station
    uint32_t bytes;         //!< on the link
    Kind kind{DATA};        //!< what it is
    uint8_t priority{0};    //!< 0 to 7
    uint32_t tag{0};        //!< CPID that its rate limiter is associated with, or 0
    uint32_t content{NONE}; //!< number of what it carries, known to who put it in, or NONE
};

/**
 * @ingroup lossless-ethernet
 * The data frames that a network takes.
 */
struct LosslessFrameLimits
{
    uint32_t bytes;                //!< of a frame, at most; at least 1
    uint8_t priorities{UINT8_MAX}; //!< a bit for each that a frame may have
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_FRAME_H
