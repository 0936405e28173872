/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-flit-engine.h"

#include <algorithm>
#include <utility>

namespace ns3
{

ServerNetFlitEngine::ServerNetFlitEngine(std::shared_ptr<const ServerNetNetwork> network,
                                         Listener* listener)
    : ServerNetEngine(std::move(network), listener),
      m_lanes(m_network->GetChannels().size())
{
}

ServerNetFlitEngine::Passage&
ServerNetFlitEngine::Position::Get() const
{
    return worm->passages[hop];
}

ServerNetFlitEngine::Passage&
ServerNetFlitEngine::Position::GetNext() const
{
    return worm->passages[hop + 1];
}

bool
ServerNetFlitEngine::Position::IsDone() const
{
    return Get().starts.size() == worm->packet.flits;
}

const ServerNetFlitEngine::Position*
ServerNetFlitEngine::Lane::GetFront() const
{
    return left < fifo.size() ? &fifo[left] : nullptr;
}

bool
ServerNetFlitEngine::Lane::IsWaiting() const
{
    const Position* const front = GetFront();
    return front && front->GetNext().request >= 0 && front->GetNext().grant < 0;
}

void
ServerNetFlitEngine::Inject(const Packet& packet, int64_t tick)
{
    CheckPacket(packet, tick, m_now);
    const auto worm = std::make_shared<Worm>();
    worm->packet = packet;
    for (const uint32_t channel : m_network->GetPath(packet.source, packet.destination))
    {
        worm->passages.emplace_back();
        worm->passages.back().channel = channel;
    }
    ++m_inFlight;
    m_injections.emplace(tick, worm);
}

void
ServerNetFlitEngine::Advance(int64_t tick)
{
    CheckAdvance(tick, m_now);
    while (m_now < tick)
    {
        if (m_inFlight == m_injections.size())
        {
            m_now = m_inFlight == 0 ? tick : std::min(tick, m_injections.begin()->first);
        }
        if (m_now < tick)
        {
            Queue();
            Request();
            Grant();
            Move(m_now);
            Count();
            Release();
            ++m_ticks;
            ++m_now;
            Finish();
        }
    }
}

void
ServerNetFlitEngine::Queue()
{
    while (!m_injections.empty() && m_injections.begin()->first == m_now)
    {
        const auto worm = m_injections.begin()->second;
        const uint32_t channel = worm->passages.front().channel;
        m_injections.erase(m_injections.begin());
        if (m_lanes[channel].down)
        {
            Discard(worm->packet, channel, m_now + 1);
        }
        else
        {
            m_lanes[channel].queue.push_back(worm);
            RequestFirst(m_lanes[channel]);
        }
    }
}

// The fifth rule: the front of a send queue asks for its first channel,
void
ServerNetFlitEngine::RequestFirst(const Lane& lane) const
{
    if (!lane.queue.empty() && lane.queue.front()->passages.front().request < 0)
    {
        lane.queue.front()->passages.front().request = m_now;
    }
}

// and that of a FIFO for its next one when it is time.
void
ServerNetFlitEngine::Request()
{
    for (std::size_t channel = 0; channel < m_lanes.size(); ++channel)
    {
        const Lane& lane = m_lanes[channel];
        const Position* const front = lane.GetFront();
        if (front && front->GetNext().request < 0 && !front->Get().starts.empty())
        {
            const ServerNetTiming& timing = m_network->GetChannels()[channel].timing;
            if (m_now >= front->Get().starts.front() + timing.headTicks &&
                m_now >= lane.lastOut + timing.refillTicks)
            {
                front->GetNext().request = m_now;
            }
        }
    }
}

// The sixth rule: a channel that is free and wanted is granted to one. A way to nowhere is granted
// to all that want a channel that is down.
void
ServerNetFlitEngine::Grant()
{
    std::map<uint32_t, std::map<uint32_t, Position>> wanted; // by output channel and input port
    for (std::size_t channel = 0; channel < m_lanes.size(); ++channel)
    {
        const Lane& lane = m_lanes[channel];
        if (!lane.queue.empty() && !lane.owner.worm)
        {
            wanted[channel][0] = {lane.queue.front(), 0};
        }
        if (!lane.IsWaiting())
        {
            continue;
        }
        const Position& front = *lane.GetFront();
        const uint32_t next = front.GetNext().channel;
        if (m_lanes[next].down)
        {
            OwnNothing(front.GetNext());
        }
        else if (!m_lanes[next].owner.worm)
        {
            wanted[next][m_network->GetChannels()[channel].to.port] = {front.worm, front.hop + 1};
        }
    }
    for (const auto& [channel, positions] : wanted)
    {
        std::vector<ServerNetArbiter::Request> requests;
        std::vector<Position> candidates;
        for (const auto& [input, position] : positions)
        {
            const Packet& packet = position.worm->packet;
            candidates.push_back(position);
            requests.push_back({input,
                                position.Get().request,
                                packet.createTick,
                                packet.id,
                                packet.source,
                                packet.destination,
                                packet.flits});
        }
        Own(candidates.at(m_arbiters[channel] ? m_arbiters[channel]->Choose(m_now, requests) : 0));
    }
}

// A packet owns a channel, and the next places in the FIFO at its end will be those of its flits.
void
ServerNetFlitEngine::Own(const Position& position)
{
    Passage& passage = position.Get();
    Lane& lane = m_lanes[passage.channel];
    const ServerNetNetwork::Channel& channel = m_network->GetChannels()[passage.channel];
    passage.grant = m_now;
    lane.owner = position;
    ++m_progress;
    if (position.hop == 0)
    {
        lane.queue.pop_front();
        RequestFirst(lane);
    }
    if (channel.toDevice)
    {
        return; // the FIFO of a device is always empty
    }
    const auto getEnd = [](const Position& other) {
        return other.Get().entered + other.worm->packet.flits;
    };
    if (!lane.fifo.empty())
    {
        passage.entered = getEnd(lane.fifo.back());
    }
    while (!lane.fifo.empty() &&
           getEnd(lane.fifo.front()) + channel.timing.fifoFlits <= passage.entered)
    {
        lane.fifo.erase(lane.fifo.begin()); // nobody will wait for its places any more
        --lane.left;
    }
    lane.fifo.push_back(position);
}

void
ServerNetFlitEngine::OwnNothing(Passage& passage)
{
    passage.discarded = true;
    passage.grant = m_now;
    ++m_progress;
}

// The seventh rule: every flit that may start does. What happens in a tick depends on earlier ones
// only, so the order of the channels does not matter.
bool
ServerNetFlitEngine::Move(int64_t tick)
{
    bool moved = false;
    for (const Position& position : GetMoving())
    {
        moved |= MoveFlit(position, tick);
    }
    return moved;
}

// The next flit of a packet on a channel it owns, at most one a tick by the first rule.
bool
ServerNetFlitEngine::MoveFlit(const Position& position, int64_t tick)
{
    Passage& passage = position.Get();
    const std::size_t flit = passage.starts.size();
    if (position.IsDone())
    {
        return false;
    }
    if (position.hop > 0) // the second rule: it has come
    {
        const Passage& before = position.worm->passages[position.hop - 1];
        const uint32_t bodyTicks = m_network->GetChannels()[before.channel].timing.bodyTicks;
        if (flit >= before.starts.size() || tick < before.starts[flit] + bodyTicks)
        {
            return false;
        }
    }
    const Flit place = FindPlace(position, flit); // the third rule: its place is free
    if (place.position.worm)
    {
        const auto& starts = place.position.Get().starts;
        const uint32_t creditTicks = m_network->GetChannels()[passage.channel].timing.creditTicks;
        if (place.number >= starts.size() || tick < starts[place.number] + creditTicks)
        {
            return false;
        }
    }
    const int64_t earliest = flit == 0 ? passage.grant : passage.starts.back() + 1;
    if (tick > earliest && !passage.discarded)
    {
        passage.gaps.push_back({flit, earliest, tick, FindBlame(position, flit)});
    }
    passage.starts.push_back(tick);
    return true;
}

// The flit whose place in the FIFO at the end of its channel another flit takes, on the channel
// after the FIFO.
ServerNetFlitEngine::Flit
ServerNetFlitEngine::FindPlace(const Position& position, std::size_t flit) const
{
    const Passage& passage = position.Get();
    const ServerNetNetwork::Channel& channel = m_network->GetChannels()[passage.channel];
    const uint64_t number = passage.entered + flit;
    const uint32_t fifoFlits = channel.timing.fifoFlits;
    if (channel.toDevice || passage.discarded || number < fifoFlits)
    {
        return {{nullptr, 0}, 0};
    }
    const auto& fifo = m_lanes[passage.channel].fifo;
    auto packet = fifo.rbegin();
    while (packet->Get().entered > number - fifoFlits)
    {
        ++packet;
    }
    return {{packet->worm, packet->hop + 1}, number - fifoFlits - packet->Get().entered};
}

// The fourth rule: a channel is free after the start of the tail.
void
ServerNetFlitEngine::Release()
{
    const auto& channels = m_network->GetChannels();
    for (const Position& position : GetMoving())
    {
        if (!position.IsDone())
        {
            continue;
        }
        const Packet& packet = position.worm->packet;
        const Passage& passage = position.Get();
        if (position.hop > 0)
        {
            Lane& before = m_lanes[position.worm->passages[position.hop - 1].channel];
            ++before.left;
            before.lastOut = m_now;
        }
        if (passage.discarded)
        {
            const uint32_t before = position.worm->passages[position.hop - 1].channel;
            Discard(packet, before, m_now + channels[before].timing.bodyTicks);
            continue;
        }
        m_lanes[passage.channel].owner.worm = nullptr;
        if (channels[passage.channel].toDevice)
        {
            const int64_t tick = m_now + channels[passage.channel].timing.bodyTicks;
            m_ends.insert(
                {{tick, packet.destination, packet.id}, {packet, fabric::Topology::NONE}});
        }
        Tell(position, passage.gaps);
        if (m_listener && m_listener->WantsHops())
        {
            m_listener->TailStarted({packet,
                                     passage.channel,
                                     static_cast<uint32_t>(position.hop),
                                     passage.request,
                                     passage.grant,
                                     passage.starts.front(),
                                     passage.starts.back()});
        }
    }
}

void
ServerNetFlitEngine::Discard(const Packet& packet, uint32_t channel, int64_t tick)
{
    m_ends.insert({{tick, packet.destination, packet.id}, {packet, channel}});
}

void
ServerNetFlitEngine::Finish()
{
    while (!m_ends.empty() && std::get<0>(m_ends.begin()->first) == m_now)
    {
        const End end = m_ends.begin()->second;
        m_ends.erase(m_ends.begin());
        ++m_progress;
        --m_inFlight;
        if (m_listener && end.discardedBehind == fabric::Topology::NONE)
        {
            m_listener->Delivered(end.packet, m_now);
        }
        else if (m_listener)
        {
            m_listener->Discarded(end.packet, end.discardedBehind, m_now);
        }
    }
}

// Who may send flits, in order of the channels: their owners, and fronts of FIFOs to nowhere.
std::vector<ServerNetFlitEngine::Position>
ServerNetFlitEngine::GetMoving() const
{
    std::vector<Position> moving;
    for (const Lane& lane : m_lanes)
    {
        if (lane.owner.worm)
        {
            moving.push_back(lane.owner);
        }
        const Position* const front = lane.GetFront();
        if (front && front->GetNext().discarded)
        {
            moving.push_back({front->worm, front->hop + 1});
        }
    }
    return moving;
}

} // namespace ns3
