/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_ICMP_SOCKET_H
#define PATH_MEASUREMENT_ICMP_SOCKET_H

#include "ns3/address.h"
#include "ns3/callback.h"
#include "ns3/icmpv4.h"
#include "ns3/ipv4-address.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"

#include <cstdint>

namespace ns3::measurement
{

/**
 * Send a packet with a type of service. In ns-3.37 SendTo takes that of the address, not that of
 * the socket.
 *
 * @param socket raw or of UDP
 * @param packet without header
 * @param tos byte of the IP header
 * @param to whom
 * @return as Socket::SendTo
 */
int SendWithTos(Ptr<Socket> socket, Ptr<Packet> packet, uint8_t tos, const Address& to);

/**
 * @ingroup path-measurement
 * @brief Sends ICMP echo requests and hears what ICMP brings back: what ping and traceroute need.
 *
 * Echo replies are those to its own identifier. An error brings the first 8 bytes of the packet
 * that it is about, by which the sender knows its own.
 */
class IcmpSocket
{
  public:
    /** What came back. */
    struct Answer
    {
        Ipv4Address from;  //!< who sent it
        uint8_t type;      //!< of ICMP: 0 echo reply, 3 unreachable, 11 time exceeded
        uint8_t code;      //!< of ICMP
        uint16_t sequence; //!< of the request that it answers, if that was an echo
        uint16_t port;     //!< destination of the datagram that it answers, if that was UDP
        uint16_t source;   //!< port that sent that datagram

        /** @return whether the host of a datagram has no such port, and so is there */
        bool IsPortUnreachable() const;
        /** @return whether a router has no way to the host of a packet */
        bool IsRefusal() const;
    };

    static constexpr uint16_t FIRST_PORT = 33434; //!< of datagrams that ask hops, as traceroute's

    using Received = Callback<void, const Answer&>; //!< told of an answer

    /** @param node to send from
     * @param remote host
     * @param received told of answers */
    void Connect(Ptr<Node> node, Ipv4Address remote, Received received);
    void Close(); //!< Receive nothing any more. May be called twice.

    /** @param sequence of the request
     * @param size of its data in bytes
     * @param ttl of it, 0: the default one
     * @param tos byte of it
     * @return whether the node has a way for it */
    bool SendEcho(uint16_t sequence, uint32_t size, uint8_t ttl, uint8_t tos);

  private:
    void ReceivePackets(Ptr<Socket> socket); //!< @param socket that has packets

    Ptr<Socket> m_socket;     //!< raw, null when closed
    Ipv4Address m_remote;     //!< host
    Received m_received;      //!< told of answers
    uint16_t m_identifier{0}; //!< of the requests
};

} // namespace ns3::measurement

#endif // PATH_MEASUREMENT_ICMP_SOCKET_H
