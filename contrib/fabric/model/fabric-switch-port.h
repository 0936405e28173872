/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_SWITCH_PORT_H
#define FABRIC_SWITCH_PORT_H

#include "fabric-device.h"

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * @brief A port of a switch as a device, so that traces can be had of it. Nothing can be sent from
 * it: it forwards.
 */
class SwitchPort : public Device
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

    bool SetMtu(const uint16_t mtu) override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocol) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocol) override;
    bool NeedsArp() const override;
    bool SupportsSendFrom() const override;
};

} // namespace ns3::fabric

#endif // FABRIC_SWITCH_PORT_H
