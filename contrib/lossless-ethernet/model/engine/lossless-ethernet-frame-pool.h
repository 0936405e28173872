/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_FRAME_POOL_H
#define LOSSLESS_ETHERNET_FRAME_POOL_H

#include "lossless-ethernet-frame.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * The frames of an engine, in lists: queues, and links on which they travel one behind the other.
 */
class LosslessFramePool
{
  public:
    static constexpr uint32_t NONE = LosslessFrame::NONE; //!< no frame

    /** Frames in a row. */
    struct List
    {
        uint32_t head{NONE}; //!< the first one
        uint32_t tail{NONE}; //!< the last one, if there is one
    };

    /** @param frame a new one @param input that it is charged to, or NONE @return its number */
    uint32_t Make(const LosslessFrame& frame, uint32_t input)
    {
        const uint32_t number = m_unused;
        if (number == NONE)
        {
            m_nodes.push_back({frame, input, NONE});
            return m_nodes.size() - 1;
        }
        m_unused = m_nodes[number].next;
        Prefetch(m_unused);
        m_nodes[number] = {frame, input, NONE};
        return number;
    }

    /** @param number of a frame that is gone, and in no list */
    void Free(uint32_t number)
    {
        m_nodes[number].next = m_unused;
        m_unused = number;
    }

    /** @param list any @param number of a frame put at its end */
    void Put(List& list, uint32_t number)
    {
        m_nodes[number].next = NONE;
        (list.head == NONE ? list.head : m_nodes[list.tail].next) = number;
        list.tail = number;
    }

    /** @param list not empty @return its first frame, taken out */
    uint32_t Take(List& list)
    {
        const uint32_t number = list.head;
        list.head = m_nodes[number].next;
        return number;
    }

    /** @param number of a frame @return it; valid until the next Make */
    const LosslessFrame& Get(uint32_t number) const
    {
        return m_nodes[number].frame;
    }

    /** @param number of a frame @return the input it is charged to, or NONE */
    uint32_t GetInput(uint32_t number) const
    {
        return m_nodes[number].input;
    }

    /** @param number of a frame @param input that it is charged to from now on, or NONE */
    void SetInput(uint32_t number, uint32_t input)
    {
        m_nodes[number].input = input;
    }

    /** @param number of a frame in a list @return the one behind it, or NONE */
    uint32_t GetNext(uint32_t number) const
    {
        return m_nodes[number].next;
    }

    /** Bring a frame into the cache. @param number of a frame, or NONE */
    void Prefetch(uint32_t number) const
    {
        __builtin_prefetch(m_nodes.data() + (number == NONE ? 0 : number));
    }

  private:
    /** A frame. */
    struct Node
    {
        LosslessFrame frame; //!< what it is
        uint32_t input;      //!< see Make
        uint32_t next;       //!< the one behind it, or the next unused one
    };

    std::vector<Node> m_nodes; //!< by number
    uint32_t m_unused{NONE};   //!< the first one
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_FRAME_POOL_H
