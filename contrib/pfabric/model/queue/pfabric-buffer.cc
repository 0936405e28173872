/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-buffer.h"

#include <algorithm>
#include <array>
#include <boost/intrusive/list.hpp>
#include <boost/intrusive/set.hpp>
#include <deque>
#include <tuple>
#include <vector>

namespace ns3
{

namespace
{

namespace intrusive = boost::intrusive;

using SetHook = intrusive::set_member_hook<intrusive::optimize_size<true>>; //!< in an order
using ListHook = intrusive::list_member_hook<>;                             //!< in a row

constexpr uint32_t CLASSES = 17; //!< of sizes, see GetClass

/** A packet. */
struct Slot
{
    PFabricBuffer::Entry entry; //!< what is known of it
    uint32_t place{0};          //!< its own
    uint64_t number{0};         //!< in order of arrival
    SetHook priority;           //!< among those of its size class, by priority
    SetHook flow;               //!< among all, by flow
    ListHook arrival;           //!< among all, by arrival
};

/** The order of priority, then of arrival. */
struct ByPriority
{
    /** @param left packet @param right packet @return whether left comes first */
    bool operator()(const Slot& left, const Slot& right) const
    {
        return std::tie(left.entry.priority, left.number) <
               std::tie(right.entry.priority, right.number);
    }
};

/** The order of flow, then of arrival. */
struct ByFlow
{
    /** @param left packet @param right packet @return whether left comes first */
    bool operator()(const Slot& left, const Slot& right) const
    {
        return std::tie(left.entry.flow, left.number) < std::tie(right.entry.flow, right.number);
    }

    /** @param left packet @param flow any @return whether left comes before all packets of it */
    bool operator()(const Slot& left, uint64_t flow) const
    {
        return left.entry.flow < flow;
    }
};

/** @param size bytes @return its class: the sizes of class c are 2^(c-1) to 2^c - 1, those of the
 * last one also more */
uint32_t
GetClass(uint32_t size)
{
    uint32_t c = 0;
    for (; size > 0 && c < CLASSES - 1; size >>= 1)
    {
        ++c;
    }
    return c;
}

/** @param buffered packets or bytes @param rules what is done @return whether they have room */
bool
Fits(uint64_t buffered, const PFabricBuffer::Rules& rules)
{
    return rules.strict ? buffered < rules.limit : buffered <= rules.limit;
}

} // namespace

/** Packets, in several orders. */
struct PFabricBuffer::State
{
    std::deque<Slot> slots;     //!< by place
    std::vector<uint32_t> free; //!< places
    uint64_t number{0};         //!< of the next arrival
    uint64_t bytes{0};          //!< buffered

    /** By priority. */
    using Priorities = intrusive::set<Slot,
                                      intrusive::compare<ByPriority>,
                                      intrusive::constant_time_size<false>,
                                      intrusive::member_hook<Slot, SetHook, &Slot::priority>>;

    std::array<Priorities, CLASSES> priorities; //!< by size class
    uint32_t classes{0};                        //!< a bit for each that is not empty

    /** By flow. */
    intrusive::set<Slot,
                   intrusive::compare<ByFlow>,
                   intrusive::constant_time_size<false>,
                   intrusive::member_hook<Slot, SetHook, &Slot::flow>>
        flows;

    /** By arrival. */
    intrusive::list<Slot, intrusive::member_hook<Slot, ListHook, &Slot::arrival>> arrivals;

    /** @param entry of a packet @return its place */
    uint32_t Add(const Entry& entry)
    {
        if (free.empty())
        {
            free.push_back(slots.size());
            slots.emplace_back().place = free.back();
        }
        Slot& slot = slots[free.back()];
        free.pop_back();
        slot.entry = entry;
        slot.number = number++;
        bytes += entry.size;
        const uint32_t c = GetClass(entry.size);
        priorities[c].insert(slot);
        classes |= 1U << c;
        flows.insert(slot);
        arrivals.push_back(slot);
        return slot.place;
    }

    /** @param arrival that does not fit @param rules what is done @return place of the packet that
     * is dropped for it; NONE: the arrival is */
    uint32_t FindVictim(const Entry& arrival, const Rules& rules) const
    {
        if (!rules.dropByPriority)
        {
            return NONE;
        }
        uint64_t need = 0; // bytes of a packet that makes room
        if (rules.bytes)
        {
            need = bytes + arrival.size - rules.limit + (rules.strict ? 1 : 0);
        }
        else if (!Fits(arrivals.size(), rules))
        {
            return NONE;
        }
        const Slot* victim = nullptr;
        for (uint32_t c = GetClass(need); classes >> c != 0; ++c)
        {
            const auto& all = priorities[c];
            const auto found = std::find_if(all.rbegin(), all.rend(), [need](const Slot& slot) {
                return slot.entry.size >= need;
            });
            if (found != all.rend() && (!victim || ByPriority()(*victim, *found)))
            {
                victim = &*found;
            }
        }
        return victim && victim->entry.priority > arrival.priority ? victim->place : NONE;
    }

    /** @return the packet of highest priority, the earliest of several */
    const Slot& GetBest() const
    {
        const Slot* best = nullptr;
        for (uint32_t c = 0; classes >> c != 0; ++c)
        {
            if ((classes >> c & 1) != 0 && (!best || ByPriority()(*priorities[c].begin(), *best)))
            {
                best = &*priorities[c].begin();
            }
        }
        return *best;
    }
};

PFabricBuffer::PFabricBuffer()
    : m_state(std::make_unique<State>())
{
}

PFabricBuffer::~PFabricBuffer()
{
    for (auto& priorities : m_state->priorities)
    {
        priorities.clear();
    }
    m_state->flows.clear();
    m_state->arrivals.clear();
}

PFabricBuffer::Outcome
PFabricBuffer::Enqueue(const Entry& entry, const Rules& rules)
{
    const uint64_t all = rules.bytes ? GetBytes() + entry.size : GetPackets() + 1;
    uint32_t victim = NONE;
    if (!Fits(all, rules))
    {
        victim = m_state->FindVictim(entry, rules);
        if (victim == NONE)
        {
            return {};
        }
        Remove(victim);
    }
    return {m_state->Add(entry), victim};
}

uint32_t
PFabricBuffer::GetNext(const Rules& rules) const
{
    if (m_state->arrivals.empty())
    {
        return NONE;
    }
    if (!rules.serveByPriority)
    {
        return m_state->arrivals.front().place;
    }
    const Slot& best = m_state->GetBest();
    return rules.keepOrder ? m_state->flows.lower_bound(best.entry.flow, ByFlow())->place
                           : best.place;
}

void
PFabricBuffer::Remove(uint32_t place)
{
    Slot& slot = m_state->slots[place];
    m_state->bytes -= slot.entry.size;
    const uint32_t c = GetClass(slot.entry.size);
    auto& priorities = m_state->priorities[c];
    priorities.erase(priorities.iterator_to(slot));
    if (priorities.empty())
    {
        m_state->classes &= ~(1U << c);
    }
    m_state->flows.erase(m_state->flows.iterator_to(slot));
    m_state->arrivals.erase(m_state->arrivals.iterator_to(slot));
    m_state->free.push_back(place);
}

uint32_t
PFabricBuffer::GetPackets() const
{
    return m_state->arrivals.size();
}

uint64_t
PFabricBuffer::GetBytes() const
{
    return m_state->bytes;
}

} // namespace ns3
