/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "path-measurement-host-clock.h"

#include "ns3/burst-core-check.h"
#include "ns3/double.h"
#include "ns3/simulator.h"

#include <cmath>

namespace ns3::measurement
{

void
PacketTiming::Set(const Settings& settings)
{
    burst::CheckParameter(settings.quantum >= 1,
                          "the quantum of a clock",
                          static_cast<double>(settings.quantum),
                          "numbers from 1 ns on");
    burst::CheckParameter(settings.coalescing >= 0,
                          "the timer of interrupts",
                          static_cast<double>(settings.coalescing),
                          "numbers from 0 ns on");
    burst::CheckParameter(settings.skew > -1,
                          "the skew of a clock",
                          settings.skew,
                          "numbers above -1");
    m_settings = settings;
}

int64_t
PacketTiming::Read(int64_t time) const
{
    const int64_t gain = std::llround(static_cast<double>(time) * m_settings.skew);
    const int64_t shown = time + gain + m_settings.offset;
    const int64_t rest = shown % m_settings.quantum;
    return shown - rest - (rest < 0 ? m_settings.quantum : 0);
}

int64_t
PacketTiming::Arrive(int64_t time)
{
    if (time > m_interrupt)
    {
        m_interrupt = time + m_settings.coalescing;
    }
    return Read(m_interrupt);
}

} // namespace ns3::measurement

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(HostClock);

TypeId
HostClock::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::HostClock")
            .SetParent<Object>()
            .SetGroupName("PathMeasurement")
            .AddConstructor<HostClock>()
            .AddAttribute("TimestampQuantum",
                          "The clock shows multiples of this time; 1ns: exact. Hosts of 2002 had "
                          "1 to 10 us (our estimate).",
                          TimeValue(NanoSeconds(1)),
                          MakeTimeAccessor(&HostClock::m_quantum),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute(
                "InterruptCoalescing",
                "Time from a packet to the interrupt with which the host sees that packet "
                "and all that have come since; 0: each packet at once. Gigabit "
                "interfaces of 2002 had 30 to 100 us (our estimate).",
                TimeValue(Time(0)),
                MakeTimeAccessor(&HostClock::m_coalescing),
                MakeTimeChecker(Time(0)))
            .AddAttribute("Offset",
                          "What the clock shows at time 0.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&HostClock::m_offset),
                          MakeTimeChecker())
            .AddAttribute(
                "Skew",
                "Time that the clock gains in a second, in s; 2e-5: 20 ppm. Numbers above "
                "-1.",
                DoubleValue(0),
                MakeDoubleAccessor(&HostClock::m_skew),
                MakeDoubleChecker<double>(-0.99));
    return tid;
}

Ptr<HostClock>
HostClock::Get(Ptr<Node> node)
{
    auto clock = node->GetObject<HostClock>();
    if (!clock)
    {
        clock = CreateObject<HostClock>();
        node->AggregateObject(clock);
    }
    return clock;
}

int64_t
HostClock::Read()
{
    Update();
    return m_timing.Read(Simulator::Now().GetNanoSeconds());
}

int64_t
HostClock::Arrive()
{
    Update();
    return m_timing.Arrive(Simulator::Now().GetNanoSeconds());
}

void
HostClock::Update()
{
    m_timing.Set({m_quantum.GetNanoSeconds(),
                  m_coalescing.GetNanoSeconds(),
                  m_offset.GetNanoSeconds(),
                  m_skew});
}

} // namespace ns3
