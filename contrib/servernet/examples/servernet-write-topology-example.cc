/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup servernet
 *
 * Prints one of the topologies with a name as a file that can be edited:
 *
 *     servernet-write-topology-example --name="fractahedron[Levels=1|Branches=6]" > mine.topology
 */

#include "ns3/burst-core-checked-command-line.h"
#include "ns3/core-module.h"
#include "ns3/servernet-module.h"

#include <iostream>
#include <stdexcept>

using namespace ns3;

int
main(int argc, char* argv[])
try
{
    std::string name = "single-router";
    burst::CheckedCommandLine cmd(__FILE__, "Prints a topology as a file that can be edited.");
    cmd.AddValue("name",
                 "tetra-16, tetra-16-3-1, tetra-8, single-router[Cpus=2|Ios=4] or "
                 "fractahedron[Levels=2|Branches=8]",
                 name);
    cmd.Parse(argc, argv);
    std::cout << ServerNetTopologyText(name);
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
