/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_ROUTES_H
#define FABRIC_ROUTES_H

#include "fabric-topology.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * Where packets go in a topology: paths, pairs that cannot talk, loops, and what channels wait for
 * which.
 *
 * With routing tables a node looks for its line for the destination, then for a link that ends
 * there (the lowest port of several), then for its line for all others; a device with one link and
 * no line uses that link. A topology without any table is routed by fewest links, ties going to the
 * lowest port at each node. Devices forward nothing. Path disables choose no other way: a packet
 * that meets one is stuck.
 */
class Routes
{
  public:
    /// What becomes of a packet.
    enum Outcome
    {
        ARRIVES,  ///< at its destination
        NO_ROUTE, ///< it comes to a node that knows no way, or to another device
        DISABLED, ///< it meets a path disable
        LOOPS     ///< it comes to a channel for the second time
    };

    /// @return what a packet meets that does not arrive, in words, as "no route"
    static const char* GetWords(Outcome outcome);

    /// The way from a source to a destination.
    struct Path
    {
        Outcome outcome; ///< at the end of the channels
        std::vector<uint32_t>
            channels; ///< in order, as far as it gets; a loop ends with the channel that repeats
    };

    /// A pair of devices that cannot talk.
    struct Failure
    {
        uint32_t source;      ///< index of the node
        uint32_t destination; ///< index of the node
        Outcome outcome;      ///< why not
    };

    /// All ordered pairs of devices together.
    struct Summary
    {
        uint64_t pairs{0};                    ///< how many there are
        std::vector<Failure> failures;        ///< by destination, then source
        std::vector<uint64_t> pairsByRouters; ///< arriving pairs by number of routers on the way
        std::vector<uint64_t> pairsByChannel; ///< arriving pairs by channel on the way
        std::vector<std::pair<uint32_t, uint32_t>>
            dependencies;                        ///< channel, next channel of some path; in order
        std::vector<uint64_t> pairsByDependency; ///< pairs whose path has it, in the same order
    };

    /// Takes a topology that changes no more.
    explicit Routes(Topology topology);

    const Topology& GetTopology() const; ///< the topology

    /// @return by node the port towards device @p destination, Topology::NONE where there is none
    std::vector<uint32_t> GetPorts(uint32_t destination) const;

    /// Follows a packet from device @p source to device @p destination.
    Path Trace(uint32_t source, uint32_t destination) const;

    /// Follows a packet for each ordered pair of devices.
    Summary Summarize() const;

    /**
     * Refuses routes on which packets that hold one channel while they wait for the next can block
     * each other forever.
     *
     * @throws std::invalid_argument "cyclic routing: ..." with the channels of the cycle in order
     * and the path disable that breaks it at the turn that fewest pairs of devices take, the first
     * of several
     */
    void CheckAcyclic(const Summary& summary) const;

  private:
    std::vector<uint32_t> GetTablePorts(uint32_t destination) const;
    std::vector<uint32_t> GetShortestPorts(uint32_t destination) const;
    std::vector<uint32_t> GetDistances(const std::vector<uint32_t>& ports,
                                       uint32_t destination) const;
    Path Follow(const std::vector<uint32_t>& ports,
                uint32_t source,
                uint32_t destination,
                std::vector<uint64_t>& lastVisit,
                uint64_t visit) const;

    Topology m_topology;
};

} // namespace ns3::fabric

#endif // FABRIC_ROUTES_H
