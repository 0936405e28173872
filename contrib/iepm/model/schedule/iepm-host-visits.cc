/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "iepm-host-visits.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ns3::iepm
{

HostVisits::HostVisits(uint32_t visitors)
    : m_visitors(visitors)
{
}

std::vector<HostVisits::Visitor>&
HostVisits::GetVisitors()
{
    return m_visitors;
}

void
HostVisits::Add(Visit visit)
{
    m_waiting.push_back(std::move(visit));
}

void
HostVisits::Take(Visitor& visitor)
{
    const auto visit = std::find_if(m_waiting.begin(), m_waiting.end(), [this](const Visit& next) {
        return std::none_of(m_visitors.begin(), m_visitors.end(), [&next](const Visitor& other) {
            return other.visit && other.visit->host == next.host;
        });
    });
    if (visit != m_waiting.end())
    {
        visitor.visit = std::move(*visit);
        visitor.rank = m_begun++;
        m_waiting.erase(visit);
    }
}

std::deque<HostVisits::Test>
HostVisits::Clear()
{
    std::vector<Visitor*> visitors;
    for (auto& visitor : m_visitors)
    {
        if (visitor.visit)
        {
            visitors.push_back(&visitor);
        }
    }
    std::sort(visitors.begin(), visitors.end(), [](const Visitor* one, const Visitor* other) {
        return one->rank < other->rank;
    });
    std::deque<Test> tests;
    const auto take = [&tests](Visit& visit) {
        std::move(visit.tests.begin(), visit.tests.end(), std::back_inserter(tests));
        visit.tests.clear();
    };
    for (auto* visitor : visitors)
    {
        take(*visitor->visit);
        if (!visitor->busy)
        {
            visitor->visit.reset();
        }
    }
    for (auto& visit : std::exchange(m_waiting, {}))
    {
        take(visit);
    }
    return tests;
}

std::optional<Time>
HostVisits::GetWake(Time now) const
{
    std::optional<Time> wake;
    for (const auto& visitor : m_visitors)
    {
        if (visitor.asleep > now && (!wake || visitor.asleep < *wake))
        {
            wake = visitor.asleep;
        }
    }
    return wake;
}

bool
HostVisits::IsEmpty() const
{
    return m_waiting.empty() &&
           std::all_of(m_visitors.begin(), m_visitors.end(), [](const Visitor& visitor) {
               return !visitor.visit || visitor.visit->tests.empty();
           });
}

} // namespace ns3::iepm
