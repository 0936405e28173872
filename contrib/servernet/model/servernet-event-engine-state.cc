/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-event-engine.h"

#include <algorithm>
#include <utility>

// What the event-driven engine tells about itself.

namespace ns3
{

ServerNetEngine::LinkState
ServerNetEventEngine::GetState(uint32_t channel) const
{
    const Lane& lane = m_lanes[channel];
    LinkState state = lane.past;
    if (lane.owner.flight == NONE)
    {
        return state;
    }
    const Passage& passage = At(lane.owner);
    int64_t started = 0;
    for (auto step = passage.steps.begin(); step != passage.steps.end(); ++step)
    {
        const auto next = step + 1;
        const int64_t end = next == passage.steps.end() ? passage.known : next->flit;
        started += std::clamp<int64_t>(m_now - step->offset, step->flit, end) - step->flit;
    }
    state.transmitting += started;
    state.stalled += m_now - passage.grant - started;
    return state;
}

void
ServerNetEventEngine::CloseStalls()
{
    if (!m_listener || !m_listener->WantsStalls())
    {
        return;
    }
    for (uint32_t index = 0; index < m_lanes.size() / 2; ++index)
    {
        if (m_lanes[index].owner.flight != NONE)
        {
            TellStalls(index);
            TellOpenStall(index);
            m_lanes[index].closed = m_now;
        }
    }
}

void
ServerNetEventEngine::TellStalls(uint32_t index)
{
    const Passage& passage = At(m_lanes[index].owner);
    int64_t begin = passage.grant;
    for (const Step& step : passage.steps)
    {
        begin += step.flit;
        Tell(index, begin, step.offset + step.flit, step.blamedPacket, step.blamedChannel);
        begin = step.offset;
    }
}

void
ServerNetEventEngine::TellOpenStall(uint32_t index)
{
    const Passage& passage = At(m_lanes[index].owner);
    const uint32_t flits = m_flights[m_lanes[index].owner.flight].packet.flits;
    if (passage.known == flits)
    {
        return;
    }
    const int64_t begin =
        passage.known == 0 ? passage.grant : passage.steps.back().offset + passage.known;
    Place waited;
    uint32_t next = index;
    do
    {
        Lane& lane = m_lanes[next];
        const Passage& held = At(lane.owner);
        waited = FindAhead(lane, held.first + held.known - GetTiming(next).fifoFlits);
        next = LaneOf(waited);
    } while (m_lanes[next].owner.flight == waited.flight);
    const Flight& flight = m_flights[waited.flight];
    Tell(index, begin, m_now, flight.packet.id, flight.path[waited.hop]);
}

void
ServerNetEventEngine::Tell(uint32_t index,
                           int64_t begin,
                           int64_t end,
                           uint64_t packet,
                           uint32_t channel)
{
    const Lane& lane = m_lanes[index];
    begin = std::max(begin, lane.closed);
    end = std::min(end, m_now);
    if (begin < end)
    {
        m_listener->Stalled(
            {m_flights[lane.owner.flight].packet.id, index, begin, end, packet, channel});
    }
}

void
ServerNetEventEngine::SetDown(uint32_t channel, bool down)
{
    Lane& lane = m_lanes.at(channel);
    lane.down = down;
    if (!down)
    {
        return;
    }
    if (m_network->GetChannels()[channel].fromDevice)
    {
        m_lookahead = 1;
    }
    const auto claimants = std::exchange(lane.claimants, {});
    m_held -= claimants.size();
    lane.requests.clear();
    for (const Place place : claimants)
    {
        Discard(place);
    }
    for (const uint32_t flight : std::exchange(lane.queue, {}))
    {
        DropQueued(flight);
    }
}

uint64_t
ServerNetEventEngine::GetProgress() const
{
    return m_progress;
}

uint64_t
ServerNetEventEngine::GetHeld() const
{
    return m_held;
}

uint64_t
ServerNetEventEngine::GetInFlight() const
{
    return m_inFlight;
}

fabric::ResourceGraph
ServerNetEventEngine::GetWaits() const
{
    fabric::ResourceGraph graph;
    for (uint32_t channel = 0; channel < m_lanes.size() / 2; ++channel)
    {
        graph.AddResource(m_network->GetTopology().GetChannelName(channel));
    }
    for (uint32_t channel = 0; channel < m_lanes.size() / 2; ++channel)
    {
        for (const Place place : m_lanes[channel].claimants)
        {
            graph.AddWait(LaneOf({place.flight, place.hop - 1}), channel);
        }
        const Place owner = m_lanes[channel].owner;
        if (owner.flight != NONE && owner.hop > 0)
        {
            graph.AddWait(LaneOf({owner.flight, owner.hop - 1}), channel);
        }
    }
    return graph;
}

uint64_t
ServerNetEventEngine::GetEventCount() const
{
    return m_events;
}

} // namespace ns3
