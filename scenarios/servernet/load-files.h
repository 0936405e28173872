/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_LOAD_FILES_H
#define SERVERNET_LOAD_FILES_H

#include "ns3/burst-core-object-text.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @param topology name or path of a topology
 * @param process an ArrivalProcess
 * @param pattern a DestinationPattern
 * @return the files that a scenario with these attributes reads
 */
std::vector<std::string> GetLoadFiles(const std::string& topology,
                                      const burst::ObjectText& process,
                                      const burst::ObjectText& pattern);

} // namespace ns3

#endif // SERVERNET_LOAD_FILES_H
