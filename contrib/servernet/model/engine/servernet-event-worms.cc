/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-event-worms.h"

#include "ns3/log.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetEventWorms");

ServerNetEventWorms::ServerNetEventWorms(const ServerNetNetwork& network)
    : m_network(network),
      m_channels(network.GetChannels()),
      m_lanes(2 * m_channels.size()),
      m_stride(network.GetLongestPath())
{
    for (uint32_t lane = 0; lane < m_lanes.size(); ++lane)
    {
        m_lanes[lane].sink = lane >= m_channels.size() || m_channels[lane].toDevice;
    }
}

const ServerNetTiming&
ServerNetEventWorms::GetTiming(uint32_t lane) const
{
    return m_channels[lane < m_channels.size() ? lane : lane - m_channels.size()].timing;
}

uint64_t
ServerNetEventWorms::GetEnd(Place place) const
{
    return At(place).first + m_flights[place.flight].packet.flits;
}

uint32_t
ServerNetEventWorms::Begin(const Packet& packet)
{
    if (m_free.empty())
    {
        m_free.push_back(m_flights.size());
        m_flights.emplace_back();
        m_passages.resize(m_passages.size() + m_stride);
    }
    const uint32_t index = m_free.back();
    m_free.pop_back();
    const auto path = m_network.GetPath(packet.source, packet.destination);
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
ServerNetEventWorms::End(uint32_t index, int64_t tick)
{
    Flight& flight = m_flights[index];
    flight.done = true;
    ++flight.remembered; // by this function
    for (uint32_t hop = 0; hop + 1 < flight.hops; ++hop)
    {
        // Whoever comes now finds the places free: an idle lane need not remember old packets.
        Lane& lane = m_lanes[flight.path[hop]];
        const int64_t credit = GetTiming(flight.path[hop]).creditTicks;
        while (lane.front > 0 && GetTail(lane.fifo.front()) + credit <= tick)
        {
            PopFront(lane);
        }
    }
    --flight.remembered;
    Forget(index);
}

int64_t
ServerNetEventWorms::GetTail(Place place) const
{
    const Passage& next = At({place.flight, place.hop + 1});
    return next.steps.back().offset + m_flights[place.flight].packet.flits - 1;
}

void
ServerNetEventWorms::PopFront(Lane& lane)
{
    const uint32_t gone = lane.fifo.front().flight;
    lane.left = GetEnd(lane.fifo.front());
    lane.fifo.pop_front();
    --lane.front;
    lane.cursor -= lane.cursor > 0;
    --m_flights[gone].remembered;
    Forget(gone);
}

void
ServerNetEventWorms::Forget(uint32_t flight)
{
    if (m_flights[flight].done && m_flights[flight].remembered == 0)
    {
        m_free.push_back(flight);
    }
}

void
ServerNetEventWorms::Drop(uint32_t flight, int64_t tick)
{
    NS_LOG_INFO("tick " << tick << ": packet " << m_flights[flight].packet.id
                        << " is thrown away in its send queue");
    m_flights[flight].discarded = true;
    m_flights[flight].hops = 0;
    finishes.Push(tick + 1, flight);
}

void
ServerNetEventWorms::Divert(Place place)
{
    NS_LOG_LOGIC("packet " << m_flights[place.flight].packet.id << " ends behind hop "
                           << place.hop);
    m_flights[place.flight].discarded = true;
    m_flights[place.flight].hops = place.hop + 1;
}

void
ServerNetEventWorms::Grant(Place place, int64_t tick)
{
    uint32_t index = GetLaneOf(place);
    Lane& lane = m_lanes[index];
    Passage& passage = At(place);
    Flight& flight = m_flights[place.flight];
    passage.grant = tick;
    passage.first = lane.granted;
    lane.granted += flight.packet.flits;
    lane.owner = place;
    if (!lane.sink)
    {
        const uint32_t depth = GetTiming(index).fifoFlits;
        while (!lane.fifo.empty() && GetEnd(lane.fifo.front()) + depth <= passage.first)
        {
            PopFront(lane);
        }
        lane.fifo.push_back(place);
        lane.cursor = 0;
        ++flight.remembered;
    }
    while (Extend(index) && m_lanes[index].owner.hop > 0)
    {
        const Place owner = m_lanes[index].owner;
        index = GetLaneOf({owner.flight, owner.hop - 1});
    }
}

void
ServerNetEventWorms::RequestNext(uint32_t fifo)
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
        requests.Push(request, fifo);
    }
}

ServerNetEventWorms::Place
ServerNetEventWorms::FindAhead(Lane& lane, uint64_t flit) const
{
    while (GetEnd(lane.fifo[lane.cursor]) <= flit)
    {
        ++lane.cursor;
    }
    return {lane.fifo[lane.cursor].flight, lane.fifo[lane.cursor].hop + 1};
}

int64_t
ServerNetEventWorms::FindHeadStart(uint32_t index, int64_t tick) const
{
    const Lane& lane = m_lanes[index];
    const ServerNetTiming& timing = GetTiming(index);
    if (lane.sink || lane.granted < lane.left + timing.fifoFlits)
    {
        return tick;
    }
    const uint64_t flit = lane.granted - timing.fifoFlits; // it leaves the place
    const auto ahead = std::find_if(lane.fifo.begin(), lane.fifo.end(), [&](const Place& place) {
        return GetEnd(place) > flit;
    });
    const uint32_t taken = flit - At(*ahead).first;
    const Passage& next = At({ahead->flight, ahead->hop + 1});
    if (taken >= next.known)
    {
        return UNKNOWN;
    }
    const auto after =
        std::upper_bound(next.steps.begin(),
                         next.steps.end(),
                         taken,
                         [](uint32_t value, const Step& step) { return value < step.flit; });
    return std::max<int64_t>(tick, std::prev(after)->offset + taken + timing.creditTicks);
}

ServerNetEventWorms::Place
ServerNetEventWorms::FindMissing(uint32_t index)
{
    Lane& lane = m_lanes[index];
    const Passage& held = At(lane.owner);
    return FindAhead(lane, held.first + held.known - GetTiming(index).fifoFlits);
}

bool
ServerNetEventWorms::Extend(uint32_t index)
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
        const uint64_t open = lane.left + timing.fifoFlits;
        if (lane.sink || flit < open)
        {
            const uint64_t places = lane.sink ? flits : open - flit;
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
        releases.Push(tail + 1, index);
        if (place.hop > 0)
        {
            const uint32_t fifo = GetLaneOf({place.flight, place.hop - 1});
            ++m_lanes[fifo].front;
            m_lanes[fifo].lastOut = tail;
            RequestNext(fifo);
        }
        if (lane.sink)
        {
            finishes.Push(tail + timing.bodyTicks, place.flight);
        }
    }
    return true;
}

void
ServerNetEventWorms::AddStep(Passage& passage, const Step& own, const Step& step, uint32_t flits)
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
