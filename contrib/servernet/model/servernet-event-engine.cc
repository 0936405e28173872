/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-event-engine.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace ns3
{

ServerNetEventEngine::ServerNetEventEngine(std::shared_ptr<const ServerNetNetwork> network,
                                           Listener* listener)
    : ServerNetEngine(std::move(network), listener),
      m_lanes(2 * m_network->GetChannels().size()),
      m_stride(m_network->GetLongestPath()),
      m_lookahead(burst::TickWheel::NEVER)
{
    const auto& channels = m_network->GetChannels();
    for (uint32_t i = 0; i < m_lanes.size(); ++i)
    {
        m_lanes[i].sink = i >= channels.size() || channels[i].toDevice;
    }
}

uint32_t
ServerNetEventEngine::LaneOf(Place place) const
{
    const Flight& flight = m_flights[place.flight];
    return flight.discarded && place.hop + 1 == flight.hops
               ? m_lanes.size() / 2 + flight.path[place.hop - 1]
               : flight.path[place.hop];
}

const ServerNetTiming&
ServerNetEventEngine::GetTiming(uint32_t lane) const
{
    const auto& channels = m_network->GetChannels();
    return channels[lane < channels.size() ? lane : lane - channels.size()].timing;
}

ServerNetEventEngine::Passage&
ServerNetEventEngine::At(Place place)
{
    return m_passages[std::size_t{place.flight} * m_stride + place.hop];
}

const ServerNetEventEngine::Passage&
ServerNetEventEngine::At(Place place) const
{
    return m_passages[std::size_t{place.flight} * m_stride + place.hop];
}

uint64_t
ServerNetEventEngine::GetEnd(Place place) const
{
    return At(place).first + m_flights[place.flight].packet.flits;
}

uint32_t
ServerNetEventEngine::NewFlight(const Packet& packet)
{
    if (m_free.empty())
    {
        m_free.push_back(m_flights.size());
        m_flights.emplace_back();
        m_passages.resize(m_passages.size() + m_stride);
    }
    const uint32_t index = m_free.back();
    m_free.pop_back();
    const auto path = m_network->GetPath(packet.source, packet.destination);
    m_flights[index] = {packet, path.begin(), path.GetSize(), false, false, 0};
    for (uint32_t hop = 0; hop < path.GetSize(); ++hop)
    {
        Passage& passage = At({index, hop});
        passage.request = UNKNOWN;
        passage.known = 0;
        passage.steps.clear();
    }
    return index;
}

void
ServerNetEventEngine::Forget(uint32_t flight)
{
    if (m_flights[flight].done && m_flights[flight].remembered == 0)
    {
        m_free.push_back(flight);
    }
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
    m_injections.Push(tick, NewFlight(packet));
}

int64_t
ServerNetEventEngine::GetNextTick() const
{
    const int64_t decision =
        m_contested.empty()
            ? std::min({m_releases.GetNext(), m_requests.GetNext(), m_injections.GetNext()})
            : m_now;
    return decision > burst::TickWheel::NEVER - m_lookahead
               ? m_finishes.GetNext()
               : std::min(m_finishes.GetNext(), decision + m_lookahead);
}

void
ServerNetEventEngine::Advance(int64_t tick)
{
    CheckAdvance(tick, m_now);
    while (true)
    {
        const int64_t early = std::min(m_releases.GetNext(), m_finishes.GetNext());
        const int64_t late =
            m_contested.empty() ? std::min(m_requests.GetNext(), m_injections.GetNext()) : m_now;
        if (early > tick && late >= tick)
        {
            break;
        }
        m_now = std::min(early, late);
        if (m_releases.GetNext() == m_now)
        {
            auto& lanes = m_releases.Take();
            std::sort(lanes.begin(), lanes.end());
            for (const uint32_t lane : lanes)
            {
                Release(lane);
            }
        }
        if (m_finishes.GetNext() == m_now)
        {
            auto& flights = m_finishes.Take();
            std::sort(flights.begin(), flights.end(), [this](uint32_t a, uint32_t b) {
                const Packet& first = m_flights[a].packet;
                const Packet& second = m_flights[b].packet;
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
        if (m_requests.GetNext() == m_now)
        {
            for (const uint32_t fifo : m_requests.Take())
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
    Flight& flight = m_flights[index];
    flight.done = true;
    ++m_events;
    ++m_progress;
    --m_inFlight;
    const Packet packet = flight.packet;
    const bool discarded = flight.discarded;
    const uint32_t behind = flight.path[std::max(flight.hops, 2U) - 2];
    Forget(index);
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
ServerNetEventEngine::Release(uint32_t index)
{
    Lane& lane = m_lanes[index];
    const Place owner = lane.owner;
    ++m_events;
    if (index < m_lanes.size() / 2)
    {
        const Passage& passage = At(owner);
        const Packet& packet = m_flights[owner.flight].packet;
        lane.past.transmitting += packet.flits;
        lane.past.stalled += m_now - passage.grant - packet.flits;
        if (m_listener && m_listener->WantsStalls())
        {
            TellStalls(index);
        }
        if (m_listener && m_listener->WantsHops())
        {
            m_listener->TailStarted({packet,
                                     index,
                                     owner.hop,
                                     passage.request,
                                     passage.grant,
                                     passage.steps.front().offset,
                                     m_now - 1});
        }
    }
    lane.owner.flight = NONE;
    if (!lane.requests.empty() || !lane.queue.empty())
    {
        Contest(index);
    }
}

void
ServerNetEventEngine::Request(uint32_t fifo)
{
    const Place front = m_lanes[fifo].fifo[m_lanes[fifo].front];
    const Place place{front.flight, front.hop + 1};
    const uint32_t index = LaneOf(place);
    Lane& lane = m_lanes[index];
    ++m_events;
    if (lane.down)
    {
        Discard(place);
        return;
    }
    const Packet& packet = m_flights[place.flight].packet;
    const uint32_t input = m_network->GetChannels()[fifo].to.port;
    const auto later = std::find_if(lane.requests.begin(),
                                    lane.requests.end(),
                                    [input](const auto& other) { return other.input > input; });
    lane.claimants.insert(lane.claimants.begin() + (later - lane.requests.begin()), place);
    lane.requests.insert(later,
                         {input,
                          m_now,
                          packet.createTick,
                          packet.id,
                          packet.source,
                          packet.destination,
                          packet.flits});
    ++m_held;
    if (lane.owner.flight == NONE)
    {
        Contest(index);
    }
}

void
ServerNetEventEngine::Queue(uint32_t flight)
{
    const uint32_t index = LaneOf({flight, 0});
    Lane& lane = m_lanes[index];
    ++m_events;
    if (lane.down)
    {
        DropQueued(flight);
        return;
    }
    if (lane.queue.empty())
    {
        At({flight, 0}).request = m_now;
    }
    lane.queue.push_back(flight);
    if (lane.owner.flight == NONE)
    {
        Contest(index);
    }
}

void
ServerNetEventEngine::DropQueued(uint32_t flight)
{
    m_flights[flight].discarded = true;
    m_flights[flight].hops = 0;
    m_finishes.Push(m_now + 1, flight);
}

void
ServerNetEventEngine::Contest(uint32_t index)
{
    if (!m_lanes[index].contested)
    {
        m_lanes[index].contested = true;
        m_contested.push_back(index);
    }
}

void
ServerNetEventEngine::Arbitrate(uint32_t index)
{
    Lane& lane = m_lanes[index];
    if (!lane.queue.empty())
    {
        const Place place{lane.queue.front(), 0};
        lane.contested = false;
        lane.queue.pop_front();
        if (!lane.queue.empty())
        {
            At({lane.queue.front(), 0}).request = m_now;
        }
        Grant(place);
    }
    else if (!lane.requests.empty())
    {
        const std::size_t chosen =
            m_arbiters[index] ? m_arbiters[index]->Choose(m_now, lane.requests) : 0;
        const Place place = lane.claimants.at(chosen);
        lane.contested = false;
        lane.claimants.erase(lane.claimants.begin() + chosen);
        lane.requests.erase(lane.requests.begin() + chosen);
        --m_held;
        Grant(place);
    }
    else
    {
        lane.contested = false;
    }
}

void
ServerNetEventEngine::Grant(Place place)
{
    uint32_t index = LaneOf(place);
    Lane& lane = m_lanes[index];
    Passage& passage = At(place);
    Flight& flight = m_flights[place.flight];
    ++m_events;
    ++m_progress;
    passage.grant = m_now;
    passage.first = lane.granted;
    lane.granted += flight.packet.flits;
    lane.owner = place;
    if (!lane.sink)
    {
        const uint32_t depth = GetTiming(index).fifoFlits;
        while (!lane.fifo.empty() && GetEnd(lane.fifo.front()) + depth <= passage.first)
        {
            const uint32_t gone = lane.fifo.front().flight;
            lane.fifo.pop_front();
            --lane.front;
            --m_flights[gone].remembered;
            Forget(gone);
        }
        lane.fifo.push_back(place);
        lane.cursor = 0;
        ++flight.remembered;
    }
    while (Extend(index) && m_lanes[index].owner.hop > 0)
    {
        const Place owner = m_lanes[index].owner;
        index = LaneOf({owner.flight, owner.hop - 1});
    }
}

void
ServerNetEventEngine::Discard(Place place)
{
    m_flights[place.flight].discarded = true;
    m_flights[place.flight].hops = place.hop + 1;
    Grant(place);
}

} // namespace ns3
