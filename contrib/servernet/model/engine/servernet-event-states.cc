/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-event-states.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetEventStates");

ServerNetEventStates::ServerNetEventStates(ServerNetEventWorms& worms,
                                           ServerNetEngine::Listener* listener)
    : m_worms(worms),
      m_listener(listener),
      m_records(worms.GetChannelCount())
{
}

void
ServerNetEventStates::Leave(uint32_t channel, int64_t now)
{
    const auto owner = m_worms.GetLane(channel).owner;
    const auto& passage = m_worms.At(owner);
    const auto& packet = m_worms.GetFlight(owner.flight).packet;
    m_records[channel].past.transmitting += packet.flits;
    m_records[channel].past.stalled += now - passage.grant - packet.flits;
    if (m_listener && m_listener->HasStallSinks())
    {
        NotifyStalls(channel, now);
    }
    if (m_listener && m_listener->HasHopSinks())
    {
        m_listener->TailStarted({packet,
                                 channel,
                                 owner.hop,
                                 passage.request,
                                 passage.grant,
                                 passage.steps.front().offset,
                                 now - 1});
    }
}

ServerNetEngine::LinkState
ServerNetEventStates::Get(uint32_t channel, int64_t now) const
{
    ServerNetEngine::LinkState state = m_records.at(channel).past;
    const auto owner = m_worms.GetLane(channel).owner;
    if (owner.flight == ServerNetEventWorms::NONE)
    {
        return state;
    }
    const auto& passage = m_worms.At(owner);
    int64_t started = 0;
    for (auto step = passage.steps.begin(); step != passage.steps.end(); ++step)
    {
        const auto next = step + 1;
        const int64_t end = next == passage.steps.end() ? passage.known : next->flit;
        started += std::clamp<int64_t>(now - step->offset, step->flit, end) - step->flit;
    }
    state.transmitting += started;
    state.stalled += now - passage.grant - started;
    return state;
}

void
ServerNetEventStates::CloseStalls(int64_t now)
{
    NS_LOG_FUNCTION(this << now);
    const bool wanted = m_listener && m_listener->HasStallSinks();
    for (uint32_t channel = 0; channel < m_records.size(); ++channel)
    {
        if (m_worms.GetLane(channel).owner.flight != ServerNetEventWorms::NONE)
        {
            if (wanted)
            {
                NotifyStalls(channel, now);
                NotifyOpenStall(channel, now);
            }
            m_records[channel].closed = now;
        }
    }
}

void
ServerNetEventStates::NotifyStalls(uint32_t channel, int64_t now)
{
    const auto& passage = m_worms.At(m_worms.GetLane(channel).owner);
    int64_t begin = passage.grant;
    for (const auto& step : passage.steps)
    {
        begin += step.flit;
        Notify({0, channel, begin, step.offset + step.flit, step.blamedPacket, step.blamedChannel},
               now);
        begin = step.offset;
    }
}

void
ServerNetEventStates::NotifyOpenStall(uint32_t channel, int64_t now)
{
    const auto owner = m_worms.GetLane(channel).owner;
    const auto& passage = m_worms.At(owner);
    if (passage.known == m_worms.GetFlight(owner.flight).packet.flits)
    {
        return;
    }
    const int64_t begin =
        passage.known == 0 ? passage.grant : passage.steps.back().offset + passage.known;
    auto waited = m_worms.FindMissing(channel);
    while (m_worms.GetLane(m_worms.GetLaneOf(waited)).owner.flight == waited.flight)
    {
        waited = m_worms.FindMissing(m_worms.GetLaneOf(waited)); // held up itself, until now
    }
    const auto& flight = m_worms.GetFlight(waited.flight);
    Notify({0, channel, begin, now, flight.packet.id, flight.path[waited.hop]}, now);
}

void
ServerNetEventStates::Notify(ServerNetEngine::Stall stall, int64_t now)
{
    const auto owner = m_worms.GetLane(stall.channel).owner;
    stall.packet = m_worms.GetFlight(owner.flight).packet.id;
    stall.begin = std::max(stall.begin, m_records[stall.channel].closed);
    stall.end = std::min(stall.end, now);
    if (stall.begin < stall.end)
    {
        NS_LOG_LOGIC("packet " << stall.packet << " is stalled on channel " << stall.channel
                               << " in ticks " << stall.begin << " to " << stall.end - 1);
        m_listener->Stalled(stall);
    }
}

} // namespace ns3
