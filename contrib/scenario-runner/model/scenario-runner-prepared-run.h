/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_RUNNER_PREPARED_RUN_H
#define SCENARIO_RUNNER_PREPARED_RUN_H

#include "scenario-runner-config-defaults.h"
#include "scenario-runner-scenario.h"

#include "ns3/burst-core-input-files.h"
#include "ns3/ptr.h"
#include "ns3/run-archive-records.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3::scenario
{

/**
 * @ingroup scenario-runner
 *
 * A run as specified by a user.
 */
struct RunSpec
{
    std::string scenario; //!< See FindScenario().
    std::map<std::string, std::string>
        attributes;   //!< Value texts by "Name", or by "ns3::Class::Name" for a default.
    uint64_t seed{1}; //!< Seed of all random streams, 1 to 4294944442.
    uint64_t run{1};  //!< Substream, 0 to 2^63 - 1; independent replications differ in it.

    /**
     * @param json {"scenario", "attributes": {name: text, number or boolean}, "seed", "run"}; only
     * "scenario" is required.
     * @return The run.
     * @throw std::invalid_argument Invalid JSON, an unknown member, or a member of the wrong type.
     */
    static RunSpec FromJson(const std::string& json);

    /**
     * @return The identity of the run; two spellings of the same values give the same key. All
     * attributes of the scenario are parameters, including those with default values. Defaults of
     * other classes are parameters if they differ from those of the source code.
     * @throw std::invalid_argument Unknown scenario or attribute, value that is not allowed, seed
     * or run out of range, or an environment variable that changes results but is not part of the
     * identity of a run.
     */
    archive::RunIdentity GetIdentity() const;
};

/**
 * @ingroup scenario-runner
 *
 * A run that has been checked and can start: seed and run number are set, and the scenario exists
 * with its attributes. Defaults of other classes, seed and run number are set as long as this
 * object exists.
 */
struct PreparedRun
{
    /**
     * @param spec The run.
     * @throw std::invalid_argument Unknown scenario or attribute, value that is not allowed, seed
     * or run out of range, or an environment variable that changes results but is not part of the
     * identity of a run.
     */
    explicit PreparedRun(const RunSpec& spec);

    /**
     * Check that no input file has changed since the identity was made.
     *
     * @throw std::runtime_error An input file has changed.
     */
    void CheckInputs() const;

    KeptRandomNumbers kept;               //!< Of the program, afterwards.
    ConfigDefaults defaults;              //!< Defaults of classes.
    archive::RunIdentity identity;        //!< What identifies the run.
    Ptr<Scenario> scenario;               //!< Ready for Scenario::Run().
    std::vector<burst::InputFile> inputs; //!< The files of the identity.
};

} // namespace ns3::scenario

#endif // SCENARIO_RUNNER_PREPARED_RUN_H
