/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_TICK_WHEEL_H
#define BURST_CORE_TICK_WHEEL_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <queue>
#include <vector>

namespace ns3::burst
{

/**
 * @ingroup burst-core
 * @brief What is due at which tick, taken out in order of the ticks and, within a tick, of
 * insertion.
 *
 * A timing wheel: what is due within WIDTH ticks of the last ones taken out hangs in a list of its
 * tick, the rest waits in a heap. Near ticks cost the same for any number of items.
 */
class TickWheel
{
    /** An item in a list. */
    struct Node
    {
        uint32_t item; //!< what
        uint32_t next; //!< the node behind it
    };

  public:
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max(); //!< no tick

    /** Goes through what was due at a tick, which may be pushed again meanwhile. */
    class Iterator
    {
      public:
        using iterator_category = std::input_iterator_tag; //!< once through
        using value_type = uint32_t;                       //!< an item
        using difference_type = std::ptrdiff_t;            //!< not used
        using pointer = const uint32_t*;                   //!< to an item
        using reference = uint32_t;                        //!< the item itself

        Iterator() = default; //!< Behind the last item.

        /** @return the item */
        uint32_t operator*() const
        {
            return (*m_nodes)[m_node].item;
        }

        /** @return this, at the next item */
        Iterator& operator++()
        {
            m_node = (*m_nodes)[m_node].next;
            return *this;
        }

        /** @param other one of the same items @return whether both stand at the same item */
        bool operator==(const Iterator& other) const
        {
            return m_node == other.m_node;
        }

        /** @param other one of the same items @return whether they stand at different items */
        bool operator!=(const Iterator& other) const
        {
            return m_node != other.m_node;
        }

      private:
        friend class TickWheel;

        /** @param nodes of the wheel @param node where it stands */
        Iterator(const std::vector<Node>& nodes, uint32_t node)
            : m_nodes(&nodes),
              m_node(node)
        {
        }

        const std::vector<Node>* m_nodes{nullptr}; //!< of the wheel
        uint32_t m_node{NONE};                     //!< where it stands
    };

    /** What was due at a tick; valid until the next Take. */
    struct Items
    {
        Iterator first; //!< see begin

        /** @return the first item */
        Iterator begin() const
        {
            return first;
        }

        /** @return behind the last item */
        Iterator end() const
        {
            return {};
        }
    };

    TickWheel(); //!< Nothing is due.

    /**
     * @param tick when, not before that of the last Take
     * @param item what
     */
    void Push(int64_t tick, uint32_t item)
    {
        if (tick - m_now < WIDTH)
        {
            Put(tick, item);
        }
        else
        {
            PutFar(tick, item);
        }
        m_next = tick < m_next ? tick : m_next;
    }

    /** @return the first tick at which something is due, NEVER if nothing is */
    int64_t GetNext() const
    {
        return m_next;
    }

    /** @return what is due at GetNext(), which must not be NEVER, taken out */
    Items Take();

  private:
    static constexpr int64_t WIDTH = 1024;         //!< ticks
    static constexpr uint32_t NONE = ~uint32_t{0}; //!< no node

    /** What waits in the heap. */
    struct Far
    {
        int64_t tick;   //!< when
        uint64_t order; //!< of insertion
        uint32_t item;  //!< what

        /**
         * @param other another one
         * @return whether this one is later
         */
        bool operator<(const Far& other) const
        {
            return tick != other.tick ? tick > other.tick : order > other.order;
        }
    };

    /** @param tick any, not negative @return its place in the wheel */
    static uint32_t GetPlace(int64_t tick)
    {
        return static_cast<uint64_t>(tick) % WIDTH; // of a signed tick it takes five instructions
    }

    /** Hang behind the last node of its tick. @param tick within the wheel @param item what */
    void Put(int64_t tick, uint32_t item)
    {
        if (m_unused == NONE)
        {
            Grow();
        }
        const uint32_t node = m_unused;
        const uint32_t place = GetPlace(tick);
        m_unused = m_nodes[node].next;
        m_nodes[node].item = item;
        m_nodes[m_last[place]].next = node; // no branch: the first one hangs on a node of the place
        m_last[place] = node;
        m_occupied[place / 64] |= uint64_t{1} << place % 64;
    }

    void Grow(); //!< Make a node that is not used.

    /** Put into the heap. @param tick beyond the wheel @param item what */
    void PutFar(int64_t tick, uint32_t item);

    int64_t FindNext() const; //!< @return the first tick at which something is due

    int64_t m_now{0};                              //!< first tick of the wheel
    int64_t m_next{NEVER};                         //!< what FindNext finds
    uint64_t m_pushes{0};                          //!< into the heap
    std::array<uint32_t, WIDTH> m_last;            //!< last node by place, its own if it is empty
    std::array<uint64_t, WIDTH / 64> m_occupied{}; //!< a bit for each place that is not empty
    std::vector<Node> m_nodes;                     //!< one for each place, and those of items
    uint32_t m_unused{NONE};                       //!< first node without an item
    uint32_t m_firstTaken{NONE};                   //!< first node of what Take returned
    uint32_t m_lastTaken{NONE};                    //!< last node of that
    std::priority_queue<Far> m_far;                //!< what lies beyond the wheel
};

} // namespace ns3::burst

#endif /* BURST_CORE_TICK_WHEEL_H */
