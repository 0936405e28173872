/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_SC2001_H
#define PATH_MEASUREMENT_SC2001_H

#include "packet-books.h"
#include "ping-series.h"
#include "qbss-streams.h"
#include "stack.h"

#include "ns3/data-rate.h"
#include "ns3/iepm-host-database.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/ipv4-interface-container.h"
#include "ns3/net-device-container.h"
#include "ns3/node.h"
#include "ns3/nstime.h"
#include "ns3/qbss-classes.h"
#include "ns3/qbss-queue-disc.h"
#include "ns3/random-variable-stream.h"
#include "ns3/scenario-runner-scenario.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * The demonstration at SC2001 (slides 28 and 38): three machines with five interfaces send to sites
 * all over the world through a trunk with QBSS.
 */
class PathMeasurementSc2001Scenario : public scenario::Scenario
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    static constexpr uint32_t NICS = 5;      //!< interfaces of the machines together
    static constexpr int64_t TRUNK_US = 100; //!< delay of the trunk

    std::string GetHelp() const override;
    Time GetDuration() const override;

  private:
    /** Where TCP streams go. */
    struct Site
    {
        iepm::MeasurementHost host;             //!< of the table
        uint32_t number{1};                     //!< class of its streams, see QbssClass
        uint32_t nic{0};                        //!< from which they come
        double rate{0};                         //!< Mb/s of its link that others leave, unscaled
        std::unique_ptr<QbssStreams> streams{}; //!< to it
    };

    /** A link and the addresses of its ends. */
    struct Link
    {
        NetDeviceContainer devices;  //!< of both ends
        Ipv4InterfaceContainer ends; //!< of both
    };

    /** An interface of a machine. */
    struct Nic
    {
        Ptr<Node> machine;   //!< that has it
        Ipv4Address gateway; //!< of the router
        uint32_t number;     //!< of the interface at the machine
    };

    void CheckInput(); //!< What attributes alone cannot say.
    void DoBuild() override;
    void DoReport() override;

    static TypeId AddNetwork(TypeId type); //!< @param type any @return it with the network
    void DrawSites();                      //!< From the table, and their classes.
    void BuildNetwork();                   //!< Machines, trunk and sites.
    /** @param first node @param second node @param rate of their link before scaling @param delay
     * of it @param firstIsHost whether packets enter and leave there @param secondIsHost likewise
     * @return the link, without queue discs */
    Link Connect(Ptr<Node> first,
                 Ptr<Node> second,
                 double rate,
                 Time delay,
                 bool firstIsHost,
                 bool secondIsHost);
    /** @param site that gets its link and streams @param number of it @param random of starts */
    void BuildSite(Site& site, uint32_t number, Ptr<UniformRandomVariable> random);
    void AddPings();                   //!< Of all classes.
    DataRate Scale(double rate) const; //!< @param rate in bit/s @return over Scale

    void ReportAggregate(); //!< Of all sites together.
    void ReportRates();     //!< Of sites, interfaces and classes.
    void ReportPings();     //!< Of classes.
    /** @param site of those drawn @param from when @param until when @return Mb/s, times Scale */
    double GetRate(const Site& site, Time from, Time until) const;

    std::string m_file;                //!< attribute Hosts
    uint32_t m_count;                  //!< attribute Sites
    DataRate m_least;                  //!< attribute LeastRate
    DataRate m_most;                   //!< attribute MostRate
    double m_use;                      //!< attribute UseOfOthers
    double m_scale;                    //!< attribute Scale
    DataRate m_trunk;                  //!< attribute TrunkRate
    Time m_buffer;                     //!< attribute Buffer
    uint32_t m_qbss;                   //!< attribute QbssSites
    uint32_t m_priority;               //!< attribute PrioritySites
    PathMeasurementStack::Year m_year; //!< attribute Stack
    uint32_t m_window;                 //!< attribute Window
    Time m_base;                       //!< attribute PingRoundTrip
    Time m_pingInterval;               //!< attribute PingInterval
    Time m_pingWait;                   //!< attribute PingWait
    Time m_duration;                   //!< attribute Duration
    Time m_settle;                     //!< attribute Settle
    Time m_best;                       //!< attribute Best

    std::vector<Site> m_sites; //!< in the order in which they were drawn
    std::vector<Nic> m_nics;   //!< of the machines
    Ptr<Node> m_booth;         //!< router before the trunk
    Ptr<Node> m_floor;         //!< router behind it
    Ptr<QbssQueueDisc> m_disc; //!< of the trunk, towards the sites
    Ipv4AddressHelper m_addresses{"10.1.0.0", "255.255.255.252"}; //!< of links
    PacketBooks m_books;                                          //!< of all devices
    std::vector<PingSeries> m_pings;                              //!< by class
};

} // namespace ns3

#endif // PATH_MEASUREMENT_SC2001_H
