/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "burst-traffic-destination-group.h"

#include <algorithm>
#include <utility>

namespace ns3::traffic
{

DestinationGroup::DestinationGroup(std::vector<uint32_t> subtree, const std::vector<bool>& isMember)
    : m_subtree(std::move(subtree)),
      m_place(m_subtree.size(), NOWHERE)
{
    for (uint32_t device = 0; device < m_subtree.size(); ++device)
    {
        m_ranges.resize(std::max<std::size_t>(m_ranges.size(), m_subtree[device] + 1));
        if (isMember[device])
        {
            m_members.push_back(device);
        }
    }
    std::stable_sort(m_members.begin(), m_members.end(), [this](uint32_t a, uint32_t b) {
        return m_subtree[a] < m_subtree[b];
    });
    for (uint32_t place = 0; place < m_members.size(); ++place)
    {
        m_place[m_members[place]] = place;
        Range& range = m_ranges[m_subtree[m_members[place]]];
        range.begin = range.size == 0 ? place : range.begin;
        ++range.size;
    }
}

const std::vector<uint32_t>&
DestinationGroup::GetMembers() const
{
    return m_members;
}

const std::vector<DestinationGroup::Range>&
DestinationGroup::GetSubtrees() const
{
    return m_ranges;
}

bool
DestinationGroup::Has(uint32_t device) const
{
    return m_place[device] != NOWHERE;
}

bool
DestinationGroup::IsInside(uint32_t source, uint32_t other) const
{
    return m_subtree[source] == m_subtree[other];
}

uint32_t
DestinationGroup::CountInside(uint32_t source) const
{
    return m_ranges[m_subtree[source]].size - (Has(source) ? 1 : 0);
}

uint32_t
DestinationGroup::CountOutside(uint32_t source) const
{
    return m_members.size() - m_ranges[m_subtree[source]].size;
}

uint32_t
DestinationGroup::DrawInside(uint32_t source, StreamRandom& random) const
{
    const uint32_t place = m_ranges[m_subtree[source]].begin + random.Below(CountInside(source));
    return m_members[place < m_place[source] ? place : place + 1]; // all are before NOWHERE
}

uint32_t
DestinationGroup::DrawOutside(uint32_t source, StreamRandom& random) const
{
    const Range& own = m_ranges[m_subtree[source]];
    const uint32_t place = random.Below(CountOutside(source));
    return m_members[place < own.begin ? place : place + own.size];
}

} // namespace ns3::traffic
