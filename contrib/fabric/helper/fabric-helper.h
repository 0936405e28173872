/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_HELPER_H
#define FABRIC_HELPER_H

#include "ns3/attribute.h"
#include "ns3/burst-core-object-settings.h"
#include "ns3/fabric-ethernet-device.h"
#include "ns3/fabric-topology.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/ptr.h"
#include "ns3/trace-helper.h"

#include <cstdint>
#include <string>
#include <utility>

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * The nodes of the devices of a fabric, for a helper's Install.
 * @param given nodes by number of the device; none: they are made
 * @param count devices of the topology
 * @param helper name of the class
 * @return a node for each device
 * @throw std::invalid_argument there are more or fewer nodes than devices
 */
NodeContainer GetDeviceNodes(const NodeContainer& given, uint32_t count, const std::string& helper);

/**
 * @ingroup fabric
 * Put a device on a node, with the NetDeviceQueueInterface by which queue discs are notified of its
 * queues, a device queue each.
 * @param node that gets it
 * @param device of a fabric
 */
void AddDevice(Ptr<Node> node, Ptr<EthernetDevice> device);

/**
 * @ingroup fabric
 * @brief The trace files of the devices of a helper.
 *
 * A pcap file has what PromiscSniffer traces; an ascii file what a device sends (+), receives (r)
 * and drops before (d).
 */
class TraceFileHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
{
  protected:
    /** @param type of the bytes in a pcap file */
    explicit TraceFileHelper(PcapHelper::DataLinkType type);
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> device,
                            bool promiscuous,
                            bool explicitFilename) override;

  private:
    void EnableAsciiInternal(Ptr<OutputStreamWrapper> stream,
                             std::string prefix,
                             Ptr<NetDevice> device,
                             bool explicitFilename) override;
    /** @param device any @return whether it may have trace files of this helper */
    virtual bool HasTraceFiles(Ptr<NetDevice> device) const = 0;

    PcapHelper::DataLinkType m_type; //!< of the bytes in a pcap file
};

/**
 * @ingroup fabric
 * @brief Makes fabrics with their devices and switches from topologies.
 * @tparam Fabric an EngineChannel with Build, GetNetwork and AssignStreams
 * @tparam DeviceType its devices, with Attach
 * @tparam Port the ports of its switches, with Attach
 */
template <typename Fabric, typename DeviceType, typename Port>
class FabricHelper : public TraceFileHelper
{
  public:
    /** @param name attribute of the fabric @param value its value; std::invalid_argument if there
     * is no such attribute or it does not take the value, here and below */
    void SetFabricAttribute(const std::string& name, const AttributeValue& value);
    /** @param name attribute of the devices @param value its value; a text makes an object for each
     * device, an object serves one */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Make a fabric, and a node for each device, in their order, and then for each switch.
     * @param topology see Build of the fabric
     * @param nodes of the devices, by number; none: they are made
     * @return the devices by number; std::invalid_argument as of Build
     */
    NetDeviceContainer Install(const Topology& topology,
                               const NodeContainer& nodes = NodeContainer());

    /** @return nodes of the switches of the last Install, in the order of the topology; the devices
     * of each are its ports */
    NodeContainer GetSwitches() const;

    /** @param devices of Install @return their fabric */
    static Ptr<Fabric> GetFabric(const NetDeviceContainer& devices);
    /** See AssignStreams of the fabric. @param devices of Install @param stream the first one
     * @return the number of streams used */
    static int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream);

  protected:
    /** @param name of the class @param type of the bytes in a pcap file */
    FabricHelper(std::string name, PcapHelper::DataLinkType type);

  private:
    bool HasTraceFiles(Ptr<NetDevice> device) const override;
    void AddSwitches(Ptr<Fabric> fabric); //!< Nodes for them. @param fabric of them

    std::string m_name;              //!< of the class
    burst::ObjectSettings m_fabrics; //!< makes fabrics
    burst::ObjectSettings m_devices; //!< makes devices
    NodeContainer m_switches;        //!< of the last Install
};

template <typename Fabric, typename DeviceType, typename Port>
FabricHelper<Fabric, DeviceType, Port>::FabricHelper(std::string name,
                                                     PcapHelper::DataLinkType type)
    : TraceFileHelper(type),
      m_name(std::move(name)),
      m_fabrics(Fabric::GetTypeId()),
      m_devices(DeviceType::GetTypeId())
{
}

template <typename Fabric, typename DeviceType, typename Port>
void
FabricHelper<Fabric, DeviceType, Port>::SetFabricAttribute(const std::string& name,
                                                           const AttributeValue& value)
{
    m_fabrics.Set(name, value);
}

template <typename Fabric, typename DeviceType, typename Port>
void
FabricHelper<Fabric, DeviceType, Port>::SetDeviceAttribute(const std::string& name,
                                                           const AttributeValue& value)
{
    m_devices.Set(name, value);
}

template <typename Fabric, typename DeviceType, typename Port>
NetDeviceContainer
FabricHelper<Fabric, DeviceType, Port>::Install(const Topology& topology,
                                                const NodeContainer& given)
{
    auto fabric = m_fabrics.Create<Fabric>();
    fabric->Build(topology);
    const auto nodes = GetDeviceNodes(given, fabric->GetNDevices(), m_name);
    NetDeviceContainer devices;
    for (uint32_t number = 0; number < nodes.GetN(); ++number)
    {
        auto device = m_devices.Create<DeviceType>();
        device->Attach(number, fabric);
        AddDevice(nodes.Get(number), device);
        devices.Add(device);
    }
    AddSwitches(fabric);
    return devices;
}

template <typename Fabric, typename DeviceType, typename Port>
void
FabricHelper<Fabric, DeviceType, Port>::AddSwitches(Ptr<Fabric> fabric)
{
    m_switches = NodeContainer();
    for (const auto& one : fabric->GetNetwork().GetTopology().GetNodes())
    {
        if (one.role != Topology::ROUTER)
        {
            continue;
        }
        auto node = CreateObject<Node>();
        for (const auto& [number, channel] : one.channels)
        {
            auto port = CreateObject<Port>();
            port->Attach(channel, fabric);
            node->AddDevice(port);
        }
        m_switches.Add(node);
    }
}

template <typename Fabric, typename DeviceType, typename Port>
NodeContainer
FabricHelper<Fabric, DeviceType, Port>::GetSwitches() const
{
    return m_switches;
}

template <typename Fabric, typename DeviceType, typename Port>
Ptr<Fabric>
FabricHelper<Fabric, DeviceType, Port>::GetFabric(const NetDeviceContainer& devices)
{
    return DynamicCast<Fabric>(devices.Get(0)->GetChannel());
}

template <typename Fabric, typename DeviceType, typename Port>
int64_t
FabricHelper<Fabric, DeviceType, Port>::AssignStreams(const NetDeviceContainer& devices,
                                                      int64_t stream)
{
    return GetFabric(devices)->AssignStreams(stream);
}

template <typename Fabric, typename DeviceType, typename Port>
bool
FabricHelper<Fabric, DeviceType, Port>::HasTraceFiles(Ptr<NetDevice> device) const
{
    return DynamicCast<Fabric>(device->GetChannel()) != nullptr;
}

} // namespace ns3::fabric

#endif // FABRIC_HELPER_H
