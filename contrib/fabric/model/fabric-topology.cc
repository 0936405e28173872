/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-topology.h"

#include "ns3/log.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::fabric
{

NS_LOG_COMPONENT_DEFINE("FabricTopology");

namespace
{

bool
IsAlphanumeric(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

void
CheckName(const std::string& what, const std::string& name, bool startsWithLetter)
{
    bool good = !name.empty() && name.size() <= Topology::MAX_NAME && IsAlphanumeric(name[0]) &&
                !(startsWithLetter && name[0] <= '9');
    for (char c : name)
    {
        good = good && (IsAlphanumeric(c) || c == '.' || c == '_' || c == '-');
    }
    if (!good)
    {
        throw std::invalid_argument("'" + name + "' cannot name a " + what +
                                    ": allowed are at most " + std::to_string(Topology::MAX_NAME) +
                                    " letters, digits and ._-, the first a letter" +
                                    (startsWithLetter ? "" : " or digit"));
    }
}

Topology::SharedAttributes
OrEmpty(Topology::SharedAttributes attributes)
{
    static const auto empty = std::make_shared<const Topology::Attributes>();
    return attributes ? std::move(attributes) : empty;
}

void
CheckKeys(const std::string& owner,
          const Topology::Attributes& attributes,
          const std::set<std::string>& allowed)
{
    for (const auto& [key, value] : attributes)
    {
        if (!allowed.count(key))
        {
            std::string list;
            for (const std::string& name : allowed)
            {
                list += (list.empty() ? "" : ", ") + name;
            }
            throw std::invalid_argument("attribute '" + key + "' of " + owner +
                                        " is unknown; allowed are " +
                                        (list.empty() ? "none" : list));
        }
    }
}

} // namespace

uint32_t
Topology::AddNode(const std::string& name,
                  Role role,
                  const std::string& kind,
                  uint32_t ports,
                  SharedAttributes attributes)
{
    NS_LOG_FUNCTION(this << name << role << kind << ports);
    CheckName("node", name, true);
    if (!kind.empty())
    {
        CheckName("kind", kind, true);
    }
    if (m_nodes.size() == MAX_NODES)
    {
        throw std::invalid_argument("node '" + name + "' is one too many; allowed are " +
                                    std::to_string(MAX_NODES));
    }
    if (ports > MAX_PORTS)
    {
        throw std::invalid_argument("node '" + name + "' cannot have " + std::to_string(ports) +
                                    " ports; allowed are 1 to " + std::to_string(MAX_PORTS) +
                                    ", or 0 for as many as are linked");
    }
    const auto index = static_cast<uint32_t>(m_nodes.size());
    if (!m_nodeByName.emplace(name, index).second)
    {
        throw std::invalid_argument("there is a node '" + name +
                                    "' already; each has a name of its own");
    }
    m_nodes.push_back({name,
                       role,
                       !kind.empty() ? kind : (role == DEVICE ? "device" : "router"),
                       ports,
                       OrEmpty(std::move(attributes)),
                       {}});
    m_freePorts.push_back(0);
    return index;
}

uint32_t
Topology::AddCategory(const std::string& name, const std::string& description)
{
    CheckName("category", name, false);
    const auto index = static_cast<uint32_t>(m_categories.size());
    if (!m_categoryByName.emplace(name, index).second)
    {
        throw std::invalid_argument("there is a category '" + name +
                                    "' already; each has a name of its own");
    }
    m_categories.push_back({name, description});
    return index;
}

uint32_t
Topology::ResolvePort(End end)
{
    const Node& node = m_nodes.at(end.node);
    const uint32_t ports = node.ports ? node.ports : MAX_PORTS;
    if (end.port == NONE)
    {
        uint32_t& port = m_freePorts[end.node];
        while (node.channels.count(port))
        {
            ++port;
        }
        if (port >= ports)
        {
            throw std::invalid_argument("node '" + node.name + "' has no free port; allowed are " +
                                        std::to_string(ports) + " links");
        }
        return port;
    }
    if (end.port >= ports)
    {
        throw std::invalid_argument("node '" + node.name + "' has no port " +
                                    std::to_string(end.port) + "; allowed are 0 to " +
                                    std::to_string(ports - 1));
    }
    const auto taken = node.channels.find(end.port);
    if (taken != node.channels.end())
    {
        const Channel channel = GetChannel(taken->second);
        throw std::invalid_argument("port " + std::to_string(end.port) + " of '" + node.name +
                                    "' is linked to '" + m_nodes[channel.to.node].name +
                                    "' already; a port takes one link");
    }
    return end.port;
}

uint32_t
Topology::AddLink(End first, End second, uint32_t category, SharedAttributes attributes)
{
    NS_LOG_FUNCTION(this << first.node << first.port << second.node << second.port << category);
    if (first.node == second.node)
    {
        throw std::invalid_argument("node '" + m_nodes.at(first.node).name +
                                    "' cannot be linked to itself; a link joins two nodes");
    }
    if (m_links.size() == MAX_LINKS)
    {
        throw std::invalid_argument("the link from '" + m_nodes.at(first.node).name + "' to '" +
                                    m_nodes.at(second.node).name +
                                    "' is one too many; allowed are " + std::to_string(MAX_LINKS));
    }
    first.port = ResolvePort(first);
    second.port = ResolvePort(second);
    const auto index = static_cast<uint32_t>(m_links.size());
    m_links.push_back({first, second, category, OrEmpty(std::move(attributes))});
    m_nodes[first.node].channels[first.port] = 2 * index;
    m_nodes[second.node].channels[second.port] = 2 * index + 1;
    for (const auto& [here, there] : {std::pair{first, second}, std::pair{second, first}})
    {
        const auto [entry, isNew] = m_ports.emplace(std::pair{here.node, there.node}, here.port);
        if (!isNew)
        {
            entry->second = NONE; // several links join the two
        }
    }
    return index;
}

void
Topology::SetLinkAttribute(uint32_t link, const std::string& name, const std::string& value)
{
    NS_LOG_FUNCTION(this << link << name << value);
    SharedAttributes& shared = m_links.at(link).attributes;
    auto own = *shared;
    own[name] = value;
    shared = std::make_shared<const Attributes>(std::move(own));
}

const Topology::Node&
Topology::GetLinkedNode(uint32_t index, uint32_t port) const
{
    const Node& node = m_nodes.at(index);
    if (!node.channels.count(port))
    {
        std::string linked;
        for (const auto& [number, channel] : node.channels)
        {
            if (linked.size() > 60)
            {
                linked += ", ...";
                break;
            }
            linked += (linked.empty() ? "" : ", ") + std::to_string(number);
        }
        throw std::invalid_argument("port " + std::to_string(port) + " of '" + node.name +
                                    "' is not linked; linked are " +
                                    (linked.empty() ? "none" : linked));
    }
    return node;
}

void
Topology::DisablePath(uint32_t router, uint32_t in, uint32_t out)
{
    NS_LOG_FUNCTION(this << router << in << out);
    GetLinkedNode(router, in);
    const Node& node = GetLinkedNode(router, out);
    if (node.role != ROUTER)
    {
        throw std::invalid_argument("'" + node.name +
                                    "' is a device; paths are disabled at routers");
    }
    m_disables.emplace(router, in, out);
}

void
Topology::AddRoute(uint32_t index, uint32_t destination, uint32_t port)
{
    NS_LOG_FUNCTION(this << index << destination << port);
    const Node& node = GetLinkedNode(index, port);
    if (destination != NONE && m_nodes.at(destination).role != DEVICE)
    {
        throw std::invalid_argument("'" + m_nodes[destination].name +
                                    "' is a router; the destination of a route is a device");
    }
    const auto getName = [&] {
        return destination == NONE ? "all others" : "'" + m_nodes[destination].name + "'";
    };
    if (destination == index)
    {
        throw std::invalid_argument("device " + getName() + " needs no route to itself");
    }
    auto& lines = m_routes[destination];
    const auto line = std::lower_bound(lines.begin(), lines.end(), std::pair{index, 0U});
    if (line != lines.end() && line->first == index)
    {
        throw std::invalid_argument("'" + node.name + "' has a route to " + getName() +
                                    " by port " + std::to_string(line->second) +
                                    " already; one is allowed");
    }
    lines.emplace(line, index, port);
}

const std::vector<Topology::Node>&
Topology::GetNodes() const
{
    return m_nodes;
}

const std::vector<Topology::Link>&
Topology::GetLinks() const
{
    return m_links;
}

const std::vector<Topology::Category>&
Topology::GetCategories() const
{
    return m_categories;
}

std::vector<std::string>
Topology::GetDeviceValues(const std::string& key) const
{
    std::vector<std::string> values;
    for (const Node& node : m_nodes)
    {
        if (node.role == DEVICE)
        {
            const auto value = node.attributes->find(key);
            values.push_back(key == "kind"                     ? node.kind
                             : value != node.attributes->end() ? value->second
                                                               : "");
        }
    }
    return values;
}

uint32_t
Topology::FindNode(const std::string& name) const
{
    const auto found = m_nodeByName.find(name);
    if (found == m_nodeByName.end())
    {
        throw std::invalid_argument("there is no node '" + name +
                                    "'; a node is declared before it is used");
    }
    return found->second;
}

uint32_t
Topology::FindCategory(const std::string& name) const
{
    const auto found = m_categoryByName.find(name);
    if (found == m_categoryByName.end())
    {
        throw std::invalid_argument("there is no category '" + name +
                                    "'; a category is declared before it is used");
    }
    return found->second;
}

uint32_t
Topology::FindPort(uint32_t node, uint32_t neighbor) const
{
    const auto found = m_ports.find({node, neighbor});
    if (found == m_ports.end() || found->second == NONE)
    {
        throw std::invalid_argument(
            (found == m_ports.end() ? "no link joins '" : "several links join '") +
            m_nodes.at(node).name + "' and '" + m_nodes.at(neighbor).name +
            "'; allowed are a neighbor behind one link and numbers of linked ports");
    }
    return found->second;
}

uint32_t
Topology::GetChannelCount() const
{
    return 2 * m_links.size();
}

Topology::Channel
Topology::GetChannel(uint32_t channel) const
{
    const Link& link = m_links.at(channel / 2);
    return channel % 2 ? Channel{link.second, link.first} : Channel{link.first, link.second};
}

std::string
Topology::GetChannelName(uint32_t index) const
{
    const Channel channel = GetChannel(index);
    return m_nodes[channel.from.node].name + ":" + std::to_string(channel.from.port) + ">" +
           m_nodes[channel.to.node].name + ":" + std::to_string(channel.to.port);
}

bool
Topology::IsDisabled(uint32_t router, uint32_t in, uint32_t out) const
{
    return m_disables.count({router, in, out}) > 0;
}

bool
Topology::HasDisables() const
{
    return !m_disables.empty();
}

bool
Topology::HasRoutes() const
{
    return !m_routes.empty();
}

uint32_t
Topology::GetRoute(uint32_t node, uint32_t destination) const
{
    const auto& lines = GetRoutes(destination);
    const auto line = std::lower_bound(lines.begin(), lines.end(), std::pair{node, 0U});
    return line == lines.end() || line->first != node ? NONE : line->second;
}

const std::vector<std::pair<uint32_t, uint32_t>>&
Topology::GetRoutes(uint32_t destination) const
{
    static const std::vector<std::pair<uint32_t, uint32_t>> none;
    const auto lines = m_routes.find(destination);
    return lines == m_routes.end() ? none : lines->second;
}

void
Topology::AllowAttributes(const std::set<std::string>& ofNodes,
                          const std::set<std::string>& ofLinks) const
{
    for (const Node& node : m_nodes)
    {
        CheckKeys("node '" + node.name + "'", *node.attributes, ofNodes);
    }
    for (uint32_t link = 0; link < m_links.size(); ++link)
    {
        CheckKeys("link " + GetChannelName(2 * link), *m_links[link].attributes, ofLinks);
    }
}

} // namespace ns3::fabric
