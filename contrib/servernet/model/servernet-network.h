/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_NETWORK_H
#define SERVERNET_NETWORK_H

#include "ns3/fabric-routes.h"
#include "ns3/fabric-topology.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup servernet
 * How fast flits move: all in ticks, the time of one flit on a link. doc/servernet.rst, section
 * Words.
 */
struct ServerNetTiming
{
    static constexpr uint32_t MOST_FLITS = 1'000'000; //!< of a FIFO
    static constexpr uint32_t MOST_TICKS = 1'000'000; //!< of a latency

    uint32_t fifoFlits{64};  //!< flits a FIFO at the end of a channel holds
    uint32_t headTicks{15};  //!< from the start of a head on a channel to its request for the next
    uint32_t bodyTicks{2};   //!< from the start of another flit to its earliest start on the next
    uint32_t creditTicks{2}; //!< from a flit's start out of a FIFO to that of the flit in its place
    uint32_t refillTicks{3}; //!< from a tail's start out of a FIFO to the request of the next head

    /**
     * @throw std::invalid_argument headTicks below bodyTicks, a time of 0 or above MOST_TICKS, a
     * FIFO above MOST_FLITS or too small for a link at full rate: below bodyTicks + creditTicks
     */
    void Check() const;
};

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
        fabric::Topology::End from;
        fabric::Topology::End to;
        bool fromDevice; //!< the send queue of a device is before it
        bool toDevice;   //!< a device, which always takes flits, is behind it
        uint32_t device; //!< number of that before it, else behind it; else Topology::NONE
        uint32_t category;
        ServerNetTiming timing;
    };

    /** Channels from a source to a destination, in order. */
    class Path
    {
      public:
        Path(const uint32_t* begin, uint32_t size)
            : m_begin(begin),
              m_size(size)
        {
        }

        uint32_t operator[](uint32_t hop) const
        {
            return m_begin[hop];
        }

        uint32_t GetSize() const
        {
            return m_size;
        }

        const uint32_t* begin() const
        {
            return m_begin;
        }

        const uint32_t* end() const
        {
            return m_begin + m_size;
        }

      private:
        const uint32_t* m_begin;
        uint32_t m_size;
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

    const fabric::Topology& GetTopology() const;

    /** @return pairs, hops, channels and dependencies of the routes */
    const fabric::Routes::Summary& GetSummary() const;

    /** @return by number, twice the number of links: see Topology */
    const std::vector<Channel>& GetChannels() const;

    uint32_t GetDeviceCount() const;

    /** @return index of a device's node in the topology, by number of the device */
    const std::vector<uint32_t>& GetDevices() const;

    /** @return the device's number; std::invalid_argument if no device has that name */
    uint32_t FindDevice(const std::string& name) const;

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
    void BuildChannels(const ServerNetTiming& timing);
    static void ReadTiming(const fabric::Topology::Attributes& attributes, ServerNetTiming& timing);
    void BuildPaths();

    fabric::Routes m_routes;
    fabric::Routes::Summary m_summary;
    std::vector<Channel> m_channels;
    std::vector<uint32_t> m_devices;
    std::vector<uint32_t> m_injection;
    std::vector<uint32_t> m_steps;      //!< channels of all paths, one after the other
    std::vector<uint32_t> m_firstSteps; //!< by source and destination, one more at the end
    uint32_t m_longestPath{0};
};

} // namespace ns3

#endif // SERVERNET_NETWORK_H
