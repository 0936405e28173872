/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-arrival-driver.h"

#include "ns3/burst-core-number-text.h"
#include "ns3/log.h"
#include "ns3/make-event.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace ns3::traffic
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
    if (tick < TimeStep(1)) // as a default of some ns in a simulation that counts us
    {
        throw std::invalid_argument("a tick of a process is " + burst::WriteTime(tick) +
                                    "; allowed is at least one step of Time::SetResolution");
    }
    Stop();
    m_process = std::move(process);
    ++m_process->m_drivers;
    m_callback = std::move(callback);
    m_start = Simulator::Now().GetTimeStep();
    m_tick = tick.GetTimeStep();
    m_lastTick =
        std::min((std::numeric_limits<int64_t>::max() - m_start) / m_tick, ArrivalProcess::HORIZON);
    Renew();
}

void
ArrivalDriver::Stop()
{
    NS_LOG_FUNCTION(this);
    if (m_event)
    {
        m_event->Cancel();
    }
    m_event = nullptr;
    if (m_process)
    {
        --m_process->m_drivers;
    }
    m_process = nullptr;
}

uint64_t
ArrivalDriver::Resume()
{
    NS_LOG_FUNCTION(this);
    const uint64_t blocked = m_process->Resume(GetNextTick());
    Renew();
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
ArrivalDriver::Renew()
{
    if (m_event)
    {
        m_event->Cancel();
    }
    m_event = Ptr<EventImpl>(MakeEvent(&ArrivalDriver::Fire, this), false);
    ScheduleNext(Simulator::Now().GetTimeStep());
}

void
ArrivalDriver::ScheduleNext(int64_t now)
{
    m_dueTick = m_process->Peek();
    if (m_dueTick <= m_lastTick)
    {
        Simulator::Schedule(Time(m_start + m_tick * m_dueTick - now), m_event);
    }
}

void
ArrivalDriver::Fire()
{
    const int64_t now = m_start + m_tick * m_dueTick;
    const EventImpl* event = PeekPointer(m_event);
    const auto goOn = [&] {
        if (event == PeekPointer(m_event)) // the callback neither stopped nor resumed the driver
        {
            ScheduleNext(now);
        }
    };
    try
    {
        if (m_process->Peek() == m_dueTick) // the arrival was neither taken nor held meanwhile
        {
            m_callback(m_dueTick);
        }
    }
    catch (...)
    {
        goOn();
        throw;
    }
    goOn();
}

} // namespace ns3::traffic
