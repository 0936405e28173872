/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_TOPOLOGIES_H
#define ATM_ABR_TOPOLOGIES_H

#include "ns3/fabric-topology.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * A topology with a name, or that of a file. Names:
 *
 * - two-node[Sessions=6|TrunkKm=4]: 1 to 26 sessions through two switches.
 * - parking-lot[TrunkKm=4]: four switches in a row; sessions A from the first to the last one, B
 * from the second to the last, C and F over the last trunk, D over the first, E over the second.
 * Both are those of ATM Forum 96-0076, as far as its text determines them.
 * - gfc-1[TrunkKm=1000]: generic fairness configuration 1, five switches, trunks of 50, 150, 150
 * and 100 Mb/s, 23 sessions.
 * - gfc-2[TrunkKm=1000]: generic fairness configuration 2, seven switches, trunks of 50, 100, 50,
 *   150, 150 and 50 Mb/s, of 2, 1, 1/2, 1/2, 1/2 and 1 times TrunkKm, 22 sessions. Both are those
 * of R. Simcoe, Test configurations for fairness and other tests, ATM Forum 94-0557, which is not
 *   public: they were recalled, and give the allocations that are in print.
 *
 * A session A has a source A and a destination A-sink, each on a link of its own; of several with
 * the same letter the sources are A1, A2 and so on. Switches are s1, s2 and so on. A kilometre of a
 * trunk takes 5 us. Other links have the delay of the network.
 *
 * @param nameOrPath one of these, with numbers in brackets as shown, which are the defaults; or the
 * path of a topology file
 * @return the topology; sources have the attribute `to` (ReadAtmSessions)
 * @throw std::invalid_argument unknown name, parameter or number out of range; no such file
 */
fabric::Topology AtmTopology(const std::string& nameOrPath);

/**
 * @ingroup atm-abr
 * @param nameOrPath as for AtmTopology
 * @return the file that is read: none for a name
 * @throw std::invalid_argument neither a name nor a file that can be read
 */
std::vector<std::string> GetAtmTopologyFiles(const std::string& nameOrPath);

} // namespace ns3

#endif // ATM_ABR_TOPOLOGIES_H
