/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOSSLESS_ETHERNET_HELPER_H
#define LOSSLESS_ETHERNET_HELPER_H

#include "ns3/fabric-helper.h"
#include "ns3/lossless-ethernet-fabric.h"
#include "ns3/lossless-ethernet-net-device.h"
#include "ns3/lossless-ethernet-switch-port.h"

namespace ns3
{

/**
 * @ingroup lossless-ethernet
 * Makes fabrics with their stations and switches from topologies. Ports of switches have trace
 * files too.
 */
class LosslessEthernetHelper : public fabric::FabricHelper<LosslessEthernetFabric,
                                                           LosslessEthernetNetDevice,
                                                           LosslessEthernetSwitchPort>
{
  public:
    LosslessEthernetHelper();
};

} // namespace ns3

#endif // LOSSLESS_ETHERNET_HELPER_H
