/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_TIMING_H
#define SERVERNET_TIMING_H

#include "ns3/fabric-topology.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Timing of the FIFO of a channel, in ticks: the time of one flit on a link. See
 * doc/servernet.rst, section Words.
 */
struct ServerNetTiming
{
    static constexpr uint32_t MOST_FLITS = 1'000'000; //!< of a FIFO
    static constexpr uint32_t MOST_TICKS = 1'000'000; //!< of a latency

    uint32_t fifoFlits{64};  //!< flits a FIFO at the end of a channel holds
    uint32_t headTicks{15};  //!< from the start of a head on a channel to its request for the next
    uint32_t bodyTicks{2};   //!< from the start of another flit to its earliest start on the next
    uint32_t creditTicks{2}; //!< from a flit's start out of a FIFO to that of the flit in its place
    uint32_t refillTicks{3}; //!< from a tail's start out of a FIFO to the request of the next head

    /**
     * @throw std::invalid_argument headTicks below bodyTicks, a time of 0 or above MOST_TICKS, a
     * FIFO above MOST_FLITS or too small for a link at full rate: below bodyTicks + creditTicks
     */
    void Check() const;

    /**
     * Read the timing of a link from its attributes.
     * @param attributes of the link: fifo, head, body, credit, refill; others are ignored
     * @throw std::invalid_argument a value is not a whole number
     */
    void Read(const fabric::Topology::Attributes& attributes);
};

} // namespace ns3

#endif // SERVERNET_TIMING_H
