/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-arrival-driver.h"

#include "ns3/log.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ns3::burst
{

NS_LOG_COMPONENT_DEFINE("ArrivalDriver");

ArrivalDriver::~ArrivalDriver()
{
    Stop();
}

void
ArrivalDriver::Start(Ptr<ArrivalProcess> process, const Time& tick, Callback callback)
{
    NS_LOG_FUNCTION(this << process << tick);
    m_event.Cancel();
    m_process = std::move(process);
    m_callback = std::move(callback);
    m_start = Simulator::Now().GetTimeStep();
    m_tick = tick.GetTimeStep();
    m_lastTick =
        std::min((std::numeric_limits<int64_t>::max() - m_start) / m_tick, ArrivalProcess::HORIZON);
    ScheduleNext();
}

void
ArrivalDriver::Stop()
{
    NS_LOG_FUNCTION(this);
    m_event.Cancel();
    m_process = nullptr;
}

uint64_t
ArrivalDriver::Resume()
{
    NS_LOG_FUNCTION(this);
    const uint64_t blocked = m_process->Resume(GetNextTick());
    m_event.Cancel();
    ScheduleNext();
    return blocked;
}

int64_t
ArrivalDriver::GetPastTick() const
{
    return (Simulator::Now().GetTimeStep() - m_start) / m_tick;
}

int64_t
ArrivalDriver::GetNextTick() const
{
    return (Simulator::Now().GetTimeStep() - m_start + m_tick - 1) / m_tick;
}

Time
ArrivalDriver::GetDelay(int64_t tick) const
{
    return Time(m_start + m_tick * tick - Simulator::Now().GetTimeStep());
}

void
ArrivalDriver::ScheduleNext()
{
    const int64_t tick = m_process ? m_process->Peek() : ArrivalProcess::NEVER;
    if (tick <= m_lastTick)
    {
        m_event = Simulator::Schedule(GetDelay(tick), &ArrivalDriver::Fire, this);
    }
}

void
ArrivalDriver::Fire()
{
    try
    {
        m_callback(m_process->Peek());
    }
    catch (...)
    {
        ScheduleNext();
        throw;
    }
    ScheduleNext();
}

} // namespace ns3::burst
