/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_RUNNER_PREPARED_RUN_H
#define SCENARIO_RUNNER_PREPARED_RUN_H

#include "scenario-runner-config-defaults.h"
#include "scenario-runner-run-spec.h"
#include "scenario-runner-scenario.h"

#include "ns3/burst-core-input-files.h"
#include "ns3/ptr.h"
#include "ns3/run-archive-records.h"

#include <vector>

namespace ns3::scenario
{

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

#endif /* SCENARIO_RUNNER_PREPARED_RUN_H */
