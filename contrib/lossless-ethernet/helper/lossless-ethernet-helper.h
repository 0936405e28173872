/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_HELPER_H
#define LOSSLESS_ETHERNET_HELPER_H

#include "ns3/attribute.h"
#include "ns3/burst-core-object-settings.h"
#include "ns3/fabric-topology.h"
#include "ns3/lossless-ethernet-fabric.h"
#include "ns3/lossless-ethernet-net-device.h"
#include "ns3/lossless-ethernet-switch-port.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/trace-helper.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * Makes fabrics with their stations and switches from topologies.
 */
class LosslessEthernetHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
{
  public:
    LosslessEthernetHelper();

    /** @param name attribute of LosslessEthernetFabric @param value its value;
     * std::invalid_argument if there is no such attribute or it does not take the value, here and
     * below */
    void SetFabricAttribute(const std::string& name, const AttributeValue& value);
    /** @param name attribute of LosslessEthernetNetDevice @param value its value; a text makes an
     * object for each device, an object serves one */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Make a fabric, and a node for each station, in their order, and then for each switch.
     * @param topology see LosslessNetwork
     * @return the devices of the stations by number; std::invalid_argument as of LosslessNetwork
     */
    NetDeviceContainer Install(const fabric::Topology& topology);
    /** @param topology as above @param nodes of the stations, by number @return as above */
    NetDeviceContainer Install(const fabric::Topology& topology, const NodeContainer& nodes);

    /** @return nodes of the switches of the last Install, by number; the devices of each are its
     * ports */
    NodeContainer GetSwitches() const;

    /** @param devices of Install @return their fabric */
    static Ptr<LosslessEthernetFabric> GetFabric(const NetDeviceContainer& devices);

    /** Streams of all congestion points and reaction points: see LosslessEthernetFabric.
     * @param devices of Install @param stream the first one @return the number of streams used */
    static int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream);

  private:
    void AddSwitches(Ptr<LosslessEthernetFabric> fabric); //!< Nodes for them. @param fabric of them
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> device,
                            bool promiscuous,
                            bool explicitFilename) override;
    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> device,
                             bool explicitFilename) override;

    burst::ObjectSettings m_fabrics; //!< makes fabrics
    burst::ObjectSettings m_devices; //!< makes devices
    NodeContainer m_switches;        //!< of the last Install
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_HELPER_H
