/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "load-files.h"

#include "ns3/burst-traffic-arrival-process.h"
#include "ns3/burst-traffic-destination.h"
#include "ns3/servernet-topologies.h"

namespace ns3
{

std::vector<std::string>
GetLoadFiles(const std::string& topology,
             const burst::ObjectText& process,
             const burst::ObjectText& pattern)
{
    auto files = GetServerNetTopologyFiles(topology);
    for (const auto& more : {process.Create<ArrivalProcess>()->GetInputFiles(),
                             pattern.Create<DestinationPattern>()->GetInputFiles()})
    {
        files.insert(files.end(), more.begin(), more.end());
    }
    return files;
}

} // namespace ns3
