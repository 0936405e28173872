/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_RUNNER_H
#define SCENARIO_RUNNER_H

#include "scenario-runner-run-spec.h"

#include "ns3/run-archive.h"

#include <string>

namespace ns3::burst
{

/**
 * @ingroup scenario-runner
 *
 * Computes runs of scenarios, for a compiled program and for Python. Nothing that is set here
 * changes a row.
 */
struct ScenarioRunner
{
    std::string driver{"python"}; //!< "compiled" or "python", for the table run_cost.
    std::string scheduler{"ns3::PriorityQueueScheduler"}; //!< TypeId of the event scheduler.
    int progress{-1}; //!< Descriptor for ProgressReporter; negative: none.

    /**
     * Compute a run. What the simulator and the lists of nodes hold is destroyed before and after.
     *
     * @param spec The run.
     * @param archive The archive that takes the run in, see RunArchive; ":memory:" for none.
     * @return The archive, committed; RunArchive::GetDocument() gives the rows of the run as JSON.
     * @throw std::invalid_argument Wrong input, nothing has been written.
     * @throw std::runtime_error The disk, a resource that stopped making progress, a count that
     * does not add up, an input file that was written during the run; the archive is as it was.
     */
    RunArchive Execute(const RunSpec& spec, const std::string& archive) const;
};

/**
 * @ingroup scenario-runner
 *
 * The whole of a program that runs scenarios: reads the command line (--help explains it), does it.
 * The standard output has JSON or nothing, but for --help, so that programs can read it; where the
 * rows went is a line of the standard error output.
 *
 * @param argc As of main.
 * @param argv As of main.
 * @return Exit code: 0 done; 1 disk, deadlock or conservation; 2 wrong input. What went wrong is
 * one sentence on the standard error output.
 */
int RunScenarioMain(int argc, char* argv[]);

} // namespace ns3::burst

#endif /* SCENARIO_RUNNER_H */
