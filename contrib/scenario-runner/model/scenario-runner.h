/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_RUNNER_H
#define SCENARIO_RUNNER_H

#include "scenario-runner-prepared-run.h"

#include "ns3/run-archive.h"

#include <string>

namespace ns3::scenario
{

/**
 * @ingroup scenario-runner
 *
 * Computes runs of scenarios, for a compiled program and for Python. These members do not affect
 * results.
 */
struct ScenarioRunner
{
    std::string driver{"python"}; //!< "compiled" or "python", for the table run_cost.
    std::string scheduler{"ns3::PriorityQueueScheduler"}; //!< TypeId of the event scheduler.
    int progress{-1}; //!< Descriptor for ProgressReporter; negative: none.

    /**
     * Compute a run. Events and nodes of any other simulation are destroyed before and after.
     *
     * @param spec The run.
     * @param archive Path of the archive, see RunArchive; ":memory:" for no archive.
     * @return The archive, committed; RunArchive::GetDocument() gives the rows of the run as JSON.
     * @throw std::invalid_argument Wrong input; nothing has been written.
     * @throw std::runtime_error A disk failure, a deadlock, counts that violate conservation, or an
     * input file that was written during the run; the archive has not changed.
     */
    archive::RunArchive Execute(const RunSpec& spec, const std::string& archive) const;
};

/**
 * @ingroup scenario-runner
 *
 * The main function of a program that runs scenarios as its command line says (see --help). For
 * use by other programs, the standard output has only JSON or nothing, except with --help. A line
 * on the standard error output names the archive.
 *
 * @param argc As in main.
 * @param argv As in main.
 * @return Exit code: 0 done; 1 disk, deadlock or conservation; 2 wrong input. An error is one
 * sentence on the standard error output.
 */
int RunScenarioMain(int argc, char* argv[]);

} // namespace ns3::scenario

#endif /* SCENARIO_RUNNER_H */
