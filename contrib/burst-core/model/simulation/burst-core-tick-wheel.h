/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_TICK_WHEEL_H
#define BURST_CORE_TICK_WHEEL_H

#include <array>
#include <cstdint>
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
 * A timing wheel: what is due within WIDTH ticks of the last ones taken out lies in chunks of its
 * tick, the rest waits in a heap. Near ticks cost the same for any number of items, and an item
 * takes 4 bytes there.
 *
 * @tparam WIDTH ticks, 1024 or 4096
 */
template <int64_t WIDTH>
class WideTickWheel
{
  public:
    static constexpr int64_t NEVER = std::numeric_limits<int64_t>::max(); //!< no tick

    /** What was due at a tick, one after the other in memory. */
    class Items
    {
      public:
        Items() = default; //!< None.

        /**
         * @param begin the first one
         * @param end behind the last one
         */
        Items(uint32_t* begin, uint32_t* end)
            : m_begin(begin),
              m_end(end)
        {
        }

        /** @return the first one */
        uint32_t* begin() const
        {
            return m_begin;
        }

        /** @return behind the last one */
        uint32_t* end() const
        {
            return m_end;
        }

      private:
        uint32_t* m_begin{nullptr}; //!< the first one
        uint32_t* m_end{nullptr};   //!< behind the last one
    };

    WideTickWheel(); //!< Nothing is due.

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

    /** @return what is due at GetNext(), which must not be NEVER, taken out; valid until the next
     * Take */
    Items Take();

  private:
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

    /** Some of what is due at a tick, in a cache line. */
    struct alignas(64) Chunk
    {
        static constexpr uint32_t ROOM = 14; //!< items

        std::array<uint32_t, ROOM> items; //!< what
        uint32_t size;                    //!< how many
        uint32_t next; //!< next chunk of the tick, of the last one the first; or next one unused
    };

    /** @param tick any, not negative @return its place in the wheel */
    static std::size_t GetPlace(int64_t tick)
    {
        return static_cast<uint64_t>(tick) % WIDTH; // of a signed tick it takes five instructions
    }

    /**
     * Put into the last chunk of its tick.
     * @param tick within the wheel
     * @param item what
     */
    void Put(int64_t tick, uint32_t item)
    {
        Chunk& chunk = m_chunks[m_last[GetPlace(tick)]];
        if (chunk.size < Chunk::ROOM)
        {
            chunk.items[chunk.size++] = item;
        }
        else
        {
            Append(tick, item);
        }
    }

    /**
     * Put into one more chunk for its tick.
     * @param tick within the wheel
     * @param item what
     */
    void Append(int64_t tick, uint32_t item);

    /**
     * Put into the heap.
     * @param tick beyond the wheel
     * @param item what
     */
    void PutFar(int64_t tick, uint32_t item);

    int64_t FindNext() const; //!< @return the first tick at which something is due

    int64_t m_now{0};                              //!< first tick of the wheel
    int64_t m_next{NEVER};                         //!< what FindNext finds
    uint64_t m_pushes{0};                          //!< into the heap
    std::array<uint32_t, WIDTH> m_last{};          //!< last chunk of each tick, 0 if it has none
    std::array<uint64_t, WIDTH / 64> m_occupied{}; //!< a bit for each tick that has one
    std::vector<Chunk> m_chunks;                   //!< all; the first one is full and no tick's
    uint32_t m_unused{0};                          //!< first chunk that no tick has, 0 if none
    std::vector<uint32_t> m_taken;                 //!< begins with what Take returned
    std::priority_queue<Far> m_far;                //!< what lies beyond the wheel
};

using TickWheel = WideTickWheel<1024>; //!< the one that most need

} // namespace ns3::burst

#endif /* BURST_CORE_TICK_WHEEL_H */
