/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_SIMULATION_END_H
#define BURST_CORE_SIMULATION_END_H

#include "ns3/nstime.h"

#include <memory>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 *
 * Knows of a simulation, the one in which it was made, whether Simulator::Destroy() has ended it,
 * after which Simulator::Now() is 0. Copies are of the same simulation.
 */
class SimulationEnd
{
  public:
    SimulationEnd();

    /** @return whether the simulation was destroyed */
    bool IsOver() const;

    /** @return the time of the simulation: once it was destroyed, that of its end */
    Time Now() const;

  private:
    /** What an event of Destroy() writes. */
    struct State
    {
        bool over{false}; //!< the simulation was destroyed
        Time end;         //!< its end
    };

    std::shared_ptr<const State> m_state; //!< shared with the event
};

} // namespace ns3::burst

#endif // BURST_CORE_SIMULATION_END_H
