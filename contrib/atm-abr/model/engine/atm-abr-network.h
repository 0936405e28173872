/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_NETWORK_H
#define ATM_ABR_NETWORK_H

#include "ns3/atm-abr-time.h"
#include "ns3/fabric-routes.h"
#include "ns3/fabric-topology.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * @brief A topology made ready for cells: its links with their cell times, and virtual channels.
 *
 * Devices of the topology are edge devices, routers are switches. A port is named by the channel
 * that leaves it; the other direction of its link is number `port ^ 1`. A link may have the
 * attributes rate (as 155Mbps) and delay (as 20us), which replace those of the network. The time of
 * a cell of 424 bits is rounded up to a picosecond: at 155 Mb/s it is 5e-8 of itself too long.
 *
 * Cells of a virtual channel (VC) go from its source to its destination by the routes of the
 * topology; its backward RM cells return by the same links.
 */
class AtmNetwork
{
  public:
    static constexpr uint32_t NONE = fabric::Topology::NONE; //!< no such number
    static constexpr int64_t CELL_BITS = 424;                //!< of a cell with its header
    static constexpr uint64_t MOST_RATE = 8'000'000'000'000; //!< bits per second

    /** One direction of a link, and the port it leaves. */
    struct Channel
    {
        bool fromDevice; //!< an edge device is before it, else a switch
        bool toDevice;   //!< an edge device is behind it, else a switch
        double rate;     //!< cells per second
        AtmTime slot;    //!< time of a cell
        AtmTime delay;   //!< of a bit from end to end, at least 1 ps
    };

    /** A virtual channel. */
    struct Vc
    {
        uint32_t source;               //!< node of the topology
        uint32_t destination;          //!< node of the topology
        std::vector<uint32_t> forward; //!< channels from source to destination
    };

    /**
     * @param topology edge devices and switches
     * @param rate bits per second of the links that do not say otherwise
     * @param delay of the links that do not say otherwise
     * @throw std::invalid_argument an attribute that is unknown or out of range
     */
    AtmNetwork(fabric::Topology topology, uint64_t rate, const Time& delay);

    /**
     * @param source name of an edge device
     * @param destination name of another one
     * @return number of the new VC, from 0
     * @throw std::invalid_argument one of them is no edge device, or there is no route
     */
    uint32_t AddVc(const std::string& source, const std::string& destination);

    const fabric::Topology& GetTopology() const;     //!< @return what it was made from
    const std::vector<Channel>& GetChannels() const; //!< @return by number
    const std::vector<Vc>& GetVcs() const;           //!< @return by number

  private:
    uint32_t FindDevice(const std::string& name) const; //!< @param name @return its node

    fabric::Routes m_routes;         //!< of the topology
    std::vector<Channel> m_channels; //!< by number
    std::vector<Vc> m_vcs;           //!< by number
};

} // namespace ns3

#endif // ATM_ABR_NETWORK_H
