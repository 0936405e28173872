/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef BURST_TRAFFIC_HELPER_H
#define BURST_TRAFFIC_HELPER_H

#include "ns3/address.h"
#include "ns3/application-container.h"
#include "ns3/attribute.h"
#include "ns3/burst-core-object-settings.h"
#include "ns3/burst-core-object-text.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup burst-traffic
 * @brief Installs ParetoOnOffApplication, or ArrivalApplication with any other process.
 */
class ArrivalHelper
{
  public:
    /**
     * @param protocol TypeId name of the socket factory, such as "ns3::UdpSocketFactory"
     *        (std::invalid_argument if there is none)
     * @param remote destination address; leave empty to use SetDestinations
     */
    explicit ArrivalHelper(const std::string& protocol, const Address& remote = Address());

    /**
     * Set the arrival process. Each application gets a process of its own. The default is
     * ParetoOnOffArrivals with default attributes.
     *
     * @param process TypeId name with attributes, such as
     * "ns3::ParetoOnOffArrivals[Sources=43|OnShape=1.5]"
     * @throw std::invalid_argument the text names no valid process
     */
    void SetProcess(const std::string& process);
    /** @param process parsed text, such as an attribute value; each application creates its own
     * process from it */
    void SetProcess(const burst::ObjectText& process);

    /**
     * Set the distribution of packet sizes. Each application gets a random variable of its own.
     * By default all packets have PacketSize bytes.
     *
     * @param size TypeId name of a RandomVariableStream with attributes, in bytes, as
     * "ns3::UniformRandomVariable[Min=64|Max=1500]" or "ns3::EmpiricalSizeVariable[File=cdf.txt]"
     * @throw std::invalid_argument the text names no valid variable
     */
    void SetSize(const std::string& size);

    /**
     * Send to many devices; the applications of an Install share one pattern.
     *
     * @param destinations TypeId name of a DestinationPattern with attributes, as
     * "ns3::HotspotDestinations[Hotspots=0,3]"
     * @param remotes the address of each device, in the order of the nodes of Install; at least
     *        two, and a number of devices that the pattern accepts
     * @throw std::invalid_argument the text names no valid pattern, or the number of addresses
     *        does not suit the pattern
     */
    void SetDestinations(const std::string& destinations, const std::vector<Address>& remotes);

    /**
     * @param name an attribute of ArrivalApplication other than Process, Size and Destinations
     *        (std::invalid_argument)
     * @param value value of the attribute; std::invalid_argument if the attribute refuses the value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @param nodes where to install; with SetDestinations, node k is device k, and the number of
     *        nodes equals the number of addresses (std::invalid_argument)
     * @return one application per node, in the order of the nodes
     */
    ApplicationContainer Install(const NodeContainer& nodes) const;

    /**
     * Assign random streams to all applications of this module on the given nodes: first to all
     * processes, then to all sizes, then to all patterns. So a change of sizes or destinations
     * does not change the arrivals.
     *
     * @param nodes the nodes; streams are assigned in their order
     * @param stream first random stream to use
     * @return the number of streams used
     */
    static int64_t AssignStreams(const NodeContainer& nodes, int64_t stream);

  private:
    ObjectFactory m_factory;          //!< creates the applications
    burst::ObjectSettings m_settings; //!< of the applications
    burst::ObjectText m_process;      //!< the process, empty for that of ParetoOnOffApplication
    burst::ObjectText m_size;         //!< the distribution of sizes, empty for PacketSize
    burst::ObjectText m_destinations; //!< the pattern, empty for one remote
    std::vector<Address> m_remotes;   //!< address of each device of the pattern
};

} // namespace ns3

#endif // BURST_TRAFFIC_HELPER_H
