/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_IPV4_ROUTING_H
#define PFABRIC_IPV4_ROUTING_H

#include "pfabric-forwarding.h"

#include "ns3/ipv4-routing-protocol.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup pfabric
 * @brief The routing of a data centre for nodes with Ipv4L3Protocol: that of PFabricForwarding.
 *
 * Port p of the node in the topology is its interface p + 1.
 */
class PFabricIpv4Routing : public Ipv4RoutingProtocol
{
    /**
     * Types of the callbacks of RouteInput: values up to ns-3.37, then references.
     * @tparam Method its type
     */
    template <typename Method>
    struct Callbacks;

    /** @copydoc Callbacks */
    template <typename U, typename M, typename L, typename E>
    struct Callbacks<bool (Ipv4RoutingProtocol::*)(Ptr<const Packet>,
                                                   const Ipv4Header&,
                                                   Ptr<const NetDevice>,
                                                   U,
                                                   M,
                                                   L,
                                                   E)>
    {
        using Unicast = U;   //!< for a packet that is forwarded
        using Multicast = M; //!< likewise to many
        using Local = L;     //!< for a packet that has arrived
        using Error = E;     //!< for one without a way
    };

    using Arguments = Callbacks<decltype(&Ipv4RoutingProtocol::RouteInput)>; //!< of this ns-3

  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    /** @param forwarding chooses where packets go */
    void SetForwarding(Ptr<PFabricForwarding> forwarding);

    Ptr<Ipv4Route> RouteOutput(Ptr<Packet> packet,
                               const Ipv4Header& header,
                               Ptr<NetDevice> device,
                               Socket::SocketErrno& error) override;
    bool RouteInput(Ptr<const Packet> packet,
                    const Ipv4Header& header,
                    Ptr<const NetDevice> device,
                    Arguments::Unicast unicast,
                    Arguments::Multicast multicast,
                    Arguments::Local local,
                    Arguments::Error error) override;
    void NotifyInterfaceUp(uint32_t interface) override;
    void NotifyInterfaceDown(uint32_t interface) override;
    void NotifyAddAddress(uint32_t interface, Ipv4InterfaceAddress address) override;
    void NotifyRemoveAddress(uint32_t interface, Ipv4InterfaceAddress address) override;
    void SetIpv4(Ptr<Ipv4> ipv4) override;
    void PrintRoutingTable(Ptr<OutputStreamWrapper> stream,
                           Time::Unit unit = Time::S) const override;

  protected:
    void DoDispose() override;

  private:
    /**
     * @param port of the node
     * @param header of a packet
     * @return the route by that port
     */
    Ptr<Ipv4Route> GetRoute(uint32_t port, const Ipv4Header& header) const;
    /**
     * @param packet behind the header
     * @param header of it
     * @param in port by which it came
     * @return port by which it leaves
     */
    uint32_t GetPort(Ptr<const Packet> packet, const Ipv4Header& header, uint32_t in);

    Ptr<PFabricForwarding> m_forwarding; //!< chooses where packets go
    Ptr<Ipv4> m_ipv4;                    //!< of the node
    Ptr<Ipv4Route> m_last;               //!< of RouteOutput, if all leave the node alike
};

} // namespace ns3

#endif // PFABRIC_IPV4_ROUTING_H
