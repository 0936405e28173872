/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NETFLOW_KEY_H
#define NETFLOW_KEY_H

#include <cstddef>
#include <cstdint>
#include <tuple>

namespace ns3
{

/**
 * @ingroup netflow
 * @brief Packets with the same key are one flow, in one direction.
 */
struct NetflowKey
{
    uint32_t source{0};          //!< IPv4 address
    uint32_t destination{0};     //!< IPv4 address
    uint16_t sourcePort{0};      //!< 0 without ports
    uint16_t destinationPort{0}; //!< 0 without ports; of ICMP 256 * type + code
    uint8_t protocol{0};         //!< of IPv4: 1 ICMP, 6 TCP, 17 UDP
    uint8_t dscp{0};             //!< differentiated services code point, 0 to 63
    uint32_t input{0};           //!< interface by which it comes; 0: the node itself sends it

    /** @return all members, in the order in which keys are sorted */
    auto AsTuple() const
    {
        return std::tie(source, destination, sourcePort, destinationPort, protocol, dscp, input);
    }

    /** @param other another one @return whether both are equal */
    bool operator==(const NetflowKey& other) const
    {
        return AsTuple() == other.AsTuple();
    }

    /** @param other another one @return whether this one is sorted before it */
    bool operator<(const NetflowKey& other) const
    {
        return AsTuple() < other.AsTuple();
    }

    /**
     * @return the lower one of the ports: that of the server, since clients take theirs from 49152
     * on
     */
    uint16_t GetServerPort() const
    {
        return sourcePort < destinationPort ? sourcePort : destinationPort;
    }
};

/**
 * @ingroup netflow
 * @brief Hash of a key, for a look-up in constant time.
 */
struct NetflowKeyHash
{
    /** @param key of a flow @return its hash */
    std::size_t operator()(const NetflowKey& key) const
    {
        uint64_t hash = uint64_t{key.source} << 32 | key.destination;
        hash = Mix(hash) ^ (uint64_t{key.sourcePort} << 48 | uint64_t{key.destinationPort} << 32 |
                            uint64_t{key.protocol} << 24 | uint64_t{key.dscp} << 16);
        return Mix(hash ^ key.input);
    }

  private:
    /** @param word any @return its bits, each of which depends on all (finalizer of SplitMix64) */
    static uint64_t Mix(uint64_t word)
    {
        word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9;
        word = (word ^ word >> 27) * 0x94d049bb133111eb;
        return word ^ word >> 31;
    }
};

} // namespace ns3

#endif // NETFLOW_KEY_H
