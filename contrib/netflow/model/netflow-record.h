/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef NETFLOW_RECORD_H
#define NETFLOW_RECORD_H

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

/**
 * @ingroup netflow
 * @brief A record of a flow, or of a part of a flow.
 */
struct NetflowRecord
{
    static constexpr uint8_t FIN = 0x01; //!< of TCP: the sender is done
    static constexpr uint8_t RST = 0x04; //!< of TCP: the connection is aborted

    /** Why the entry left the cache. */
    enum Reason
    {
        INACTIVE, //!< no packet for some time
        ACTIVE,   //!< the entry became too old
        FINISHED, //!< a packet of TCP had FIN or RST
        FORCED,   //!< the cache was full, and this entry idle longest
        FLUSHED,  //!< the measurement ended
    };

    NetflowKey key;          //!< of the flow
    int64_t first{0};        //!< when the first packet came, ns
    int64_t last{0};         //!< when the last packet came, ns
    int64_t expired{0};      //!< when the entry left the cache, ns
    uint64_t packets{0};     //!< those that were counted
    uint64_t bytes{0};       //!< of these, IP headers included
    uint8_t flags{0};        //!< flags of TCP, of all packets together
    Reason reason{INACTIVE}; //!< why the entry left the cache

    /** @return the name of the reason, in lower case */
    const char* GetReason() const
    {
        constexpr const char* NAMES[] = {"inactive", "active", "finished", "forced", "flushed"};
        return NAMES[reason];
    }
};

/**
 * @ingroup netflow
 * @brief A transfer as flow records show it: all parallel streams of it together.
 */
struct NetflowTransfer
{
    /** A transfer is compared with measurements if it has more bytes than this (slide 24 of L.
     * Cottrell, "IEPM-BW", IPAM 2002). */
    static constexpr uint64_t BIG = 10'000'000;

    uint32_t source{0};      //!< IPv4 address
    uint32_t destination{0}; //!< IPv4 address
    uint8_t protocol{0};     //!< of IPv4
    uint16_t serverPort{0};  //!< see NetflowKey::GetServerPort
    int64_t first{0};        //!< when the first packet came, ns
    int64_t last{0};         //!< when the last packet came, ns
    uint64_t packets{0};     //!< of all streams
    uint64_t bytes{0};       //!< of these, IP headers included
    uint32_t streams{0};     //!< parallel ones

    /** @return whether it has more than BIG bytes */
    bool IsBig() const
    {
        return bytes > BIG;
    }

    /** @return bytes over duration, in bit/s; 0 if all came at one moment */
    double GetRate() const
    {
        return last > first ? static_cast<double>(bytes) * 8e9 / static_cast<double>(last - first)
                            : 0;
    }
};

} // namespace ns3

#endif // NETFLOW_RECORD_H
