/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_DEVICE_NODES_H
#define FABRIC_DEVICE_NODES_H

#include "ns3/fabric-ethernet-device.h"
#include "ns3/node-container.h"
#include "ns3/node.h"
#include "ns3/ptr.h"

#include <cstdint>
#include <string>

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * The nodes of the devices of a fabric, for a helper's Install.
 * @param given nodes by number of the device; none: they are made
 * @param count devices of the topology
 * @param helper name of the class
 * @param devices what it calls them
 * @return a node for each device
 * @throw std::invalid_argument there are more or fewer nodes than devices
 */
NodeContainer GetDeviceNodes(const NodeContainer& given,
                             uint32_t count,
                             const std::string& helper,
                             const std::string& devices);

/**
 * @ingroup fabric
 * Put a device on a node, with the NetDeviceQueueInterface by which queue discs hear of its
 * queues, a device queue each.
 * @param node that gets it
 * @param device of a fabric
 */
void AddDevice(Ptr<Node> node, Ptr<EthernetDevice> device);

} // namespace ns3::fabric

#endif // FABRIC_DEVICE_NODES_H
