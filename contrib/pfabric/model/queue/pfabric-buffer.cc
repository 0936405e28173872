/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-buffer.h"

#include <algorithm>
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

/** A packet. */
struct Slot
{
    PFabricBuffer::Entry entry;            //!< what is known of it
    uint64_t number{0};                    //!< in order of arrival
    uint32_t place{0};                     //!< its own
    intrusive::set_member_hook<> priority; //!< among all, by priority
    intrusive::set_member_hook<> flow;     //!< among all, by flow
    intrusive::list_member_hook<> arrival; //!< among all, by arrival
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
    intrusive::set<Slot,
                   intrusive::compare<ByPriority>,
                   intrusive::member_hook<Slot, intrusive::set_member_hook<>, &Slot::priority>>
        priorities;

    /** By flow. */
    intrusive::set<Slot,
                   intrusive::compare<ByFlow>,
                   intrusive::member_hook<Slot, intrusive::set_member_hook<>, &Slot::flow>>
        flows;

    /** By arrival. */
    intrusive::list<Slot,
                    intrusive::member_hook<Slot, intrusive::list_member_hook<>, &Slot::arrival>>
        arrivals;

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
        priorities.insert(slot);
        flows.insert(slot);
        arrivals.push_back(slot);
        return slot.place;
    }

    /** @param arrival place of it @param rules what is done @return place of what is dropped */
    uint32_t FindVictim(uint32_t arrival, const Rules& rules) const
    {
        if (!rules.dropByPriority)
        {
            return arrival;
        }
        const auto victim =
            std::find_if(priorities.rbegin(), priorities.rend(), [&](const Slot& slot) {
                return Fits(rules.bytes ? bytes - slot.entry.size : arrivals.size() - 1, rules);
            });
        return victim == priorities.rend() ? arrival : victim->place;
    }
};

PFabricBuffer::PFabricBuffer()
    : m_state(std::make_unique<State>())
{
}

PFabricBuffer::~PFabricBuffer()
{
    m_state->priorities.clear();
    m_state->flows.clear();
    m_state->arrivals.clear();
}

PFabricBuffer::Outcome
PFabricBuffer::Enqueue(const Entry& entry, const Rules& rules)
{
    const uint32_t place = m_state->Add(entry);
    if (Fits(rules.bytes ? GetBytes() : GetPackets(), rules))
    {
        return {place, NONE};
    }
    const uint32_t victim = m_state->FindVictim(place, rules);
    Remove(victim);
    return victim == place ? Outcome{} : Outcome{place, victim};
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
    const Slot& best = *m_state->priorities.begin();
    return rules.keepOrder ? m_state->flows.lower_bound(best.entry.flow, ByFlow())->place
                           : best.place;
}

void
PFabricBuffer::Remove(uint32_t place)
{
    Slot& slot = m_state->slots[place];
    m_state->bytes -= slot.entry.size;
    m_state->priorities.erase(m_state->priorities.iterator_to(slot));
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
