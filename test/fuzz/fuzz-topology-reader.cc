/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * A text is either refused with one printable sentence that names the file and the line, or it
 * becomes a topology whose routes can be followed: nothing else may happen, whatever the bytes.
 * Seeds: test/fuzz/corpus/topology.
 */

#include "ns3/fabric-routes.h"
#include "ns3/fabric-topology-reader.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

using namespace ns3;

namespace
{

void
Require(bool condition)
{
    if (!condition)
    {
        std::abort();
    }
}

void
CheckLinks(const fabric::Topology& topology)
{
    for (uint32_t channel = 0; channel < topology.GetChannelCount(); ++channel)
    {
        const auto [from, to] = topology.GetChannel(channel);
        Require(topology.GetNodes()[from.node].channels.at(from.port) == channel);
        Require(topology.GetNodes()[to.node].channels.at(to.port) == (channel ^ 1));
        Require(from.node != to.node);
    }
}

void
CheckRoutes(const fabric::Routes& routes)
{
    const auto summary = routes.Summarize();
    uint64_t arrived = 0;
    for (const uint64_t pairs : summary.pairsByRouters)
    {
        arrived += pairs;
    }
    Require(arrived + summary.failures.size() == summary.pairs);
    for (const auto& [held, wanted] : summary.dependencies)
    {
        Require(routes.GetTopology().GetChannel(held).to.node ==
                routes.GetTopology().GetChannel(wanted).from.node);
    }
    try
    {
        routes.CheckAcyclic(summary);
    }
    catch (const std::invalid_argument& error)
    {
        Require(std::string(error.what()).find("cyclic routing: the channels ") == 0);
    }
}

} // namespace

extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    std::istringstream input(std::string(data, data + size));
    try
    {
        fabric::Topology topology = fabric::ReadTopology(input, "fuzz");
        CheckLinks(topology);
        if (topology.GetNodes().size() <= 200 && topology.GetLinks().size() <= 400)
        {
            CheckRoutes(fabric::Routes(std::move(topology)));
        }
    }
    catch (const std::invalid_argument& error)
    {
        const std::string sentence = error.what();
        std::istringstream words(sentence);
        std::string name;
        std::string word;
        uint32_t line = 0;
        words >> name >> word >> line;
        Require(name == "fuzz," && word == "line" && line > 0);
        Require(sentence.find("allowed") != std::string::npos ||
                sentence.find("; ") != std::string::npos);
        Require(std::all_of(sentence.begin(), sentence.end(), [](char c) {
            return c >= ' ' && c <= '~';
        }));
    }
    return 0;
}
