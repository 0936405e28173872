/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-station.h"

#include <stdexcept>
#include <string>

namespace ns3
{

namespace
{

constexpr uint32_t WORD = 64; //!< bits

/** @return whether a frame can go on a run of another @param a one @param b the other */
bool
AreEqual(const LosslessFrame& a, const LosslessFrame& b)
{
    return a.content == LosslessFrame::NONE && b.content == LosslessFrame::NONE &&
           a.bytes == b.bytes && a.kind == b.kind && a.tag == b.tag;
}

} // namespace

LosslessStation::LosslessStation(uint32_t number, uint32_t stations)
    : m_number(number),
      m_stations(stations),
      m_classes(LosslessFrame::PRIORITIES)
{
}

void
LosslessStation::SetSource(LosslessSource* source)
{
    m_source = source;
    m_nextArrival = source ? source->GetNextTick() : LosslessSource::NEVER;
}

void
LosslessStation::Push(const LosslessFrame& frame, uint64_t frames)
{
    if (frame.destination >= m_stations || frame.destination == m_number)
    {
        throw std::invalid_argument("a frame of station " + std::to_string(m_number) + " goes to " +
                                    std::to_string(frame.destination) +
                                    "; allowed is another station below " +
                                    std::to_string(m_stations));
    }
    Class& all = m_classes[frame.priority];
    if (all.slots.empty())
    {
        all.slots.resize(m_stations);
        all.ready.resize((m_stations + WORD - 1) / WORD);
    }
    uint64_t& word = all.ready[frame.destination / WORD];
    const uint64_t bit = uint64_t{1} << frame.destination % WORD;
    if ((word & bit) == 0)
    {
        word |= bit;
        if (m_free.empty())
        {
            m_free.push_back(m_queues.size());
            m_queues.emplace_back();
        }
        all.slots[frame.destination] = m_free.back();
        m_free.pop_back();
        m_queues[all.slots[frame.destination]].head = {frame, frames};
    }
    else
    {
        Append(m_queues[all.slots[frame.destination]], {frame, frames});
    }
    all.frames += frames;
    m_waiting |= 1 << frame.priority;
    m_frames += frames;
    m_arrived += frames;
}

void
LosslessStation::Append(Queue& queue, const Run& run)
{
    const bool hasMore = queue.more && !queue.more->empty();
    Run& last = hasMore ? queue.more->back() : queue.head;
    if (AreEqual(last.frame, run.frame))
    {
        last.frames += run.frames;
        return;
    }
    if (!queue.more)
    {
        queue.more = std::make_unique<std::deque<Run>>();
    }
    queue.more->push_back(run);
}

void
LosslessStation::TakeArrival()
{
    const auto arrival = m_source->Take();
    LosslessFrame frame{m_number, arrival.destination, arrival.bytes};
    frame.priority = arrival.priority;
    Push(frame, arrival.frames);
    m_nextArrival = m_source->GetNextTick();
}

int64_t
LosslessStation::GetNextArrival() const
{
    return m_nextArrival;
}

std::optional<LosslessFrame>
LosslessStation::Take(uint8_t mask)
{
    mask &= m_waiting;
    if (mask == 0)
    {
        return std::nullopt;
    }
    const uint32_t priority = 31 - __builtin_clz(mask);
    Class& all = m_classes[priority];
    const uint32_t destination = FindReady(all.ready, all.turn);
    all.turn = destination + 1 < m_stations ? destination + 1 : 0;
    Queue& queue = m_queues[all.slots[destination]];
    const LosslessFrame frame = queue.head.frame;
    if (--queue.head.frames == 0)
    {
        if (queue.more && !queue.more->empty())
        {
            queue.head = queue.more->front();
            queue.more->pop_front();
        }
        else
        {
            all.ready[destination / WORD] &= ~(uint64_t{1} << destination % WORD);
            m_free.push_back(all.slots[destination]);
        }
    }
    if (--all.frames == 0)
    {
        m_waiting &= ~(1 << priority);
    }
    --m_frames;
    return frame;
}

uint32_t
LosslessStation::FindReady(const std::vector<uint64_t>& ready, uint32_t first)
{
    uint32_t word = first / WORD;
    uint64_t bits = ready[word] >> first % WORD << first % WORD;
    while (bits == 0)
    {
        word = word + 1 < ready.size() ? word + 1 : 0;
        bits = ready[word];
    }
    return WORD * word + __builtin_ctzll(bits);
}

uint8_t
LosslessStation::GetPriorities() const
{
    return m_waiting;
}

uint64_t
LosslessStation::GetFrames() const
{
    return m_frames;
}

uint64_t
LosslessStation::GetArrived() const
{
    return m_arrived;
}

} // namespace ns3
