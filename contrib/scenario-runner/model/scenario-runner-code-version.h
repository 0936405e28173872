/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_RUNNER_CODE_VERSION_H
#define SCENARIO_RUNNER_CODE_VERSION_H

#include "ns3/type-id.h"

#include <string>
#include <vector>

namespace ns3::scenario
{

/**
 * @ingroup scenario-runner
 *
 * Registers the version of the object file (the program or the library) that contains this object.
 * The build adds a source with one static object of this class to each scenario library. For an
 * object file without such an object, the version is the hash of its code. The version is part of
 * the identity of a run, so that stored results are never taken for those of a changed program.
 */
class CodeVersion
{
  public:
    /** @param version Hash of all sources of the object file. */
    explicit CodeVersion(const std::string& version);

    /**
     * @param address Address of code or static data of a scenario, such as that of its typeid.
     * @param parameters Texts of the parameters of a run. A class named in them, such as
     * "ns3::PoissonArrivals[Rate=0.1]", is located by its GetTypeId().
     * @return The version of the object file of the scenario. It is followed by ",version" for each
     * object file with a named class to which the object file of the scenario does not link, and by
     * "+version" for each plugin of AddPlugin().
     */
    static std::string Get(const void* address, const std::vector<std::string>& parameters = {});

    /** @param address Address in an object file. @return Whether that file registered a version. */
    static bool IsRegistered(const void* address);

    /**
     * Make the version of a plugin part of every version.
     *
     * @param address Address of code or static data of the plugin.
     */
    static void AddPlugin(const void* address);
};

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

#endif // SCENARIO_RUNNER_CODE_VERSION_H
