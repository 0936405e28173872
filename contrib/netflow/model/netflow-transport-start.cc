/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "netflow-transport-start.h"

#include "ns3/icmpv4-l4-protocol.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/udp-l4-protocol.h"

#include <array>

namespace ns3
{

TransportStart
TransportStart::Read(const Ipv4Header& header, Ptr<const Packet> payload)
{
    TransportStart start;
    if (header.GetFragmentOffset() != 0)
    {
        return start;
    }
    // Ports are the first bytes of TCP and UDP, type and code those of ICMP; flags are byte 13.
    std::array<uint8_t, 14> bytes{};
    const uint32_t size = payload->CopyData(bytes.data(), bytes.size());
    const auto word = [&bytes](std::size_t i) {
        return static_cast<uint16_t>(bytes[i] << 8 | bytes[i + 1]);
    };
    const bool tcp = header.GetProtocol() == TcpL4Protocol::PROT_NUMBER;
    if ((tcp || header.GetProtocol() == UdpL4Protocol::PROT_NUMBER) && size >= 4)
    {
        start.sourcePort = word(0);
        start.destinationPort = word(2);
        start.flags = tcp ? bytes[13] : 0;
        start.known = true;
    }
    else if (header.GetProtocol() == Icmpv4L4Protocol::PROT_NUMBER && size >= 2)
    {
        start.destinationPort = word(0);
        start.known = true;
    }
    return start;
}

} // namespace ns3
