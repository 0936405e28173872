/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-topologies.h"

#include "ns3/fabric-topology-names.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/log.h"

#include <cstdint>
#include <memory>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricTopologies");

namespace
{

using fabric::Topology;
using Attributes = Topology::SharedAttributes; //!< of many links or hosts

constexpr uint32_t MAX_MBPS = 4'000'000;   //!< of a link
constexpr uint32_t MAX_NS = 1'000'000'000; //!< of a link or host

/**
 * @param mbps rate
 * @param ns delay
 * @return attributes of links
 */
Attributes
Link(uint32_t mbps, uint32_t ns)
{
    return std::make_shared<const Topology::Attributes>(
        Topology::Attributes{{"rate", std::to_string(mbps) + "Mbps"},
                             {"delay", std::to_string(ns) + "ns"}});
}

/** A topology whose nodes and links are added in groups. */
class Builder
{
  public:
    /**
     * @param hostLink attributes of the links of hosts
     * @param hostNs delay in hosts
     */
    Builder(Attributes hostLink, uint32_t hostNs)
        : m_hostLink(std::move(hostLink)),
          m_host(std::make_shared<const Topology::Attributes>(
              Topology::Attributes{{"delay", std::to_string(hostNs) + "ns"}}))
    {
    }

    /**
     * @param kind of switches, and begin of their names
     * @param count how many
     * @return the first one
     */
    uint32_t AddSwitches(const std::string& kind, uint32_t count)
    {
        const auto first = static_cast<uint32_t>(m_topology.GetNodes().size());
        for (uint32_t i = 0; i < count; ++i)
        {
            m_topology.AddNode(kind + std::to_string(i), Topology::ROUTER, kind);
        }
        return first;
    }

    /**
     * @param one node
     * @param other node
     * @param link attributes of the link between them
     */
    void Join(uint32_t one, uint32_t other, const Attributes& link)
    {
        m_topology.AddLink({one, Topology::NONE}, {other, Topology::NONE}, Topology::NONE, link);
    }

    /**
     * @param first switch of several
     * @param switches how many
     * @param each hosts of each
     */
    void AddHosts(uint32_t first, uint32_t switches, uint32_t each)
    {
        for (uint32_t i = 0; i < switches * each; ++i)
        {
            const auto host =
                m_topology.AddNode("host" + std::to_string(i), Topology::DEVICE, "host", 0, m_host);
            Join(host, first + i / each, m_hostLink);
        }
    }

    /** @return it, complete */
    Topology Get() const
    {
        return m_topology;
    }

  private:
    Topology m_topology;   //!< so far
    Attributes m_hostLink; //!< of the links of hosts
    Attributes m_host;     //!< of hosts
};

/** @param v Pods, Tors, Hosts, HostMbps, CoreMbps, LinkNs, HostNs @return the tree */
Topology
MakeTree(const std::vector<uint32_t>& v)
{
    Builder builder(Link(v[3], v[5]), v[6]);
    const auto core = builder.AddSwitches("core", 1);
    const auto aggs = builder.AddSwitches("agg", v[0]);
    const auto tors = builder.AddSwitches("tor", v[0] * v[1]);
    const auto link = Link(v[4], v[5]);
    builder.AddHosts(tors, v[0] * v[1], v[2]);
    for (uint32_t tor = 0; tor < v[0] * v[1]; ++tor)
    {
        builder.Join(tors + tor, aggs + tor / v[1], link);
    }
    for (uint32_t agg = 0; agg < v[0]; ++agg)
    {
        builder.Join(aggs + agg, core, link);
    }
    return builder.Get();
}

/** @param v Leaves, Spines, Hosts, HostMbps, CoreMbps, LinkNs, HostNs @return leaf and spine */
Topology
MakeLeafSpine(const std::vector<uint32_t>& v)
{
    Builder builder(Link(v[3], v[5]), v[6]);
    const auto spines = builder.AddSwitches("spine", v[1]);
    const auto leaves = builder.AddSwitches("leaf", v[0]);
    const auto link = Link(v[4], v[5]);
    builder.AddHosts(leaves, v[0], v[2]);
    for (uint32_t leaf = 0; leaf < v[0]; ++leaf)
    {
        for (uint32_t spine = 0; spine < v[1]; ++spine)
        {
            builder.Join(leaves + leaf, spines + spine, link);
        }
    }
    return builder.Get();
}

/** @param v Ports, Mbps, LinkNs, HostNs @return the fat-tree */
Topology
MakeFatTree(const std::vector<uint32_t>& v)
{
    const uint32_t half = v[0] / 2;
    if (v[0] % 2 != 0)
    {
        throw std::invalid_argument("Ports of fat-tree is " + std::to_string(v[0]) +
                                    "; allowed are even numbers");
    }
    const auto link = Link(v[1], v[2]);
    Builder builder(link, v[3]);
    const auto cores = builder.AddSwitches("core", half * half);
    const auto aggs = builder.AddSwitches("agg", v[0] * half);
    const auto edges = builder.AddSwitches("edge", v[0] * half);
    builder.AddHosts(edges, v[0] * half, half);
    for (uint32_t edge = 0; edge < v[0] * half; ++edge)
    {
        for (uint32_t i = 0; i < half; ++i)
        {
            builder.Join(edges + edge, aggs + edge / half * half + i, link);
        }
    }
    for (uint32_t agg = 0; agg < v[0] * half; ++agg)
    {
        for (uint32_t i = 0; i < half; ++i)
        {
            builder.Join(aggs + agg, cores + agg % half * half + i, link);
        }
    }
    return builder.Get();
}

const fabric::TopologyNames&
GetNames()
{
    static const fabric::TopologyNames names({
        {"tree",
         {{"Pods", 2, 1, 64},
          {"Tors", 4, 1, 64},
          {"Hosts", 16, 1, 64},
          {"HostMbps", 1000, 1, MAX_MBPS},
          {"CoreMbps", 1000, 1, MAX_MBPS},
          {"LinkNs", 200, 0, MAX_NS},
          {"HostNs", 2500, 0, MAX_NS}}},
        {"leaf-spine",
         {{"Leaves", 9, 1, 256},
          {"Spines", 4, 1, 256},
          {"Hosts", 16, 1, 256},
          {"HostMbps", 10000, 1, MAX_MBPS},
          {"CoreMbps", 40000, 1, MAX_MBPS},
          {"LinkNs", 200, 0, MAX_NS},
          {"HostNs", 2500, 0, MAX_NS}}},
        {"fat-tree",
         {{"Ports", 4, 2, 48},
          {"Mbps", 10000, 1, MAX_MBPS},
          {"LinkNs", 200, 0, MAX_NS},
          {"HostNs", 2500, 0, MAX_NS}}},
    });
    return names;
}

} // namespace

fabric::Topology
PFabricTopology(const std::string& nameOrPath)
{
    NS_LOG_FUNCTION(nameOrPath);
    if (!GetPFabricTopologyFiles(nameOrPath).empty())
    {
        return fabric::ReadTopology(nameOrPath);
    }
    const auto [name, values] = GetNames().Read(nameOrPath);
    return name == "tree"         ? MakeTree(values)
           : name == "leaf-spine" ? MakeLeafSpine(values)
                                  : MakeFatTree(values);
}

std::vector<std::string>
GetPFabricTopologyFiles(const std::string& nameOrPath)
{
    return GetNames().GetFiles(nameOrPath);
}

} // namespace ns3
