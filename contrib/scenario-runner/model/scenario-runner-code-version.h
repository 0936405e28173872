/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_RUNNER_CODE_VERSION_H
#define SCENARIO_RUNNER_CODE_VERSION_H

#include <string>
#include <vector>

namespace ns3::burst
{

/**
 * @ingroup scenario-runner
 *
 * Registers the version of the object file (the program or the library) that holds this object. The
 * build writes a source with one static object of this class into each scenario library. An object
 * file without one has the hash of its code as its version. A run carries the version in its
 * identity, so that a changed program never passes for one whose results are in the archive.
 */
class CodeVersion
{
  public:
    /** @param version Hash of all sources that the object file is made from. */
    explicit CodeVersion(const std::string& version);

    /**
     * @param address Of code or static data of a scenario, such as that of its typeid.
     * @param parameters Texts of the parameters of a run. A class that they name, such as
     * "ns3::PoissonArrivals[Rate=0.1]", is found by its GetTypeId().
     * @return The version of the object file that holds the scenario, followed by ",version" for
     * each object file that has a named class and that the former does not link to, and by
     * "+version" for each plugin that any run may depend on.
     */
    static std::string Get(const void* address, const std::vector<std::string>& parameters = {});

    /** @param address In an object file. @return Whether a version was registered there. */
    static bool IsRegistered(const void* address);

    /**
     * Make the version of a plugin part of every version.
     *
     * @param address Of code or static data of the plugin.
     */
    static void AddPlugin(const void* address);
};

} // namespace ns3::burst

#endif /* SCENARIO_RUNNER_CODE_VERSION_H */
