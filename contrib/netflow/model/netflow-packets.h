/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NETFLOW_PACKETS_H
#define NETFLOW_PACKETS_H

#include "ns3/burst-traffic-random.h"
#include "ns3/ipv4-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <optional>

namespace ns3::netflow
{

/**
 * @ingroup netflow
 * @brief What the first bytes behind an IPv4 header say, without the rest being read.
 */
struct TransportStart
{
    uint16_t sourcePort{0};      //!< of TCP and UDP
    uint16_t destinationPort{0}; //!< of TCP and UDP; of ICMP 256 * type + code
    uint8_t flags{0};            //!< of TCP
    bool known{false};           //!< false: another protocol, a later fragment, or too short

    /** @param header of a packet
     * @param payload of it, without the header
     * @return what it says */
    static TransportStart Read(const Ipv4Header& header, Ptr<const Packet> payload);
};

} // namespace ns3::netflow

namespace ns3
{

/**
 * @ingroup netflow
 * @brief Takes one packet of N: the last one of each N in succession, or one that is drawn.
 */
class NetflowSampler
{
  public:
    /**
     * @param n of how many packets one is taken, at least 1 (std::invalid_argument)
     * @param random draws which one it is; without it, it is the last one
     */
    explicit NetflowSampler(uint64_t n, std::optional<traffic::StreamRandom> random = std::nullopt);

    bool Take(); //!< @return whether the next packet is taken

  private:
    uint64_t m_n;                                  //!< of how many one is taken
    std::optional<traffic::StreamRandom> m_random; //!< draws
    uint64_t m_place{0};                           //!< of the next packet in its N
    uint64_t m_taken{0};                           //!< place of the one that is taken
};

} // namespace ns3

#endif // NETFLOW_PACKETS_H
