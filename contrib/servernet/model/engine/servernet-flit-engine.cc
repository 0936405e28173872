/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-flit-engine.h"

#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetFlitEngine");

ServerNetFlitEngine::ServerNetFlitEngine(std::shared_ptr<const ServerNetNetwork> network,
                                         Listener* listener)
    : ServerNetEngine(std::move(network), listener),
      m_worms(*m_network),
      m_outputs(m_network->GetChannels().size())
{
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
            m_worms.Move(m_now);
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
        if (m_outputs[channel].down)
        {
            Discard(worm->packet, channel, m_now + 1);
        }
        else
        {
            m_outputs[channel].queue.push_back(worm);
            RequestFirst(channel);
        }
    }
}

// The fifth rule: the front of a send queue asks for its first channel,
void
ServerNetFlitEngine::RequestFirst(uint32_t channel) const
{
    const auto& queue = m_outputs[channel].queue;
    if (!queue.empty() && queue.front()->passages.front().request < 0)
    {
        queue.front()->passages.front().request = m_now;
    }
}

// and that of a FIFO for its next one when it is time.
void
ServerNetFlitEngine::Request()
{
    const auto& lanes = m_worms.GetLanes();
    for (std::size_t channel = 0; channel < lanes.size(); ++channel)
    {
        const auto& lane = lanes[channel];
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
    const auto& lanes = m_worms.GetLanes();
    std::map<uint32_t, std::map<uint32_t, Position>> wanted; // by output channel and input port
    for (std::size_t channel = 0; channel < lanes.size(); ++channel)
    {
        const auto& lane = lanes[channel];
        if (!m_outputs[channel].queue.empty() && !lane.owner.worm)
        {
            wanted[channel][0] = {m_outputs[channel].queue.front(), 0};
        }
        if (!lane.IsWaiting())
        {
            continue;
        }
        const Position& front = *lane.GetFront();
        const uint32_t next = front.GetNext().channel;
        if (m_outputs[next].down)
        {
            OwnNothing(front.GetNext());
        }
        else if (!lanes[next].owner.worm)
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

void
ServerNetFlitEngine::Own(const Position& position)
{
    m_worms.Own(position, m_now);
    ++m_progress;
    if (position.hop == 0)
    {
        const uint32_t channel = position.Get().channel;
        m_outputs[channel].queue.pop_front();
        RequestFirst(channel);
    }
}

void
ServerNetFlitEngine::OwnNothing(Passage& passage)
{
    passage.discarded = true;
    passage.grant = m_now;
    ++m_progress;
}

// Who has sent its tail leaves its channel.
void
ServerNetFlitEngine::Release()
{
    const auto& channels = m_network->GetChannels();
    for (const Position& position : m_worms.GetMoving())
    {
        if (!position.IsDone())
        {
            continue;
        }
        const Packet& packet = position.worm->packet;
        const Passage& passage = position.Get();
        m_worms.Leave(position, m_now);
        if (passage.discarded)
        {
            const uint32_t before = position.worm->passages[position.hop - 1].channel;
            Discard(packet, before, m_now + channels[before].timing.bodyTicks);
            continue;
        }
        if (channels[passage.channel].toDevice)
        {
            const int64_t tick = m_now + channels[passage.channel].timing.bodyTicks;
            m_ends.insert(
                {{tick, packet.destination, packet.id}, {packet, fabric::Topology::NONE}});
        }
        Notify(position, passage.gaps);
        if (m_listener && m_listener->HasHopSinks())
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
    NS_LOG_INFO("tick " << m_now << ": packet " << packet.id << " is thrown away behind channel "
                        << channel);
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

// Transmitting, stalled or, for a channel without owner, idle.
void
ServerNetFlitEngine::Count()
{
    for (std::size_t channel = 0; channel < m_outputs.size(); ++channel)
    {
        const Position& owner = m_worms.GetLanes()[channel].owner;
        if (owner.worm)
        {
            const auto& starts = owner.Get().starts;
            const bool started = !starts.empty() && starts.back() == m_now;
            LinkState& state = m_outputs[channel].state;
            ++(started ? state.transmitting : state.stalled);
        }
    }
}

void
ServerNetFlitEngine::Notify(const Position& position,
                            const std::vector<ServerNetFlitWorms::Gap>& gaps) const
{
    Passage& passage = position.Get();
    const bool wanted = m_listener && m_listener->HasStallSinks();
    for (std::size_t i = 0; wanted && i < gaps.size(); ++i)
    {
        const auto& gap = gaps[i];
        const int64_t begin = std::max(gap.begin, passage.told);
        const int64_t end = std::min(gap.end, m_now);
        if (begin < end)
        {
            m_listener->Stalled({position.worm->packet.id,
                                 passage.channel,
                                 begin,
                                 end,
                                 gap.blame.first,
                                 gap.blame.second});
        }
    }
    passage.told = m_now;
}

// All flits that need no more grant are moved on. What then still stands waits for a head, which
// gives the blame of the open gaps. Then those starts are taken back.
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
        end = m_worms.Move(tick) ? tick + longest : end;
    }
    for (const auto& lane : m_worms.GetLanes())
    {
        if (lane.owner.worm)
        {
            const Passage& passage = lane.owner.Get();
            const std::size_t flit = passage.starts.size();
            auto gaps = passage.gaps;
            if (!lane.owner.IsDone())
            {
                const int64_t begin = flit == 0 ? passage.grant : passage.starts.back() + 1;
                gaps.push_back({flit, begin, end, m_worms.FindBlame(lane.owner, flit)});
            }
            Notify(lane.owner, gaps);
        }
    }
    m_worms.TakeBack(m_now);
}

void
ServerNetFlitEngine::SetDown(uint32_t channel, bool down)
{
    NS_LOG_FUNCTION(this << channel << down);
    m_outputs.at(channel).down = down;
    if (!down)
    {
        return;
    }
    for (const auto& worm : std::exchange(m_outputs[channel].queue, {}))
    {
        Discard(worm->packet, channel, m_now + 1);
    }
    for (const auto& lane : m_worms.GetLanes())
    {
        if (lane.IsWaiting() && lane.GetFront()->GetNext().channel == channel)
        {
            OwnNothing(lane.GetFront()->GetNext());
        }
    }
}

ServerNetEngine::LinkState
ServerNetFlitEngine::GetState(uint32_t channel) const
{
    return m_outputs.at(channel).state;
}

int64_t
ServerNetFlitEngine::GetNextTick() const
{
    return m_inFlight == 0 ? INT64_MAX : m_now + 1;
}

int64_t
ServerNetFlitEngine::GetNextStep() const
{
    return GetNextTick();
}

std::optional<ServerNetEngine::Start>
ServerNetFlitEngine::FindStart(uint32_t channel) const
{
    Position first = m_worms.GetLanes()[channel].owner;
    int64_t tick = m_now;
    if (!first.worm && !m_outputs[channel].down)
    {
        const auto& queue = m_outputs[channel].queue;
        first.worm = queue.empty() ? nullptr : queue.front();
        for (auto next = m_injections.begin(); !first.worm && next != m_injections.end(); ++next)
        {
            if (next->second->passages.front().channel == channel)
            {
                first.worm = next->second;
                tick = next->first;
            }
        }
    }
    if (!first.worm || !first.Get().starts.empty() || !m_worms.HasPlace(first, tick))
    {
        return std::nullopt;
    }
    return Start{first.worm->packet.id, tick};
}

uint64_t
ServerNetFlitEngine::GetProgress() const
{
    return m_progress;
}

uint64_t
ServerNetFlitEngine::GetHeld() const
{
    const auto& lanes = m_worms.GetLanes();
    return std::count_if(lanes.begin(), lanes.end(), [](const auto& lane) {
        return lane.IsWaiting();
    });
}

uint64_t
ServerNetFlitEngine::GetInFlight() const
{
    return m_inFlight;
}

fabric::ResourceGraph
ServerNetFlitEngine::GetWaits() const
{
    const auto& lanes = m_worms.GetLanes();
    fabric::ResourceGraph waits;
    for (uint32_t channel = 0; channel < lanes.size(); ++channel)
    {
        waits.AddResource(m_network->GetTopology().GetChannelName(channel));
    }
    for (uint32_t channel = 0; channel < lanes.size(); ++channel)
    {
        if (lanes[channel].IsWaiting())
        {
            waits.AddWait(channel, lanes[channel].GetFront()->GetNext().channel);
        }
        const Position& owner = lanes[channel].owner;
        if (owner.worm && owner.hop > 0)
        {
            waits.AddWait(owner.worm->passages[owner.hop - 1].channel, channel);
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
