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

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * The channels of a topology with their timing, and the path between every pair of devices. Paths
 * are computed on demand.
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
        bool fromDevice;            //!< begins at the send queue of a device
        bool toDevice;              //!< ends at a device, which always accepts flits
        uint32_t device;            //!< device at the begin, else at the end, else Topology::NONE
        uint32_t category;          //!< category of the link, index in the topology
        ServerNetTiming timing;     //!< timing of the FIFO at the end
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

        /** @return pointer past the last channel */
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
     * @param timing default timing of channels, which attributes of a link replace
     * @param allowCycles accept cyclic routing, in which packets can deadlock
     * @throw std::invalid_argument fewer than two devices, a device without a link or with several,
     * a router port above 5, a pair of devices without a path, cyclic routing (unless allowed), an
     * unknown attribute, or a timing that ServerNetTiming::Check refuses
     */
    ServerNetNetwork(fabric::Topology topology,
                     const ServerNetTiming& timing,
                     bool allowCycles = false);

    const fabric::Topology& GetTopology() const; //!< @return the topology

    /** @return the channels by number, two per link: see Topology */
    const std::vector<Channel>& GetChannels() const;

    uint32_t GetDeviceCount() const; //!< @return number of devices

    /** @return index of a device's node in the topology, by number of the device */
    const std::vector<uint32_t>& GetDevices() const;

    /** @return the channel that leaves a device, by number of the device */
    const std::vector<uint32_t>& GetInjectionChannels() const;

    /**
     * @param source a device
     * @param destination another one
     * @return the channels of the path; valid as long as the network exists
     */
    Path GetPath(uint32_t source, uint32_t destination) const;

    /**
     * Follow a path without storing it, for loops over all pairs of a large network.
     * @param source a device
     * @param destination another one
     * @param visit called with each channel, in order
     */
    template <typename Visitor>
    void FollowPath(uint32_t source, uint32_t destination, const Visitor& visit) const;

    /**
     * @param source a device
     * @param destination another one
     * @param flits of a packet
     * @return ticks from injection to delivery of a packet in an empty network: headTicks of all
     * channels but the last, plus flits - 1, plus bodyTicks of the last channel
     */
    int64_t GetEmptyTicks(uint32_t source, uint32_t destination, uint32_t flits) const;

    /** @return number of channels of the longest path */
    uint32_t GetLongestPath() const;

  private:
    void BuildChannels(const ServerNetTiming& timing); //!< Channels and devices.

    /** @param destination a device @return by node the port on the way there */
    const std::vector<uint8_t>& GetPorts(uint32_t destination) const;
    /** @param source a device @param destination another one @return the place of the path */
    uint32_t KeepPath(uint32_t source, uint32_t destination) const;

    static constexpr uint32_t BLOCK = 1 << 16; //!< numbers in a block, more than a path has

    fabric::Routes m_routes;           //!< of the topology
    std::vector<Channel> m_channels;   //!< by number
    std::vector<uint32_t> m_devices;   //!< see GetDevices
    std::vector<uint32_t> m_injection; //!< see GetInjectionChannels
    uint32_t m_longestPath{0};         //!< channels of it

    std::vector<std::array<uint32_t, ROUTER_PORTS>> m_outputs; //!< channels, by router and port
    mutable std::vector<std::vector<uint8_t>> m_ports; //!< by destination, empty: not asked for yet
    /// For each path so far, the number of its channels and the channels, in blocks that never
    /// move.
    mutable std::vector<std::unique_ptr<uint32_t[]>> m_blocks;
    mutable uint32_t m_used{BLOCK};         //!< numbers in the last block
    mutable std::vector<uint32_t> m_places; //!< of paths, by source and destination
};

template <typename Visitor>
void
ServerNetNetwork::FollowPath(uint32_t source, uint32_t destination, const Visitor& visit) const
{
    if (source == destination)
    {
        return;
    }
    const auto& ports = GetPorts(destination);
    uint32_t channel = m_injection[source];
    visit(channel);
    while (!m_channels[channel].toDevice)
    {
        const uint32_t node = m_channels[channel].to.node;
        channel = m_outputs[node][ports[node]];
        visit(channel);
    }
}

} // namespace ns3

#endif // SERVERNET_NETWORK_H
