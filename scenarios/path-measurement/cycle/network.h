/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_CYCLE_NETWORK_H
#define PATH_MEASUREMENT_CYCLE_NETWORK_H

#include "../common/stack.h"
#include "../laws/rate-scale.h"

#include "ns3/fabric-ledger.h"
#include "ns3/fabric-link-timing.h"
#include "ns3/fabric-routes.h"
#include "ns3/iepm-host-database.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/** The network between a monitor and its hosts, of those nodes and links of a topology that their
 * packets cross, and the books on packets. */
class CycleNetwork
{
  public:
    /** How it is built. */
    struct Options
    {
        std::string monitor;             //!< name of its node
        PathMeasurementStack::Year year; //!< of TCP and queues
        RateScale scale;                 //!< of all rates
        Time buffer;                     //!< of routers, but before the narrowest link of a path
        int64_t stream;                  //!< first of the random losses, one for each host
    };

    /** A host. */
    struct Site
    {
        std::string name;      //!< of the host
        Ptr<Node> node;        //!< it
        Ipv4Address address;   //!< of it
        Ptr<NetDevice> narrow; //!< sends into the narrowest link of the path
        Ptr<Node> behind;      //!< where that link ends
        Ipv4Address behindAt;  //!< address there
    };

    /** A link that paths share, in the direction of the hosts. */
    struct Shared
    {
        std::string name;  //!< its category
        double rate{0};    //!< bit/s, of all links of the category
        uint64_t bytes{0}; //!< that have begun to be sent
    };

    /** @param topology with rate and delay of links @param hosts with facts "loss" and "buffer",
     * not scaled @param options as above @param ledger of packets, from where they are made to
     * where they are taken. std::invalid_argument: there is no way to a host, or two have one
     * narrowest link */
    CycleNetwork(const fabric::Topology& topology,
                 const iepm::HostDatabase& hosts,
                 const Options& options,
                 fabric::ConservationLedger& ledger);

    Ptr<Node> GetMonitor() const;              //!< @return the node that measures
    Ptr<Node> GetBorder() const;               //!< @return the router behind it
    const std::vector<Site>& GetSites() const; //!< @return in the order of the hosts
    /** @return links that paths share, by index of their category */
    const std::map<uint32_t, Shared>& GetShared() const;

  private:
    /** A link that is used. */
    struct Link
    {
        uint32_t channel{0};                        //!< in the direction of the hosts
        const iepm::MeasurementHost* host{nullptr}; //!< of which it is the narrowest, or null
        NetDeviceContainer devices;                 //!< where the channel begins, where it ends
        Ipv4InterfaceContainer interfaces;          //!< likewise
    };

    using Path = std::vector<uint32_t>; //!< channels

    /** @param from name of a device @param to name of another @return the way */
    Path FindPath(const std::string& from, const std::string& to) const;
    /** @param path to a host @param host it: the path's links are used */
    void UseLinks(const Path& path, const iepm::MeasurementHost& host);
    void BuildLink(Link& link); //!< @param link that is used
    /** @param end of a link @param timing of it @param link it */
    void BuildPort(uint32_t end, const fabric::LinkTiming& timing, const Link& link);
    /** @param host it @param path to it @param number of it */
    void BuildSite(const iepm::MeasurementHost& host, const Path& path, uint32_t number);
    /** @param path to an address @param address at its end: all nodes on the path know the way */
    void AddRoutes(const Path& path, Ipv4Address address);
    void KeepBooks(Ptr<Node> node); //!< @param node whose packets are counted
    /** @param channel any @return rate and delay, scaled */
    fabric::LinkTiming GetTiming(uint32_t channel) const;

    fabric::Routes m_routes;               //!< of the topology
    Options m_options;                     //!< how it is built
    fabric::ConservationLedger& m_ledger;  //!< of packets
    uint32_t m_account;                    //!< in it
    std::map<uint32_t, Ptr<Node>> m_nodes; //!< those that are used, by index in the topology
    std::map<uint32_t, Link> m_links;      //!< those that are used, by index
    std::vector<Site> m_sites;             //!< in the order of the hosts
    std::map<uint32_t, Shared> m_shared;   //!< by index of their category
    Ipv4AddressHelper m_addresses;         //!< of links
};

} // namespace ns3

#endif // PATH_MEASUREMENT_CYCLE_NETWORK_H
