/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_TOPOLOGIES_H
#define PFABRIC_TOPOLOGIES_H

#include "ns3/fabric-topology.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup pfabric
 * A topology of a data centre with a name, or that of a file. Names:
 *
 * - tree[Pods=2|Tors=4|Hosts=16|HostMbps=1000|CoreMbps=1000|LinkNs=200|HostNs=2500]: a core switch,
 *   aggregation switches agg0 and so on (Pods), each with Tors top-of-rack switches tor0 and so on,
 *   each with Hosts hosts host0 and so on. Links above the top-of-rack switches have CoreMbps.
 *   The default is that of Wang, Zhu and Chen (2016).
 * - leaf-spine[Leaves=9|Spines=4|Hosts=16|HostMbps=10000|CoreMbps=40000|LinkNs=200|HostNs=2500]:
 *   each leaf switch with Hosts hosts and a link to each spine switch. The default is that of the
 *   pFabric paper.
 * - fat-tree[Ports=4|Mbps=10000|LinkNs=200|HostNs=2500]: of switches with an even number of Ports,
 *   Ports^3 / 4 hosts (M. Al-Fares and others, SIGCOMM 2008).
 *
 * A link takes LinkNs, that of a host HostNs more in each direction, the time that a packet spends
 * in the host.
 *
 * @param nameOrPath one of these, with numbers in brackets as shown, which are the defaults; or the
 * path of a topology file
 * @return the topology; links have rate and delay, hosts may have a delay
 * @throw std::invalid_argument unknown name, parameter or number out of range; no such file
 */
fabric::Topology PFabricTopology(const std::string& nameOrPath);

/**
 * @ingroup pfabric
 * @param nameOrPath as for PFabricTopology
 * @return the file that is read: none for a name
 * @throw std::invalid_argument neither a name nor a file that can be read
 */
std::vector<std::string> GetPFabricTopologyFiles(const std::string& nameOrPath);

} // namespace ns3

#endif // PFABRIC_TOPOLOGIES_H
