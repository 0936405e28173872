/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-duration-forecast.h"

#include "ns3/burst-core-check.h"

#include <algorithm>
#include <utility>

namespace ns3
{

DurationForecast::DurationForecast(Rate rate, Time slot)
    : m_rate(std::move(rate)),
      m_slot(slot)
{
    burst::CheckParameter(slot.IsStrictlyPositive(), "slot", slot.GetSeconds(), "above 0 s");
}

double
DurationForecast::GetBits(Time begin, Time end) const
{
    double bits = 0;
    while (begin < end)
    {
        const Time until = std::min(GetSlotEnd(begin), end);
        bits += GetRate(begin) * (until - begin).GetSeconds();
        begin = until;
    }
    return bits;
}

std::optional<Time>
DurationForecast::FindEnd(double bits, Time begin, Time latest, double factor) const
{
    while (begin < latest)
    {
        const Time until = std::min(GetSlotEnd(begin), latest);
        const double rate = factor * GetRate(begin);
        const double most = rate * (until - begin).GetSeconds();
        if (most >= bits)
        {
            return begin + (rate > 0 ? Seconds(bits / rate) : Time(0));
        }
        bits -= most;
        begin = until;
    }
    return bits <= 0 ? std::make_optional(begin) : std::nullopt;
}

DurationForecast
DurationForecast::Times(double factor) const
{
    burst::CheckParameter(factor > 0, "factor", factor, "above 0");
    return DurationForecast([rate = m_rate, factor](Time time) { return factor * rate(time); },
                            m_slot);
}

Time
DurationForecast::GetSlotEnd(Time time) const
{
    return TimeStep((time.GetTimeStep() / m_slot.GetTimeStep() + 1) * m_slot.GetTimeStep());
}

double
DurationForecast::GetRate(Time time) const
{
    const double rate =
        m_rate(TimeStep(time.GetTimeStep() / m_slot.GetTimeStep() * m_slot.GetTimeStep()));
    return rate > 0 ? rate : 0;
}

} // namespace ns3
