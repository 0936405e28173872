/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_ROUTES_SAMPLES_H
#define FABRIC_ROUTES_SAMPLES_H

#include "ns3/fabric-routes.h"
#include "ns3/fabric-topology-reader.h"

#include <filesystem>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>

/**
 * @file
 * Fabrics that the tests of routes are about.
 */

inline ns3::fabric::Routes
Read(const std::string& text)
{
    std::istringstream input(text);
    return ns3::fabric::Routes(ns3::fabric::ReadTopology(input, "f"));
}

inline ns3::fabric::Routes
ReadSample(const std::string& name)
{
    const auto folder =
        std::filesystem::path(__FILE__).parent_path() / "../../../fabric/examples/topologies";
    return ns3::fabric::Routes(ns3::fabric::ReadTopology((folder / (name + ".topology")).string()));
}

inline std::string
GetRefusal(const ns3::fabric::Routes& routes)
{
    try
    {
        routes.CheckAcyclic(routes.Summarize());
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return "";
}

/// A connected fabric: random links between routers, a device on each.
inline ns3::fabric::Topology
MakeRandom(std::mt19937& random, uint32_t routers)
{
    ns3::fabric::Topology topology;
    for (uint32_t i = 0; i < routers; ++i)
    {
        topology.AddNode("r" + std::to_string(i), ns3::fabric::Topology::ROUTER);
    }
    for (uint32_t i = 1; i < routers; ++i)
    {
        topology.AddLink({i, ns3::fabric::Topology::NONE},
                         {static_cast<uint32_t>(random() % i), ns3::fabric::Topology::NONE});
    }
    for (uint32_t i = 0; i < routers; ++i)
    {
        const uint32_t other = random() % routers;
        if (other != i)
        {
            topology.AddLink({i, ns3::fabric::Topology::NONE},
                             {other, ns3::fabric::Topology::NONE});
        }
    }
    for (uint32_t i = 0; i < routers; ++i)
    {
        topology.AddLink(
            {topology.AddNode("d" + std::to_string(i), ns3::fabric::Topology::DEVICE), 0},
            {i, ns3::fabric::Topology::NONE});
    }
    return topology;
}

#endif // FABRIC_ROUTES_SAMPLES_H
