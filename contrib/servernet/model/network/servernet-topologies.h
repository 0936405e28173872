/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_TOPOLOGIES_H
#define SERVERNET_TOPOLOGIES_H

#include "ns3/fabric-topology.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * The text of a topology file, as ReadTopology takes it, of one of the topologies with a name:
 *
 * - tetra-16: 16 CPUs and 104 I/O devices on 32 routers (HP NonStop S-series Server Description,
 *   "Tetra 16"), all four I/O enclosures of a quadrant at its outer router.
 * - tetra-16-3-1: the same with one of the four at the tetrahedron.
 * - tetra-8: the tetrahedron without outer processors, 8 CPUs and 52 I/O devices.
 * - single-router[Cpus=2|Ios=4]: devices around one router, six at most.
 * - fractahedron[Levels=2|Branches=8]: a tetrahedron of routers with up to eight branches, two at
 *   each router, which are tetrahedra again; those of the first of Levels, 1 to 4, carry devices,
 *   up to four CPUs and then up to four I/O devices. Of Branches, 2 to 8, there are as many
 *   everywhere, which makes up to 4096 devices. (R. Horst, "ServerNet deadlock avoidance and
 *   fractahedral topologies", IPPS 1996, thin form.)
 *
 * All are free of deadlocks for any routing tables that their path disables let through.
 *
 * @param name one of these, with numbers in brackets as shown, which are the defaults
 * @return the text
 * @throw std::invalid_argument unknown name, parameter or number out of range
 */
std::string ServerNetTopologyText(const std::string& name);

/**
 * @ingroup servernet
 * @param nameOrPath name of a topology as for ServerNetTopologyText, or path of a topology file
 * @return the topology
 * @throw std::invalid_argument neither of them, or a file that ReadTopology refuses
 */
fabric::Topology ServerNetTopology(const std::string& nameOrPath);

/**
 * @ingroup servernet
 * @param nameOrPath as for ServerNetTopology
 * @return the file that is read: none for a name
 * @throw std::invalid_argument neither a name nor a file that can be read
 */
std::vector<std::string> GetServerNetTopologyFiles(const std::string& nameOrPath);

} // namespace ns3

#endif // SERVERNET_TOPOLOGIES_H
