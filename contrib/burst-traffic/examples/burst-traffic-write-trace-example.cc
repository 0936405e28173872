/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * @ingroup burst-traffic
 *
 * Writes the arrivals of a process as a trace, which ns3::TraceArrivals replays and other programs
 * read:
 *
 *     burst-traffic-write-trace-example --process="ns3::ParetoOnOffArrivals[Sources=43]"
 * --ticks=1000000 burst-traffic-write-trace-example --file=arrivals.trace --format=Binary
 * --stream=7
 */

#include "ns3/burst-core-attributes.h"
#include "ns3/burst-core-checked-command-line.h"
#include "ns3/burst-traffic-module.h"
#include "ns3/core-module.h"

#include <iostream>
#include <stdexcept>
#include <string>

using namespace ns3;

int
main(int argc, char* argv[])
try
{
    std::string process = "ns3::ParetoOnOffArrivals[Sources=43]";
    int64_t ticks = 100'000;
    int64_t stream = 1;
    std::string file = "arrivals.txt";
    std::string format = "Text";
    burst::CheckedCommandLine cmd(
        __FILE__,
        "Writes the arrivals of a process as a trace, which ns3::TraceArrivals replays.");
    cmd.AddValue("process", "The arrival process", process);
    cmd.AddValue("ticks",
                 "Arrivals before this tick are written",
                 ticks,
                 MakeIntegerChecker<int64_t>(1));
    cmd.AddValue("stream", "Random stream of the process", stream);
    cmd.AddValue("file", "The file to write", file);
    cmd.AddValue("format", "Text or Binary", format);
    cmd.Parse(argc, argv);

    if (format != "Text" && format != "Binary")
    {
        throw std::invalid_argument("format cannot be '" + format + "': it takes Text or Binary");
    }
    const auto arrivals = burst::CreateFromText<ArrivalProcess>(process);
    arrivals->AssignStreams(stream);
    traffic::TraceWriter trace(file,
                               format == "Binary" ? traffic::TraceReader::BINARY
                                                  : traffic::TraceReader::TEXT);
    uint64_t n = 0;
    for (; arrivals->Peek() < ticks; ++n)
    {
        trace.Write(arrivals->Next());
    }
    trace.Close();
    std::cout << "wrote " << n << " arrivals to " << file << "\n";
    return 0;
}
catch (const std::exception& error)
{
    return burst::ReportError(error);
}
