/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-event-engine.h"

#include <algorithm>
#include <iterator>

// What follows from what: the starts of flits, as far as they are known.

namespace ns3
{

void
ServerNetEventEngine::RequestNext(uint32_t fifo)
{
    const Lane& lane = m_lanes[fifo];
    if (lane.front == lane.fifo.size())
    {
        return;
    }
    const Place place = lane.fifo[lane.front];
    const Passage& passage = At(place);
    int64_t& request = At({place.flight, place.hop + 1}).request;
    if (passage.known > 0 && request == UNKNOWN)
    {
        const ServerNetTiming& timing = GetTiming(fifo);
        request = std::max(passage.steps.front().offset + timing.headTicks,
                           lane.lastOut + timing.refillTicks);
        m_requests.Push(request, fifo);
    }
}

ServerNetEventEngine::Place
ServerNetEventEngine::FindAhead(Lane& lane, uint64_t flit) const
{
    while (GetEnd(lane.fifo[lane.cursor]) <= flit)
    {
        ++lane.cursor;
    }
    return {lane.fifo[lane.cursor].flight, lane.fifo[lane.cursor].hop + 1};
}

bool
ServerNetEventEngine::Extend(uint32_t index)
{
    Lane& lane = m_lanes[index];
    const Place place = lane.owner;
    if (place.flight == NONE)
    {
        return false;
    }
    Passage& passage = At(place);
    const Flight& flight = m_flights[place.flight];
    const uint32_t flits = flight.packet.flits;
    const uint32_t before = passage.known;
    const ServerNetTiming& timing = GetTiming(index);
    const Step own{0, passage.grant, flight.packet.id, flight.path[place.hop]};
    while (passage.known < flits)
    {
        const uint64_t flit = passage.first + passage.known;
        if (lane.sink || flit < timing.fifoFlits)
        {
            const uint64_t places = lane.sink ? flits : timing.fifoFlits - flit;
            AddStep(passage, own, own, std::min<uint64_t>(places, flits - passage.known));
            continue;
        }
        const Place ahead = FindAhead(lane, flit - timing.fifoFlits);
        const Passage& source = At(ahead);
        const uint32_t taken = flit - timing.fifoFlits - At({ahead.flight, ahead.hop - 1}).first;
        if (taken >= source.known)
        {
            break;
        }
        const auto next =
            std::upper_bound(source.steps.begin(),
                             source.steps.end(),
                             taken,
                             [](uint32_t value, const Step& step) { return value < step.flit; });
        Step step = *std::prev(next);
        const uint32_t end = next == source.steps.end() ? source.known : next->flit;
        step.offset += int64_t{taken} + timing.creditTicks - passage.known;
        AddStep(passage, own, step, std::min(end - taken, flits - passage.known));
    }
    if (passage.known == before)
    {
        return false;
    }
    if (before == 0 && !lane.sink)
    {
        RequestNext(index);
    }
    if (passage.known == flits)
    {
        const int64_t tail = passage.steps.back().offset + flits - 1;
        m_releases.Push(tail + 1, index);
        if (place.hop > 0)
        {
            const uint32_t fifo = LaneOf({place.flight, place.hop - 1});
            ++m_lanes[fifo].front;
            m_lanes[fifo].lastOut = tail;
            RequestNext(fifo);
        }
        if (lane.sink)
        {
            m_finishes.Push(tail + timing.bodyTicks, place.flight);
        }
    }
    return true;
}

void
ServerNetEventEngine::AddStep(Passage& passage, const Step& own, const Step& step, uint32_t flits)
{
    if (passage.known == 0)
    {
        passage.steps.push_back(step.offset > own.offset ? step : own);
        passage.steps.back().flit = 0;
    }
    else if (step.offset > passage.steps.back().offset)
    {
        passage.steps.push_back(step);
        passage.steps.back().flit = passage.known;
    }
    passage.known += flits;
}

} // namespace ns3
