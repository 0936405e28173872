/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NETFLOW_TRANSPORT_START_H
#define NETFLOW_TRANSPORT_START_H

#include "ns3/ipv4-header.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
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

    /** @param header of a packet @param payload of it, without the header @return what it says */
    static TransportStart Read(const Ipv4Header& header, Ptr<const Packet> payload);
};

} // namespace ns3

#endif // NETFLOW_TRANSPORT_START_H
