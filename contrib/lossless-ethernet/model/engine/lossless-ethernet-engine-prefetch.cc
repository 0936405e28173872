/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-engine.h"

namespace ns3
{

namespace
{

constexpr std::size_t LINE = 64; //!< bytes of a cache line

/** @param object begin of what is brought @param bytes of that */
void
Prefetch(const void* object, std::size_t bytes = LINE)
{
    for (std::size_t offset = 0; offset < bytes; offset += LINE)
    {
        __builtin_prefetch(static_cast<const char*>(object) + offset);
    }
}

} // namespace

void
LosslessEngine::PrefetchItems(const Items& items) const
{
    const auto& channels = m_network->GetChannels();
    for (const uint32_t item : items)
    {
        const uint32_t port = item & PORT_MASK;
        Prefetch(&m_ports[port]);
        Prefetch(&m_ports[port].queues);
        Prefetch(&m_ports[port ^ 1]);
        Prefetch(&channels[port]);
    }

    struct Frame
    {
        uint32_t node;        // in the pool
        uint32_t number;      // of the switch
        uint32_t input;       // port of the switch that receives it, NONE if it leaves
        const uint32_t* next; // port that it goes to, null if it goes to none
    };

    std::array<Frame, BLOCK> frames;
    auto end = frames.begin();
    for (const uint32_t item : items)
    {
        const uint32_t port = item & PORT_MASK;
        const auto& channel = channels[port];
        const auto kind = static_cast<Kind>(item >> KIND_SHIFT);
        if (kind != END && kind != RECEPTION)
        {
            continue;
        }
        const bool ends = kind == END;
        const uint32_t node = ends ? m_ports[port].sending : m_ports[port].flight.head;
        m_pool.Prefetch(node);
        if (!(ends ? channel.fromStation : channel.toStation))
        {
            const uint32_t number = ends ? channel.from : channel.to;
            Prefetch(PeekPointer(m_memories[number]), sizeof(LosslessMemory));
            *end++ = {node, number, ends ? NONE : m_ports[port ^ 1].input, nullptr};
        }
    }
    for (auto frame = frames.begin(); frame != end; ++frame)
    {
        const LosslessFrame& content = m_pool.Get(frame->node);
        if (frame->input == NONE)
        {
            frame->input = m_pool.GetInput(frame->node);
        }
        else if (content.kind != LosslessFrame::CONTROL)
        {
            frame->next = &m_network->GetNext(frame->number, content.destination);
            Prefetch(frame->next);
        }
        if (frame->input != NONE)
        {
            m_memories[frame->number]->Prefetch(frame->input);
        }
    }
    for (auto frame = frames.begin(); frame != end; ++frame)
    {
        if (frame->next)
        {
            Prefetch(&m_ports[*frame->next], 2 * LINE);
            Prefetch(&m_ports[*frame->next].queues);
        }
    }
    for (auto frame = frames.begin(); frame != end; ++frame)
    {
        if (frame->next)
        {
            const Port& out = m_ports[*frame->next];
            m_pool.Prefetch(out.queues[0].frames.tail);
            if (out.points && (*out.points)[0])
            {
                Prefetch(PeekPointer((*out.points)[0]), sizeof(CongestionPoint));
            }
        }
    }
}

void
LosslessEngine::PrefetchReady(const Items& ports) const
{
    const auto& channels = m_network->GetChannels();
    for (const uint32_t port : ports)
    {
        Prefetch(&m_ports[port], 2 * LINE);
        Prefetch(&m_ports[port].queues);
        Prefetch(&channels[port]);
    }
    for (const uint32_t port : ports)
    {
        if (channels[port].fromStation)
        {
            Prefetch(&m_stations[channels[port].from], sizeof(LosslessStation));
        }
        else
        {
            m_pool.Prefetch(m_ports[port].queues[0].frames.head);
        }
    }
}

} // namespace ns3
