/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_SCAVENGERS_NETWORK_H
#define PATH_MEASUREMENT_SCAVENGERS_NETWORK_H

#include "../common/packet-books.h"
#include "../common/qbss-streams.h"
#include "../common/stack.h"
#include "ping-series.h"

#include "ns3/burst-core-object-text.h"
#include "ns3/data-rate.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-cross-traffic.h"
#include "ns3/path-measurement-self-limit.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * A bottleneck between two routers, cross traffic over it with pings, and a bulk transfer that
 * yields to the cross traffic.
 */
class ScavengerNetwork
{
  public:
    /** How the bulk transfer yields. */
    enum Way
    {
        NONE,       //!< not at all
        QBSS,       //!< marked with code point 8, which the router puts behind the others
        LEDBAT,     //!< TCP that holds the delay below a target
        LP,         //!< TCP-LP
        SELF_LIMIT, //!< fewer streams, or a lower rate, while round trips deviate
        RATE_LIMIT, //!< a rate that is given
    };

    /** Of the path, of others, and of the transfer. */
    struct Settings
    {
        DataRate rate;                   //!< of the bottleneck
        Time roundTrip;                  //!< delays of all links there and back
        Time buffer;                     //!< before the bottleneck
        double loss;                     //!< by chance, towards the receivers
        PathMeasurementStack::Year year; //!< of TCP and queues
        burst::ObjectText cross;         //!< what others send in short flows, or nothing
        uint32_t others;                 //!< long streams of others
        uint32_t streams;                //!< of the bulk transfer
        uint32_t window;                 //!< of its streams, bytes
        Way way;                         //!< of it
        Time ledbatTarget;               //!< of LEDBAT
        double limitRate; //!< of RATE_LIMIT, bit/s, and the most of SELF_LIMIT by rate
        bool limitsRate;  //!< of SELF_LIMIT: the rate, not the number of streams
        measurement::SelfLimit::Settings selfLimit; //!< of SELF_LIMIT
        Time decision;                              //!< of SELF_LIMIT: interval
        PingSeries::Settings pings;                 //!< of others, in the period that counts
    };

    /** Results of the period that counts. */
    struct Outcome
    {
        double bulk;                      //!< payload of the transfer, Mb/s
        double others;                    //!< payload of others, Mb/s
        uint64_t flows{0};                //!< short flows of others that arrived
        uint64_t ended{0};                //!< of these
        std::optional<double> meanEnd{};  //!< s that flows took, or have taken so far; none of none
        std::optional<double> meanPing{}; //!< s; none without replies
    };

    /** @param settings of it @param number of the network in the simulation, from 1 @param stream
     * first random stream of STREAMS */
    ScavengerNetwork(const Settings& settings, uint32_t number, int64_t stream);
    ScavengerNetwork(const ScavengerNetwork&) = delete;
    ScavengerNetwork& operator=(const ScavengerNetwork&) = delete;

    static constexpr int64_t STREAMS = 5; //!< random streams of a network

    /** Send, once routes are there. @param end of the run */
    void Start(Time end);

    /** At the end of the run. @param end of it @return what came */
    Outcome GetOutcome(Time end) const;
    const PingSeries& GetPings() const;  //!< @return of others
    const PacketBooks& GetBooks() const; //!< @return of all packets
    /** Enter packets and flows of others. @param ledger that is checked @param name of the network
     */
    void Close(fabric::ConservationLedger& ledger, const std::string& name) const;
    std::optional<double> GetMeanLevel() const; //!< @return of SELF_LIMIT; none of the other ways

  private:
    /** Hosts and routers, in the order of their nodes. */
    enum Place
    {
        NEAR, //!< router before the bottleneck
        FAR,  //!< router behind it
        BULK_SENDER,
        BULK_RECEIVER,
        OTHERS_SENDER,
        OTHERS_RECEIVER,
        PLACES
    };

    void Connect(const std::string& network); //!< @param network of addresses, as "10.1.0.0"
    void AddOthers();                         //!< Those who are harmed.
    void AddBulk();                           //!< The transfer.
    /** @param streams to start @param count of them @param stream random, of their starts */
    static void ScheduleStarts(QbssStreams& streams, uint32_t count, int64_t stream);
    /** @return settings of streams @param congestion control @param window bytes @param dscp code
     * point */
    QbssStreams::Settings GetTcp(const std::string& congestion,
                                 uint32_t window,
                                 uint8_t dscp) const;
    void StartSelfLimit(); //!< Begin SELF_LIMIT.
    void UpdateLevel();    //!< The next interval of it.
    void ApplyLevel();     //!< The level of it.

    Settings m_settings;                         //!< of it
    int64_t m_stream;                            //!< first random one
    NodeContainer m_nodes;                       //!< by Place
    std::vector<Ipv4Address> m_addresses;        //!< by Place, of hosts
    Ptr<NetDevice> m_bottleneck;                 //!< towards the receivers
    PacketBooks m_books;                         //!< of all devices
    std::unique_ptr<QbssStreams> m_long;         //!< of others
    std::unique_ptr<QbssStreams> m_bulk;         //!< of the transfer
    Ptr<CrossTraffic> m_cross;                   //!< of others, or null
    std::optional<PingSeries> m_pings;           //!< of others
    std::optional<PingSeries> m_ownPings;        //!< of SELF_LIMIT
    std::optional<measurement::SelfLimit> m_law; //!< of SELF_LIMIT
    double m_levels{0};                          //!< sum over intervals
    uint64_t m_intervals{0};                     //!< of SELF_LIMIT
    uint64_t m_before{0};                        //!< bytes of m_cross before the period that counts
    uint64_t m_ended{0};                         //!< flows of m_cross
    std::vector<double> m_took;                  //!< s, of flows that arrived in it and have ended
};

} // namespace ns3

#endif // PATH_MEASUREMENT_SCAVENGERS_NETWORK_H
