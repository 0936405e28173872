/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "pfabric-forwarding.h"

#include "pfabric-frame.h"

#include "ns3/burst-core-compat.h"
#include "ns3/burst-core-refusal.h"
#include "ns3/enum.h"
#include "ns3/log.h"
#include "ns3/pfabric-l4-protocol.h"
#include "ns3/tcp-l4-protocol.h"
#include "ns3/udp-l4-protocol.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PFabricForwarding");

NS_OBJECT_ENSURE_REGISTERED(PFabricForwarding);

namespace
{

/**
 * @param word any
 * @return a hash of it: the finalizer of SplitMix64 (S. Vigna)
 */
uint64_t
Mix(uint64_t word)
{
    word += 0x9e3779b97f4a7c15;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
    word = (word ^ word >> 27) * 0x94d049bb133111eb;
    return word ^ word >> 31;
}

} // namespace

TypeId
PFabricForwarding::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PFabricForwarding")
            .SetParent<Object>()
            .SetGroupName("PFabric")
            .AddConstructor<PFabricForwarding>()
            .AddAttribute(
                "Spreading",
                "Which of several ports that are equally good a packet takes: the next one, a "
                "random one, or that of its flow, a hash of addresses, protocol and ports (of TCP, "
                "UDP and pFabric; fragments have none) with a random salt of the node.",
                EnumValue(ROUND_ROBIN),
                burst::MakeEnumerationAccessor<Spreading>(&PFabricForwarding::m_spreading),
                MakeEnumChecker(ROUND_ROBIN, "RoundRobin", RANDOM, "Random", FLOW, "Flow"))
            .AddAttribute("EqualLength",
                          "Which packets take a way of equal length, by the core: none, those with "
                          "the code point EqualLengthDscp, or all.",
                          EnumValue(MARKED),
                          burst::MakeRefusingAccessor(burst::MakeEnumerationAccessor<EqualLength>(
                              &PFabricForwarding::SetEqualLength,
                              &PFabricForwarding::GetEqualLength)),
                          MakeEnumChecker(NEVER, "Never", MARKED, "Marked", ALWAYS, "Always"))
            .AddAttribute("EqualLengthDscp",
                          "The differentiated services code point of packets that take a way of "
                          "equal length.",
                          UintegerValue(4),
                          MakeUintegerAccessor(&PFabricForwarding::m_dscp),
                          MakeUintegerChecker<uint8_t>(0, 63));
    return tid;
}

void
PFabricForwarding::SetRoutes(std::shared_ptr<const PFabricRoutes> routes, uint32_t node)
{
    NS_LOG_FUNCTION(this << node);
    if (m_equalLength == ALWAYS)
    {
        routes->GetEqualLength();
    }
    m_routes = std::move(routes);
    m_node = node;
    m_hosts = m_routes->GetHosts().size();
}

Ipv4Address
PFabricForwarding::GetAddress(uint32_t host)
{
    constexpr uint32_t MAX = (1 << 24) - 3;
    if (host > MAX)
    {
        throw std::invalid_argument("the host is " + std::to_string(host) + "; allowed are 0 to " +
                                    std::to_string(MAX));
    }
    return Ipv4Address(FIRST_ADDRESS + host);
}

uint32_t
PFabricForwarding::GetPort(const PFabricFrame& frame, uint32_t in)
{
    const uint32_t host = GetHost(frame.destination);
    return host == NOWHERE ? NOWHERE : GetPort(host, in, IsEqualLength(frame.tos >> 2), frame.way);
}

uint32_t
PFabricForwarding::GetPort(uint32_t host, uint32_t in, bool equalLength, uint64_t flow)
{
    PFabricRoutes::Choice choice;
    if (equalLength && (in == NOWHERE || !m_routes->IsUp(m_node, in)))
    {
        choice = m_routes->GetUp(m_node);
    }
    if (choice.count == 0)
    {
        choice = m_routes->GetShortest(m_node, host);
    }
    if (choice.count == 1)
    {
        return choice.ports[0];
    }
    switch (m_spreading)
    {
    case ROUND_ROBIN:
        return choice.ports[m_turn++ % choice.count];
    case RANDOM:
        return choice.ports[m_random->GetInteger(0, choice.count - 1)];
    default: // with a salt, else all tiers choose alike, and all runs
        return choice.ports[Mix(flow + GetSalt()) % choice.count];
    }
}

uint64_t
PFabricForwarding::GetSalt()
{
    if (!m_salted)
    {
        m_salted = true;
        m_salt = uint64_t{m_random->GetInteger(0, UINT32_MAX)} << 32;
        m_salt |= m_random->GetInteger(0, UINT32_MAX);
    }
    return m_salt;
}

void
PFabricForwarding::SetEqualLength(EqualLength which)
{
    if (m_routes && which == ALWAYS)
    {
        m_routes->GetEqualLength();
    }
    m_equalLength = which;
}

PFabricForwarding::EqualLength
PFabricForwarding::GetEqualLength() const
{
    return m_equalLength;
}

bool
PFabricForwarding::HasPorts(uint8_t protocol, bool fragment)
{
    return !fragment &&
           (protocol == TcpL4Protocol::PROT_NUMBER || protocol == UdpL4Protocol::PROT_NUMBER ||
            protocol == PFabricL4Protocol::PROTOCOL);
}

uint64_t
PFabricForwarding::GetFlow(uint32_t source, uint32_t destination, uint8_t protocol, uint32_t ports)
{
    return Mix(Mix(uint64_t{source} << 32 | destination) + (uint64_t{protocol} << 32 | ports));
}

uint32_t
PFabricForwarding::GetOwnHost() const
{
    const auto& hosts = m_routes->GetHosts();
    const auto found = std::lower_bound(hosts.begin(), hosts.end(), m_node);
    return found != hosts.end() && *found == m_node ? found - hosts.begin() : NOWHERE;
}

int64_t
PFabricForwarding::AssignStreams(int64_t stream)
{
    NS_LOG_FUNCTION(this << stream);
    m_random->SetStream(stream);
    m_salted = false;
    return 1;
}

} // namespace ns3
