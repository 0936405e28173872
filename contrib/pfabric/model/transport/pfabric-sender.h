/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_SENDER_H
#define PFABRIC_SENDER_H

#include "pfabric-ranges.h"
#include "pfabric-receiver.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief The law of the sender of a message: a window that begins large, a constant time-out, no
 * fast retransmission (MinTCP of the authors' ns-2 code).
 *
 *     window       W packets, rounded down, from the first byte that is not acknowledged in order;
 *                  a packet that begins in it is sent
 *     sent next    the first byte at or behind a pointer that no block has acknowledged
 *     progress     (more bytes are acknowledged in order): W = W + 1 below the threshold, else
 *                  W + 1 / W, at most the largest window; the time-out begins again
 *     time-out     threshold = max(2, W / 2), W = 1, the pointer goes back to the first byte that
 *                  is not acknowledged in order
 *     probing      from as many time-outs in a row on without an acknowledgement of any kind, one
 *                  byte is sent instead of a packet; any acknowledgement ends it
 *
 * The time-out is constant, and the user of this class has the timer: see Acknowledge.
 */
class PFabricSender
{
  public:
    /** The numbers. */
    struct Parameters
    {
        uint32_t segment{1460};     //!< bytes of a message in a packet
        uint32_t initialWindow{12}; //!< packets
        uint32_t mostWindow{23};    //!< packets
        double threshold{1e6};      //!< packets, at first
        uint32_t probeAfter{5};     //!< time-outs in a row; 0: never
        bool selective{false};      //!< the window does not count bytes of blocks, as in YAPS
    };

    /**
     * @param parameters the numbers
     * @param size of the message, bytes, at least 1
     */
    PFabricSender(const Parameters& parameters, uint64_t size);

    /** @return bytes of a packet that is sent now, nothing if none may be */
    std::optional<PFabricRange> Send();

    /** An acknowledgement has come. @param acknowledgement its content @return whether the
     * time-out begins again; it ends if the message is acknowledged */
    bool Acknowledge(const PFabricAcknowledgement& acknowledgement);

    void TimeOut(); //!< There was no progress for the time-out.

    /** @return bytes that are not acknowledged, neither in order nor by blocks */
    uint64_t GetRemaining() const
    {
        return m_size - m_cumulative - m_blocks.GetSize();
    }

    /** @return whether all is acknowledged in order */
    bool IsDone() const
    {
        return m_cumulative == m_size;
    }

    /** @return window, packets */
    double GetWindow() const
    {
        return m_window;
    }

    /** @return threshold of the window, packets */
    double GetThreshold() const
    {
        return m_threshold;
    }

    /** @return time-outs in a row, without an acknowledgement in between */
    uint32_t GetTimeOuts() const
    {
        return m_timeOuts;
    }

    /** @return whether single bytes are sent */
    bool IsProbing() const
    {
        return m_parameters.probeAfter > 0 && m_timeOuts >= m_parameters.probeAfter;
    }

  private:
    uint64_t GetLimit() const; //!< @return the byte before which may be sent

    const Parameters m_parameters; //!< the numbers
    const uint64_t m_size;         //!< of the message, bytes
    double m_window;               //!< packets
    double m_threshold;            //!< of the window, packets
    uint64_t m_cumulative{0};      //!< bytes that are acknowledged in order
    uint64_t m_next{0};            //!< the pointer
    PFabricRanges m_blocks;        //!< what blocks have acknowledged behind that
    uint32_t m_timeOuts{0};        //!< in a row
};

} // namespace ns3

#endif // PFABRIC_SENDER_H
