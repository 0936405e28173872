/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_CORE_ROUTES_SAMPLES_H
#define BURST_CORE_ROUTES_SAMPLES_H

#include "ns3/burst-core-routes.h"
#include "ns3/burst-core-topology-reader.h"

#include <filesystem>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>

/**
 * @file
 * Fabrics that the tests of routes are about.
 */

inline ns3::Routes
Read(const std::string& text)
{
    std::istringstream input(text);
    return ns3::Routes(ns3::ReadTopology(input, "f"));
}

inline ns3::Routes
ReadSample(const std::string& name)
{
    const auto folder = std::filesystem::path(__FILE__).parent_path() /
                        "../../contrib/burst-core/examples/topologies";
    return ns3::Routes(ns3::ReadTopology((folder / (name + ".topology")).string()));
}

inline std::string
GetRefusal(const ns3::Routes& routes)
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
inline ns3::Topology
MakeRandom(std::mt19937& random, uint32_t routers)
{
    ns3::Topology topology;
    for (uint32_t i = 0; i < routers; ++i)
    {
        topology.AddNode("r" + std::to_string(i), ns3::Topology::ROUTER);
    }
    for (uint32_t i = 1; i < routers; ++i)
    {
        topology.AddLink({i, ns3::Topology::NONE},
                         {static_cast<uint32_t>(random() % i), ns3::Topology::NONE});
    }
    for (uint32_t i = 0; i < routers; ++i)
    {
        const uint32_t other = random() % routers;
        if (other != i)
        {
            topology.AddLink({i, ns3::Topology::NONE}, {other, ns3::Topology::NONE});
        }
    }
    for (uint32_t i = 0; i < routers; ++i)
    {
        topology.AddLink({topology.AddNode("d" + std::to_string(i), ns3::Topology::DEVICE), 0},
                         {i, ns3::Topology::NONE});
    }
    return topology;
}

#endif // BURST_CORE_ROUTES_SAMPLES_H
