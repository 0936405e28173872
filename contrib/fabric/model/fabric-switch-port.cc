/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "fabric-switch-port.h"

#include "ns3/log.h"

namespace ns3::fabric
{

NS_LOG_COMPONENT_DEFINE("FabricSwitchPort");

NS_OBJECT_ENSURE_REGISTERED(SwitchPort);

TypeId
SwitchPort::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::fabric::SwitchPort").SetParent<fabric::Device>().SetGroupName("Fabric");
    return tid;
}

bool
SwitchPort::SetMtu(const uint16_t /* mtu */)
{
    return false;
}

bool
SwitchPort::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocol)
{
    return SendFrom(packet, GetAddress(), dest, protocol);
}

bool
SwitchPort::SendFrom(Ptr<Packet> /* packet */,
                     const Address& /* source */,
                     const Address& /* dest */,
                     uint16_t /* protocol */)
{
    NS_LOG_WARN("nothing can be sent from a port of a switch");
    return false;
}

bool
SwitchPort::NeedsArp() const
{
    return false;
}

bool
SwitchPort::SupportsSendFrom() const
{
    return false;
}

} // namespace ns3::fabric
