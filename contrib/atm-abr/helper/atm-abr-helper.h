/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATM_ABR_HELPER_H
#define ATM_ABR_HELPER_H

#include "ns3/atm-abr-edge-device.h"
#include "ns3/atm-abr-fabric.h"
#include "ns3/atm-abr-switch-port.h"
#include "ns3/attribute.h"
#include "ns3/burst-core-object-settings.h"
#include "ns3/fabric-topology.h"
#include "ns3/net-device-container.h"
#include "ns3/node-container.h"
#include "ns3/trace-helper.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup atm-abr
 * Makes fabrics with their edge devices and switches from topologies.
 *
 * A pcap file of an edge device has each cell that leaves it or comes to it, RM cells too, with VPI
 * 0 and VCI 32 and more by VC (AtmPcapWriter); files are asked for before the simulation starts. An
 * ascii file has its AAL5 PDUs.
 */
class AtmHelper : public PcapHelperForDevice, public AsciiTraceHelperForDevice
{
  public:
    AtmHelper();

    /** @param name attribute of AtmFabric @param value its value; std::invalid_argument if there is
     * no such attribute or it does not take the value, here and below */
    void SetFabricAttribute(const std::string& name, const AttributeValue& value);
    /** @param name attribute of AtmEdgeDevice @param value its value */
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /**
     * Make a fabric, and a node for each edge device, in their order, and then for each switch.
     * @param topology see AtmNetwork
     * @return the edge devices by number; std::invalid_argument as of AtmNetwork
     */
    NetDeviceContainer Install(const fabric::Topology& topology);
    /** @param topology as above @param nodes of the edge devices, by number @return as above */
    NetDeviceContainer Install(const fabric::Topology& topology, const NodeContainer& nodes);

    /** @return nodes of the switches of the last Install, in the order of the topology; the devices
     * of each are its ports */
    NodeContainer GetSwitches() const;

    /** @param devices of Install @return their fabric */
    static Ptr<AtmFabric> GetFabric(const NetDeviceContainer& devices);

    /** A VC whose cells come from an arrival process: see AtmFabric. @param source edge device
     * @param destination another one @param process of cells, with ticks of a picosecond
     * @param start when the source begins @return number of the VC */
    static uint32_t AddVc(Ptr<NetDevice> source,
                          Ptr<NetDevice> destination,
                          Ptr<ArrivalProcess> process,
                          const Time& start = Time(0));

    /** VCs for frames, one each way. Who adds no VC has them between every two edge devices.
     * @param one edge device @param other another one @return number of the VC from the first to
     * the second one; the other one follows */
    static uint32_t AddFrameVcs(Ptr<NetDevice> one, Ptr<NetDevice> other);

    /** Streams of the arrival processes: see AtmFabric. @param devices of Install @param stream the
     * first one @return the number of streams used */
    static int64_t AssignStreams(const NetDeviceContainer& devices, int64_t stream);

  private:
    void AddSwitches(Ptr<AtmFabric> fabric); //!< Nodes for them. @param fabric of them
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

#endif // ATM_ABR_HELPER_H
