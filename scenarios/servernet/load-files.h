/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_LOAD_FILES_H
#define SERVERNET_LOAD_FILES_H

#include <string>
#include <vector>

namespace ns3
{

/**
 * @param topology name or path of a topology
 * @param process text of an ArrivalProcess
 * @param pattern text of a DestinationPattern
 * @return the files that a scenario with these attributes reads
 */
std::vector<std::string> GetLoadFiles(const std::string& topology,
                                      const std::string& process,
                                      const std::string& pattern);

} // namespace ns3

#endif // SERVERNET_LOAD_FILES_H
