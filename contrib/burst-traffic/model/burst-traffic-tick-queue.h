/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_TICK_QUEUE_H
#define BURST_TRAFFIC_TICK_QUEUE_H

#include <array>
#include <cstdint>
#include <queue>
#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief Which source is next: one tick for each of many sources, taken out in order of the ticks.
 *
 * A timing wheel: what is due within 1024 ticks of the last one taken out hangs in a list of its
 * tick, the rest waits in a heap. Sources of one tick come in no particular order, always the same
 * for the same calls. Near ticks cost the same for any number of sources.
 */
class TickQueue
{
  public:
    /** What is next. */
    struct Item
    {
        int64_t tick;    //!< when
        uint32_t source; //!< which source
    };

    /** @param sources number of sources; they are 0 .. sources - 1 */
    explicit TickQueue(uint32_t sources);

    /**
     * @param tick when, not before what Pop returned last
     * @param source a source that is not in the queue
     */
    void Push(int64_t tick, uint32_t source)
    {
        if (tick - m_now < WIDTH)
        {
            Hang(tick, source);
        }
        else
        {
            m_far.push({tick, source});
        }
    }

    /** @return whether there is nothing in it */
    bool IsEmpty() const
    {
        return m_near == 0 && m_far.empty();
    }

    /** @return the first item, taken out; only if there is one */
    Item Pop()
    {
        if (m_heads[m_now % WIDTH] == NONE)
        {
            Turn();
        }
        const uint32_t source = m_heads[m_now % WIDTH];
        m_heads[m_now % WIDTH] = m_next[source];
        if (m_next[source] == NONE)
        {
            m_occupied[m_now % WIDTH / 64] &= ~(uint64_t{1} << m_now % 64);
        }
        --m_near;
        return {m_now, source};
    }

    /** @return the source that follows at the same tick, to be fetched into the cache; any if none
     * does */
    uint32_t GetNeighbour() const
    {
        const uint32_t source = m_heads[m_now % WIDTH];
        return source == NONE ? 0 : source;
    }

  private:
    static constexpr int64_t WIDTH = 1024;
    static constexpr uint32_t NONE = ~uint32_t{0};

    /** Order of the heap. */
    struct Later
    {
        bool operator()(const Item& a, const Item& b) const
        {
            return a.tick > b.tick;
        }
    };

    /** Put into the list of its tick. @param tick within the wheel @param source the source */
    void Hang(int64_t tick, uint32_t source)
    {
        m_next[source] = m_heads[tick % WIDTH];
        m_heads[tick % WIDTH] = source;
        m_occupied[tick % WIDTH / 64] |= uint64_t{1} << tick % 64;
        ++m_near;
    }

    /** Go on to the next tick that has a source. */
    void Turn();

    int64_t m_now{0};                              //!< first tick of the wheel
    uint32_t m_near{0};                            //!< sources on the wheel
    std::array<uint32_t, WIDTH> m_heads;           //!< first source of each tick
    std::array<uint64_t, WIDTH / 64> m_occupied{}; //!< a bit for each tick that has one
    std::vector<uint32_t> m_next;                  //!< for each source, the next one of its tick
    std::priority_queue<Item, std::vector<Item>, Later> m_far; //!< what lies beyond the wheel
};

} // namespace ns3

#endif // BURST_TRAFFIC_TICK_QUEUE_H
