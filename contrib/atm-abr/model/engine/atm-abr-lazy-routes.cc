/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-lazy-routes.h"

#include <algorithm>

namespace ns3
{

AtmLazyRoutes::AtmLazyRoutes(const AtmNetwork& network,
                             const std::vector<PortFacts>& ports,
                             const std::vector<VcFacts>& vcs)
    : m_network(network),
      m_vcs(vcs),
      m_ports(ports.size()),
      m_starts(2 * vcs.size()),
      m_ends(2 * vcs.size()),
      m_inputs(ports.size())
{
    std::vector<uint32_t> forward(ports.size()); // flows so far
    for (uint32_t flow = 0; flow < m_ends.size(); ++flow)
    {
        auto way = network.GetVcs()[flow / 2].forward;
        if (IsBackward(flow))
        {
            std::reverse(way.begin(), way.end());
            std::for_each(way.begin(), way.end(), [](uint32_t& port) { port ^= 1; });
        }
        m_firsts.push_back(m_steps.size());
        for (uint32_t hop = 0; hop < way.size(); ++hop)
        {
            auto& flows = m_ports[way[hop]].flows;
            const auto line = static_cast<uint32_t>(flows.size());
            m_steps.push_back({flow, hop, way[hop], line, forward[way[hop]], {}});
            flows.push_back(flow);
            forward[way[hop]] += !IsBackward(flow);
        }
        m_streams.emplace_back();
        m_ends[flow].stream = &m_streams.back();
    }
    m_firsts.push_back(m_steps.size());
    for (uint32_t vc = 0; vc < vcs.size(); ++vc)
    {
        const auto& way = network.GetVcs()[vc].forward;
        for (uint32_t hop = 0; hop < way.size(); ++hop)
        {
            AtmLazyStream*& made = m_ports[way[hop] ^ 1].made;
            if (!made && (hop + 1 < way.size() ? ports[way[hop + 1]].makes : vcs[vc].makes))
            {
                m_streams.emplace_back();
                made = &m_streams.back();
            }
        }
    }
    for (bool again = true; again;)
    {
        again = false;
        for (uint32_t number = 0; number < ports.size(); ++number)
        {
            Port& port = m_ports[number];
            if (!port.skipped && ports[number].passes && !port.made && IsDelay(number))
            {
                port.skipped = again = true;
            }
        }
    }
    for (uint32_t port = 0; port < ports.size(); ++port)
    {
        m_ports[port].reads = !m_ports[port].skipped && ports[port].reads;
    }
    for (uint32_t flow = 0; flow < m_ends.size(); ++flow)
    {
        m_starts[flow] = Follow(flow, m_firsts[flow], NONE, 0);
        for (uint32_t number = m_firsts[flow]; number < m_firsts[flow + 1]; ++number)
        {
            const uint32_t port = m_steps[number].port;
            if (!m_ports[port].skipped)
            {
                m_steps[number].next =
                    Follow(flow, number + 1, port, network.GetChannels()[port].delay);
            }
        }
    }
    for (uint32_t port = 0; port < ports.size(); ++port)
    {
        for (const auto& [order, stream] : m_inputs[port])
        {
            m_ports[port].inputs.push_back(stream);
        }
        if (m_ports[port].made)
        {
            m_ports[port].inputs.push_back(m_ports[port].made);
        }
    }
}

uint32_t
AtmLazyRoutes::FindStep(uint32_t flow, uint32_t port) const
{
    uint32_t step = m_firsts[flow];
    while (m_steps[step].port != port)
    {
        ++step;
    }
    return step;
}

AtmTime
AtmLazyRoutes::GetToEnd(uint32_t flow, uint32_t port) const
{
    AtmTime time = 0;
    for (uint32_t step = FindStep(flow, port); step < m_firsts[flow + 1]; ++step)
    {
        const auto& channel = m_network.GetChannels()[m_steps[step].port];
        time += channel.slot + channel.delay;
    }
    return time;
}

AtmLazyRoutes::Feeder
AtmLazyRoutes::FindOrigin(uint32_t flow, uint32_t step) const
{
    AtmTime offset = 0;
    while (true)
    {
        if (step == m_firsts[flow])
        {
            if (!IsBackward(flow) || m_vcs[flow / 2].peer != NONE)
            {
                return {NONE, offset};
            }
            --flow; // turned around as soon as it came
            step = m_firsts[flow + 1];
        }
        const uint32_t port = m_steps[--step].port;
        const auto& channel = m_network.GetChannels()[port];
        offset += channel.delay;
        if (!m_ports[port].skipped)
        {
            return {port, offset};
        }
        offset += channel.slot;
    }
}

bool
AtmLazyRoutes::IsDelay(uint32_t port) const
{
    const auto& flows = m_ports[port].flows;
    const auto& channels = m_network.GetChannels();
    const AtmTime slot = channels[port].slot;
    const bool alone = flows.size() == 1;
    if (flows.empty())
    {
        return false;
    }
    const Feeder origin = FindOrigin(flows.front(), FindStep(flows.front(), port));
    if (origin.port == NONE)
    {
        const VcFacts& vc = m_vcs[flows.front() / 2];
        const bool paced = ATM_SECOND / vc.fastest > static_cast<double>(slot - 1);
        if (!alone || !paced || (IsBackward(flows.front()) && vc.peer != NONE))
        {
            return false;
        }
    }
    else if (channels[origin.port].slot < slot)
    {
        return false;
    }
    return std::all_of(flows.begin(), flows.end(), [&](uint32_t flow) {
        const uint32_t step = FindStep(flow, port);
        const auto [from, offset] = FindOrigin(flow, step);
        const auto begin = m_steps.begin();
        return from == origin.port && offset == origin.offset &&
               ((alone && channels[port].fromDevice) ||
                std::all_of(begin + step + 1, begin + m_firsts[flow + 1], [&](const Step& later) {
                    return m_ports[later.port].skipped;
                }));
    });
}

AtmLazyRoutes::Next
AtmLazyRoutes::Follow(uint32_t flow, uint32_t step, uint32_t from, AtmTime offset)
{
    for (; step < m_firsts[flow + 1] && m_ports[m_steps[step].port].skipped; ++step)
    {
        const auto& channel = m_network.GetChannels()[m_steps[step].port];
        offset += channel.slot + channel.delay;
    }
    const bool ends = step == m_firsts[flow + 1];
    auto& feeders = ends ? m_ends[flow].feeders : m_ports[m_steps[step].port].feeders;
    const auto same = [&](const Feeder& feeder) { return feeder.port == from; };
    if (from != NONE && std::none_of(feeders.begin(), feeders.end(), same))
    {
        feeders.push_back({from, offset});
    }
    if (ends)
    {
        return {m_ends[flow].stream, offset, step};
    }
    // a turned-around cell that a source sends in rate comes from that source
    const uint32_t peer = m_vcs[flow / 2].peer;
    const bool turned = IsBackward(flow) && peer == NONE;
    const uint32_t sender = IsBackward(flow) && peer != NONE ? peer : flow / 2;
    const uint64_t order =
        step == m_firsts[flow] ? 2 * uint64_t{sender} + !turned : m_steps[step - 1].port;
    auto& input = m_inputs[m_steps[step].port][order];
    if (!input)
    {
        m_streams.emplace_back();
        input = &m_streams.back();
    }
    return {input, offset, step};
}

AtmTime
AtmLazyRoutes::GetCircle() const
{
    // ports that feed no other one in a circle are taken away, one after the other
    std::vector<bool> gone(m_ports.size());
    for (bool again = true; again;)
    {
        again = false;
        for (uint32_t port = 0; port < m_ports.size(); ++port)
        {
            const auto& feeders = m_ports[port].feeders;
            const auto isGone = [&](const Feeder& feeder) { return gone[feeder.port]; };
            if (!gone[port] && std::all_of(feeders.begin(), feeders.end(), isGone))
            {
                gone[port] = again = true;
            }
        }
    }
    AtmTime smallest = 0;
    for (uint32_t port = 0; port < m_ports.size(); ++port)
    {
        if (!gone[port])
        {
            const AtmTime delay = m_network.GetChannels()[port].delay;
            smallest = smallest == 0 ? delay : std::min(smallest, delay);
        }
    }
    return smallest;
}

} // namespace ns3
