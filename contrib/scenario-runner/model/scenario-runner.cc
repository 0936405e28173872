/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-runner.h"

#include "scenario-runner-config-defaults.h"
#include "scenario-runner-prepared-run.h"
#include "scenario-runner-progress.h"

#include "ns3/burst-core-input-files.h"
#include "ns3/burst-core-object-text.h"
#include "ns3/log.h"
#include "ns3/object-factory.h"
#include "ns3/rng-stream.h"
#include "ns3/scheduler.h"
#include "ns3/simulator.h"

#include <chrono>
#include <ctime>
#include <optional>
#include <stdexcept>

namespace ns3::scenario
{

NS_LOG_COMPONENT_DEFINE("ScenarioRunner");

namespace
{

ObjectFactory
ReadScheduler(const std::string& text)
{
    try
    {
        return burst::ObjectText(text, Scheduler::GetTypeId()).MakeFactory();
    }
    catch (const std::invalid_argument& reason)
    {
        throw std::invalid_argument("scheduler cannot be '" + text + "': " + reason.what());
    }
}

double
GetCpuSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

} // namespace

archive::RunArchive
ScenarioRunner::Execute(const RunSpec& spec, const std::string& path) const
{
    NS_LOG_FUNCTION(this << spec.scenario << path << scheduler << progress);
    const ObjectFactory schedulers = ReadScheduler(scheduler);
    std::optional<ProgressReporter> reporter;
    if (progress >= 0)
    {
        reporter.emplace(progress);
    }
    Simulator::Destroy();
    const KeptDefaults kept;
    const PreparedRun run(spec);
    const burst::InputScope scope(run.inputs);
    archive::RunArchive archive(path);
    archive.Begin(run.identity);

    // The first stream of a process makes tables, in 12 ms that are not those of the run.
    RngStream(1, 1, 0);
    const auto wall = std::chrono::steady_clock::now();
    const double cpu = GetCpuSeconds();
    Simulator::SetScheduler(schedulers);
    if (reporter)
    {
        reporter->Start(run.scenario->GetDuration(),
                        [&scenario = *run.scenario] { return scenario.GetProgress(); });
    }
    run.scenario->Run(archive);
    run.CheckInputs();

    archive::RunCost cost;
    cost.wallSeconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
    cost.cpuSeconds = GetCpuSeconds() - cpu;
    cost.events = run.scenario->GetEventCount();
    if (reporter)
    {
        reporter->Finish(run.scenario->GetEnd(), cost.events);
        cost.events -= reporter->GetOwnEvents();
    }
    cost.peakRssKiB = GetPeakRssKiB();
    cost.driver = driver;
    NS_LOG_INFO("run " << archive.GetRunId() << " took " << cost.cpuSeconds
                       << " s of processor time and " << cost.events << " events");
    archive.Commit(cost);
    return archive;
}

} // namespace ns3::scenario
