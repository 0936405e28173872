/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_RUNNER_DESCRIPTION_H
#define SCENARIO_RUNNER_DESCRIPTION_H

#include <string>

namespace ns3::scenario
{

/**
 * @ingroup scenario-runner
 *
 * @return JSON list of {name, type, study, help}, one for each scenario.
 */
std::string WriteScenarios();

/**
 * @ingroup scenario-runner
 *
 * @param name A scenario, see FindScenario(), or any TypeId, such as ns3::ArrivalProcess.
 * @return JSON object {name, type, study, help, kinds: [TypeId names of the derived classes that
 * have a constructor], attributes: [{name, type, default, allowed, kinds, help}], traces: [{name,
 * signature, help}], statistics: [{name, unit, help}]}; study and help are empty if the type is not
 * a scenario.
 * @throw std::invalid_argument Unknown name; the message suggests the nearest name.
 */
std::string WriteDescription(const std::string& name);

} // namespace ns3::scenario

#endif /* SCENARIO_RUNNER_DESCRIPTION_H */
