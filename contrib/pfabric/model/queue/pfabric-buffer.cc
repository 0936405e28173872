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

constexpr uint32_t CLASSES = 17;              //!< of sizes, see GetClass
constexpr uint32_t FEWEST_BITS = 5;           //!< of the number of buckets
constexpr uint32_t FEWEST = 1 << FEWEST_BITS; //!< buckets

/** A packet. */
struct Slot
{
    PFabricBuffer::Entry entry; //!< what is known of it
    uint32_t place{0};          //!< its own
    uint64_t number{0};         //!< in order of arrival
    SetHook priority;           //!< among those of its size class, by priority
    ListHook flow;              //!< among those of its bucket, by arrival
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

    /** By hash of the flow, then by arrival: as many buckets as packets or more. */
    using Bucket = intrusive::list<Slot,
                                   intrusive::constant_time_size<false>,
                                   intrusive::member_hook<Slot, ListHook, &Slot::flow>>;

    std::unique_ptr<Bucket[]> buckets{new Bucket[FEWEST]}; //!< a power of two of them
    uint32_t bits{FEWEST_BITS};                            //!< its exponent

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
        if ((arrivals.size() + 1) >> bits != 0)
        {
            Rehash();
        }
        arrivals.push_back(slot);
        GetBucket(entry.flow).push_back(slot);
        return slot.place;
    }

    /** @param flow any @return the bucket of its packets */
    Bucket& GetBucket(uint64_t flow) const
    {
        constexpr uint64_t GOLDEN = 0x9e3779b97f4a7c15; // Fibonacci hashing (Knuth, section 6.4)
        return buckets[flow * GOLDEN >> (64 - bits)];
    }

    /** There will be more packets than buckets. */
    void Rehash()
    {
        for (uint32_t i = 0; i >> bits == 0; ++i)
        {
            buckets[i].clear();
        }
        bits += 2;
        buckets.reset(new Bucket[std::size_t{1} << bits]);
        for (Slot& slot : arrivals)
        {
            GetBucket(slot.entry.flow).push_back(slot);
        }
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
    for (uint32_t i = 0; i >> m_state->bits == 0; ++i)
    {
        m_state->buckets[i].clear();
    }
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
    if (!rules.keepOrder)
    {
        return best.place;
    }
    const auto& bucket = m_state->GetBucket(best.entry.flow);
    return std::find_if(bucket.begin(),
                        bucket.end(),
                        [&best](const Slot& slot) { return slot.entry.flow == best.entry.flow; })
        ->place;
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
    auto& bucket = m_state->GetBucket(slot.entry.flow);
    bucket.erase(bucket.iterator_to(slot));
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
