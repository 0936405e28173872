/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-topology-reader.h"

#include "fabric-topology-words.h"

#include "ns3/burst-core-line-reader.h"
#include "ns3/log.h"

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>

namespace ns3::fabric
{

NS_LOG_COMPONENT_DEFINE("FabricTopologyReader");

namespace
{

constexpr uint32_t MAX_LINE = 4096;
constexpr uint32_t MAX_FILE = 16 << 20;
constexpr uint32_t MAX_EXPANSION = 1 << 20;

using Words = std::vector<std::string>;

[[noreturn]] void
Refuse(const std::string& sentence)
{
    throw std::invalid_argument(sentence);
}

/// Element i of a list that is stretched to n, each of its names standing for a block of equals.
const std::string&
Stretch(const Words& list, std::size_t i, std::size_t n)
{
    return list[i * list.size() / n];
}

class Reader
{
  public:
    void ReadLine(Words words);

    Topology TakeTopology()
    {
        return std::move(m_topology);
    }

  private:
    void Charge(uint64_t entries);
    Words Expand(const std::string& pattern);
    std::map<std::string, std::string> ParseAttributes(std::size_t first) const;
    std::size_t GetCommonLength(const std::vector<const Words*>& lists) const;
    Topology::End ParseEnd(const std::string& text) const;
    uint32_t ParsePort(uint32_t node, const std::string& text) const;
    std::vector<uint32_t> ParsePorts(uint32_t node, const std::string& pattern);
    void RequireWords(std::size_t atLeast, bool attributes, const std::string& usage) const;

    void ReadCategory();
    void ReadNodes();
    void ReadLink();
    void ReadDisable();
    void ReadRoute();

    Topology m_topology;
    uint64_t m_expansion{0}; ///< names, links, routes and disables so far
    Words m_words;           ///< of the present line
};

/// Every statement pays for what it expands to, so that a short file cannot ask for endless work.
void
Reader::Charge(uint64_t entries)
{
    m_expansion += entries;
    if (m_expansion > MAX_EXPANSION)
    {
        Refuse("the patterns up to here expand to more than " + std::to_string(MAX_EXPANSION) +
               " names, links, routes and disables; that many are allowed in a file");
    }
}

Words
Reader::Expand(const std::string& pattern)
{
    auto names = ExpandNamePattern(pattern, Topology::MAX_LINKS);
    Charge(names.size());
    return names;
}

std::map<std::string, std::string>
Reader::ParseAttributes(std::size_t first) const
{
    std::map<std::string, std::string> attributes;
    for (std::size_t i = first; i < m_words.size(); ++i)
    {
        const std::size_t equals = m_words[i].find('=');
        if (equals == std::string::npos || equals == 0 || equals + 1 == m_words[i].size())
        {
            Refuse("'" + m_words[i] +
                   "' is out of place; allowed here are attributes as key=value");
        }
        const std::string key = m_words[i].substr(0, equals);
        if (!attributes.emplace(key, m_words[i].substr(equals + 1)).second)
        {
            Refuse("attribute '" + key + "' is given twice; once is allowed");
        }
    }
    return attributes;
}

/// The length of the longest list of a statement, to which the others can be stretched.
std::size_t
Reader::GetCommonLength(const std::vector<const Words*>& lists) const
{
    std::size_t length = 0;
    for (const auto* list : lists)
    {
        length = std::max(length, list->size());
    }
    for (const auto* list : lists)
    {
        if (length % list->size())
        {
            Refuse("a list of " + std::to_string(list->size()) +
                   " does not go evenly into one of " + std::to_string(length) +
                   "; allowed are lists whose lengths divide the longest");
        }
    }
    return length;
}

Topology::End
Reader::ParseEnd(const std::string& text) const
{
    const std::size_t colon = text.find(':');
    const uint32_t node = m_topology.FindNode(text.substr(0, colon));
    return {node,
            colon == std::string::npos
                ? Topology::NONE
                : ParseWholeNumber("port", text.substr(colon + 1), 0, Topology::MAX_PORTS - 1)};
}

/// A port by its number or by the neighbor behind it.
uint32_t
Reader::ParsePort(uint32_t node, const std::string& text) const
{
    if (text[0] >= '0' && text[0] <= '9')
    {
        return ParseWholeNumber("port", text, 0, Topology::MAX_PORTS - 1);
    }
    return m_topology.FindPort(node, m_topology.FindNode(text));
}

std::vector<uint32_t>
Reader::ParsePorts(uint32_t node, const std::string& pattern)
{
    std::vector<uint32_t> ports;
    if (pattern == "*")
    {
        for (const auto& [port, channel] : m_topology.GetNodes()[node].channels)
        {
            ports.push_back(port);
        }
    }
    else
    {
        for (const std::string& text : Expand(pattern))
        {
            ports.push_back(ParsePort(node, text));
        }
    }
    return ports;
}

void
Reader::RequireWords(std::size_t atLeast, bool attributes, const std::string& usage) const
{
    if (m_words.size() < atLeast || (!attributes && m_words.size() > atLeast))
    {
        Refuse("'" + m_words[0] + "' has " + std::to_string(m_words.size() - 1) +
               " words behind it; allowed is " + usage);
    }
}

void
Reader::ReadCategory()
{
    RequireWords(2, true, "category NAME DESCRIPTION");
    std::string description;
    for (std::size_t i = 2; i < m_words.size(); ++i)
    {
        description += (i > 2 ? " " : "") + m_words[i];
    }
    m_topology.AddCategory(m_words[1], description);
}

void
Reader::ReadNodes()
{
    const auto role = m_words[0] == "device" ? Topology::DEVICE : Topology::ROUTER;
    RequireWords(2, true, m_words[0] + " NAMES [kind=KIND] [ports=N] [KEY=VALUE]...");
    auto attributes = ParseAttributes(2);
    const std::string kind = attributes.count("kind") ? attributes["kind"] : "";
    const uint32_t ports =
        attributes.count("ports")
            ? ParseWholeNumber("ports", attributes["ports"], 1, Topology::MAX_PORTS)
            : 0;
    attributes.erase("kind");
    attributes.erase("ports");
    const auto shared = std::make_shared<const Topology::Attributes>(std::move(attributes));
    for (const std::string& name : Expand(m_words[1]))
    {
        m_topology.AddNode(name, role, kind, ports, shared);
    }
}

void
Reader::ReadLink()
{
    RequireWords(3, true, "link NODE[:PORT] NODE[:PORT] [category=NAME] [KEY=VALUE]...");
    auto attributes = ParseAttributes(3);
    const uint32_t category = attributes.count("category")
                                  ? m_topology.FindCategory(attributes["category"])
                                  : Topology::NONE;
    attributes.erase("category");
    const auto shared = std::make_shared<const Topology::Attributes>(std::move(attributes));
    const auto first = Expand(m_words[1]);
    const auto second = Expand(m_words[2]);
    const std::size_t n = GetCommonLength({&first, &second});
    for (std::size_t i = 0; i < n; ++i)
    {
        m_topology.AddLink(ParseEnd(Stretch(first, i, n)),
                           ParseEnd(Stretch(second, i, n)),
                           category,
                           shared);
    }
}

void
Reader::ReadDisable()
{
    RequireWords(4, false, "disable ROUTERS IN OUT");
    const auto& nodes = m_topology.GetNodes();
    std::vector<uint32_t> routers;
    for (uint32_t node = 0; m_words[1] == "*" && node < nodes.size(); ++node)
    {
        if (nodes[node].role == Topology::ROUTER)
        {
            routers.push_back(node);
        }
    }
    for (const std::string& name : m_words[1] == "*" ? Words{} : Expand(m_words[1]))
    {
        routers.push_back(m_topology.FindNode(name));
    }
    Charge(nodes.size());
    for (const uint32_t router : routers)
    {
        for (uint32_t in : ParsePorts(router, m_words[2]))
        {
            const auto outs =
                m_words[3] == "same" ? std::vector<uint32_t>{in} : ParsePorts(router, m_words[3]);
            Charge(outs.size());
            for (uint32_t out : outs)
            {
                m_topology.DisablePath(router, in, out);
            }
        }
    }
}

void
Reader::ReadRoute()
{
    RequireWords(4, false, "route NODES DESTINATIONS PORTS");
    const auto nodes = Expand(m_words[1]);
    const auto destinations = Expand(m_words[2]);
    const auto ports = Expand(m_words[3]);
    const bool cross = ports.size() == 1;
    const std::size_t n = cross ? nodes.size() * destinations.size()
                                : GetCommonLength({&nodes, &destinations, &ports});
    Charge(n);
    for (std::size_t i = 0; i < n; ++i)
    {
        const uint32_t node = m_topology.FindNode(Stretch(nodes, i, n));
        const std::string& name =
            cross ? destinations[i % destinations.size()] : Stretch(destinations, i, n);
        m_topology.AddRoute(node,
                            name == "*" ? Topology::NONE : m_topology.FindNode(name),
                            ParsePort(node, Stretch(ports, i, n)));
    }
}

void
Reader::ReadLine(Words words)
{
    m_words = std::move(words);
    if (m_words.empty())
    {
        return;
    }
    static const std::map<std::string, void (Reader::*)()> statements{
        {"category", &Reader::ReadCategory},
        {"device", &Reader::ReadNodes},
        {"router", &Reader::ReadNodes},
        {"link", &Reader::ReadLink},
        {"disable", &Reader::ReadDisable},
        {"route", &Reader::ReadRoute},
    };
    const auto statement = statements.find(m_words[0]);
    if (statement == statements.end())
    {
        Refuse("unknown word '" + m_words[0] +
               "'; allowed are category, device, router, link, disable and route");
    }
    (this->*statement->second)();
}

} // namespace

Topology
ReadTopology(std::istream& input, const std::string& name)
{
    Reader reader;
    burst::LineReader lines(input, name, {MAX_LINE, MAX_FILE});
    while (lines.Next())
    {
        lines.RequireText();
        try
        {
            reader.ReadLine(lines.TakeWords());
        }
        catch (const std::invalid_argument& error)
        {
            lines.Refuse(error.what());
        }
    }
    Topology topology = reader.TakeTopology();
    if (topology.GetNodes().empty())
    {
        lines.RefuseEnd("the file ends without a node; allowed is one at least");
    }
    NS_LOG_INFO(name << ": " << topology.GetNodes().size() << " nodes, "
                     << topology.GetLinks().size() << " links");
    return topology;
}

Topology
ReadTopology(const std::string& path)
{
    NS_LOG_FUNCTION(path);
    auto file = burst::OpenText("topology file", path);
    return ReadTopology(file, path);
}

} // namespace ns3::fabric
