/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_TOPOLOGY_WORDS_H
#define FABRIC_TOPOLOGY_WORDS_H

#include <cstdint>
#include <string>
#include <vector>

// Private to the topology reader: what a word is made of.

namespace ns3::fabric
{

/// @return @p text as a whole number from @p low to @p high; invalid_argument that calls it @p what
/// otherwise
uint32_t ParseWholeNumber(const std::string& what,
                          const std::string& text,
                          uint32_t low,
                          uint32_t high);

/**
 * Expands "cpu[0..1].[0..3]" to the eight names it stands for, the last bracket running fastest.
 *
 * @throws std::invalid_argument for broken brackets, more than @p limit names and names that no
 * limit of Topology allows
 */
std::vector<std::string> ExpandNamePattern(const std::string& pattern, std::size_t limit);

} // namespace ns3::fabric

#endif // FABRIC_TOPOLOGY_WORDS_H
