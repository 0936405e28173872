/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup fabric
 *
 * Reads a topology, prints the path of each pair of devices, and refuses routes that can deadlock.
 *
 *     fabric-example
 *     fabric-example --topology=contrib/fabric/examples/topologies/two-routers.topology
 *     fabric-example --topology=contrib/fabric/examples/topologies/ring-cyclic.topology
 */

#include "ns3/burst-core-checked-command-line.h"
#include "ns3/core-module.h"
#include "ns3/fabric-module.h"

#include <iostream>
#include <sstream>

using namespace ns3;

/// Two servers below each of two leaf switches, joined by two spines.
static const char* const LEAF_SPINE = "router spine[0..1]\n"
                                      "router leaf[0..1]\n"
                                      "device server[0..3]\n"
                                      "link   server[0..3] leaf[0..1]\n"
                                      "link   leaf[0..1]   spine0\n"
                                      "link   leaf[0..1]   spine1\n";

int
main(int argc, char* argv[])
try
{
    std::string file;
    burst::CheckedCommandLine cmd(__FILE__, "Prints the paths of a topology.");
    cmd.AddValue("topology", "Topology file (default: a leaf-spine of four servers)", file);
    cmd.Parse(argc, argv);

    std::istringstream text(LEAF_SPINE);
    const fabric::Routes routes(file.empty() ? fabric::ReadTopology(text, "leaf-spine")
                                             : fabric::ReadTopology(file));
    const auto& topology = routes.GetTopology();
    const auto& nodes = topology.GetNodes();
    for (uint32_t source = 0; source < nodes.size(); ++source)
    {
        for (uint32_t destination = 0; destination < nodes.size(); ++destination)
        {
            if (source == destination || nodes[source].role != fabric::Topology::DEVICE ||
                nodes[destination].role != fabric::Topology::DEVICE)
            {
                continue;
            }
            const auto path = routes.Trace(source, destination);
            std::cout << nodes[source].name;
            for (const auto channel : path.channels)
            {
                std::cout << " > " << nodes[topology.GetChannel(channel).to.node].name;
            }
            if (path.outcome != fabric::Routes::ARRIVES)
            {
                std::cout << ", to " << nodes[destination].name << ": "
                          << fabric::Routes::GetWords(path.outcome);
            }
            std::cout << "\n";
        }
    }
    const auto summary = routes.Summarize();
    routes.CheckAcyclic(summary);
    std::cout << summary.pairs - summary.failures.size() << " of " << summary.pairs
              << " pairs are connected; their routes cannot deadlock\n";
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
