/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-buffer.h"

#include <algorithm>

namespace ns3
{

PFabricBuffer::Outcome
PFabricBuffer::Enqueue(const Entry& entry, const Rules& rules)
{
    const uint32_t place = Add(entry);
    if (Fits(m_bytes, GetPackets(), rules))
    {
        return {place, NONE};
    }
    const uint32_t victim = FindVictim(place, rules);
    Remove(victim);
    return victim == place ? Outcome{} : Outcome{place, victim};
}

uint32_t
PFabricBuffer::GetNext(const Rules& rules) const
{
    if (m_order.empty() || !rules.serveByPriority)
    {
        return m_all.first;
    }
    const uint32_t best = m_order.begin()->place;
    return rules.keepOrder ? m_flows.at(m_slots[best].entry.flow).first : best;
}

void
PFabricBuffer::Remove(uint32_t place)
{
    const auto& [entry, number, all, flow] = m_slots[place];
    m_bytes -= entry.size;
    m_order.erase({entry.priority, number, place});
    Unlink(m_all, &Slot::all, place);
    const auto list = m_flows.find(entry.flow);
    Unlink(list->second, &Slot::flow, place);
    if (list->second.first == NONE)
    {
        m_flows.erase(list);
    }
    m_free.push_back(place);
}

uint32_t
PFabricBuffer::GetPackets() const
{
    return m_order.size();
}

uint64_t
PFabricBuffer::GetBytes() const
{
    return m_bytes;
}

uint32_t
PFabricBuffer::Add(const Entry& entry)
{
    if (m_free.empty())
    {
        m_free.push_back(m_slots.size());
        m_slots.emplace_back();
    }
    const uint32_t place = m_free.back();
    m_free.pop_back();
    m_slots[place] = {entry, m_number++, {}, {}};
    m_bytes += entry.size;
    m_order.insert({entry.priority, m_slots[place].number, place});
    Append(m_all, &Slot::all, place);
    Append(m_flows[entry.flow], &Slot::flow, place);
    return place;
}

uint32_t
PFabricBuffer::FindVictim(uint32_t arrival, const Rules& rules) const
{
    if (!rules.dropByPriority)
    {
        return arrival;
    }
    const auto victim = std::find_if(m_order.rbegin(), m_order.rend(), [&](const Key& key) {
        return Fits(m_bytes - m_slots[key.place].entry.size, GetPackets() - 1, rules);
    });
    return victim == m_order.rend() ? arrival : victim->place;
}

bool
PFabricBuffer::Fits(uint64_t bytes, uint64_t packets, const Rules& rules)
{
    const uint64_t buffered = rules.bytes ? bytes : packets;
    return rules.strict ? buffered < rules.limit : buffered <= rules.limit;
}

void
PFabricBuffer::Append(List& list, Links Slot::* links, uint32_t place)
{
    (m_slots[place].*links).before = list.last;
    (list.last == NONE ? list.first : (m_slots[list.last].*links).after) = place;
    list.last = place;
}

void
PFabricBuffer::Unlink(List& list, Links Slot::* links, uint32_t place)
{
    const auto [before, after] = m_slots[place].*links;
    (before == NONE ? list.first : (m_slots[before].*links).after) = after;
    (after == NONE ? list.last : (m_slots[after].*links).before) = before;
}

} // namespace ns3
