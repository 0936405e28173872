/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-flit-engine.h"

#include <algorithm>
#include <stdexcept>
#include <string>

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

ServerNetFlitEngine::Position
ServerNetFlitEngine::Position::GetNext() const
{
    return {worm, hop + 1};
}

bool
ServerNetFlitEngine::Lane::HasFront() const
{
    return left < fifo.size();
}

ServerNetFlitEngine::Position
ServerNetFlitEngine::Lane::GetFront() const
{
    return fifo[left].GetNext();
}

bool
ServerNetFlitEngine::IsDone(const Position& position)
{
    return position.Get().starts.size() == position.worm->packet.flits;
}

void
ServerNetFlitEngine::Inject(const Packet& packet, int64_t tick)
{
    const uint32_t devices = m_network->GetDeviceCount();
    if (packet.source >= devices || packet.destination >= devices ||
        packet.source == packet.destination)
    {
        throw std::invalid_argument("a packet goes from " + std::to_string(packet.source) + " to " +
                                    std::to_string(packet.destination) +
                                    "; allowed are two different devices below " +
                                    std::to_string(devices));
    }
    if (packet.flits < 1 || tick < m_now)
    {
        throw std::invalid_argument("a packet has " + std::to_string(packet.flits) +
                                    " flits and is injected at tick " + std::to_string(tick) +
                                    "; allowed are 1 or more and tick " + std::to_string(m_now) +
                                    " or later");
    }
    const auto worm = std::make_shared<Worm>();
    worm->packet = packet;
    for (const uint32_t channel : m_network->GetPath(packet.source, packet.destination))
    {
        worm->passages.emplace_back();
        worm->passages.back().channel = channel;
    }
    ++m_inFlight;
    if (tick == m_now)
    {
        Enter(worm);
    }
    else
    {
        m_injections.emplace(tick, worm);
    }
}

void
ServerNetFlitEngine::Enter(const std::shared_ptr<Worm>& worm)
{
    const uint32_t channel = worm->passages.front().channel;
    if (m_lanes[channel].down)
    {
        Discard(worm->packet, channel);
    }
    else
    {
        m_lanes[channel].queue.push_back(worm);
    }
}

void
ServerNetFlitEngine::Advance(int64_t tick)
{
    if (tick < m_now)
    {
        throw std::invalid_argument("the engine is at tick " + std::to_string(m_now) +
                                    " and cannot go back to " + std::to_string(tick));
    }
    while (m_now < tick)
    {
        if (m_inFlight > m_injections.size())
        {
            Request();
            Grant();
            Move(m_now);
            Count();
            Release();
            ++m_ticks;
            ++m_now;
        }
        else
        {
            m_now = m_injections.empty() ? tick : std::min(tick, m_injections.begin()->first);
        }
        Deliver();
    }
}

// The fifth rule: the front of a send queue asks for its first channel, that of a FIFO for its next
// one when its times have passed.
void
ServerNetFlitEngine::Request()
{
    const auto& channels = m_network->GetChannels();
    for (std::size_t channel = 0; channel < m_lanes.size(); ++channel)
    {
        const Lane& lane = m_lanes[channel];
        if (!lane.queue.empty() && lane.queue.front()->passages[0].request < 0)
        {
            lane.queue.front()->passages[0].request = m_now;
        }
        if (lane.HasFront() && lane.GetFront().Get().request < 0)
        {
            const ServerNetTiming& timing = channels[channel].timing;
            const auto& starts = lane.fifo[lane.left].Get().starts;
            if (!starts.empty() && m_now >= starts.front() + timing.headTicks &&
                m_now >= lane.lastOut + timing.refillTicks)
            {
                lane.GetFront().Get().request = m_now;
            }
        }
    }
}

// The sixth rule: a channel that is free and wanted is granted once. A way to nowhere is granted to
// every packet that wants a channel that is down.
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
        if (!lane.HasFront())
        {
            continue;
        }
        const Position front = lane.GetFront();
        Passage& passage = front.Get();
        if (passage.request < 0 || passage.grant >= 0)
        {
            continue;
        }
        if (m_lanes[passage.channel].down)
        {
            passage.discarded = true;
            passage.grant = m_now;
            ++m_progress;
        }
        else if (!m_lanes[passage.channel].owner.worm)
        {
            wanted[passage.channel][m_network->GetChannels()[channel].to.port] = front;
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
    if (channel.toDevice)
    {
        return; // the FIFO of a device is always empty
    }
    if (!lane.fifo.empty())
    {
        passage.entered = lane.fifo.back().Get().entered + lane.fifo.back().worm->packet.flits;
    }
    while (!lane.fifo.empty() && lane.fifo.front().Get().entered +
                                         lane.fifo.front().worm->packet.flits +
                                         channel.timing.fifoFlits <=
                                     passage.entered) // nobody will wait for its places any more
    {
        lane.fifo.pop_front();
        --lane.left;
    }
    lane.fifo.push_back(position);
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
    if (IsDone(position))
    {
        return false;
    }
    if (position.hop > 0) // the second rule
    {
        const Passage& before = position.worm->passages[position.hop - 1];
        const uint32_t bodyTicks = m_network->GetChannels()[before.channel].timing.bodyTicks;
        if (flit >= before.starts.size() || tick < before.starts[flit] + bodyTicks)
        {
            return false;
        }
    }
    const Flit place = FindPlace(position, flit); // the third rule
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
    return {packet->GetNext(), number - fifoFlits - packet->Get().entered};
}

// Why a flit did not start where nothing but a place in the FIFO could be missing.
ServerNetFlitEngine::Blame
ServerNetFlitEngine::FindBlame(const Position& position, std::size_t flit) const
{
    const Flit place = FindPlace(position, flit);
    const Passage& passage = place.position.Get();
    if (passage.grant >= 0 && place.number >= passage.starts.size())
    {
        return FindBlame(place.position, passage.starts.size()); // held up itself, until now
    }
    const auto gap = std::find_if(passage.gaps.rbegin(), passage.gaps.rend(), [&](const Gap& gap) {
        return gap.flit <= place.number;
    });
    return gap != passage.gaps.rend() ? gap->blame
                                      : Blame{place.position.worm->packet.id, passage.channel};
}

void
ServerNetFlitEngine::Count()
{
    for (Lane& lane : m_lanes)
    {
        if (lane.owner.worm)
        {
            const auto& starts = lane.owner.Get().starts;
            const bool started = !starts.empty() && starts.back() == m_now;
            ++(started ? lane.state.transmitting : lane.state.stalled);
        }
    }
}

// The fourth rule: a channel is free after the start of the tail.
void
ServerNetFlitEngine::Release()
{
    const auto& channels = m_network->GetChannels();
    for (const Position& position : GetMoving())
    {
        if (!IsDone(position))
        {
            continue;
        }
        const Packet& packet = position.worm->packet;
        const Passage& passage = position.Get();
        Leave(position);
        if (passage.discarded)
        {
            const uint32_t before = position.worm->passages[position.hop - 1].channel;
            m_discards[{m_now + channels[before].timing.bodyTicks, before}] = packet;
            continue;
        }
        m_lanes[passage.channel].owner.worm = nullptr;
        if (channels[passage.channel].toDevice)
        {
            const uint32_t bodyTicks = channels[passage.channel].timing.bodyTicks;
            m_deliveries[{m_now + bodyTicks, packet.destination}] = packet;
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

// The tail of a packet is gone from what was before its channel.
void
ServerNetFlitEngine::Leave(const Position& position)
{
    if (position.hop == 0)
    {
        m_lanes[position.Get().channel].queue.pop_front();
    }
    else
    {
        Lane& before = m_lanes[position.worm->passages[position.hop - 1].channel];
        ++before.left;
        before.lastOut = m_now;
    }
}

void
ServerNetFlitEngine::Deliver()
{
    while (!m_injections.empty() && m_injections.begin()->first == m_now)
    {
        const auto worm = m_injections.begin()->second;
        m_injections.erase(m_injections.begin());
        Enter(worm);
    }
    while (!m_deliveries.empty() && m_deliveries.begin()->first.first == m_now)
    {
        const Packet packet = m_deliveries.begin()->second;
        m_deliveries.erase(m_deliveries.begin());
        ++m_progress;
        --m_inFlight;
        if (m_listener)
        {
            m_listener->Delivered(packet, m_now);
        }
    }
    while (!m_discards.empty() && m_discards.begin()->first.first == m_now)
    {
        const auto [key, packet] = *m_discards.begin();
        m_discards.erase(m_discards.begin());
        Discard(packet, key.second);
    }
}

void
ServerNetFlitEngine::Discard(const Packet& packet, uint32_t channel)
{
    ++m_progress;
    --m_inFlight;
    if (m_listener)
    {
        m_listener->Discarded(packet, channel, m_now);
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
        if (lane.HasFront() && lane.GetFront().Get().discarded)
        {
            moving.push_back(lane.GetFront());
        }
    }
    return moving;
}

void
ServerNetFlitEngine::Tell(const Position& position, const std::vector<Gap>& gaps) const
{
    if (!m_listener || !m_listener->WantsStalls())
    {
        return;
    }
    Passage& passage = position.Get();
    for (const Gap& gap : gaps)
    {
        const int64_t begin = std::max(gap.begin, passage.told);
        const int64_t end = std::min(gap.end, m_now);
        if (begin < end)
        {
            m_listener->Stalled({position.worm->packet.id,
                                 passage.channel,
                                 begin,
                                 end,
                                 gap.blame.packet,
                                 gap.blame.channel});
        }
    }
    passage.told = m_now;
}

// All flits that need no more grant are moved on. What then still stands waits for a head, which
// says whom the open gaps are to be blamed on. Then those starts are taken back.
void
ServerNetFlitEngine::CloseStalls()
{
    int64_t longest = 0; // until a flit is free to follow another
    for (const auto& channel : m_network->GetChannels())
    {
        longest =
            std::max<int64_t>({longest, channel.timing.bodyTicks, channel.timing.creditTicks});
    }
    int64_t end = m_now + longest;
    for (int64_t tick = m_now; tick <= end; ++tick)
    {
        end = Move(tick) ? tick + longest : end;
    }
    for (const Lane& lane : m_lanes)
    {
        if (lane.owner.worm)
        {
            const Passage& passage = lane.owner.Get();
            const std::size_t flit = passage.starts.size();
            auto gaps = passage.gaps;
            if (!IsDone(lane.owner))
            {
                const int64_t begin = flit == 0 ? passage.grant : passage.starts.back() + 1;
                gaps.push_back({flit, begin, end, FindBlame(lane.owner, flit)});
            }
            Tell(lane.owner, gaps);
        }
    }
    for (const Position& position : GetMoving())
    {
        Passage& passage = position.Get();
        while (!passage.starts.empty() && passage.starts.back() >= m_now)
        {
            passage.starts.pop_back();
        }
        while (!passage.gaps.empty() && passage.gaps.back().flit >= passage.starts.size())
        {
            passage.gaps.pop_back();
        }
    }
}

void
ServerNetFlitEngine::SetDown(uint32_t channel, bool down)
{
    Lane& lane = m_lanes.at(channel);
    lane.down = down;
    if (down)
    {
        const auto waiting = lane.queue.begin() + (lane.owner.worm ? 1 : 0);
        const std::vector<std::shared_ptr<Worm>> discarded(waiting, lane.queue.end());
        lane.queue.erase(waiting, lane.queue.end());
        for (const auto& worm : discarded)
        {
            Discard(worm->packet, channel);
        }
    }
}

ServerNetEngine::LinkState
ServerNetFlitEngine::GetState(uint32_t channel) const
{
    return m_lanes.at(channel).state;
}

int64_t
ServerNetFlitEngine::GetNextTick() const
{
    return m_inFlight == 0 ? INT64_MAX : m_now + 1;
}

uint64_t
ServerNetFlitEngine::GetProgress() const
{
    return m_progress;
}

uint64_t
ServerNetFlitEngine::GetHeld() const
{
    return GetWaits().GetWaitCount();
}

uint64_t
ServerNetFlitEngine::GetInFlight() const
{
    return m_inFlight;
}

ResourceGraph
ServerNetFlitEngine::GetWaits() const
{
    ResourceGraph waits;
    for (uint32_t channel = 0; channel < m_lanes.size(); ++channel)
    {
        waits.AddResource(m_network->GetTopology().GetChannelName(channel));
    }
    for (uint32_t channel = 0; channel < m_lanes.size(); ++channel)
    {
        if (m_lanes[channel].HasFront())
        {
            const Passage& next = m_lanes[channel].GetFront().Get();
            if (next.request >= 0 && next.grant < 0)
            {
                waits.AddWait(channel, next.channel);
            }
        }
    }
    return waits;
}

uint64_t
ServerNetFlitEngine::GetEventCount() const
{
    return m_ticks;
}

} // namespace ns3
