/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_RUNNER_SCENARIO_H
#define SCENARIO_RUNNER_SCENARIO_H

#include "ns3/fabric-ledger.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/run-archive-recorder.h"
#include "ns3/run-archive.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/**
 * @defgroup scenario-runner Scenario runner
 *
 * What makes an experiment a command: scenarios, the identity of a run, what computes it, plugins.
 */

namespace ns3::burst
{

/**
 * @ingroup scenario-runner
 *
 * An experiment that can be run by name: an object whose attributes are its parameters, and which
 * builds a network, lets it run and reports. A study's scenario sets Scenario as parent and the
 * study as group name of its TypeId, "ns3::<Study><What>Scenario"; commands know it by
 * GetScenarioName(). Seed, run number and scheduler are set by the runner before the scenario is
 * created.
 */
class Scenario : public Object
{
  public:
    /** @return The TypeId. */
    static TypeId GetTypeId();

    ~Scenario() override;

    /**
     * Build, simulate for GetDuration(), report, check that nothing was lost, and destroy the
     * simulation, also when an exception leaves. An object runs once.
     *
     * @param archive Where the rows go; begun, and left to the caller to commit.
     * @throw std::invalid_argument Attribute values that do not go together.
     * @throw std::runtime_error A resource stopped making progress, a count does not add up, the
     * disk failed.
     */
    void Run(RunArchive& archive);

    /** @return One sentence: what is simulated and what is measured. */
    virtual std::string GetHelp() const;

    /**
     * @return Simulated time of the run, from the attributes; by default 0, nothing is simulated.
     * Events at exactly that time that are scheduled during the run are not executed.
     */
    virtual Time GetDuration() const;

    /**
     * @return Share of the run that is done, from 0 to 1: by default of GetDuration(). A scenario
     * that calls Simulator::Stop() when its work is done tells how much of the work is.
     */
    virtual double GetProgress() const;

    /**
     * @return Files the scenario will read, from the attributes; by default none. What they contain
     * is part of what identifies a run.
     */
    virtual std::vector<std::string> GetInputFiles() const;

    /** @return Number of events the run has executed. */
    uint64_t GetEventCount() const;

    /** @return Simulated time at which the run has ended. */
    Time GetEnd() const;

  protected:
    /** Build the network, assign the random streams, say what is recorded. */
    virtual void DoBuild() = 0;

    /** Write scalars and tables after the run, and state to the ledger what the network still
     * holds; by default nothing. */
    virtual void DoReport();

    /**
     * Give a scenario that draws random numbers the attribute StreamBase.
     *
     * @param type Its TypeId.
     * @return The TypeId, for the end of its GetTypeId().
     */
    static TypeId AddStreamBase(TypeId type);

    /** @return Attribute StreamBase, the first random stream to assign. */
    int64_t GetStreamBase() const;

    /**
     * Write a number, and enter its metric into the dictionary of units.
     *
     * @param metric Name of the metric.
     * @param value What came out, in the unit of the metric.
     * @param unit Unit, such as "ns", "B" or "1".
     * @param description One sentence.
     * @param object What was measured; empty for the run as a whole.
     */
    void Report(const std::string& metric,
                double value,
                const std::string& unit,
                const std::string& description,
                const std::string& object = "");

    /** @return Where rows go, during Run(). */
    RunArchive& GetArchive();
    /** @return What records trace sources, during DoBuild() and the simulation. */
    TraceRecorder& GetRecorder();
    /** @return What was injected, delivered and dropped; checked after DoReport(). */
    fabric::ConservationLedger& GetLedger();

  private:
    RunArchive* m_archive{nullptr};
    std::unique_ptr<TraceRecorder> m_recorder;
    fabric::ConservationLedger m_ledger;
    uint64_t m_events{0};
    Time m_end;
    int64_t m_stream{-1}; //!< attribute StreamBase; -1 without
};

/**
 * @ingroup scenario-runner
 *
 * @param type TypeId of a scenario, as ns3::TrafficArrivalsScenario.
 * @return The name it has in commands, as traffic-arrivals.
 */
std::string GetScenarioName(TypeId type);

/**
 * @ingroup scenario-runner
 *
 * @return The scenarios of the program and its plugins, in order of their command names.
 */
const std::vector<TypeId>& GetScenarios();

/**
 * @ingroup scenario-runner
 *
 * @param name Command name or name of the TypeId; empty for the only one there is.
 * @return The scenario.
 * @throw std::invalid_argument There is none, or more than one for the empty name; the sentence
 * names the nearest.
 */
TypeId FindScenario(const std::string& name);

} // namespace ns3::burst

#endif /* SCENARIO_RUNNER_SCENARIO_H */
