/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "netflow-packets.h"

#include "ns3/burst-core-check.h"
#include "ns3/icmpv4-l4-protocol.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/udp-l4-protocol.h"

#include <array>
#include <utility>

namespace ns3::netflow
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

} // namespace ns3::netflow

namespace ns3
{

NetflowSampler::NetflowSampler(uint64_t n, std::optional<traffic::StreamRandom> random)
    : m_n(n),
      m_random(std::move(random)),
      m_taken(n - 1)
{
    burst::CheckParameter(n >= 1,
                          "the number of packets of which one is taken",
                          0,
                          "numbers from 1 on");
}

bool
NetflowSampler::Take()
{
    if (m_place == 0 && m_random)
    {
        m_taken = m_random->Below(m_n);
    }
    const bool taken = m_place == m_taken;
    m_place = m_place + 1 == m_n ? 0 : m_place + 1;
    return taken;
}

} // namespace ns3
