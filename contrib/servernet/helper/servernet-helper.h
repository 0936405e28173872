/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_HELPER_H
#define SERVERNET_HELPER_H

#include "ns3/application-container.h"
#include "ns3/attribute.h"
#include "ns3/burst-core-object-settings.h"
#include "ns3/fabric-helper.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/servernet-net-device.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/**
 * @defgroup servernet ServerNet
 * Wormhole system area networks of routers, links and devices: doc/servernet.rst.
 */

namespace ns3
{

/**
 * @ingroup servernet
 * @brief Creates fabrics with their routers and devices from topologies.
 */
class ServerNetHelper : public fabric::TraceFileHelper
{
  public:
    ServerNetHelper();

    /** @param name attribute of ServerNetFabric @param value value of the attribute
     * @throw std::invalid_argument unknown attribute or invalid value; also in the next two */
    void SetFabricAttribute(const std::string& name, const AttributeValue& value);
    /** @param name attribute of ServerNetRouterSettings @param value its value */
    void SetRouterAttribute(const std::string& name, const AttributeValue& value);
    /**
     * @param name attribute of ServerNetNetDevice
     * @param value its value
     * @param kind of device in the topology ("cpu", "io"), empty for all; later calls win
     */
    void SetDeviceAttribute(const std::string& name,
                            const AttributeValue& value,
                            const std::string& kind = "");

    /**
     * Create a fabric, a node for each device in the order of their numbers, and then a node for
     * each router.
     * @param x topology
     * @return the devices by number
     * @throw std::invalid_argument see ServerNetNetwork
     */
    NetDeviceContainer Install(const fabric::Topology& x);
    /**
     * Create two fabrics with the same devices.
     * @param x topology of fabric X
     * @param y topology of fabric Y; device i of X is also device i of Y
     * @return the devices by number
     */
    NetDeviceContainer Install(const fabric::Topology& x, const fabric::Topology& y);
    /** @param nodes of the devices, by number @param x as above @return the devices by number */
    NetDeviceContainer Install(const NodeContainer& nodes, const fabric::Topology& x);
    /** @param nodes of the devices, by number @param x as above @param y as above
     * @return the devices by number */
    NetDeviceContainer Install(const NodeContainer& nodes,
                               const fabric::Topology& x,
                               const fabric::Topology& y);

    /** @return nodes of the routers of the last Install, X before Y, in order of the topology */
    NodeContainer GetRouters() const;

    /** @param devices of Install @param path 0 for X, 1 for Y @return fabric of the devices, or
     * null */
    static Ptr<ServerNetFabric> GetFabric(const NetDeviceContainer& devices, uint32_t path = 0);

    /**
     * Assign random streams to the ServerNet applications on the nodes of the given devices, then
     * to the fabrics. The order is: processes, request types, choices of devices, patterns,
     * arbiters.
     * @param devices of Install
     * @param stream first random stream to use
     * @return the number of streams used
     */
    static int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream);

  private:
    /** What SetDeviceAttribute was called with. */
    struct DeviceAttribute
    {
        burst::ObjectSettings value; //!< of the attribute
        std::string kind;            //!< of devices, empty for all
    };

    Ptr<ServerNetFabric> MakeFabric(
        const fabric::Topology& topology); //!< @param topology of the fabric @return the fabric
    void AddRouters(Ptr<ServerNetFabric> fabric); //!< Create nodes. @param fabric of the routers
    /** @param nodes as above, or empty @param x as above @param y as above, or null
     * @return the devices by number */
    NetDeviceContainer Install(const NodeContainer& nodes,
                               const fabric::Topology& x,
                               const fabric::Topology* y);
    bool HasTraceFiles(Ptr<NetDevice> device) const override;

    burst::ObjectSettings m_fabrics;                 //!< makes fabrics
    burst::ObjectSettings m_routerSettings;          //!< makes settings of routers
    std::vector<DeviceAttribute> m_deviceAttributes; //!< in order of calls
    NodeContainer m_routers;                         //!< of the last Install
};

} // namespace ns3

#endif // SERVERNET_HELPER_H
