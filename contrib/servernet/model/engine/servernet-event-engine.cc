/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-event-engine.h"

#include "ns3/log.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetEventEngine");

ServerNetEventEngine::ServerNetEventEngine(std::shared_ptr<const ServerNetNetwork> network,
                                           Listener* listener)
    : ServerNetEngine(std::move(network), listener),
      m_worms(*m_network),
      m_states(m_worms, m_listener),
      m_claims(m_network->GetChannels().size()),
      m_lookahead(burst::TickWheel::NEVER)
{
}

void
ServerNetEventEngine::Inject(const Packet& packet, int64_t tick)
{
    CheckPacket(packet, tick, m_now);
    const auto& channels = m_network->GetChannels();
    for (const uint32_t channel : m_network->GetPath(packet.source, packet.destination))
    {
        m_lookahead =
            std::min<int64_t>(m_lookahead, packet.flits - 1 + channels[channel].timing.bodyTicks);
    }
    ++m_inFlight;
    const uint32_t flight = m_worms.Begin(packet);
    m_injections.Push(tick, flight);
    if (tick != m_comingTick)
    {
        m_comingTick = tick;
        m_coming.clear();
    }
    m_coming.push_back(flight);
}

int64_t
ServerNetEventEngine::GetNextTick() const
{
    const int64_t decision =
        m_contested.empty()
            ? std::min(
                  {m_worms.releases.GetNext(), m_worms.requests.GetNext(), m_injections.GetNext()})
            : m_now;
    return decision > burst::TickWheel::NEVER - m_lookahead
               ? m_worms.finishes.GetNext()
               : std::min(m_worms.finishes.GetNext(), decision + m_lookahead);
}

int64_t
ServerNetEventEngine::GetNextStep() const
{
    const int64_t next = std::min({m_worms.finishes.GetNext(),
                                   m_worms.releases.GetNext(),
                                   m_worms.requests.GetNext(),
                                   m_injections.GetNext()});
    return m_contested.empty() && next > m_now ? next : m_now + 1;
}

std::optional<ServerNetEngine::Start>
ServerNetEventEngine::FindStart(uint32_t channel) const
{
    const Place owner = m_worms.GetLane(channel).owner;
    if (owner.flight != NONE)
    {
        const auto& passage = m_worms.At(owner);
        return passage.known > 0 && passage.steps.front().offset >= m_now
                   ? std::optional<Start>(
                         {m_worms.GetFlight(owner.flight).packet.id, passage.steps.front().offset})
                   : std::nullopt;
    }
    const Claims& claims = m_claims[channel];
    if (claims.down)
    {
        return std::nullopt;
    }
    uint32_t first = claims.queue.empty() ? NONE : claims.queue.front();
    int64_t tick = m_now;
    if (first == NONE && m_comingTick >= m_now)
    {
        const auto coming =
            std::find_if(m_coming.begin(), m_coming.end(), [this, channel](uint32_t flight) {
                return m_worms.GetLaneOf({flight, 0}) == channel;
            });
        first = coming == m_coming.end() ? NONE : *coming;
        tick = m_comingTick;
    }
    const int64_t start =
        first == NONE ? ServerNetEventWorms::UNKNOWN : m_worms.FindHeadStart(channel, tick);
    return start == ServerNetEventWorms::UNKNOWN
               ? std::nullopt
               : std::optional<Start>({m_worms.GetFlight(first).packet.id, start});
}

void
ServerNetEventEngine::Advance(int64_t tick)
{
    CheckAdvance(tick, m_now);
    while (true)
    {
        const int64_t early = std::min(m_worms.releases.GetNext(), m_worms.finishes.GetNext());
        const int64_t late = m_contested.empty()
                                 ? std::min(m_worms.requests.GetNext(), m_injections.GetNext())
                                 : m_now;
        if (early > tick && late >= tick)
        {
            break;
        }
        m_now = std::min(early, late);
        if (m_worms.releases.GetNext() == m_now)
        {
            const auto lanes = m_worms.releases.Take();
            std::sort(lanes.begin(), lanes.end());
            for (const uint32_t lane : lanes)
            {
                Release(lane);
            }
        }
        if (m_worms.finishes.GetNext() == m_now)
        {
            const auto flights = m_worms.finishes.Take();
            std::sort(flights.begin(), flights.end(), [this](uint32_t a, uint32_t b) {
                const Packet& first = m_worms.GetFlight(a).packet;
                const Packet& second = m_worms.GetFlight(b).packet;
                return std::tie(first.destination, first.id) <
                       std::tie(second.destination, second.id);
            });
            for (const uint32_t flight : flights)
            {
                Finish(flight);
            }
        }
        if (m_now == tick)
        {
            break;
        }
        if (m_worms.requests.GetNext() == m_now)
        {
            for (const uint32_t fifo : m_worms.requests.Take())
            {
                Request(fifo);
            }
        }
        if (m_injections.GetNext() == m_now)
        {
            for (const uint32_t flight : m_injections.Take())
            {
                Queue(flight);
            }
        }
        while (m_arbitrated < m_contested.size()) // goes on here after an arbiter that threw
        {
            Arbitrate(m_contested[m_arbitrated]);
            ++m_arbitrated;
        }
        m_contested.clear();
        m_arbitrated = 0;
    }
    m_now = tick;
}

void
ServerNetEventEngine::Finish(uint32_t index)
{
    const auto& flight = m_worms.GetFlight(index);
    ++m_events;
    ++m_progress;
    --m_inFlight;
    const Packet packet = flight.packet;
    const bool discarded = flight.discarded;
    const uint32_t behind = flight.path[std::max(flight.hops, 2U) - 2];
    m_worms.End(index, m_now);
    if (m_listener && discarded)
    {
        m_listener->Discarded(packet, behind, m_now);
    }
    else if (m_listener)
    {
        m_listener->Delivered(packet, m_now);
    }
}

void
ServerNetEventEngine::Release(uint32_t lane)
{
    ++m_events;
    if (lane >= m_claims.size()) // a way to nowhere
    {
        m_worms.Free(lane);
        return;
    }
    m_states.Leave(lane, m_now);
    m_worms.Free(lane);
    if (!m_claims[lane].requests.empty() || !m_claims[lane].queue.empty())
    {
        Contest(lane);
    }
}

void
ServerNetEventEngine::Request(uint32_t fifo)
{
    const auto& lane = m_worms.GetLane(fifo);
    const Place place{lane.fifo[lane.front].flight, lane.fifo[lane.front].hop + 1};
    const uint32_t channel = m_worms.GetLaneOf(place);
    Claims& claims = m_claims[channel];
    ++m_events;
    if (claims.down)
    {
        Discard(place);
        return;
    }
    const Packet& packet = m_worms.GetFlight(place.flight).packet;
    const uint32_t input = m_network->GetChannels()[fifo].to.port;
    const auto later = std::find_if(claims.requests.begin(),
                                    claims.requests.end(),
                                    [input](const auto& other) { return other.input > input; });
    claims.claimants.insert(claims.claimants.begin() + (later - claims.requests.begin()), place);
    claims.requests.insert(later,
                           {input,
                            m_now,
                            packet.createTick,
                            packet.id,
                            packet.source,
                            packet.destination,
                            packet.flits});
    ++m_held;
    Contest(channel);
}

void
ServerNetEventEngine::Queue(uint32_t flight)
{
    const uint32_t channel = m_worms.GetLaneOf({flight, 0});
    Claims& claims = m_claims[channel];
    ++m_events;
    if (claims.down)
    {
        m_worms.Drop(flight, m_now);
        return;
    }
    if (claims.queue.empty())
    {
        m_worms.At({flight, 0}).request = m_now;
    }
    claims.queue.push_back(flight);
    Contest(channel);
}

void
ServerNetEventEngine::Contest(uint32_t channel)
{
    if (m_worms.GetLane(channel).owner.flight == NONE && !m_claims[channel].contested)
    {
        m_claims[channel].contested = true;
        m_contested.push_back(channel);
    }
}

void
ServerNetEventEngine::Arbitrate(uint32_t channel)
{
    Claims& claims = m_claims[channel];
    if (!claims.queue.empty())
    {
        const Place place{claims.queue.front(), 0};
        claims.contested = false;
        claims.queue.pop_front();
        if (!claims.queue.empty())
        {
            m_worms.At({claims.queue.front(), 0}).request = m_now;
        }
        Grant(place);
    }
    else if (!claims.requests.empty())
    {
        const std::size_t chosen =
            m_arbiters[channel] ? m_arbiters[channel]->Choose(m_now, claims.requests) : 0;
        const Place place = claims.claimants.at(chosen);
        claims.contested = false;
        claims.claimants.erase(claims.claimants.begin() + chosen);
        claims.requests.erase(claims.requests.begin() + chosen);
        --m_held;
        Grant(place);
    }
    else
    {
        claims.contested = false;
    }
}

void
ServerNetEventEngine::Grant(Place place)
{
    ++m_events;
    ++m_progress;
    m_worms.Grant(place, m_now);
}

void
ServerNetEventEngine::Discard(Place place)
{
    NS_LOG_INFO("tick " << m_now << ": packet " << m_worms.GetFlight(place.flight).packet.id
                        << " goes nowhere, channel " << m_worms.GetLaneOf(place) << " is down");
    m_worms.Divert(place);
    Grant(place);
}

ServerNetEngine::LinkState
ServerNetEventEngine::GetState(uint32_t channel) const
{
    return m_states.Get(channel, m_now);
}

void
ServerNetEventEngine::CloseStalls()
{
    m_states.CloseStalls(m_now);
}

void
ServerNetEventEngine::SetDown(uint32_t channel, bool down)
{
    NS_LOG_FUNCTION(this << channel << down);
    Claims& claims = m_claims.at(channel);
    claims.down = down;
    if (!down)
    {
        return;
    }
    if (m_network->GetChannels()[channel].fromDevice)
    {
        m_lookahead = 1;
    }
    const auto claimants = std::exchange(claims.claimants, {});
    m_held -= claimants.size();
    claims.requests.clear();
    for (const Place place : claimants)
    {
        Discard(place);
    }
    for (const uint32_t flight : std::exchange(claims.queue, {}))
    {
        m_worms.Drop(flight, m_now);
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
    for (uint32_t channel = 0; channel < m_claims.size(); ++channel)
    {
        graph.AddResource(m_network->GetTopology().GetChannelName(channel));
    }
    for (uint32_t channel = 0; channel < m_claims.size(); ++channel)
    {
        for (const Place place : m_claims[channel].claimants)
        {
            graph.AddWait(m_worms.GetLaneOf({place.flight, place.hop - 1}), channel);
        }
        const Place owner = m_worms.GetLane(channel).owner;
        if (owner.flight != NONE && owner.hop > 0)
        {
            graph.AddWait(m_worms.GetLaneOf({owner.flight, owner.hop - 1}), channel);
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
