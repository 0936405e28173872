/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "lossless-ethernet-topologies.h"

#include "ns3/fabric-topology-names.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/log.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LosslessTopologies");

namespace
{

using fabric::Topology;

constexpr uint32_t NONE = Topology::NONE;
constexpr uint32_t MOST_PORTS = 64;   //!< of a switch in a fat tree
constexpr uint32_t LEAST_NODES = 8;   //!< of a fat tree
constexpr uint32_t MOST_NODES = 2048; //!< of a fat tree

/**
 * @param topology to which nodes are added, before anything else
 * @param switchOf number of the switch of each
 */
void
AddNodes(Topology& topology, const std::vector<uint32_t>& switchOf)
{
    std::vector<Topology::SharedAttributes> attributes;
    for (const uint32_t number : switchOf)
    {
        while (attributes.size() <= number)
        {
            attributes.push_back(std::make_shared<const Topology::Attributes>(
                Topology::Attributes{{"subtree", std::to_string(attributes.size())}}));
        }
        const auto name = "node" + std::to_string(topology.GetNodes().size() + 1);
        topology.AddNode(name, Topology::DEVICE, "", 0, attributes[number]);
    }
}

/**
 * @param topology to which switches are added
 * @param name of each, with its number behind it, from 1 on
 * @param count how many
 * @return index of the first one
 */
uint32_t
AddSwitches(Topology& topology, const std::string& name, uint32_t count)
{
    const uint32_t first = topology.GetNodes().size();
    for (uint32_t i = 1; i <= count; ++i)
    {
        topology.AddNode(name + std::to_string(i), Topology::ROUTER, name);
    }
    return first;
}

/**
 * @param switchOf number of the switch of each node
 * @param name of the switches
 * @return nodes at switches that are not joined yet, and come behind them
 */
Topology
MakeLeaves(const std::vector<uint32_t>& switchOf, const std::string& name)
{
    Topology topology;
    AddNodes(topology, switchOf);
    const uint32_t switches = *std::max_element(switchOf.begin(), switchOf.end()) + 1;
    const uint32_t first = AddSwitches(topology, name, switches);
    for (uint32_t node = 0; node < switchOf.size(); ++node)
    {
        topology.AddLink({node, NONE}, {first + switchOf[node], NONE});
    }
    return topology;
}

Topology
MakeMultiHop()
{
    Topology topology = MakeLeaves({0, 0, 0, 1, 1, 1, 2, 2, 3, 3}, "leaf");
    const uint32_t core = AddSwitches(topology, "core", 1);
    for (uint32_t leaf = core - 4; leaf < core; ++leaf)
    {
        topology.AddLink({leaf, NONE}, {core, NONE});
    }
    return topology;
}

Topology
MakeTwoSwitches()
{
    Topology topology = MakeLeaves({0, 0, 0, 1, 1, 0, 1, 1}, "switch");
    topology.AddLink({8, NONE}, {9, NONE});
    return topology;
}

/** A switch has its node at port 0, the next switch at port 1 and the one before at port 2. */
Topology
MakeRing(uint32_t switches)
{
    std::vector<uint32_t> switchOf(switches);
    for (uint32_t i = 0; i < switches; ++i)
    {
        switchOf[i] = i;
    }
    Topology topology = MakeLeaves(switchOf, "switch");
    for (uint32_t i = 0; i < switches; ++i)
    {
        topology.AddLink({switches + i, 1}, {switches + (i + 1) % switches, 2});
        topology.AddRoute(switches + i, NONE, 1);
    }
    return topology;
}

/** How many switches a fat tree has. */
struct Shape
{
    uint32_t below;  //!< nodes of a leaf, and switches above it
    uint32_t leaves; //!< of a pod, and switches above one of its middle switches
    uint32_t pods;   //!< 1: there are no middle switches, the leaves are below the top
    uint32_t ports;  //!< of the largest switch

    /** @return number of switches */
    uint32_t CountSwitches() const
    {
        return pods == 1 ? leaves + below : leaves * pods + below * pods + below * leaves;
    }
};

/**
 * @param nodes of a fat tree
 * @param stages of it, 3 or 5
 * @return its shape: that of the smallest switches, of which there are fewest; it has more than
 * MOST_PORTS ports if there is none
 */
Shape
GetShape(uint32_t nodes, uint32_t stages)
{
    Shape best{0, 0, 0, UINT32_MAX};
    const auto consider = [&](uint32_t below, uint32_t leaves, uint32_t pods) {
        const uint32_t largest = pods == 1 ? leaves : std::max(2 * leaves, pods);
        const Shape shape{below, leaves, pods, std::max(2 * below, largest)};
        if (shape.ports < best.ports ||
            (shape.ports == best.ports && shape.CountSwitches() < best.CountSwitches()))
        {
            best = shape;
        }
    };
    for (uint32_t below = 2; 2 * below <= nodes; ++below)
    {
        const uint32_t rest = nodes % below == 0 ? nodes / below : 0; // leaves
        if (stages == 3 && rest > 0)
        {
            consider(below, rest, 1);
        }
        for (uint32_t leaves = 2; stages == 5 && 2 * leaves <= rest; ++leaves)
        {
            if (rest % leaves == 0)
            {
                consider(below, leaves, rest / leaves);
            }
        }
    }
    return best;
}

/** A leaf has nodes at its first ports, and port below + i leads to top switch i. */
Topology
MakeTwoLevels(const std::vector<uint32_t>& leafOf, const Shape& shape)
{
    Topology topology = MakeLeaves(leafOf, "leaf");
    const uint32_t nodes = leafOf.size();
    const uint32_t tops = AddSwitches(topology, "top", shape.below);
    for (uint32_t leaf = 0; leaf < shape.leaves; ++leaf)
    {
        for (uint32_t top = 0; top < shape.below; ++top)
        {
            topology.AddLink({nodes + leaf, shape.below + top}, {tops + top, leaf});
        }
    }
    for (uint32_t node = 0; node < nodes; ++node)
    {
        for (uint32_t leaf = 0; leaf < shape.leaves; ++leaf)
        {
            if (leaf != leafOf[node])
            {
                topology.AddRoute(nodes + leaf, node, shape.below + node % shape.below);
            }
        }
        for (uint32_t top = 0; top < shape.below; ++top)
        {
            topology.AddRoute(tops + top, node, leafOf[node]);
        }
    }
    return topology;
}

/**
 * Port below + i of a leaf leads to middle switch i of its pod, port leaves + j of that to top
 * switch i * leaves + j, which has pod p at port p.
 */
Topology
MakeThreeLevels(const std::vector<uint32_t>& leafOf, const Shape& shape)
{
    Topology topology = MakeLeaves(leafOf, "leaf");
    const auto& [below, leaves, pods, ports] = shape;
    const uint32_t nodes = leafOf.size();
    const uint32_t middles = AddSwitches(topology, "middle", below * pods);
    const uint32_t tops = AddSwitches(topology, "top", below * leaves);
    for (uint32_t pod = 0; pod < pods; ++pod)
    {
        for (uint32_t i = 0; i < below; ++i)
        {
            const uint32_t middle = middles + pod * below + i;
            for (uint32_t j = 0; j < leaves; ++j)
            {
                topology.AddLink({nodes + pod * leaves + j, below + i}, {middle, j});
                topology.AddLink({middle, leaves + j}, {tops + i * leaves + j, pod});
            }
        }
    }
    for (uint32_t node = 0; node < nodes; ++node)
    {
        const uint32_t up = node / below % leaves;
        const uint32_t own = leafOf[node] / leaves; // pod
        for (uint32_t leaf = 0; leaf < leaves * pods; ++leaf)
        {
            if (leaf != leafOf[node])
            {
                topology.AddRoute(nodes + leaf, node, below + node % below);
            }
        }
        for (uint32_t middle = 0; middle < below * pods; ++middle)
        {
            const bool isDown = middle / below == own;
            topology.AddRoute(middles + middle, node, isDown ? leafOf[node] % leaves : leaves + up);
        }
        for (uint32_t top = 0; top < below * leaves; ++top)
        {
            topology.AddRoute(tops + top, node, own);
        }
    }
    return topology;
}

Topology
MakeFatTree(uint32_t nodes, uint32_t stages)
{
    if (stages == 4)
    {
        throw std::invalid_argument("Stages of fat-tree is 4; allowed are 3 and 5");
    }
    const auto isGood = [stages](uint32_t number) {
        return number >= LEAST_NODES && number <= MOST_NODES &&
               GetShape(number, stages).ports <= MOST_PORTS;
    };
    if (!isGood(nodes))
    {
        uint32_t step = 1;
        while (!isGood(nodes - step) && !isGood(nodes + step))
        {
            ++step;
        }
        throw std::invalid_argument(
            "Nodes of fat-tree is " + std::to_string(nodes) +
            ", for which there are no full switches "
            "of at most " +
            std::to_string(MOST_PORTS) + " ports in " + std::to_string(stages) +
            " stages; allowed is such as " +
            std::to_string(isGood(nodes - step) ? nodes - step : nodes + step));
    }
    const Shape shape = GetShape(nodes, stages);
    NS_LOG_INFO("a fat tree of " << shape.CountSwitches() << " switches of up to " << shape.ports
                                 << " ports");
    std::vector<uint32_t> leafOf(nodes);
    for (uint32_t node = 0; node < nodes; ++node)
    {
        leafOf[node] = node / shape.below;
    }
    return stages == 3 ? MakeTwoLevels(leafOf, shape) : MakeThreeLevels(leafOf, shape);
}

const fabric::TopologyNames&
GetNames()
{
    static const fabric::TopologyNames names({
        {"single-stage", {{"Nodes", 16, 2, 65535}}},
        {"multi-hop", {}},
        {"two-switch", {}},
        {"fat-tree", {{"Nodes", 16, LEAST_NODES, MOST_NODES}, {"Stages", 3, 3, 5}}},
        {"ring", {{"Switches", 4, 3, 2048}}},
    });
    return names;
}

} // namespace

fabric::Topology
LosslessTopology(const std::string& nameOrPath)
{
    NS_LOG_FUNCTION(nameOrPath);
    if (!GetLosslessTopologyFiles(nameOrPath).empty())
    {
        return fabric::ReadTopology(nameOrPath);
    }
    const auto [name, values] = GetNames().Read(nameOrPath);
    return name == "single-stage" ? MakeLeaves(std::vector<uint32_t>(values[0]), "switch")
           : name == "multi-hop"  ? MakeMultiHop()
           : name == "two-switch" ? MakeTwoSwitches()
           : name == "ring"       ? MakeRing(values[0])
                                  : MakeFatTree(values[0], values[1]);
}

std::vector<std::string>
GetLosslessTopologyFiles(const std::string& nameOrPath)
{
    return GetNames().GetFiles(nameOrPath);
}

} // namespace ns3
