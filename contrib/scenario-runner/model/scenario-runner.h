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
 * How a run is computed; nothing here changes its rows.
 */
struct RunOptions
{
    std::string driver{"python"}; //!< "compiled" or "python", for the table run_cost.
    std::string scheduler{"ns3::PriorityQueueScheduler"}; //!< TypeId of the event scheduler.
    int progress{-1}; //!< Descriptor for ProgressReporter; negative: none.
};

/**
 * @ingroup scenario-runner
 *
 * Everything a driver does with scenarios, compiled or in Python; all arguments and results are
 * texts and plain values.
 */
class ScenarioRunner
{
  public:
    /** @return JSON list of {name, type, study, help}, one for each scenario. */
    static std::string ListJson();

    /**
     * @param name A scenario, see FindScenario(), or any TypeId as ns3::ArrivalProcess.
     * @return JSON object {name, type, study, help, kinds: [TypeId names of what is derived from it
     * and can be created], attributes: [{name, type, default, allowed, help}], traces: [{name,
     * signature, help}]}; study and help are empty for what is no scenario.
     * @throw std::invalid_argument There is none; the sentence names the nearest.
     */
    static std::string DescribeJson(const std::string& name);

    /**
     * Compute a run. What the simulator and the lists of nodes hold is destroyed before and after.
     *
     * @param spec The run.
     * @param archive The archive that takes the run in, see RunArchive; ":memory:" for none.
     * @param options How to compute it.
     * @return The archive, committed; RunArchive::GetDocument() gives the rows of the run as JSON.
     * @throw std::invalid_argument Wrong input, nothing has been written.
     * @throw std::runtime_error The disk, a resource that stopped making progress, a count that
     * does not add up, an input file that was written during the run; the archive is as it was.
     */
    static RunArchive Execute(const RunSpec& spec,
                              const std::string& archive,
                              const RunOptions& options = {});

    /**
     * @param document What RunArchive::GetDocument() returns.
     * @return Its tables, if they have 1000 rows at most, and then its scalars, in columns.
     */
    static std::string FormatResults(const std::string& document);
};

/**
 * @ingroup scenario-runner
 *
 * The whole of a program that runs scenarios: reads the command line (--help explains it), does it.
 *
 * @param argc As of main.
 * @param argv As of main.
 * @return Exit code: 0 done; 1 disk, deadlock or conservation; 2 wrong input. What went wrong is
 * one sentence on the standard error output.
 */
int RunScenarioMain(int argc, char* argv[]);

} // namespace ns3::burst

#endif /* SCENARIO_RUNNER_H */
