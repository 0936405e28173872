/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_FORWARDING_H
#define PFABRIC_FORWARDING_H

#include "pfabric-routes.h"

#include "ns3/ipv4-address.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <memory>

namespace ns3
{

class PFabricFrame;

/**
 * @ingroup pfabric
 * @brief Where a node of a data centre sends an IPv4 packet: O(1), without a table lookup.
 *
 * Host h has the address 10.0.0.1 + h. PFabricLeanIp and PFabricIpv4Routing both ask this object.
 */
class PFabricForwarding : public Object
{
  public:
    /** Which of several ports that are equally good a packet takes. */
    enum Spreading
    {
        ROUND_ROBIN, //!< the next one, packet by packet, as in the authors' ns-2 code
        RANDOM,      //!< any one, packet by packet
        FLOW, //!< that of its addresses, protocol and ports, by a hash with a salt of the node
    };

    /** Which packets take a way of equal length. */
    enum EqualLength
    {
        NEVER,  //!< none
        MARKED, //!< those with the code point of EqualLengthDscp
        ALWAYS, //!< all
    };

    static constexpr uint32_t NOWHERE = UINT32_MAX; //!< no host, no port

    static TypeId GetTypeId(); //!< @return the TypeId

    /**
     * @param routes ways
     * @param node of the topology that this is; std::invalid_argument if ways of equal length are
     * asked for and there are none, see PFabricRoutes
     */
    void SetRoutes(std::shared_ptr<const PFabricRoutes> routes, uint32_t node);

    /** @param host by number @return its address; std::invalid_argument above 2^24 - 3 */
    static Ipv4Address GetAddress(uint32_t host);

    /** @param address any, in host order @return number of the host, NOWHERE if it is no host's */
    uint32_t GetHost(uint32_t address) const
    {
        const uint32_t host = address - FIRST_ADDRESS;
        return host < m_hosts ? host : NOWHERE;
    }

    /**
     * @param frame any
     * @param in port by which it came, by index, NOWHERE if it is this node's own
     * @return port by which it leaves, by index; NOWHERE if its destination is no host
     */
    uint32_t GetPort(const PFabricFrame& frame, uint32_t in);

    /**
     * @param host destination, by number
     * @param in see above
     * @param equalLength whether the way has equal length
     * @param flow chooses with Spreading=Flow
     * @return port by which it leaves
     */
    uint32_t GetPort(uint32_t host, uint32_t in, bool equalLength, uint64_t flow);

    /** @param dscp of a packet @return whether its way has equal length */
    bool IsEqualLength(uint8_t dscp) const
    {
        return m_equalLength == ALWAYS || (m_equalLength == MARKED && dscp == m_dscp);
    }

    /**
     * @param source address
     * @param destination address
     * @param protocol of IP
     * @param ports both, 0 unless HasPorts
     * @return what Spreading=Flow takes for a flow
     */
    static uint64_t GetFlow(uint32_t source,
                            uint32_t destination,
                            uint8_t protocol,
                            uint32_t ports);

    /**
     * @param protocol of IP
     * @param fragment whether a packet is a part of a longer one, the first part or another
     * @return whether Spreading=Flow reads ports in its first four bytes: only one fragment has
     * them, and all have to go the same way
     */
    static bool HasPorts(uint8_t protocol, bool fragment);

    /** @return number of the host that this node is, NOWHERE if it is a switch */
    uint32_t GetOwnHost() const;

    /** Of Spreading=Random and of the salt of Spreading=Flow, which is drawn once. @param stream
     * first one @return how many streams are used: 1 */
    int64_t AssignStreams(int64_t stream);

  private:
    /** @param which attribute EqualLength; std::invalid_argument for all packets where there are no
     * such ways */
    void SetEqualLength(EqualLength which);
    EqualLength GetEqualLength() const; //!< @return see SetEqualLength
    uint64_t GetSalt();                 //!< @return of Spreading=Flow

    static constexpr uint32_t FIRST_ADDRESS = 0x0a000001; //!< of host 0, 10.0.0.1

    std::shared_ptr<const PFabricRoutes> m_routes; //!< ways
    uint32_t m_node{0};                            //!< of the topology
    uint32_t m_hosts{0};                           //!< how many there are
    uint32_t m_turn{0};                            //!< of Spreading=RoundRobin
    Spreading m_spreading;                         //!< attribute Spreading
    EqualLength m_equalLength;                     //!< attribute EqualLength
    uint8_t m_dscp;                                //!< attribute EqualLengthDscp
    Ptr<UniformRandomVariable> m_random{
        CreateObject<UniformRandomVariable>()}; //!< of Spreading=Random, and of the salt
    bool m_salted{false};                       //!< the salt is drawn
    uint64_t m_salt{0};                         //!< see GetSalt
};

} // namespace ns3

#endif // PFABRIC_FORWARDING_H
