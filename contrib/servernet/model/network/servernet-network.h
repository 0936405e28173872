/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_NETWORK_H
#define SERVERNET_NETWORK_H

#include "servernet-timing.h"

#include "ns3/fabric-routes.h"
#include "ns3/fabric-topology.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * A topology made ready for packets: its channels with their timing, and the path of every pair of
 * devices.
 *
 * Devices are numbered from 0 in the order of the topology. Every device has one link. A link may
 * have the attributes fifo, head, body, credit and refill, which replace the timing of the network
 * for the FIFOs at both of its ends. A device may have the attribute subtree: see
 * DestinationPattern::SetDevices.
 */
class ServerNetNetwork
{
  public:
    static constexpr uint32_t ROUTER_PORTS = 6; //!< of a router, 0 to 5

    /** One direction of a link, with the FIFO at its end. */
    struct Channel
    {
        fabric::Topology::End from; //!< where it begins
        fabric::Topology::End to;   //!< where it ends
        bool fromDevice;            //!< the send queue of a device is before it
        bool toDevice;              //!< a device, which always takes flits, is behind it
        uint32_t device;        //!< number of that before it, else behind it; else Topology::NONE
        uint32_t category;      //!< of the link, index in the topology
        ServerNetTiming timing; //!< of the FIFO at its end
    };

    /** Channels from a source to a destination, in order. */
    class Path
    {
      public:
        /** @param begin the first channel @param size their number */
        Path(const uint32_t* begin, uint32_t size)
            : m_begin(begin),
              m_size(size)
        {
        }

        /** @param hop number on the path, from 0 @return the channel */
        uint32_t operator[](uint32_t hop) const
        {
            return m_begin[hop];
        }

        /** @return number of channels */
        uint32_t GetSize() const
        {
            return m_size;
        }

        /** @return the first channel */
        const uint32_t* begin() const
        {
            return m_begin;
        }

        /** @return behind the last channel */
        const uint32_t* end() const
        {
            return m_begin + m_size;
        }

      private:
        const uint32_t* m_begin; //!< the first channel
        uint32_t m_size;         //!< number of channels
    };

    /**
     * @param topology devices with one link, routers with at most ROUTER_PORTS
     * @param timing of all channels whose link does not say otherwise
     * @param allowCycles whether routes on which packets can block each other forever are accepted
     * @throw std::invalid_argument with one sentence: fewer than two devices, a device without a
     * link or with several, a port of a router above 5, a pair of devices that cannot talk, cyclic
     * routing (unless allowed), an unknown attribute or a timing that ServerNetTiming::Check
     * refuses
     */
    ServerNetNetwork(fabric::Topology topology,
                     const ServerNetTiming& timing,
                     bool allowCycles = false);

    const fabric::Topology& GetTopology() const; //!< @return what it was made from

    /** @return by number, twice the number of links: see Topology */
    const std::vector<Channel>& GetChannels() const;

    uint32_t GetDeviceCount() const; //!< @return number of devices

    /** @return index of a device's node in the topology, by number of the device */
    const std::vector<uint32_t>& GetDevices() const;

    /** @return the channel that leaves a device, by number of the device */
    const std::vector<uint32_t>& GetInjectionChannels() const;

    /**
     * @param source a device
     * @param destination another one
     * @return the channels of the way, valid as long as the network
     */
    Path GetPath(uint32_t source, uint32_t destination) const;

    /**
     * @param source a device
     * @param destination another one
     * @param flits of a packet
     * @return ticks from its injection to its delivery, if nothing else moves: headTicks of all
     * channels but the last, flits - 1, and bodyTicks of the last
     */
    int64_t GetEmptyTicks(uint32_t source, uint32_t destination, uint32_t flits) const;

    /** @return channels of the longest path */
    uint32_t GetLongestPath() const;

  private:
    void BuildChannels(const ServerNetTiming& timing); //!< Channels and devices.
    void BuildPaths();                                 //!< From the routes.

    fabric::Routes m_routes;            //!< of the topology
    std::vector<Channel> m_channels;    //!< by number
    std::vector<uint32_t> m_devices;    //!< see GetDevices
    std::vector<uint32_t> m_injection;  //!< see GetInjectionChannels
    std::vector<uint32_t> m_steps;      //!< channels of all paths, one after the other
    std::vector<uint32_t> m_firstSteps; //!< by source and destination, one more at the end
    uint32_t m_longestPath{0};          //!< channels of it
};

} // namespace ns3

#endif // SERVERNET_NETWORK_H
