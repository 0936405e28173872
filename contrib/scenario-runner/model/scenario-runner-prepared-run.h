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

#include "ns3/ptr.h"
#include "ns3/run-archive-records.h"

#include <filesystem>
#include <vector>

namespace ns3::burst
{

/**
 * @ingroup scenario-runner
 *
 * A run that is known to be possible: the defaults are set while it lives, seed and run number are
 * set, and the scenario exists with its attributes.
 */
struct PreparedRun
{
    /**
     * @param spec The run.
     * @throw std::invalid_argument Unknown scenario or attribute, value that is not allowed, seed
     * or run out of range, or an environment variable that would change runs behind the back of
     * their identity.
     */
    explicit PreparedRun(const RunSpec& spec);

    /**
     * Check that the input files are those of the identity still.
     *
     * @throw std::runtime_error One was changed.
     */
    void CheckInputs() const;

    ConfigDefaults defaults;                                 //!< Defaults of classes.
    RunIdentity identity;                                    //!< What identifies the run.
    Ptr<Scenario> scenario;                                  //!< Ready for Scenario::Run().
    std::vector<std::filesystem::file_time_type> inputTimes; //!< When each was written last.
};

} // namespace ns3::burst

#endif /* SCENARIO_RUNNER_PREPARED_RUN_H */
