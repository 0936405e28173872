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
 * Text of a topology file, in the format of ReadTopology, for one of these named topologies:
 *
 * - tetra-16: 16 CPUs and 104 I/O devices on 32 routers (HP NonStop S-series Server Description,
 *   "Tetra 16"), all four I/O enclosures of a quadrant at its outer router.
 * - tetra-16-3-1: the same with one of the four at the tetrahedron.
 * - tetra-8: the tetrahedron without outer processors, 8 CPUs and 52 I/O devices.
 * - single-router[Cpus=2|Ios=4]: devices around one router, six at most.
 * - fractahedron[Levels=2|Branches=8]: a tetrahedron of routers with up to eight branches, two at
 *   each router; the branches are tetrahedra again. Levels is 1 to 4. The branches of tetrahedra of
 *   the first level are devices: up to four CPUs, then up to four I/O devices. Branches, 2 to 8, is
 *   the same for all tetrahedra, for up to 4096 devices. (R. Horst, "ServerNet deadlock avoidance
 *   and fractahedral topologies", IPPS 1996, thin form.)
 *
 * All are free of deadlocks with any routing tables that respect their path disables.
 *
 * @param name one of these names, optionally with numbers in brackets; those shown are the defaults
 * @return the text
 * @throw std::invalid_argument unknown name, parameter or number out of range
 */
std::string ServerNetTopologyText(const std::string& name);

/**
 * @ingroup servernet
 * @param nameOrPath name of a topology as for ServerNetTopologyText, or path of a topology file
 * @return the topology
 * @throw std::invalid_argument neither a name nor a file, or a file that ReadTopology refuses
 */
fabric::Topology ServerNetTopology(const std::string& nameOrPath);

/**
 * @ingroup servernet
 * @param nameOrPath as for ServerNetTopology
 * @return path of the file that is read; empty for a named topology
 * @throw std::invalid_argument neither a name nor a file that can be read
 */
std::vector<std::string> GetServerNetTopologyFiles(const std::string& nameOrPath);

} // namespace ns3

#endif // SERVERNET_TOPOLOGIES_H
