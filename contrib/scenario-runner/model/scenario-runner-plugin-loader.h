/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_RUNNER_PLUGIN_LOADER_H
#define SCENARIO_RUNNER_PLUGIN_LOADER_H

#include "ns3/type-id.h"

#include <string>
#include <vector>

namespace ns3::scenario
{

/**
 * @ingroup scenario-runner
 *
 * Load a library that registers TypeIds: scenarios, or algorithms that attributes name. The library
 * stays loaded.
 *
 * @param path Path of the library, or a name that the dynamic loader resolves.
 * @return The types that the library registered; none if it was already loaded.
 * @throw std::invalid_argument The library cannot be loaded; the message says why.
 */
std::vector<TypeId> LoadPlugin(const std::string& path);

} // namespace ns3::scenario

#endif /* SCENARIO_RUNNER_PLUGIN_LOADER_H */
