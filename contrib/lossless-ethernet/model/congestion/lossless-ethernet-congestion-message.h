/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_CONGESTION_MESSAGE_H
#define LOSSLESS_ETHERNET_CONGESTION_MESSAGE_H

#include <cstdint>

namespace ns3::lossless
{

/**
 * @ingroup lossless-ethernet
 * @brief What a congestion point tells the source of a frame: a BCN message or the CNM of QCN.
 */
struct CongestionMessage
{
    /** What is told. */
    enum Kind : uint8_t
    {
        NOTHING,   //!< the frame was sampled, and no message is sent
        POSITIVE,  //!< BCN+, there is room
        NEGATIVE,  //!< BCN-
        MAXIMUM,   //!< BCN_MAX, mild congestion: the largest negative feedback
        STOP,      //!< BCN(0,0), severe congestion
        QUANTIZED, //!< the CNM of IEEE 802.1Qau, always negative
    };

    /** The identity that no congestion point has: of frames without a tag. */
    static constexpr uint64_t NOBODY = 0;

    Kind kind{NOTHING};               //!< what is told
    uint64_t congestionPoint{NOBODY}; //!< CPID of the sender
    int64_t offset{0};                //!< Qoff, bytes of the queue above the set point
    int64_t delta{0};     //!< Qdelta, bytes that the queue grew by since the last sample
    double feedback{0};   //!< Fb, bytes; negative: send less
    uint8_t quantized{0}; //!< QntzFb of a CNM, 0 to 63
};

} // namespace ns3::lossless

#endif // LOSSLESS_ETHERNET_CONGESTION_MESSAGE_H
