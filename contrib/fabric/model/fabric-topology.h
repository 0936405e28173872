/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_TOPOLOGY_H
#define FABRIC_TOPOLOGY_H

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/**
 * @defgroup fabric Fabric
 *
 * What any simulated network needs: topologies and routes as data, the check that no packets can
 * block each other for ever, a watchdog for those that do, and a ledger of what went in and out.
 */

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * A fabric as data: devices, routers, links between their ports, path disables, routing tables.
 *
 * All have indices in the order of addition. A link is full duplex and has two channels: number
 * 2 * link leads away from its first end, 2 * link + 1 back. Links of one category are reported as
 * one. Rates, delays and buffers are kept as text for the module that knows them.
 *
 * Whatever contradicts what is there already (a port that is missing or taken, a name given twice)
 * throws std::invalid_argument with one sentence; the topology stays as it was.
 */
class Topology
{
  public:
    static constexpr uint32_t NONE = UINT32_MAX;  ///< no such index, next free port, all others
    static constexpr uint32_t MAX_NODES = 65536;  ///< in a topology
    static constexpr uint32_t MAX_PORTS = 65536;  ///< of one node
    static constexpr uint32_t MAX_LINKS = 262144; ///< in a topology
    static constexpr uint32_t MAX_NAME = 64;      ///< characters

    /// What a node is to a packet.
    enum Role
    {
        DEVICE, ///< source and destination of routes; forwards nothing
        ROUTER  ///< forwards
    };

    using Attributes = std::map<std::string, std::string>;      ///< text by name
    using SharedAttributes = std::shared_ptr<const Attributes>; ///< shared by all a statement made

    /// A device or router.
    struct Node
    {
        std::string name; ///< differs from all others
        Role role;        ///< what it is to a packet
        std::string kind; ///< "cpu", "tor", ...; "device" or "router" unless said otherwise
        uint32_t ports;   ///< 0: as many as are linked
        SharedAttributes attributes;           ///< never null
        std::map<uint32_t, uint32_t> channels; ///< outgoing channel by linked port
    };

    /// An end of a link.
    struct End
    {
        uint32_t node; ///< index
        uint32_t port; ///< of the node
    };

    /// A full-duplex link.
    struct Link
    {
        End first;                   ///< where its first channel begins
        End second;                  ///< where its second channel begins
        uint32_t category;           ///< NONE: of no category
        SharedAttributes attributes; ///< never null
    };

    /// A direction of a link.
    struct Channel
    {
        End from; ///< where it begins
        End to;   ///< where it ends
    };

    /// Links that are reported as one.
    struct Category
    {
        std::string name;        ///< differs from all others
        std::string description; ///< for people
    };

    /// @return the index of the new node; names are a letter and then letters, digits and ._-
    uint32_t AddNode(const std::string& name,
                     Role role,
                     const std::string& kind = "",
                     uint32_t ports = 0,
                     SharedAttributes attributes = nullptr);

    /// @return the index of the new category; its name may also start with a digit
    uint32_t AddCategory(const std::string& name, const std::string& description);

    /// @return the index of the new link; a port that is NONE becomes the lowest one that is free
    uint32_t AddLink(End first,
                     End second,
                     uint32_t category = NONE,
                     SharedAttributes attributes = nullptr);

    /// Sets the attribute @p name of one link; those that share its statement keep theirs.
    void SetLinkAttribute(uint32_t link, const std::string& name, const std::string& value);

    /// Forbids packets that entered @p router by port @p in to leave by port @p out; both are
    /// linked.
    void DisablePath(uint32_t router, uint32_t in, uint32_t out);

    /// Routes @p destination, a device or NONE (all others), by the linked port @p port of @p node.
    void AddRoute(uint32_t node, uint32_t destination, uint32_t port);

    const std::vector<Node>& GetNodes() const;          ///< by index
    const std::vector<Link>& GetLinks() const;          ///< by index
    const std::vector<Category>& GetCategories() const; ///< by index
    /// @return of each device, in order, what its declaration says for @p key: its kind for "kind",
    /// else that attribute, empty where it has none
    std::vector<std::string> GetDeviceValues(const std::string& key) const;
    uint32_t FindNode(const std::string& name) const;     ///< invalid_argument when there is none
    uint32_t FindCategory(const std::string& name) const; ///< invalid_argument when there is none
    /// @return the port of @p node to @p neighbor; invalid_argument unless exactly one link joins
    /// them
    uint32_t FindPort(uint32_t node, uint32_t neighbor) const;

    uint32_t GetChannelCount() const;                   ///< twice the number of links
    Channel GetChannel(uint32_t channel) const;         ///< its two ends
    std::string GetChannelName(uint32_t channel) const; ///< "t0:1>t2:0"

    bool IsDisabled(uint32_t router, uint32_t in, uint32_t out) const; ///< see DisablePath()
    bool HasDisables() const; ///< whether any path is disabled
    bool HasRoutes() const;   ///< whether any node has a routing table
    /// @return the port this very line of the table names (see AddRoute), or NONE
    uint32_t GetRoute(uint32_t node, uint32_t destination) const;
    /// @return all lines for @p destination: nodes in order, each with the port
    const std::vector<std::pair<uint32_t, uint32_t>>& GetRoutes(uint32_t destination) const;

    /// Refuses attributes the caller would not read: a misspelt "rate" must not pass for a default.
    void AllowAttributes(const std::set<std::string>& ofNodes,
                         const std::set<std::string>& ofLinks) const;

  private:
    uint32_t ResolvePort(End end);
    const Node& GetLinkedNode(uint32_t node, uint32_t port) const;

    std::vector<Node> m_nodes;
    std::vector<uint32_t> m_freePorts; ///< by node: all ports below are linked
    std::vector<Link> m_links;
    std::vector<Category> m_categories;
    std::map<std::string, uint32_t> m_nodeByName;
    std::map<std::string, uint32_t> m_categoryByName;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> m_ports; ///< node, neighbor -> port
    std::map<uint32_t, std::vector<std::pair<uint32_t, uint32_t>>> m_routes; ///< by destination
    std::set<std::tuple<uint32_t, uint32_t, uint32_t>> m_disables;           ///< router, in, out
};

} // namespace ns3::fabric

#endif // FABRIC_TOPOLOGY_H
