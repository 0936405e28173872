/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_LINK_TIMING_H
#define FABRIC_LINK_TIMING_H

#include "fabric-topology.h"

#include "ns3/nstime.h"

#include <cstdint>
#include <string>

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * How fast a link is and how long it takes.
 */
struct LinkTiming
{
    uint64_t rate; ///< bits per second
    Time delay;    ///< of a bit from end to end
};

/**
 * Reads the attributes rate (as 10Gbps) and delay (as 500ns) of a link.
 *
 * @param topology has the link
 * @param channel one of its directions
 * @param usual what holds where the link says nothing
 * @param mostRate the largest rate allowed, bits per second
 * @throw std::invalid_argument the link and what is wrong: no rate or time, a rate of 0 or above
 * @p mostRate, a delay below 0
 */
LinkTiming ReadLinkTiming(const Topology& topology,
                          uint32_t channel,
                          const LinkTiming& usual,
                          uint64_t mostRate);

/**
 * @ingroup fabric
 * Reads the attribute delay (as 500ns) of a link or a node.
 *
 * @param attributes of it
 * @param what begins the sentence of an error, such as "on link a:0>s:0"
 * @param usual what holds where there is none
 * @return the delay
 * @throw std::invalid_argument what is wrong: no time, one below 0, or more than an eighth of
 * Time::Max()
 */
Time ReadDelay(const Topology::Attributes& attributes, const std::string& what, Time usual);

} // namespace ns3::fabric

#endif // FABRIC_LINK_TIMING_H
