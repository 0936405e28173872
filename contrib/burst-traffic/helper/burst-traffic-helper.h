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
     * @param protocol TypeId name of the socket factory, as "ns3::UdpSocketFactory"; ns-3 ends the
     *        program for a name that it does not know
     * @param remote the address to send to; none for SetDestinations
     */
    explicit ArrivalHelper(const std::string& protocol, const Address& remote = Address());

    /**
     * Set the process; each application gets one of its own. Without this call it is a
     * ParetoOnOffArrivals with default attributes.
     *
     * @param process TypeId name with attributes, as
     * "ns3::ParetoOnOffArrivals[Sources=43|OnShape=1.5]"; std::invalid_argument says what is wrong
     * with it
     */
    void SetProcess(const std::string& process);
    /** @param process for instance the value of an attribute; each application gets its own */
    void SetProcess(const burst::ObjectText& process);

    /**
     * Set the law of the sizes; each application gets a variable of its own. Without this call all
     * packets have PacketSize bytes.
     *
     * @param size TypeId name of a RandomVariableStream with attributes, in bytes, as
     * "ns3::UniformRandomVariable[Min=64|Max=1500]" or "ns3::EmpiricalSizeVariable[File=cdf.txt]";
     * std::invalid_argument says what is wrong with it
     */
    void SetSize(const std::string& size);

    /**
     * Send to many devices; the applications of an Install share one pattern.
     *
     * @param destinations TypeId name of a DestinationPattern with attributes, as
     * "ns3::HotspotDestinations[Hotspots=0,3]"; std::invalid_argument says what is wrong with it
     * @param remotes the address of each device, in the order of the nodes of Install; at least
     *        two, and as many as the pattern takes (std::invalid_argument)
     */
    void SetDestinations(const std::string& destinations, const std::vector<Address>& remotes);

    /**
     * @param name an attribute of ArrivalApplication other than Process, Size and Destinations
     *        (std::invalid_argument)
     * @param value its value; std::invalid_argument if the attribute does not take it
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @param nodes where to install; with SetDestinations node k is device k, and there are as many
     *        nodes as addresses (std::invalid_argument)
     * @return an application for each node, in that order
     */
    ApplicationContainer Install(const NodeContainer& nodes) const;

    /**
     * Assign the random streams of all applications of this module on some nodes: first to all
     * processes, then to all sizes, then to all patterns, so that sizes and destinations leave the
     * arrivals as they are.
     *
     * @param nodes the nodes, in the order of which streams are assigned
     * @param stream first random stream to use
     * @return the number of streams used
     */
    static int64_t AssignStreams(const NodeContainer& nodes, int64_t stream);

  private:
    ObjectFactory m_factory;          //!< creates the applications
    burst::ObjectText m_process;      //!< the process, empty for ParetoOnOffApplication's
    burst::ObjectText m_size;         //!< the law of sizes, empty for PacketSize
    burst::ObjectText m_destinations; //!< the pattern, empty for one remote
    std::vector<Address> m_remotes;   //!< address of each device of the pattern
};

} // namespace ns3

#endif // BURST_TRAFFIC_HELPER_H
