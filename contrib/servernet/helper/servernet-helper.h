/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SERVERNET_HELPER_H
#define SERVERNET_HELPER_H

#include "ns3/application-container.h"
#include "ns3/attribute.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/servernet-net-device.h"
#include "ns3/trace-helper.h"

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
 * @brief Makes fabrics with their routers and devices from topologies.
 */
class ServerNetHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
{
  public:
    ServerNetHelper();

    /** @param name attribute of ServerNetFabric @param value its value; std::invalid_argument if
     * there is no such attribute or it does not take the value, here and below */
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
     * Make a fabric, and a node for each device, in their order, and then for each router.
     * @param x topology
     * @return the devices by number; std::invalid_argument as of ServerNetNetwork
     */
    NetDeviceContainer Install(const fabric::Topology& x);
    /**
     * Make two fabrics with the same devices.
     * @param x topology of the first
     * @param y topology of the second: devices of the same number are the same
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

    /** @param devices of Install @param path 0 for X, 1 for Y @return their fabric, or null */
    static Ptr<ServerNetFabric> GetFabric(const NetDeviceContainer& devices, uint32_t path = 0);

    /**
     * Assign the random streams of ServerNet applications on the nodes of some devices, and then of
     * the fabrics: processes, types, choices of devices, patterns, arbiters.
     * @param devices of Install
     * @param stream the first one
     * @return the number of streams used
     */
    static int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream);

  private:
    /** What SetDeviceAttribute was called with. */
    struct DeviceAttribute
    {
        std::string name;                //!< of the attribute
        Ptr<const AttributeValue> value; //!< of the attribute
        std::string kind;                //!< of devices, empty for all
    };

    Ptr<ServerNetFabric> MakeFabric(
        const fabric::Topology& topology);        //!< @param topology of it @return it
    void AddRouters(Ptr<ServerNetFabric> fabric); //!< Nodes for them. @param fabric they are of
    /** @param nodes as above, or empty @param x as above @param y as above, or null
     * @return the devices by number */
    NetDeviceContainer Install(const NodeContainer& nodes,
                               const fabric::Topology& x,
                               const fabric::Topology* y);
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> device,
                            bool promiscuous,
                            bool explicitFilename) override;
    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> device,
                             bool explicitFilename) override;

    ObjectFactory m_fabricFactory;                   //!< makes fabrics
    ObjectFactory m_routerFactory;                   //!< makes settings of routers
    std::vector<DeviceAttribute> m_deviceAttributes; //!< in order of calls
    NodeContainer m_routers;                         //!< of the last Install
};

} // namespace ns3

#endif // SERVERNET_HELPER_H
