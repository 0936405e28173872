/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_TOPOLOGIES_H
#define LOSSLESS_ETHERNET_TOPOLOGIES_H

#include "ns3/fabric-topology.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * A topology with a name, or that of a file. Names:
 *
 * - single-stage[Nodes=16]: 2 to 65535 nodes at one switch.
 * - multi-hop: nodes 1 to 3, 4 to 6, 7 and 8, 9 and 10 at four leaf switches, which are at a core.
 * - two-switch: nodes 1, 2, 3, 6 at one switch and 4, 5, 7, 8 at the other. Both are those of the
 *   Zurich Hotspot Benchmark, as far as its text determines them.
 * - fat-tree[Nodes=16|Stages=3]: 8 to 2048 nodes below two levels of switches (Stages=3) or three
 *   (Stages=5), with as much bandwidth up from each switch as down, of the smallest switches that
 *   are all full; none of more than 64 ports. A way up depends on the destination alone (d-mod-k):
 *   all ways up from a switch are used by equally many destinations, and each way down from the top
 *   is used by one.
 * - ring[Switches=4]: 3 to 2048 switches in a circle with a node each, which send around it one
 * way: the channels depend on each other in a circle. For checks of deadlocks.
 *
 * Nodes are called node1 and so on, in order; the attribute subtree is the number of their switch,
 * from 0. All but ring are free of deadlocks.
 *
 * @param nameOrPath one of these, with numbers in brackets as shown, which are the defaults; or the
 * path of a topology file
 * @return the topology
 * @throw std::invalid_argument unknown name, parameter or number out of range; no such file
 */
fabric::Topology LosslessTopology(const std::string& nameOrPath);

/**
 * @ingroup lossless-ethernet
 * @param nameOrPath as for LosslessTopology
 * @return the file that is read: none for a name
 * @throw std::invalid_argument neither a name nor a file that can be read
 */
std::vector<std::string> GetLosslessTopologyFiles(const std::string& nameOrPath);

} // namespace ns3

#endif // LOSSLESS_ETHERNET_TOPOLOGIES_H
