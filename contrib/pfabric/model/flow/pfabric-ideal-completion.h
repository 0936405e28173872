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
 * @brief The least time that a flow can take in a data centre, from its start until its source has
 * the acknowledgement of the last packet: a bound below which no flow can be, over any transport
 * and with any spreading, and which a flow meets that is alone, spread round robin and not held by
 * windows, where links that are equally good are equal.
 *
 * All packets are as long as can be but the last one. They go in store and forward by shortest
 * ways. The links at one distance from the source are a stage: packets that are spread may take all
 * of its links side by side. The acknowledgement goes back by itself.
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

    /** Links side by side. */
    struct Stage
    {
        Time whole;        //!< a whole packet takes on the fastest of them
        Time last;         //!< the last packet takes there, not longer
        uint64_t links{1}; //!< how many there are; one in the first stage and in the last one
    };

    /**
     * @param routes of the topology, which live longer
     * @param ports by channel, where it begins
     * @param packets bytes of these
     */
    PFabricIdealCompletion(const PFabricRoutes& routes,
                           const std::vector<Ptr<PFabricNetDevice>>& ports,
                           const Packets& packets);

    /**
     * @param from host
     * @param to another host
     * @param bytes of the flow, at least 1
     * @return the time
     */
    Time Get(uint32_t from, uint32_t to, uint64_t bytes) const;

    /**
     * Store and forward through stages of k_j links. With T and S the times of a whole packet and
     * of the last one on a link, whole packet p (from 0) has passed stage j not before
     *
     *     G_j(p) = T_1 + .. + T_j + w_j(p)
     *
     * where w_j(p) is what p packets before it cost: of each k_i packets before it one is on the
     * same link of stage i, so that floor(p / k_i) times T_i is waited, first in the stage with the
     * largest T_i / k_i, then for what is left of p in the next one. For n whole packets the time
     * is G_H(n - 1). If the last packet is shorter (S < T), it is the longest of
     *
     *     G_H(n - 2)                              the other packets,
     *     G_j(n - 1 - k_j) + S_j + .. + S_H       the last one behind that before it on its link,
     *
     * the latter up to the first stage of several links, where it can overtake; and what one link
     * of stage j behind that has to carry from packet p on, min(G_(j-1)(p), (n - 1) T_1 + S_1 + ..
     * + S_(j-1)) + (n - 1 - p) T_j + S_j, for p = 0, for the last p that cannot come behind the
     * short one, and for the next.
     *
     * With one link in each stage these are the pipeline: T_1 + .. + T_j + (n - 2) max(T_1, ..,
     * T_j) + S_j + .. + S_H for the largest j.
     *
     * @param stages on the way
     * @param packets how many there are, at least 1
     * @return when all have come, without the delays of links
     */
    static Time GetPipeline(const std::vector<Stage>& stages, uint64_t packets);

  private:
    /**
     * @param from host
     * @param to another host
     * @return ports of each stage on the way
     */
    std::vector<std::vector<Ptr<PFabricNetDevice>>> GetStages(uint32_t from, uint32_t to) const;

    const PFabricRoutes& m_routes;              //!< of the topology
    std::vector<Ptr<PFabricNetDevice>> m_ports; //!< by channel
    Packets m_packets;                          //!< bytes of these
};

} // namespace ns3

#endif // PFABRIC_IDEAL_COMPLETION_H
