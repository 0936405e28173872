/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_IDEAL_COMPLETION_H
#define PFABRIC_IDEAL_COMPLETION_H

#include "ns3/nstime.h"
#include "ns3/pfabric-net-device.h"
#include "ns3/pfabric-routes.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief How long a flow takes that is alone in a data centre and need not wait for
 * acknowledgements: from its start until its source has that of the last packet.
 *
 * All packets are as long as can be but the last one. They go from link to link by a shortest way,
 * by the first of several ports that are equally good, in store and forward. The acknowledgement
 * goes back by itself.
 */
class PFabricIdealCompletion
{
  public:
    /** Bytes of packets. */
    struct Packets
    {
        uint32_t data{1460};          //!< in a packet, at most
        uint32_t header{40};          //!< of a packet
        uint32_t acknowledgement{40}; //!< a whole packet
    };

    /** @param routes of the topology, which live longer @param ports by channel, where it begins
     * @param packets bytes of these */
    PFabricIdealCompletion(const PFabricRoutes& routes,
                           const std::vector<Ptr<PFabricNetDevice>>& ports,
                           const Packets& packets);

    /** @param from host @param to another host @param bytes of the flow, at least 1
     * @return the time */
    Time Get(uint32_t from, uint32_t to, uint64_t bytes) const;

    /**
     * Store and forward, packets in order. With T and S the times of a whole packet and of the last
     * one on each link, n packets take
     *
     *     n = 1    S_1 + .. + S_H
     *     else     max over j of  T_1 + .. + T_j + (n - 2) max(T_1, .., T_j) + S_j + .. + S_H
     *
     * which is the longest chain of packets and links each of which waits for the former one: j is
     * the link on which the last packet waits for the one before it.
     *
     * @param whole time of a whole packet on each link @param last that of the last packet, not
     * longer @param packets how many there are, at least 1 @return when the last one has come,
     * without the delays of links
     */
    static Time GetPipeline(const std::vector<Time>& whole,
                            const std::vector<Time>& last,
                            uint64_t packets);

  private:
    /** @param from host @param to another host @return where each channel on the way begins */
    std::vector<Ptr<PFabricNetDevice>> GetWay(uint32_t from, uint32_t to) const;

    const PFabricRoutes& m_routes;              //!< of the topology
    std::vector<Ptr<PFabricNetDevice>> m_ports; //!< by channel
    Packets m_packets;                          //!< bytes of these
};

} // namespace ns3

#endif // PFABRIC_IDEAL_COMPLETION_H
