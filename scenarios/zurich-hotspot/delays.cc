/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "delays.h"

#include "ns3/burst-core-number-text.h"
#include "ns3/random-variable-stream.h"

#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>

namespace ns3
{

namespace
{

constexpr uint64_t BYTE_SECOND = 8'000'000'000; // bits of a byte times nanoseconds

/** @param topology any @return its nodes and categories, without links */
fabric::Topology
CopyNodes(const fabric::Topology& topology)
{
    fabric::Topology copy;
    for (const auto& node : topology.GetNodes())
    {
        copy.AddNode(node.name, node.role, node.kind, node.ports, node.attributes);
    }
    for (const auto& category : topology.GetCategories())
    {
        copy.AddCategory(category.name, category.description);
    }
    return copy;
}

/** @param from a topology @param to another one with the same nodes and links, which gets its
 * routing tables and path disables */
void
CopyRoutes(const fabric::Topology& from, fabric::Topology& to)
{
    const uint32_t nodes = from.GetNodes().size();
    const auto copy = [&](uint32_t destination) {
        for (const auto& [node, port] : from.GetRoutes(destination))
        {
            to.AddRoute(node, destination, port);
        }
    };
    copy(fabric::Topology::NONE);
    for (uint32_t node = 0; node < nodes; ++node)
    {
        copy(node);
        for (const auto& [in, received] : from.GetNodes()[node].channels)
        {
            for (const auto& [out, sent] : from.GetNodes()[node].channels)
            {
                if (from.HasDisables() && from.IsDisabled(node, in, out))
                {
                    to.DisablePath(node, in, out);
                }
            }
        }
    }
}

} // namespace

fabric::Topology
DrawDelays(const fabric::Topology& topology,
           const Time& least,
           const Time& spread,
           const DataRate& rate,
           int64_t stream)
{
    const uint64_t bits = rate.GetBitRate();
    const Time step = NanoSeconds(BYTE_SECOND / std::gcd(BYTE_SECOND, bits));
    for (const auto& [name, time] : {std::pair("LinkDelay", least), {"DelaySpread", spread}})
    {
        if (time.GetTimeStep() % step.GetTimeStep() != 0)
        {
            throw std::invalid_argument(std::string(name) + " is " + burst::WriteTime(time) +
                                        "; allowed with a DelaySpread above 0 are multiples of " +
                                        burst::WriteTime(step) + ", in which a link of " +
                                        std::to_string(bits) + " bit/s sends whole bytes");
        }
    }
    const auto draw = CreateObject<UniformRandomVariable>();
    draw->SetStream(stream);
    fabric::Topology drawn = CopyNodes(topology);
    for (const auto& link : topology.GetLinks())
    {
        auto attributes = *link.attributes;
        const int64_t steps = draw->GetInteger(0, spread.GetTimeStep() / step.GetTimeStep());
        attributes.emplace("delay", burst::WriteTime(least + steps * step));
        drawn.AddLink(link.first,
                      link.second,
                      link.category,
                      std::make_shared<const fabric::Topology::Attributes>(attributes));
    }
    CopyRoutes(topology, drawn);
    return drawn;
}

} // namespace ns3
