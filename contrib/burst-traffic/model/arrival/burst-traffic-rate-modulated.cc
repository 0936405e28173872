/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-rate-modulated.h"

#include "ns3/burst-core-compat.h"
#include "ns3/enum.h"
#include "ns3/log.h"

#include <cmath>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("RateModulatedArrivals");

NS_OBJECT_ENSURE_REGISTERED(RateModulatedArrivals);

TypeId
RateModulatedArrivals::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RateModulatedArrivals")
            .SetParent<ArrivalProcess>()
            .SetGroupName("BurstTraffic")
            .AddAttribute(
                "Placement",
                "Where arrivals come while the rate is what it is: at even distances, or "
                "at random as in a Poisson process.",
                EnumValue(EVEN),
                burst::MakeEnumerationAccessor<Placement>(&RateModulatedArrivals::m_placement),
                MakeEnumChecker(EVEN, "Even", POISSON, "Poisson"));
    return tid;
}

RateModulatedArrivals::Placement
RateModulatedArrivals::GetPlacement() const
{
    return m_placement;
}

void
RateModulatedArrivals::DoStart()
{
    NS_LOG_FUNCTION(this);
    m_even = m_placement == EVEN;
    m_due = m_even ? GetRandom().Uniform() : -std::log(GetRandom().Uniform());
    m_begin = 0;
    m_position = {};
    DoStartRate();
    m_segment = DoNextSegment();
}

void
RateModulatedArrivals::DoTake(std::size_t count, int64_t* ticks)
{
    int64_t* const end = ticks + count;
    while (ticks != end)
    {
        *ticks++ = RateModulatedArrivals::DoNext();
        if (m_even && m_begin < HORIZON)
        {
            ticks = TakeEven(ticks, end);
        }
    }
}

int64_t*
RateModulatedArrivals::TakeEven(int64_t* ticks, int64_t* end)
{
    // as DoNext, with what does not change within a segment taken out
    const double rate = m_segment.rate;
    const auto step = burst::TickPosition::At(1 / rate);
    burst::TickPosition position = m_position;
    while (ticks != end)
    {
        const double ticksLeft =
            static_cast<double>(m_segment.ticks - position.tick) - position.fraction;
        if (!(1 < ticksLeft * rate))
        {
            break;
        }
        position.Advance(step);
        *ticks++ = m_begin + position.tick;
    }
    m_position = position;
    return ticks;
}

int64_t
RateModulatedArrivals::DoNext()
{
    while (m_begin < HORIZON)
    {
        const double ticksLeft =
            static_cast<double>(m_segment.ticks - m_position.tick) - m_position.fraction;
        const double left = ticksLeft * m_segment.rate;
        if (m_due < left)
        {
            m_position.Advance(m_due / m_segment.rate);
            m_due = m_even ? 1 : -std::log(GetRandom().Uniform());
            return m_begin + m_position.tick;
        }
        m_due -= left;
        m_begin += m_segment.ticks;
        m_position = {};
        m_segment = DoNextSegment();
    }
    return NEVER;
}

} // namespace ns3
