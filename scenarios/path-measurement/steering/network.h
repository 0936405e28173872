/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_STEERING_NETWORK_H
#define PATH_MEASUREMENT_STEERING_NETWORK_H

#include "../common/packet-books.h"
#include "../common/stack.h"
#include "../laws/rate-scale.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/faults-injector.h"
#include "ns3/iepm-host-database.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-cross-traffic.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * A monitor, the narrowest links of the paths to some sites, and cross traffic on them. Each link
 * starts at the monitor and has the whole delay of its path, whose other links are left out.
 */
class SteeringNetwork
{
  public:
    /** How it is built. */
    struct Settings
    {
        std::vector<iepm::MeasurementHost>
            hosts;                       //!< with facts "loss", "use", "diurnal" and "buffer"
        RateScale scale;                 //!< of rates
        PathMeasurementStack::Year year; //!< of TCP and queues
        burst::ObjectText cross;         //!< what others send, or nothing
        burst::ObjectText events;        //!< FaultInjector: what happens to links, or nothing
        Time login;                      //!< at a site
        Time settle;                     //!< for what is late after others are watched
        Time pings;                      //!< between pings of others
    };

    /** Results of the cross traffic while it was watched. */
    struct Outcome
    {
        uint64_t payload;               //!< bytes that came
        uint64_t datagrams;             //!< of these, in datagrams
        uint64_t flows;                 //!< that arrived
        std::optional<double> flowTime; //!< s, mean of those that ended; none of none
        uint64_t pings;                 //!< that were answered
        std::optional<double> ping;     //!< s, mean round trip; none of none
    };

    static constexpr int64_t STREAMS = 100; //!< random streams of a network

    /** @param settings of it @param number of the network in the simulation, from 1 @param stream
     * first random stream of STREAMS; networks with the same one have the same others, and draw
     * losses by chance from the same numbers */
    SteeringNetwork(const Settings& settings, uint32_t number, int64_t stream);
    SteeringNetwork(const SteeringNetwork&) = delete;
    SteeringNetwork& operator=(const SteeringNetwork&) = delete;

    Ptr<Node> GetMonitor() const;                    //!< @return the node that sends
    uint32_t GetCount() const;                       //!< @return how many sites there are
    const std::string& GetName(uint32_t site) const; //!< @param site number @return its name
    Ipv4Address GetAddress(uint32_t site) const;     //!< @param site number @return its address
    Ptr<FaultInjector> GetEvents() const;            //!< @return what happens, or null

    /** Others use a path. @param site number @param from when @param to when */
    void ScheduleOthers(uint32_t site, Time from, Time to);
    /** Others use a path from now on, ping over it and count; before the first call they do not.
     * @param site number @param length of time */
    void Watch(uint32_t site, Time length);

    Outcome GetOutcome(uint32_t site) const; //!< @param site number @return what others had
    /** Enter packets and flows of others. @param ledger that is checked @param name of the network
     */
    void Close(fabric::ConservationLedger& ledger, const std::string& name) const;

  private:
    /** A site, and what others do on the way to it. */
    struct Site
    {
        std::string name;         //!< of the host
        Ptr<Node> node;           //!< it
        Ipv4Address address;      //!< of it
        Ptr<NetDevice> narrow;    //!< sends into the narrowest link
        Ptr<CrossTraffic> others; //!< on that link, or null
        bool watched{false};      //!< whether others count
        uint64_t payload{0};      //!< of others before that, bytes
        uint64_t flows{0};        //!< of others that arrived before that
        uint64_t ended{0};        //!< flows of others that ended, all
        uint64_t datagrams{0};    //!< bytes in datagrams of others that came since then
        std::vector<double> took; //!< s, of flows of others that count
        uint64_t pings{0};        //!< answers
        double roundTrips{0};     //!< s, sum of them
    };

    Ptr<Node> CreateNode();                          //!< @return a node of the network
    void AddSite(const iepm::MeasurementHost& host); //!< @param host at the end of a path
    void AddOthers(Site& site,
                   const iepm::MeasurementHost& host); //!< @param site of a host @param host it
    void AddEvents();                                  //!< What happens to links.
    void SchedulePings(Site& site, Time length);       //!< @param site any @param length of time

    Settings m_settings;                        //!< of it
    int64_t m_stream;                           //!< first one
    Ipv4AddressHelper m_addresses;              //!< of links
    PacketBooks m_books;                        //!< of all packets
    Ptr<Node> m_monitor;                        //!< sends, and others beside it
    std::vector<std::unique_ptr<Site>> m_sites; //!< where traces find them
    Ptr<FaultInjector> m_events;                //!< or null
};

} // namespace ns3

#endif // PATH_MEASUREMENT_STEERING_NETWORK_H
