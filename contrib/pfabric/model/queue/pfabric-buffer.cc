/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-buffer.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

constexpr uint32_t NO_PLACE = PFabricBuffer::NONE; //!< no place
constexpr uint32_t CLASSES = 17;                   //!< of sizes, see GetClass
constexpr uint32_t FEWEST_BITS = 5;                //!< of the number of rows

/** A packet. */
struct Slot
{
    PFabricBuffer::Entry entry; //!< what is known of it
    uint64_t number{0};         //!< in order of arrival, from 1; 0: the place is free
    uint32_t before{NO_PLACE};  //!< place of the one before in its row
    uint32_t behind{NO_PLACE};  //!< place of the one behind
};

/** A packet, by what orders it. */
struct Key
{
    uint32_t priority; //!< 0 is the highest
    uint32_t place;    //!< in the buffer
    uint64_t number;   //!< in order of arrival

    /** @param other key @return whether this packet is before that: by priority, then arrival */
    bool operator<(const Key& other) const
    {
        return priority != other.priority ? priority < other.priority : number < other.number;
    }
};

/** Keys in order, side by side in blocks: a search reads few lines of the cache. */
class Order
{
  public:
    /** @return whether there are none */
    bool IsEmpty() const
    {
        return m_blocks.empty();
    }

    /** @return the first key, of at least one */
    const Key& GetFirst() const
    {
        return m_blocks.front().front();
    }

    /** @param key that is not there yet */
    void Insert(const Key& key)
    {
        if (m_blocks.empty())
        {
            AddBlock(0);
        }
        std::size_t index = Find(key);
        if (m_blocks[index].size() == MAX)
        {
            auto& behind = AddBlock(index + 1);
            auto& full = m_blocks[index];
            behind.assign(full.begin() + MAX / 2, full.end());
            full.resize(MAX / 2);
            m_firsts[index + 1] = behind.front();
            index += key < behind.front() ? 0 : 1;
        }
        auto& block = m_blocks[index];
        block.insert(std::upper_bound(block.begin(), block.end(), key), key);
        m_firsts[index] = block.front();
    }

    /** @param key that is there */
    void Remove(const Key& key)
    {
        const std::size_t index = Find(key);
        auto& block = m_blocks[index];
        block.erase(std::lower_bound(block.begin(), block.end(), key));
        if (index > 0 && m_blocks[index - 1].size() + block.size() <= MAX / 2)
        {
            auto& before = m_blocks[index - 1];
            before.insert(before.end(), block.begin(), block.end());
            block.clear();
        }
        if (block.empty())
        {
            m_spare = std::move(block);
            m_blocks.erase(m_blocks.begin() + index);
            m_firsts.erase(m_firsts.begin() + index);
            return;
        }
        m_firsts[index] = block.front();
    }

    /** From the last key on to the front. @param test says whether one is looked for, or that there
     * is none @return the key, or null */
    template <typename Test>
    const Key* FindLast(const Test& test) const
    {
        for (auto block = m_blocks.rbegin(); block != m_blocks.rend(); ++block)
        {
            for (auto key = block->rbegin(); key != block->rend(); ++key)
            {
                switch (test(*key))
                {
                case FOUND:
                    return &*key;
                case END:
                    return nullptr;
                default:
                    break;
                }
            }
        }
        return nullptr;
    }

    /** Outcome of the test of FindLast. */
    enum Verdict
    {
        FOUND, //!< this one
        GO_ON, //!< not this one
        END,   //!< neither this one, nor one before
    };

  private:
    static constexpr std::size_t MAX = 32; //!< keys of a block

    /** @param key any @return index of the block that it belongs to */
    std::size_t Find(const Key& key) const
    {
        const auto behind = std::upper_bound(m_firsts.begin() + 1, m_firsts.end(), key);
        return behind - m_firsts.begin() - 1;
    }

    /** @param index of a new block @return it */
    std::vector<Key>& AddBlock(std::size_t index)
    {
        m_firsts.insert(m_firsts.begin() + index, Key());
        m_blocks.insert(m_blocks.begin() + index, std::move(m_spare));
        m_blocks[index].reserve(MAX);
        m_spare.clear();
        return m_blocks[index];
    }

    std::vector<Key> m_firsts;              //!< of the blocks
    std::vector<std::vector<Key>> m_blocks; //!< none is empty, nor are two halves beside each other
    std::vector<Key> m_spare;               //!< memory for a block
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

/**
 * @param buffered packets or bytes
 * @param rules what is done
 * @return whether they have room
 */
bool
Fits(uint64_t buffered, const PFabricBuffer::Rules& rules)
{
    return rules.strict ? buffered < rules.limit : buffered <= rules.limit;
}

} // namespace

/** Packets, in several orders. */
struct PFabricBuffer::State
{
    /** Packets whose flows have one hash, by arrival. */
    struct Row
    {
        uint32_t first{NO_PLACE}; //!< place
        uint32_t last{NO_PLACE};  //!< place
    };

    /** A packet that is there, if its place has its number still. */
    struct Arrival
    {
        uint64_t number; //!< in order of arrival
        uint32_t place;  //!< it had
    };

    std::vector<Slot> slots;       //!< by place
    std::vector<uint32_t> free;    //!< places
    uint64_t number{0};            //!< of the last arrival
    uint32_t packets{0};           //!< buffered
    uint64_t bytes{0};             //!< of these
    std::vector<Arrival> arrivals; //!< by arrival, those that are there and some that were
    std::size_t front{0};          //!< none is there of those before that index

    bool sorted{false};                 //!< what follows has the packets, too
    std::array<Order, CLASSES> classes; //!< by priority, for each class of sizes
    uint32_t present{0};                //!< a bit for each that is not empty
    std::vector<Row> rows;              //!< as many as packets or more, 2^bits
    uint32_t bits{0};                   //!< of their number

    /** @param entry of a packet @return its place */
    uint32_t Add(const Entry& entry)
    {
        if (arrivals.size() > 2 * std::size_t{packets} + 16)
        {
            Compact();
        }
        if (free.empty())
        {
            free.push_back(slots.size());
            slots.emplace_back();
        }
        const uint32_t place = free.back();
        free.pop_back();
        slots[place].entry = entry;
        slots[place].number = ++number;
        sorted = sorted && packets > 0;
        ++packets;
        bytes += entry.size;
        if (sorted)
        {
            Sort(place);
        }
        arrivals.push_back({number, place});
        return place;
    }

    /** @param place of a packet that is gone */
    void Remove(uint32_t place)
    {
        Slot& slot = slots[place];
        if (sorted)
        {
            const uint32_t c = GetClass(slot.entry.size);
            classes[c].Remove({slot.entry.priority, place, slot.number});
            present &= ~(uint32_t{classes[c].IsEmpty()} << c);
            Row& row = GetRow(slot.entry.flow);
            (slot.before == NO_PLACE ? row.first : slots[slot.before].behind) = slot.behind;
            (slot.behind == NO_PLACE ? row.last : slots[slot.behind].before) = slot.before;
        }
        slot.number = 0;
        bytes -= slot.entry.size;
        free.push_back(place);
        --packets;
    }

    /** @param arrival any @return whether it is there */
    bool IsThere(const Arrival& arrival) const
    {
        return slots[arrival.place].number == arrival.number;
    }

    /** Forget who is gone. */
    void Compact()
    {
        const auto gone = [this](const Arrival& arrival) { return !IsThere(arrival); };
        arrivals.erase(std::remove_if(arrivals.begin() + front, arrivals.end(), gone),
                       arrivals.end());
        arrivals.erase(arrivals.begin(), arrivals.begin() + front);
        front = 0;
    }

    /** @return place of the earliest packet */
    uint32_t GetEarliest()
    {
        while (!IsThere(arrivals[front]))
        {
            ++front;
        }
        return arrivals[front].place;
    }

    /** Sort what is there by priority and flow, if it is not yet: not all rules need that. */
    void Sort()
    {
        if (!sorted)
        {
            sorted = true;
            Compact();
            for (const Arrival& arrival : arrivals)
            {
                Sort(arrival.place);
            }
        }
    }

    /** @param place of a packet, later than those that are sorted, which is sorted now, too */
    void Sort(uint32_t place)
    {
        if (packets >> bits != 0)
        {
            Rehash();
        }
        const Slot& slot = slots[place];
        const uint32_t c = GetClass(slot.entry.size);
        classes[c].Insert({slot.entry.priority, place, slot.number});
        present |= 1U << c;
        Append(place);
    }

    /** @param flow any @return the row of its packets */
    Row& GetRow(uint64_t flow)
    {
        constexpr uint64_t GOLDEN = 0x9e3779b97f4a7c15; // Fibonacci hashing (Knuth, section 6.4)
        return rows[flow * GOLDEN >> (64 - bits)];
    }

    /** @param place of a packet, the last of its row from now on */
    void Append(uint32_t place)
    {
        Slot& slot = slots[place];
        Row& row = GetRow(slot.entry.flow);
        slot.before = row.last;
        slot.behind = NO_PLACE;
        (row.last == NO_PLACE ? row.first : slots[row.last].behind) = place;
        row.last = place;
    }

    /** There are more packets than rows. */
    void Rehash()
    {
        const auto old = std::move(rows);
        bits = std::max(FEWEST_BITS, bits + 2);
        rows.assign(std::size_t{1} << bits, {});
        for (const Row& row : old)
        {
            for (uint32_t place = row.first; place != NO_PLACE;)
            {
                const uint32_t behind = slots[place].behind;
                Append(place);
                place = behind;
            }
        }
    }

    /**
     * @param arrival that does not fit
     * @param rules what is done
     * @return place of the packet that is dropped for it; NO_PLACE: the arrival is
     */
    uint32_t FindVictim(const Entry& arrival, const Rules& rules)
    {
        if (!rules.dropByPriority)
        {
            return NO_PLACE;
        }
        uint64_t need = 0; // bytes of a packet that makes room
        if (rules.bytes)
        {
            need = bytes + arrival.size - rules.limit + (rules.strict ? 1 : 0);
        }
        else if (!Fits(packets, rules))
        {
            return NO_PLACE;
        }
        Sort();
        const auto test = [this, need, &arrival](const Key& key) {
            return key.priority <= arrival.priority      ? Order::END
                   : slots[key.place].entry.size >= need ? Order::FOUND
                                                         : Order::GO_ON;
        };
        const Key* victim = nullptr;
        for (uint32_t c = GetClass(need); present >> c != 0; ++c)
        {
            const Key* found = classes[c].FindLast(test);
            if (found && (!victim || *victim < *found))
            {
                victim = found;
            }
        }
        return victim ? victim->place : NO_PLACE;
    }

    /** @return place of the packet of highest priority, the earliest of several */
    uint32_t GetBest()
    {
        Sort();
        const Key* best = nullptr;
        for (uint32_t c = 0; present >> c != 0; ++c)
        {
            if ((present >> c & 1) != 0 && (!best || classes[c].GetFirst() < *best))
            {
                best = &classes[c].GetFirst();
            }
        }
        return best->place;
    }

    /** @param place of a packet @return place of the earliest packet of its flow */
    uint32_t GetEarliestOfFlow(uint32_t place)
    {
        const uint64_t flow = slots[place].entry.flow;
        uint32_t earliest = GetRow(flow).first;
        while (slots[earliest].entry.flow != flow)
        {
            earliest = slots[earliest].behind;
        }
        return earliest;
    }
};

PFabricBuffer::PFabricBuffer()
    : m_state(std::make_unique<State>())
{
}

PFabricBuffer::~PFabricBuffer() = default;

PFabricBuffer::Outcome
PFabricBuffer::Enqueue(const Entry& entry, const Rules& rules)
{
    const uint64_t all = rules.bytes ? GetBytes() + entry.size : GetPackets() + 1;
    uint32_t victim = NO_PLACE;
    if (!Fits(all, rules))
    {
        victim = m_state->FindVictim(entry, rules);
        if (victim == NO_PLACE)
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
    if (m_state->packets == 0)
    {
        return NO_PLACE;
    }
    if (!rules.serveByPriority || m_state->packets == 1)
    {
        return m_state->GetEarliest();
    }
    const uint32_t best = m_state->GetBest();
    return rules.keepOrder ? m_state->GetEarliestOfFlow(best) : best;
}

void
PFabricBuffer::Remove(uint32_t place)
{
    m_state->Remove(place);
}

uint32_t
PFabricBuffer::GetPackets() const
{
    return m_state->packets;
}

uint64_t
PFabricBuffer::GetBytes() const
{
    return m_state->bytes;
}

} // namespace ns3
