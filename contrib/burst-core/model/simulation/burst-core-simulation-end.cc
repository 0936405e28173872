/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-core-simulation-end.h"

#include "ns3/simulator.h"

namespace ns3::burst
{

SimulationEnd::SimulationEnd()
{
    const auto state = std::make_shared<State>();
    Simulator::ScheduleDestroy([state] {
        state->over = true;
        state->end = Simulator::Now();
    });
    m_state = state;
}

bool
SimulationEnd::IsOver() const
{
    return m_state->over;
}

Time
SimulationEnd::Now() const
{
    return m_state->over ? m_state->end : Simulator::Now();
}

} // namespace ns3::burst
