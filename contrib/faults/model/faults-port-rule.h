/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FAULTS_PORT_RULE_H
#define FAULTS_PORT_RULE_H

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * @ingroup faults
 * @brief Which packets a port filter drops.
 */
struct PortRule
{
    uint8_t protocol{0};          //!< of IPv4: 1 ICMP, 6 TCP, 17 UDP; 0: any
    std::optional<uint16_t> port; //!< destination, of ICMP the type; none: any
    bool in{true};                //!< those that come in, also those that will be forwarded
    bool out{true};               //!< those that go out, also those that are forwarded
    bool reject{false};           //!< those that come in are answered with "port unreachable"

    /**
     * @param packetProtocol of a packet
     * @param packetPort destination, of ICMP the type; none: it is not known
     * @param comesIn whether the packet comes in; else it goes out
     * @return whether the packet is dropped
     */
    bool Matches(uint8_t packetProtocol, std::optional<uint16_t> packetPort, bool comesIn) const
    {
        return (comesIn ? in : out) && (protocol == 0 || protocol == packetProtocol) &&
               (!port || port == packetPort);
    }
};

} // namespace ns3

#endif // FAULTS_PORT_RULE_H
