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

namespace ns3::burst
{

/**
 * @ingroup scenario-runner
 *
 * Load a library that registers TypeIds: scenarios, or algorithms that attributes name. It stays
 * loaded.
 *
 * @param path A file, or a name that the dynamic loader finds.
 * @return The types it brought, none when it was loaded before.
 * @throw std::invalid_argument It cannot be loaded; the sentence says why.
 */
std::vector<TypeId> LoadPlugin(const std::string& path);

} // namespace ns3::burst

#endif /* SCENARIO_RUNNER_PLUGIN_LOADER_H */
