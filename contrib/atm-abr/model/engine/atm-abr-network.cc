/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-network.h"

#include "ns3/fabric-link-timing.h"
#include "ns3/log.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AtmNetwork");

AtmNetwork::AtmNetwork(fabric::Topology topology, uint64_t rate, const Time& delay)
    : m_routes(std::move(topology))
{
    GetTopology().AllowAttributes({"subtree", "to", "demand", "mcr", "weight", "start"},
                                  {"rate", "delay"});
    const auto& nodes = GetTopology().GetNodes();
    for (uint32_t number = 0; number < GetTopology().GetChannelCount(); ++number)
    {
        const auto [from, to] = GetTopology().GetChannel(number);
        const auto timing = fabric::ReadLinkTiming(GetTopology(), number, {rate, delay}, MOST_RATE);
        __extension__ using Wide = __int128; // which ISO C++ lacks
        const Wide bits = static_cast<Wide>(CELL_BITS) * ATM_SECOND;
        m_channels.push_back(
            {nodes[from.node].role == fabric::Topology::DEVICE,
             nodes[to.node].role == fabric::Topology::DEVICE,
             static_cast<double>(timing.rate) / CELL_BITS,
             static_cast<AtmTime>((bits + timing.rate - 1) / timing.rate),
             std::max<AtmTime>(1, ToAtmTime(timing.delay, "the delay of a link"))});
    }
}

uint32_t
AtmNetwork::FindDevice(const std::string& name) const
{
    const uint32_t node = GetTopology().FindNode(name);
    if (GetTopology().GetNodes()[node].role != fabric::Topology::DEVICE)
    {
        throw std::invalid_argument("'" + name +
                                    "' is a switch; a VC begins and ends at edge devices");
    }
    return node;
}

uint32_t
AtmNetwork::AddVc(const std::string& source, const std::string& destination)
{
    NS_LOG_FUNCTION(this << source << destination);
    Vc vc{FindDevice(source), FindDevice(destination), {}};
    const auto path = m_routes.Trace(vc.source, vc.destination);
    if (source == destination || path.outcome != fabric::Routes::ARRIVES)
    {
        const std::string why =
            source == destination ? "its own source" : fabric::Routes::GetWords(path.outcome);
        throw std::invalid_argument("a VC from '" + source + "' to '" + destination + "' meets " +
                                    why + "; it needs a route");
    }
    vc.forward = path.channels;
    m_vcs.push_back(std::move(vc));
    return m_vcs.size() - 1;
}

const fabric::Topology&
AtmNetwork::GetTopology() const
{
    return m_routes.GetTopology();
}

const std::vector<AtmNetwork::Channel>&
AtmNetwork::GetChannels() const
{
    return m_channels;
}

const std::vector<AtmNetwork::Vc>&
AtmNetwork::GetVcs() const
{
    return m_vcs;
}

} // namespace ns3
