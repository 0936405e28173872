/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFABRIC_HELPER_H
#define PFABRIC_HELPER_H

#include "ns3/attribute.h"
#include "ns3/burst-core-object-settings.h"
#include "ns3/fabric-helper.h"
#include "ns3/fabric-topology.h"
#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"
#include "ns3/pfabric-forwarding.h"
#include "ns3/pfabric-net-device.h"
#include "ns3/pfabric-routes.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup pfabric
 * Makes networks of data centres: nodes with devices, forwarding and the pFabric transport.
 *
 * A pcap file of a device has its IP packets, without a link layer; an ascii trace the packets that
 * it sends (+), receives (r) and drops (d).
 */
class PFabricHelper : public fabric::TraceFileHelper
{
  public:
    /** Where Ipv4L3Protocol runs; other nodes have a PFabricLeanIp. */
    enum Stack
    {
        LEAN,     //!< nowhere: the fastest, for the pFabric transport alone
        LEAN_TCP, //!< in hosts, but segments of TCP go past it: the fastest for TCP; its traces
                  //!< and those of TrafficControlLayer have none of them
        HOSTS,    //!< in hosts, so that they can have any transport of ns-3
        ALL,      //!< in hosts and switches
    };

    PFabricHelper();

    void SetStack(Stack stack); //!< @param stack where Ipv4L3Protocol runs; LEAN unless it is set

    /**
     * @param name attribute of PFabricNetDevice
     * @param value its value; std::invalid_argument if there is no such attribute or it does not
     * take the value, here and below
     */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);
    /**
     * @param name attribute of PFabricForwarding
     * @param value its value
     */
    void SetForwardingAttribute(const std::string& name, const AttributeValue& value);
    /**
     * @param name attribute of PFabricL4Protocol
     * @param value its value
     */
    void SetTransportAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Make the nodes of a topology, hosts first.
     * @param topology whose links have rate and delay, or 1 Gb/s and 200 ns; hosts may have a
     * delay, which their links then take more in each direction
     * @return the hosts by number; host h has the address PFabricForwarding::GetAddress(h).
     * std::invalid_argument as of PFabricRoutes, and for a wrong rate or delay
     */
    NodeContainer Install(const fabric::Topology& topology);

    /** @return nodes of the switches of the last Install, in the order of the topology */
    NodeContainer GetSwitches() const;

    /** @return devices of the last Install by channel of its topology, where that begins */
    const std::vector<Ptr<PFabricNetDevice>>& GetDevices() const;

    /** @return ways of the last Install */
    std::shared_ptr<const PFabricRoutes> GetRoutes() const;

    /**
     * Streams of Spreading=Random.
     * @param nodes of Install
     * @param stream the first one
     * @return how many streams are used
     */
    static int64_t AssignStreams(const NodeContainer& nodes, int64_t stream);

  private:
    /**
     * @param node of the topology
     * @param ports of it
     * @param forwarding of it
     */
    void AddStack(Ptr<Node> node,
                  const std::vector<Ptr<PFabricNetDevice>>& ports,
                  Ptr<PFabricForwarding> forwarding);
    bool HasTraceFiles(Ptr<NetDevice> device) const override;

    Stack m_stack{LEAN};                           //!< where Ipv4L3Protocol runs
    burst::ObjectSettings m_devices;               //!< makes devices
    burst::ObjectSettings m_forwardings;           //!< makes the forwarding of nodes
    burst::ObjectSettings m_transports;            //!< makes transports
    NodeContainer m_switches;                      //!< of the last Install
    std::shared_ptr<const PFabricRoutes> m_routes; //!< see GetRoutes
    std::vector<Ptr<PFabricNetDevice>> m_channels; //!< see GetDevices
};

} // namespace ns3

#endif // PFABRIC_HELPER_H
