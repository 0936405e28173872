/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_TOPOLOGY_READER_H
#define FABRIC_TOPOLOGY_READER_H

#include "fabric-topology.h"

#include <istream>
#include <string>

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * Reads a topology in the text format of doc/fabric.rst.
 *
 * @param input the text.
 * @param name what messages call it, usually the path.
 * @throws std::invalid_argument "NAME, line N: what is wrong and what is allowed". Lines hold at
 * most 4096 characters, a file 16 MiB, and the patterns of a file expand to at most 1048576 names,
 * links, routes and disables: time and memory are bounded for any input.
 */
Topology ReadTopology(std::istream& input, const std::string& name);

/// Reads the file @p path; invalid_argument also when it cannot be read.
Topology ReadTopology(const std::string& path);

} // namespace ns3::fabric

#endif // FABRIC_TOPOLOGY_READER_H
