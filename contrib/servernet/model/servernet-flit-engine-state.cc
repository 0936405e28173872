/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-flit-engine.h"

#include <algorithm>
#include <utility>

// What the flit-by-flit engine tells about itself.

namespace ns3
{

// Transmitting, stalled or, if nobody owns the channel, idle.
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
                                 gap.blame.first,
                                 gap.blame.second});
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
            if (!lane.owner.IsDone())
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
    m_lanes.at(channel).down = down;
    if (!down)
    {
        return;
    }
    for (const auto& worm : std::exchange(m_lanes[channel].queue, {}))
    {
        Discard(worm->packet, channel, m_now + 1);
    }
    for (const Lane& lane : m_lanes)
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
    return std::count_if(m_lanes.begin(), m_lanes.end(), [](const Lane& lane) {
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
    fabric::ResourceGraph waits;
    for (uint32_t channel = 0; channel < m_lanes.size(); ++channel)
    {
        waits.AddResource(m_network->GetTopology().GetChannelName(channel));
    }
    for (uint32_t channel = 0; channel < m_lanes.size(); ++channel)
    {
        if (m_lanes[channel].IsWaiting())
        {
            waits.AddWait(channel, m_lanes[channel].GetFront()->GetNext().channel);
        }
        const Position& owner = m_lanes[channel].owner;
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
