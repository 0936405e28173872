/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_RUNNER_RUN_SPEC_H
#define SCENARIO_RUNNER_RUN_SPEC_H

#include "ns3/run-archive-records.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3::burst
{

/**
 * @ingroup scenario-runner
 *
 * A run as a user asks for it.
 */
struct RunSpec
{
    std::string scenario; //!< See FindScenario().
    std::map<std::string, std::string>
        attributes;   //!< "Name", or "ns3::Class::Name" for a default; with their texts.
    uint64_t seed{1}; //!< Seed of all random streams, 1 to 4294944442.
    uint64_t run{1};  //!< Substream, 0 to 2^63 - 1; independent replications differ in it.

    /**
     * @param json {"scenario", "attributes": {name: text, number or boolean}, "seed", "run"}; all
     * but the first may be absent.
     * @return The run.
     * @throw std::invalid_argument Broken JSON, unknown or misshapen members.
     */
    static RunSpec FromJson(const std::string& json);

    /**
     * @return What identifies the run: two spellings of the same values give the same key. All
     * attributes of the scenario are parameters, also those left at their defaults; defaults of
     * other classes only where they differ from what the class was written with.
     * @throw std::invalid_argument Unknown scenario or attribute, value that is not allowed, seed
     * or run out of range, or an environment variable that would change runs behind the back of
     * their identity.
     */
    RunIdentity GetIdentity() const;
};

} // namespace ns3::burst

#endif /* SCENARIO_RUNNER_RUN_SPEC_H */
