/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_NETWORK_H
#define LOSSLESS_ETHERNET_NETWORK_H

#include "ns3/fabric-routes.h"
#include "ns3/fabric-topology.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <string>
#include <vector>

/**
 * @defgroup lossless-ethernet Lossless Ethernet
 *
 * Ethernet that drops nothing: PAUSE and PFC, switch memories, congestion points, reaction points.
 */

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * A topology made ready for frames: stations, switches, the rates and delays of their links in
 * ticks, and the way to each station.
 *
 * Stations are the devices of the topology, switches its routers; both are numbered from 0 in its
 * order. A station has one link. A port is named by the channel that leaves it, and what it
 * receives comes by the other channel of the link, number `port ^ 1`. A link may have the
 * attributes rate (as 10Gbps) and delay (as 500ns), which replace those of the network.
 *
 * A tick is the time of a byte at the least common multiple of all rates, so that a byte takes a
 * whole number of ticks on every link.
 */
class LosslessNetwork
{
  public:
    static constexpr uint32_t NONE = fabric::Topology::NONE; //!< no such number

    /** One direction of a link, and the port it leaves. */
    struct Channel
    {
        bool fromStation;   //!< a station is before it, else a switch
        bool toStation;     //!< a station is behind it, else a switch
        uint32_t from;      //!< number of what is before it
        uint32_t to;        //!< number of what is behind it
        uint64_t rate;      //!< bits per second
        int64_t byteTicks;  //!< ticks of a byte
        int64_t delayTicks; //!< of a bit from end to end, at least 1
    };

    /** A switch. */
    struct Switch
    {
        uint32_t node;               //!< index in the topology
        std::vector<uint32_t> ports; //!< channels that leave it, by number of the port
    };

    /**
     * @param topology devices with one link, routers
     * @param rate bits per second of the links that do not say otherwise
     * @param delay of the links that do not say otherwise
     * @param allowCyclic whether routes on which frames can block each other forever are accepted
     * @throw std::invalid_argument with one sentence: fewer than two stations, a station without a
     * link or with several, a pair that cannot talk, cyclic routes that are not allowed, an
     * attribute that is unknown or out of range, rates whose least common multiple is above
     * MOST_RATE or more than MOST_BYTE_TICKS times one of them, a delay above MOST_DELAY_TICKS
     */
    LosslessNetwork(fabric::Topology topology,
                    uint64_t rate,
                    const Time& delay,
                    bool allowCyclic = true);

    static constexpr uint64_t MOST_RATE = 8'000'000'000'000; //!< bits per second: a byte in 1 ps
    static constexpr int64_t MOST_BYTE_TICKS = int64_t{1} << 40;  //!< of a byte on any link
    static constexpr int64_t MOST_DELAY_TICKS = int64_t{1} << 60; //!< of a link

    const fabric::Topology& GetTopology() const;          //!< @return what it was made from
    const std::vector<Channel>& GetChannels() const;      //!< @return by number
    const std::vector<Switch>& GetSwitches() const;       //!< @return by number
    const std::vector<uint32_t>& GetStations() const;     //!< @return node of each, by number
    const std::vector<uint32_t>& GetStationPorts() const; //!< @return channel that leaves each

    /** @param number of a switch @param destination a station @return the channel towards it */
    const uint32_t& GetNext(uint32_t number, uint32_t destination) const
    {
        return m_next[std::size_t{number} * m_stations.size() + destination];
    }

    uint64_t GetRate() const; //!< @return least common multiple of the rates, bits per second

    /** @param time not negative @return ticks, rounded up; INT64_MAX beyond that */
    int64_t GetTicks(const Time& time) const;

    /** @param ticks not negative @return their time, rounded up to the resolution of Time;
     * Time::Max beyond that */
    Time GetTime(int64_t ticks) const;

    // The same for the clock of rate limiters, whatever the resolution of Time is.

    /** @param ns not negative @return ticks, rounded up; INT64_MAX beyond that */
    int64_t GetTicksOfNs(int64_t ns) const;
    /** @param ticks not negative @return ns, rounded up; INT64_MAX beyond that */
    int64_t GetNs(int64_t ticks) const;

    /** @return what routes depend on, to be checked for cycles: see fabric::Routes::CheckAcyclic */
    const fabric::Routes& GetRoutes() const;

    /**
     * For switches all of whose inputs pause when one is full.
     * @param memory name of what makes them so, for the sentence
     * @throw std::invalid_argument switches can block each other forever
     */
    void CheckJoinedInputs(const std::string& memory) const;

  private:
    /** top / bottom in lowest terms, for numbers up to most; without one for others. */
    struct Ratio
    {
        int64_t top{1};    //!< numerator
        int64_t bottom{1}; //!< denominator
        int64_t most{-1};  //!< number up to which 64 bits do
    };

    void MakeRatios();                                    //!< Of the clocks.
    void BuildNodes();                                    //!< Stations and switches.
    void BuildChannels(uint64_t rate, const Time& delay); //!< With their timing.
    void BuildRoutes(bool allowCyclic);                   //!< From those of the topology.

    fabric::Routes m_routes;          //!< of the topology
    std::vector<Channel> m_channels;  //!< by number
    std::vector<Switch> m_switches;   //!< by number
    std::vector<uint32_t> m_stations; //!< see GetStations
    std::vector<uint32_t> m_ports;    //!< see GetStationPorts
    std::vector<uint32_t> m_numbers;  //!< of the station or switch, by node
    std::vector<uint32_t> m_next;     //!< channel by switch and destination
    uint64_t m_rate{1};               //!< see GetRate
    Ratio m_ticksOfSteps;             //!< of GetTicks
    Ratio m_stepsOfTicks;             //!< of GetTime
    Ratio m_ticksOfNs;                //!< see GetTicksOfNs
    Ratio m_nsOfTicks;                //!< see GetNs
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_NETWORK_H
