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
 * Runs experiments by name: scenarios, the identity of a run, the runner, plugins.
 */

namespace ns3::scenario
{

/**
 * @ingroup scenario-runner
 *
 * An experiment that can be run by name. It builds a network, simulates the network and reports
 * results; its attributes are the parameters. The TypeId of a scenario is
 * "ns3::<Study><What>Scenario", with Scenario as parent and the study as group name; its name in
 * commands is GetScenarioName(). The runner sets seed, run number and scheduler before it creates
 * the scenario.
 */
class Scenario : public Object
{
  public:
    /** @return The TypeId. */
    static TypeId GetTypeId();

    ~Scenario() override;

    /**
     * Build, simulate for GetDuration(), report, and check conservation. Then destroy the
     * simulation, also after an exception. An object runs once.
     *
     * @param archive The archive for the rows. The caller begins the archive before the call and
     * commits it afterwards.
     * @throw std::invalid_argument Attribute values that contradict each other.
     * @throw std::runtime_error A deadlock, counts that violate conservation, or a disk failure.
     */
    void Run(archive::RunArchive& archive);

    /** @return One sentence: what is simulated and what is measured. */
    virtual std::string GetHelp() const;

    /**
     * @return Simulated time of the run, from the attributes. The default is 0: nothing is
     * simulated. Events that are scheduled during the run for exactly that time are not executed.
     */
    virtual Time GetDuration() const;

    /**
     * @return Fraction of the run that is done, from 0 to 1; by default of the simulated time
     * GetDuration(). A scenario that calls Simulator::Stop() when its work is done overrides this
     * function with the fraction of the work.
     */
    virtual double GetProgress() const;

    /**
     * @return Paths of files that the scenario reads and no attribute names; none by default. Files
     * that attributes name by MakeFileChecker() are found without this function, also in the values
     * of objects. The contents of all these files are part of the identity of a run, and a run that
     * reads another file by OpenText() or UseInput() fails.
     */
    virtual std::vector<std::string> GetInputFiles() const;

    /** @return Number of events the run has executed. */
    uint64_t GetEventCount() const;

    /** @return Simulated time at which the run has ended. */
    Time GetEnd() const;

  protected:
    /** Build the network, assign the random streams, and choose what is recorded. */
    virtual void DoBuild() = 0;

    /** Write scalars and tables after the run, and enter into the ledger what the network still
     * holds. Does nothing by default. */
    virtual void DoReport();

    /**
     * Give a scenario that draws random numbers the attribute StreamBase.
     *
     * @param type TypeId of the scenario.
     * @return The same TypeId, for the end of GetTypeId() of the scenario.
     */
    static TypeId AddStreamBase(TypeId type);

    /** @return Attribute StreamBase, the first random stream to assign. */
    int64_t GetStreamBase() const;

    /**
     * Write a scalar, and enter its metric into the dictionary of units.
     *
     * @param metric Name of the metric.
     * @param value Result in the unit of the metric.
     * @param unit Unit, such as "ns", "B" or "1".
     * @param description One sentence.
     * @param object Name of the measured object; empty for the run as a whole.
     */
    void Report(const std::string& metric,
                double value,
                const std::string& unit,
                const std::string& description,
                const std::string& object = "");

    /** @return The archive of Run(), during Run(). */
    archive::RunArchive& GetArchive();
    /** @return The recorder of trace sources, during DoBuild() and the simulation. */
    archive::TraceRecorder& GetRecorder();
    /** @return The ledger of what was injected, delivered and dropped, checked after DoReport(). */
    fabric::ConservationLedger& GetLedger();

  private:
    archive::RunArchive* m_archive{nullptr};
    std::unique_ptr<archive::TraceRecorder> m_recorder;
    fabric::ConservationLedger m_ledger;
    uint64_t m_events{0};
    Time m_end;
    int64_t m_stream{-1}; //!< attribute StreamBase; -1 without this attribute
};

/**
 * @ingroup scenario-runner
 *
 * @param type TypeId of a scenario, such as ns3::TrafficArrivalsScenario.
 * @return Name of the scenario in commands, such as traffic-arrivals.
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
 * @param name Command name or name of the TypeId; empty if there is only one scenario.
 * @return The scenario.
 * @throw std::invalid_argument No such scenario, or an empty name and several scenarios; the
 * message suggests the nearest name.
 */
TypeId FindScenario(const std::string& name);

} // namespace ns3::scenario

#endif /* SCENARIO_RUNNER_SCENARIO_H */
