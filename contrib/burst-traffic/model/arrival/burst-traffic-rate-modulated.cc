/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-rate-modulated.h"

#include "ns3/burst-core-compat.h"
#include "ns3/enum.h"
#include "ns3/log.h"

#include <algorithm>
#include <cmath>
#include <iterator>

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
                "How arrivals are placed while the rate is constant: at even distances, or "
                "at random as in a Poisson process.",
                EnumValue(EVEN),
                UntilFirstArrival(
                    burst::MakeEnumerationAccessor<Placement>(&RateModulatedArrivals::m_placement)),
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
    m_runs.clear();
    m_found = 0;
    m_next = 0;
    m_segment = {};
    m_position = {};
    DoStartRate();
}

RateModulatedArrivals::Run::Run(int64_t begin, double due, const Segment& segment, uint64_t before)
    : begin(begin),
      before(before),
      // beyond 2^62 it is another segment's
      count(static_cast<int64_t>(
          std::min(std::ceil(static_cast<double>(segment.ticks) * segment.rate - due), 0x1p62))),
      rate(segment.rate),
      first(traffic::TickPosition::At(due / segment.rate)),
      step(traffic::TickPosition::At(std::min(1 / segment.rate, 0x1p61)))
{
}

int64_t
RateModulatedArrivals::Run::CountTo(int64_t t) const
{
    // the product may be off by one arrival next to a border, which GetTick decides
    const double ticks = static_cast<double>(t - begin - first.tick + 1) - first.fraction;
    auto number = static_cast<int64_t>(std::clamp(ticks * rate, 0.0, static_cast<double>(count)));
    while (number < count && GetTick(number) <= t)
    {
        ++number;
    }
    while (number > 0 && GetTick(number - 1) > t)
    {
        --number;
    }
    return number;
}

bool
RateModulatedArrivals::FindRun()
{
    while (m_begin < HORIZON)
    {
        const Segment segment = DoNextSegment();
        const int64_t begin = m_begin;
        m_begin += segment.ticks;
        const double all = static_cast<double>(segment.ticks) * segment.rate;
        if (m_due < all)
        {
            m_runs.emplace_back(begin, m_due, segment, m_found);
            const int64_t count = m_runs.back().count;
            m_found += count;
            m_due = std::max(0.0, m_due - all + static_cast<double>(count));
            return true;
        }
        m_due -= all;
    }
    return false;
}

void
RateModulatedArrivals::DoTake(std::size_t count, int64_t* ticks)
{
    if (!m_even)
    {
        ArrivalProcess::DoTake(count, ticks);
        return;
    }
    int64_t* const end = ticks + count;
    while (ticks != end)
    {
        if (m_runs.empty() && !FindRun())
        {
            std::fill(ticks, end, NEVER);
            return;
        }
        const Run run = m_runs.front(); // a copy: ticks might be its numbers
        const int64_t last = std::min<int64_t>(run.count, m_next + (end - ticks));
        for (int64_t number = m_next; number != last; ++number)
        {
            *ticks++ = run.GetTick(number);
        }
        m_next = last;
        if (m_next == run.count)
        {
            m_runs.pop_front();
            m_next = 0;
        }
    }
}

int64_t
RateModulatedArrivals::DoNext()
{
    if (m_even)
    {
        int64_t tick;
        DoTake(1, &tick);
        return tick;
    }
    while (true)
    {
        const double ticksLeft =
            static_cast<double>(m_segment.ticks - m_position.tick) - m_position.fraction;
        const double left = ticksLeft * m_segment.rate;
        if (m_due < left)
        {
            m_position.Advance(m_due / m_segment.rate);
            m_due = -std::log(GetRandom().Uniform());
            return m_begin + m_position.tick;
        }
        m_due -= left;
        m_begin += m_segment.ticks;
        if (m_begin >= HORIZON)
        {
            return NEVER;
        }
        m_position = {};
        m_segment = DoNextSegment();
    }
}

std::optional<uint64_t>
RateModulatedArrivals::DoCountTo(int64_t t)
{
    if (!m_even)
    {
        return std::nullopt;
    }
    const int64_t last = std::min(t, HORIZON - 1);
    while (m_begin <= last && FindRun())
    {
    }
    const auto after =
        std::upper_bound(m_runs.begin(), m_runs.end(), last, [](int64_t tick, const Run& run) {
            return tick < run.begin;
        });
    if (after == m_runs.begin())
    {
        return after == m_runs.end() ? m_found : after->before;
    }
    const Run& run = *std::prev(after);
    return run.before + run.CountTo(last);
}

std::optional<int64_t>
RateModulatedArrivals::DoTimeOf(uint64_t i)
{
    if (!m_even)
    {
        return std::nullopt;
    }
    while (m_found < i)
    {
        if (!FindRun())
        {
            return NEVER;
        }
    }
    const auto after =
        std::lower_bound(m_runs.begin(), m_runs.end(), i, [](const Run& run, uint64_t number) {
            return run.before < number;
        });
    const Run& run = *std::prev(after);
    return run.GetTick(static_cast<int64_t>(i - 1 - run.before));
}

} // namespace ns3
