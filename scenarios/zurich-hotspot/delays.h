/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ZURICH_HOTSPOT_DELAYS_H
#define ZURICH_HOTSPOT_DELAYS_H

#include "ns3/data-rate.h"
#include "ns3/fabric-topology.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * Gives each link a delay of its own, unless the topology says one: from least to least + spread,
 * each multiple of a step with the same probability. A step is the shortest whole number of
 * nanoseconds in which a link sends whole bytes, so that no delay is rounded.
 *
 * @param topology any
 * @param least delay
 * @param spread of the delays
 * @param rate of links that do not say otherwise
 * @param stream of the draws
 * @return the topology with the delays
 * @throw std::invalid_argument least or spread is no multiple of a step
 */
fabric::Topology DrawDelays(fabric::Topology topology,
                            const Time& least,
                            const Time& spread,
                            const DataRate& rate,
                            int64_t stream);

} // namespace ns3

#endif // ZURICH_HOTSPOT_DELAYS_H
