/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_TRACEROUTE_H
#define PATH_MEASUREMENT_TRACEROUTE_H

#include "path-measurement-icmp-socket.h"

#include "ns3/event-id.h"
#include "ns3/ipv4-address.h"
#include "ns3/nstime.h"
#include "ns3/path-measurement-probe.h"
#include "ns3/ptr.h"
#include "ns3/socket.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief traceroute: the routers of a path, found by packets of growing TTL.
 *
 * Each hop is asked by Probes packets, one after the other, and waited for until Wait is over. The
 * result has hops, arrived (0 or 1), answered, the hops that answered, and, if all did, route, a
 * number that equal routes have in common; the route is there by GetRoute() and trace source Hop. A
 * packet that does not get to the remote host within MaxHops ends it with UNREACHABLE.
 */
class TracerouteProbe : public MeasurementProbe
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** What packets are sent. */
    enum Kind
    {
        UDP, //!< datagrams to ports that nobody listens on
        ICMP //!< echo requests
    };

    Time GetExpectedDuration(double rate, Time roundTrip) const override;
    double GetExpectedBytes(double rate) const override;

    /** @return the address of each hop from the first router to the remote host, the unset address
     * of a hop that did not answer */
    const std::vector<Ipv4Address>& GetRoute() const;
    uint64_t GetRouteNumber() const; //!< @return a number of the route, below 2^53

    /** @param ttl of the packet
     * @param address of the hop, unset if nobody answered in time
     * @param time until the answer */
    typedef void (*HopTracedCallback)(uint8_t ttl, Ipv4Address address, Time time);

  private:
    void DoStart() override;
    void DoStop() override;

    void Send();                                                 //!< Send the next packet.
    void Receive(const measurement::IcmpSocket::Answer& answer); //!< @param answer to a packet
    void Unanswered(); //!< Nobody answered the packet in time.
    void Conclude();   //!< The packet is done with.

    Kind m_kind;       //!< attribute Kind
    uint8_t m_maxHops; //!< attribute MaxHops
    uint8_t m_probes;  //!< attribute Probes
    Time m_wait;       //!< attribute Wait

    measurement::IcmpSocket m_icmp;   //!< hears answers
    Ptr<Socket> m_udp;                //!< sends datagrams, null for echo requests
    uint16_t m_source{0};             //!< port of m_udp
    std::vector<Ipv4Address> m_route; //!< so far
    uint16_t m_sent{0};               //!< packets
    Time m_start;                     //!< when the packet was sent
    bool m_reached{false};            //!< whether the remote host has answered
    bool m_refused{false};            //!< whether a router has no way to the remote host
    EventId m_next;                   //!< the next packet, or the end of waiting

    TracedCallback<uint8_t, Ipv4Address, Time> m_hopTrace; //!< trace source Hop
};

} // namespace ns3

#endif // PATH_MEASUREMENT_TRACEROUTE_H
