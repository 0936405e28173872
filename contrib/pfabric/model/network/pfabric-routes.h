/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_ROUTES_H
#define PFABRIC_ROUTES_H

#include "ns3/fabric-topology.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief The ways of packets between the hosts of a data centre, as next hops that take O(1).
 *
 * Hosts are the devices of a topology, counted in its order; switches are its routers. A shortest
 * way has fewest links. A way of equal length leads up from the source to a switch of the core and
 * from there down to the destination, and so has as many links for every pair of hosts: some links
 * are then taken once in each direction. A link leads up if it leads away from the hosts. The core
 * is all switches from which no link leads up.
 *
 * Ports are counted by index: the links of a node in the order of their port numbers.
 */
class PFabricRoutes
{
  public:
    /** Ports among which a packet may choose, in order. */
    struct Choice
    {
        const uint32_t* ports{nullptr}; //!< the first one
        std::size_t count{0};           //!< how many there are
    };

    /** @param topology hosts and switches; std::invalid_argument if it has fewer than two hosts, a
     * host with other than one link, hosts that cannot reach each other, tables or path disables */
    explicit PFabricRoutes(fabric::Topology topology);

    /** @return hosts and switches */
    const fabric::Topology& GetTopology() const
    {
        return m_topology;
    }

    /** @return nodes of the topology by number of the host */
    const std::vector<uint32_t>& GetHosts() const
    {
        return m_hosts;
    }

    /**
     * @param node of the topology
     * @param port of it
     * @return channel of the topology that begins there
     */
    uint32_t GetChannel(uint32_t node, uint32_t port) const
    {
        return m_nodes[node].channels[port];
    }

    /**
     * @param node of the topology
     * @param host another one, by number
     * @return ports of the shortest ways from the node to the host
     */
    Choice GetShortest(uint32_t node, uint32_t host) const
    {
        const Node& here = m_nodes[node];
        const auto& ports = here.choices[here.choiceOf.empty() ? 0 : here.choiceOf[host]];
        return {ports.data(), ports.size()};
    }

    /** @param node of the topology @return ports that lead up */
    Choice GetUp(uint32_t node) const;

    /**
     * @param node of the topology
     * @param port of it
     * @return whether what comes in there comes from above
     */
    bool IsUp(uint32_t node, uint32_t port) const;

    /** @param host by number @return links from each node to it, fabric::Topology::NONE where there
     * is no way */
    std::vector<uint32_t> GetDistances(uint32_t host) const;

    /** @param node of the topology @return links to the nearest host */
    uint32_t GetLevel(uint32_t node) const;

    /** @return links of a way of equal length; std::invalid_argument if there are no such ways: two
     * switches of the core are at different distances from some hosts */
    uint32_t GetEqualLength() const;

  private:
    /** A node of the topology. */
    struct Node
    {
        std::vector<uint32_t> channels;             //!< that begin here, by port
        std::vector<uint32_t> up;                   //!< ports
        std::vector<std::vector<uint32_t>> choices; //!< sets of ports
        std::vector<uint16_t> choiceOf;             //!< by host; none: it is always the first one
        uint32_t level{0};                          //!< links to the nearest host
    };

    /** @param nodes of the topology @return links from each node to the nearest of these, past no
     * other host */
    std::vector<uint32_t> Search(const std::vector<uint32_t>& nodes) const;
    /** @param channel of the topology @return the node where it ends */
    uint32_t GetEnd(uint32_t channel) const;
    void FindLevels(); //!< Links to the nearest host, and which ports lead up.
    /**
     * @param host by number, whose ways are added
     * @param distances to it
     */
    void AddShortest(uint32_t host, const std::vector<uint32_t>& distances);
    /**
     * @param host by number, whose ways of equal length are looked at
     * @param distances to it
     */
    void CheckEqualLength(uint32_t host, const std::vector<uint32_t>& distances);

    fabric::Topology m_topology;   //!< hosts and switches
    std::vector<uint32_t> m_hosts; //!< nodes by number of the host
    std::vector<Node> m_nodes;     //!< by node
    uint32_t m_height{0};          //!< links from the farthest switch to its nearest host
    std::string m_fault;           //!< why there are no ways of equal length, empty if there are
};

} // namespace ns3

#endif // PFABRIC_ROUTES_H
