/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "atm-abr-topologies.h"

#include "ns3/fabric-topology-names.h"
#include "ns3/fabric-topology-reader.h"
#include "ns3/log.h"

#include <memory>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AtmTopologies");

namespace
{

using fabric::Topology;

constexpr uint32_t US_PER_KM = 5;     //!< a bit in fibre
constexpr uint32_t MOST_KM = 100'000; //!< of a trunk

/** A trunk between neighbouring switches. */
struct Trunk
{
    std::string rate; //!< empty: that of the network
    double length;    //!< in TrunkKm
};

/** Sessions with the same way. */
struct Group
{
    char name;      //!< letter
    uint32_t from;  //!< switch, from 0
    uint32_t to;    //!< switch behind it
    uint32_t first; //!< number of the first one, from 1; 0: there is one alone with that letter
    uint32_t count; //!< how many
};

/**
 * @param trunks of a row of switches
 * @param km length of a trunk
 * @param access rate of the other links; empty: that of the network
 * @param groups sessions
 * @return the network
 */
Topology
MakeRow(const std::vector<Trunk>& trunks,
        uint32_t km,
        const std::string& access,
        const std::vector<Group>& groups)
{
    const auto share = [](Topology::Attributes attributes) {
        return std::make_shared<const Topology::Attributes>(std::move(attributes));
    };
    Topology topology;
    for (uint32_t i = 0; i <= trunks.size(); ++i)
    {
        topology.AddNode("s" + std::to_string(i + 1), Topology::ROUTER);
    }
    for (uint32_t i = 0; i < trunks.size(); ++i)
    {
        const auto delay = static_cast<uint64_t>(trunks[i].length * km * US_PER_KM * 1000);
        Topology::Attributes attributes{{"delay", std::to_string(delay) + "ns"}};
        if (!trunks[i].rate.empty())
        {
            attributes["rate"] = trunks[i].rate;
        }
        topology.AddLink({i, Topology::NONE},
                         {i + 1, Topology::NONE},
                         Topology::NONE,
                         share(attributes));
    }
    const auto links = access.empty() ? nullptr : share({{"rate", access}});
    for (const Group& group : groups)
    {
        for (uint32_t i = 0; i < group.count; ++i)
        {
            const std::string name =
                group.name + (group.first == 0 ? "" : std::to_string(group.first + i));
            const std::string sink = name + "-sink";
            const auto source =
                topology.AddNode(name, Topology::DEVICE, "", 0, share({{"to", sink}}));
            const auto end = topology.AddNode(sink, Topology::DEVICE);
            topology.AddLink({source, Topology::NONE},
                             {group.from, Topology::NONE},
                             Topology::NONE,
                             links);
            topology.AddLink({group.to, Topology::NONE},
                             {end, Topology::NONE},
                             Topology::NONE,
                             links);
        }
    }
    return topology;
}

Topology
MakeTwoNode(uint32_t sessions, uint32_t km)
{
    std::vector<Group> groups;
    for (uint32_t i = 0; i < sessions; ++i)
    {
        groups.push_back({static_cast<char>('A' + i), 0, 1, 0, 1});
    }
    return MakeRow({{"", 1}}, km, "", groups);
}

Topology
MakeParkingLot(uint32_t km)
{
    return MakeRow({{"", 1}, {"", 1}, {"", 1}},
                   km,
                   "",
                   {{'A', 0, 3, 0, 1},
                    {'B', 1, 3, 0, 1},
                    {'C', 2, 3, 0, 1},
                    {'D', 0, 1, 0, 1},
                    {'E', 1, 2, 0, 1},
                    {'F', 2, 3, 0, 1}});
}

Topology
MakeGfc1(uint32_t km)
{
    return MakeRow({{"50Mbps", 1}, {"150Mbps", 1}, {"150Mbps", 1}, {"100Mbps", 1}},
                   km,
                   "150Mbps",
                   {{'A', 0, 3, 1, 3},
                    {'B', 1, 4, 1, 3},
                    {'C', 1, 2, 1, 3},
                    {'D', 0, 1, 1, 6},
                    {'E', 3, 4, 1, 6},
                    {'F', 2, 3, 1, 2}});
}

Topology
MakeGfc2(uint32_t km)
{
    return MakeRow({{"50Mbps", 2},
                    {"100Mbps", 1},
                    {"50Mbps", 0.5},
                    {"150Mbps", 0.5},
                    {"150Mbps", 0.5},
                    {"50Mbps", 1}},
                   km,
                   "150Mbps",
                   {{'A', 0, 5, 1, 1},
                    {'A', 1, 5, 2, 1},
                    {'A', 2, 5, 3, 1},
                    {'B', 0, 6, 1, 1},
                    {'B', 1, 6, 2, 1},
                    {'B', 3, 6, 3, 1},
                    {'C', 4, 5, 1, 3},
                    {'D', 0, 1, 0, 1},
                    {'E', 1, 2, 1, 2},
                    {'F', 2, 3, 0, 1},
                    {'G', 5, 6, 1, 7},
                    {'H', 3, 4, 1, 2}});
}

const fabric::TopologyNames&
GetNames()
{
    static const fabric::TopologyNames names({
        {"two-node", {{"Sessions", 6, 1, 26}, {"TrunkKm", 4, 1, MOST_KM}}},
        {"parking-lot", {{"TrunkKm", 4, 1, MOST_KM}}},
        {"gfc-1", {{"TrunkKm", 1000, 1, MOST_KM}}},
        {"gfc-2", {{"TrunkKm", 1000, 1, MOST_KM}}},
    });
    return names;
}

} // namespace

fabric::Topology
AtmTopology(const std::string& nameOrPath)
{
    NS_LOG_FUNCTION(nameOrPath);
    if (!GetAtmTopologyFiles(nameOrPath).empty())
    {
        return fabric::ReadTopology(nameOrPath);
    }
    const auto [name, values] = GetNames().Read(nameOrPath);
    return name == "two-node"      ? MakeTwoNode(values[0], values[1])
           : name == "parking-lot" ? MakeParkingLot(values[0])
           : name == "gfc-1"       ? MakeGfc1(values[0])
                                   : MakeGfc2(values[0]);
}

std::vector<std::string>
GetAtmTopologyFiles(const std::string& nameOrPath)
{
    return GetNames().GetFiles(nameOrPath);
}

} // namespace ns3
