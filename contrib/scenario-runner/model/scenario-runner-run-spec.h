/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_RUNNER_RUN_SPEC_H
#define SCENARIO_RUNNER_RUN_SPEC_H

#include "scenario-runner-config-defaults.h"
#include "scenario-runner-scenario.h"

#include "ns3/ptr.h"
#include "ns3/run-archive-records.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

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
};

/**
 * @ingroup scenario-runner
 *
 * A run that is known to be possible: the defaults are set while it lives, seed and run number are
 * set, and the scenario exists with its attributes.
 */
struct PreparedRun
{
    ConfigDefaults defaults;
    RunIdentity identity;
    Ptr<Scenario> scenario;
    std::vector<std::filesystem::file_time_type> inputTimes; //!< When each was written last.

    /**
     * Check that the input files are those of the identity still.
     *
     * @throw std::runtime_error One was changed.
     */
    void CheckInputs() const;
};

/**
 * @ingroup scenario-runner
 *
 * @param spec The run.
 * @return The run, ready for Scenario::Run().
 * @throw std::invalid_argument Unknown scenario or attribute, value that is not allowed, seed or
 * run out of range, or an environment variable that would change runs behind the back of their
 * identity.
 */
PreparedRun Prepare(const RunSpec& spec);

/**
 * @ingroup scenario-runner
 *
 * @param spec The run.
 * @return What identifies it: two spellings of the same values give the same key. All attributes of
 * the scenario are parameters, also those left at their defaults; defaults of other classes only
 * where they differ from what the class was written with.
 * @throw std::invalid_argument See Prepare().
 */
RunIdentity Canonicalize(const RunSpec& spec);

/**
 * @ingroup scenario-runner
 *
 * @param json {"scenario", "attributes": {name: text, number or boolean}, "seed", "run"}; all but
 * the first may be absent.
 * @return The run.
 * @throw std::invalid_argument Broken JSON, unknown or misshapen members.
 */
RunSpec ReadRunSpec(const std::string& json);

/**
 * @ingroup scenario-runner
 *
 * @param identity The run.
 * @return JSON object with run_id, key, study, scenario, name, parameters, seed, run, code_version,
 * ns3_version.
 */
std::string WriteIdentity(const RunIdentity& identity);

} // namespace ns3::burst

#endif /* SCENARIO_RUNNER_RUN_SPEC_H */
