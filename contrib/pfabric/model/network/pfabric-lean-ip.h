/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_LEAN_IP_H
#define PFABRIC_LEAN_IP_H

#include "pfabric-forwarding.h"
#include "pfabric-frame.h"
#include "pfabric-net-device.h"

#include "ns3/ip-l4-protocol.h"
#include "ns3/ipv4-address.h"
#include "ns3/ipv4-interface.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace ns3
{

class Ipv4L3Protocol;
class PFabricL4Protocol;
class PFabricTcpSocket;
class TcpL4Protocol;

/**
 * @ingroup pfabric
 * @brief The least of IPv4 that a node of a data centre needs, in place of Ipv4L3Protocol.
 *
 * A switch forwards frames; a host sends those of its PFabricL4Protocol, and hands on what comes
 * for it. There are no fragments, no ICMP, no options and no interfaces; the time to live is not
 * counted down, as the ways have no loops.
 *
 * A host may have Ipv4L3Protocol beside it, which ns-3's TCP needs: SetTcp lets segments go past
 * that, at the same times and with the same bytes.
 */
class PFabricLeanIp : public Object
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param forwarding chooses where frames go */
    void SetForwarding(Ptr<PFabricForwarding> forwarding);

    /** @param device the next port of the node, by index */
    void AddPort(Ptr<PFabricNetDevice> device);

    /** @param transport of the host */
    void SetTransport(Ptr<PFabricL4Protocol> transport);

    /** Segments go this way from now on, and all else through the node's Ipv4L3Protocol. @param tcp
     * of the host @param ipv4 of the host, with its one device as interface 1 */
    void SetTcp(Ptr<TcpL4Protocol> tcp, Ptr<Ipv4L3Protocol> ipv4);

    /**
     * @param way of its segments
     * @param socket that gets them from now on, without TcpL4Protocol
     */
    void Enlist(uint64_t way, PFabricTcpSocket* socket);

    /**
     * @param way of its segments
     * @param socket that gets none any more
     */
    void Delist(uint64_t way, PFabricTcpSocket* socket);

    /** @param destination address @return whether it is that of a host */
    bool HasWay(Ipv4Address destination) const;

    /** @return of the node; 102.102.102.102, which no packet has, if it is a switch */
    Ipv4Address GetAddress() const;

    /**
     * @param frame that has come
     * @param port by which, by index
     */
    void Receive(const Ptr<PFabricFrame>& frame, uint32_t port);

    /** @param frame of the host that is sent */
    void Send(const Ptr<PFabricFrame>& frame);

  protected:
    void DoDispose() override;

  private:
    /** @param frame with a segment for this host */
    void ReceiveSegment(const PFabricFrame& frame);
    /**
     * @param segment of the host's TCP
     * @param source address
     * @param destination address
     * @param protocol TCP
     * @param route to the destination
     */
    void SendSegment(Ptr<Packet> segment,
                     Ipv4Address source,
                     Ipv4Address destination,
                     uint8_t protocol,
                     Ptr<Ipv4Route> route);
    /**
     * @param frame that is sent
     * @param in port by which it came
     */
    void Forward(const Ptr<PFabricFrame>& frame, uint32_t in);

    Ptr<PFabricForwarding> m_forwarding;     //!< chooses where frames go
    Ptr<PFabricL4Protocol> m_transport;      //!< of the host
    Ptr<TcpL4Protocol> m_tcp;                //!< of the host, if segments go this way
    Ptr<Ipv4Interface> m_interface;          //!< of the host, likewise
    IpL4Protocol::DownTargetCallback m_down; //!< of m_tcp: Ipv4L3Protocol
    std::unordered_map<uint64_t, PFabricTcpSocket*> m_connections; //!< of TCP, by way
    uint32_t m_address{0};                         //!< of the host, 0 if it is a switch
    std::vector<Ptr<PFabricNetDevice>> m_ports;    //!< by index
    TracedCallback<Ptr<const Packet>> m_dropTrace; //!< Drop
};

} // namespace ns3

#endif // PFABRIC_LEAN_IP_H
