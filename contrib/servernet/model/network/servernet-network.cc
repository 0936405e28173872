/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "servernet-network.h"

#include "ns3/log.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerNetNetwork");

ServerNetNetwork::ServerNetNetwork(fabric::Topology topology,
                                   const ServerNetTiming& timing,
                                   bool allowCycles)
    : m_routes(std::move(topology))
{
    timing.Check();
    BuildChannels(timing);
    const auto summary = m_routes.Summarize();
    if (!summary.failures.empty())
    {
        static const char* const reasons[] = {"",
                                              "there is no route",
                                              "it meets a path disable",
                                              "it goes round in circles"};
        const auto& [source, destination, outcome] = summary.failures.front();
        throw std::invalid_argument("a packet from '" + GetTopology().GetNodes()[source].name +
                                    "' cannot reach '" +
                                    GetTopology().GetNodes()[destination].name + "', since " +
                                    reasons[outcome] + "; every pair of devices has to be joined");
    }
    if (!allowCycles)
    {
        m_routes.CheckAcyclic(summary);
    }
    m_longestPath = summary.pairsByRouters.size();
    m_ports.resize(GetDeviceCount());
    m_places.assign(std::size_t{GetDeviceCount()} * GetDeviceCount(), fabric::Topology::NONE);
    NS_LOG_INFO(GetDeviceCount() << " devices, " << m_channels.size()
                                 << " channels, paths of up to " << m_longestPath);
}

void
ServerNetNetwork::BuildChannels(const ServerNetTiming& timing)
{
    const fabric::Topology& topology = GetTopology();
    topology.AllowAttributes({"subtree"}, {"fifo", "head", "body", "credit", "refill"});
    const auto& nodes = topology.GetNodes();
    std::vector<uint32_t> device(nodes.size(), fabric::Topology::NONE);
    m_outputs.resize(nodes.size());
    for (uint32_t node = 0; node < nodes.size(); ++node)
    {
        const auto& [name, role, kind, ports, attributes, channels] = nodes[node];
        if (role == fabric::Topology::DEVICE)
        {
            if (channels.size() != 1)
            {
                throw std::invalid_argument("device '" + name + "' has " +
                                            std::to_string(channels.size()) +
                                            " links; a device has one");
            }
            device[node] = GetDeviceCount();
            m_devices.push_back(node);
            m_injection.push_back(channels.begin()->second);
        }
        else if (!channels.empty() && channels.rbegin()->first >= ROUTER_PORTS)
        {
            throw std::invalid_argument(
                "router '" + name + "' uses port " + std::to_string(channels.rbegin()->first) +
                "; a router has ports 0 to " + std::to_string(ROUTER_PORTS - 1));
        }
    }
    if (m_devices.size() < 2)
    {
        throw std::invalid_argument("the topology has " + std::to_string(m_devices.size()) +
                                    " devices; at least 2 are needed");
    }
    for (uint32_t index = 0; index < topology.GetChannelCount(); ++index)
    {
        const auto [from, to] = topology.GetChannel(index);
        const fabric::Topology::Link& link = topology.GetLinks()[index / 2];
        Channel channel{from, to, false, false, fabric::Topology::NONE, link.category, timing};
        channel.fromDevice = device[from.node] != fabric::Topology::NONE;
        channel.toDevice = device[to.node] != fabric::Topology::NONE;
        channel.device = device[channel.fromDevice ? from.node : to.node];
        channel.timing.Read(*link.attributes);
        try
        {
            channel.timing.Check();
        }
        catch (const std::invalid_argument& error)
        {
            throw std::invalid_argument("on channel " + topology.GetChannelName(index) + " " +
                                        error.what());
        }
        if (!channel.fromDevice)
        {
            m_outputs[from.node][from.port] = index;
        }
        m_channels.push_back(channel);
    }
}

const std::vector<uint8_t>&
ServerNetNetwork::GetPorts(uint32_t destination) const
{
    auto& ports = m_ports[destination];
    if (ports.empty())
    {
        const auto found = m_routes.GetPorts(m_devices[destination]);
        ports.assign(found.begin(), found.end()); // those of routers, below ROUTER_PORTS
    }
    return ports;
}

uint32_t
ServerNetNetwork::KeepPath(uint32_t source, uint32_t destination) const
{
    if (m_used + m_longestPath + 1 > BLOCK)
    {
        m_blocks.push_back(std::make_unique<uint32_t[]>(BLOCK));
        m_used = 0;
    }
    uint32_t* const size = &m_blocks.back()[m_used];
    FollowPath(source, destination, [size](uint32_t channel) { size[++*size] = channel; });
    const uint32_t place = (m_blocks.size() - 1) * BLOCK + m_used;
    m_used += *size + 1;
    return place;
}

const fabric::Topology&
ServerNetNetwork::GetTopology() const
{
    return m_routes.GetTopology();
}

const std::vector<ServerNetNetwork::Channel>&
ServerNetNetwork::GetChannels() const
{
    return m_channels;
}

uint32_t
ServerNetNetwork::GetDeviceCount() const
{
    return m_devices.size();
}

const std::vector<uint32_t>&
ServerNetNetwork::GetDevices() const
{
    return m_devices;
}

const std::vector<uint32_t>&
ServerNetNetwork::GetInjectionChannels() const
{
    return m_injection;
}

ServerNetNetwork::Path
ServerNetNetwork::GetPath(uint32_t source, uint32_t destination) const
{
    uint32_t& place = m_places[std::size_t{source} * GetDeviceCount() + destination];
    if (place == fabric::Topology::NONE)
    {
        place = KeepPath(source, destination);
    }
    const uint32_t* const size = &m_blocks[place / BLOCK][place % BLOCK];
    return {size + 1, *size};
}

int64_t
ServerNetNetwork::GetEmptyTicks(uint32_t source, uint32_t destination, uint32_t flits) const
{
    int64_t ticks = int64_t{flits} - 1;
    const ServerNetTiming* last = nullptr;
    FollowPath(source, destination, [this, &ticks, &last](uint32_t channel) {
        last = &m_channels[channel].timing;
        ticks += last->headTicks;
    });
    return ticks - last->headTicks + last->bodyTicks;
}

uint32_t
ServerNetNetwork::GetLongestPath() const
{
    return m_longestPath;
}

} // namespace ns3
