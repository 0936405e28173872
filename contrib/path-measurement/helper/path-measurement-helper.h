/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PATH_MEASUREMENT_HELPER_H
#define PATH_MEASUREMENT_HELPER_H

#include "ns3/application-container.h"
#include "ns3/attribute.h"
#include "ns3/burst-core-object-settings.h"
#include "ns3/burst-core-object-text.h"
#include "ns3/ipv4-address.h"
#include "ns3/node-container.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup path-measurement
 * @brief Gives nodes a measurement of the path to a remote host, and remote hosts an agent.
 *
 *     MeasurementHelper helper("ns3::ThroughputProbe[Duration=5s]", address);
 *     helper.SetAttribute("Count", UintegerValue(3));
 *     MeasurementHelper::InstallAgents(remote);
 *     ApplicationContainer measurements = helper.Install(monitor);
 */
class MeasurementHelper
{
  public:
    /**
     * @param probe text of a MeasurementProbe with its attributes; std::invalid_argument if the
     * text names no probe, or an attribute does not take its value
     * @param remote address of the remote host
     */
    MeasurementHelper(const std::string& probe, Ipv4Address remote);

    /**
     * @param name attribute of MeasurementApplication but Probe
     * @param value its value; std::invalid_argument if there is no such attribute or it does not
     * take the value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @param nodes with an IPv4 stack
     * @return a MeasurementApplication of each node, each with a probe of its own
     */
    ApplicationContainer Install(const NodeContainer& nodes) const;

    /**
     * @param nodes with TCP, which become remote hosts of probes that need a server
     * @return a MeasurementAgent of each node
     */
    static ApplicationContainer InstallAgents(const NodeContainer& nodes);

    /**
     * @param applications MeasurementApplications
     * @param stream first random stream to use
     * @return how many streams are used; std::invalid_argument if an application is another one
     */
    static int64_t AssignStreams(const ApplicationContainer& applications, int64_t stream);

  private:
    burst::ObjectText m_probe;            //!< of each node
    Ipv4Address m_remote;                 //!< of the remote host
    burst::ObjectSettings m_applications; //!< makes applications
};

} // namespace ns3

#endif // PATH_MEASUREMENT_HELPER_H
