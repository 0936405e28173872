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
#include "ns3/node-container.h"
#include "ns3/object-factory.h"

#include <cstdint>
#include <string>

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
     * @param protocol TypeId name of the socket factory, as "ns3::UdpSocketFactory"
     * @param remote the address to send to
     */
    ArrivalHelper(const std::string& protocol, const Address& remote);

    /**
     * Set the process; each application gets one of its own. Without this call it is a
     * ParetoOnOffArrivals with default attributes.
     *
     * @param process TypeId name with attributes, as
     * "ns3::ParetoOnOffArrivals[Sources=43|OnShape=1.5]"; std::invalid_argument says what is wrong
     * with it
     */
    void SetProcess(const std::string& process);

    /**
     * @param name an attribute of ArrivalApplication other than Process (std::invalid_argument)
     * @param value its value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @param nodes where to install
     * @return an application for each node, in that order
     */
    ApplicationContainer Install(const NodeContainer& nodes) const;

    /**
     * Assign the random streams of all applications of this module on some nodes.
     *
     * @param nodes the nodes, in the order of which streams are assigned
     * @param stream first random stream to use
     * @return the number of streams used
     */
    static int64_t AssignStreams(const NodeContainer& nodes, int64_t stream);

  private:
    ObjectFactory m_factory; //!< creates the applications
    std::string m_process;   //!< text of the process, empty for that of ParetoOnOffApplication
};

} // namespace ns3

#endif // BURST_TRAFFIC_HELPER_H
