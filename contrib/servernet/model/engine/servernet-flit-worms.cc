/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-flit-worms.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetFlitWorms");

ServerNetFlitWorms::ServerNetFlitWorms(const ServerNetNetwork& network)
    : m_channels(network.GetChannels()),
      m_lanes(m_channels.size())
{
}

// A packet owns a channel, and the next places in the FIFO at its end will be those of its flits.
void
ServerNetFlitWorms::Own(const Position& position, int64_t tick)
{
    Passage& passage = position.Get();
    Lane& lane = m_lanes[passage.channel];
    const ServerNetNetwork::Channel& channel = m_channels[passage.channel];
    passage.grant = tick;
    lane.owner = position;
    if (channel.toDevice)
    {
        return; // the FIFO of a device is always empty
    }
    const auto getEnd = [](const Position& other) {
        return other.Get().entered + other.worm->packet.flits;
    };
    passage.entered = GetEntered(lane);
    while (!lane.fifo.empty() &&
           getEnd(lane.fifo.front()) + channel.timing.fifoFlits <= passage.entered)
    {
        lane.fifo.erase(lane.fifo.begin()); // no packet will wait for its places
        --lane.left;
    }
    lane.fifo.push_back(position);
}

uint64_t
ServerNetFlitWorms::GetEntered(const Lane& lane)
{
    return lane.fifo.empty() ? 0
                             : lane.fifo.back().Get().entered + lane.fifo.back().worm->packet.flits;
}

bool
ServerNetFlitWorms::IsFree(const Flit& place, uint32_t channel, int64_t tick) const
{
    if (!place.position.worm)
    {
        return true;
    }
    const auto& starts = place.position.Get().starts;
    return place.number < starts.size() &&
           tick >= starts[place.number] + m_channels[channel].timing.creditTicks;
}

bool
ServerNetFlitWorms::HasPlace(const Position& position, int64_t tick) const
{
    Passage passage = position.Get();
    if (passage.grant < 0)
    {
        passage.entered = GetEntered(m_lanes[passage.channel]);
    }
    return IsFree(FindPlace(passage, 0), passage.channel, tick);
}

// The fourth rule: a channel is free after the start of the tail.
void
ServerNetFlitWorms::Leave(const Position& position, int64_t tick)
{
    if (position.hop > 0)
    {
        Lane& before = m_lanes[position.worm->passages[position.hop - 1].channel];
        ++before.left;
        before.lastOut = tick;
    }
    if (!position.Get().discarded)
    {
        m_lanes[position.Get().channel].owner.worm = nullptr;
    }
}

std::vector<ServerNetFlitWorms::Position>
ServerNetFlitWorms::GetMoving() const
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

// The seventh rule: every flit that may start does. What happens in a tick depends on earlier ones
// only, so the order of the channels does not matter.
bool
ServerNetFlitWorms::Move(int64_t tick)
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
ServerNetFlitWorms::MoveFlit(const Position& position, int64_t tick)
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
        const uint32_t bodyTicks = m_channels[before.channel].timing.bodyTicks;
        if (flit >= before.starts.size() || tick < before.starts[flit] + bodyTicks)
        {
            return false;
        }
    }
    if (!IsFree(FindPlace(passage, flit), passage.channel, tick)) // the third rule
    {
        return false;
    }
    const int64_t earliest = flit == 0 ? passage.grant : passage.starts.back() + 1;
    if (tick > earliest && !passage.discarded)
    {
        NS_LOG_LOGIC("packet " << position.worm->packet.id << " was stalled on channel "
                               << passage.channel << " in ticks " << earliest << " to "
                               << tick - 1);
        passage.gaps.push_back({flit, earliest, tick, FindBlame(position, flit)});
    }
    passage.starts.push_back(tick);
    return true;
}

// The flit whose place in the FIFO at the end of its channel another flit takes, on the channel
// after the FIFO.
ServerNetFlitWorms::Flit
ServerNetFlitWorms::FindPlace(const Passage& passage, std::size_t flit) const
{
    const ServerNetNetwork::Channel& channel = m_channels[passage.channel];
    const uint64_t number = passage.entered + flit;
    const uint32_t fifoFlits = channel.timing.fifoFlits;
    if (channel.toDevice || passage.discarded || number < fifoFlits)
    {
        return {};
    }
    const auto& fifo = m_lanes[passage.channel].fifo;
    auto packet = fifo.rbegin();
    while (packet->Get().entered > number - fifoFlits)
    {
        ++packet;
    }
    return {{packet->worm, packet->hop + 1}, number - fifoFlits - packet->Get().entered};
}

// Why a flit did not start where nothing but a place in the FIFO could be missing.
ServerNetFlitWorms::Blame
ServerNetFlitWorms::FindBlame(const Position& position, std::size_t flit) const
{
    const Flit place = FindPlace(position.Get(), flit);
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
ServerNetFlitWorms::TakeBack(int64_t tick)
{
    NS_LOG_FUNCTION(this << tick);
    for (const Position& position : GetMoving())
    {
        Passage& passage = position.Get();
        while (!passage.starts.empty() && passage.starts.back() >= tick)
        {
            passage.starts.pop_back();
        }
        while (!passage.gaps.empty() && passage.gaps.back().flit >= passage.starts.size())
        {
            passage.gaps.pop_back();
        }
    }
}

} // namespace ns3
