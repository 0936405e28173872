/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TRAFFIC_PROCESS_SCENARIO_H
#define TRAFFIC_PROCESS_SCENARIO_H

#include "ns3/burst-core-object-text.h"
#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/scenario-runner-scenario.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * A scenario about one arrival process, which its attribute Process names. The files that the
 * process reads are those of the scenario.
 */
class TrafficProcessScenario : public scenario::Scenario
{
  public:
  protected:
    /**
     * @param type of the scenario
     * @param text of the process by default
     * @return the type, with the attribute Process
     */
    static TypeId AddProcess(TypeId type, const std::string& text);

    /** @return the process */
    Ptr<ArrivalProcess> CreateProcess() const;

  private:
    burst::ObjectText m_process; //!< attribute Process
};

} // namespace ns3

#endif // TRAFFIC_PROCESS_SCENARIO_H
