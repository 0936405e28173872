/*
 * Copyright (c) 2026 The burstlab authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FABRIC_BOUNDED_DEVICE_H
#define FABRIC_BOUNDED_DEVICE_H

#include "fabric-ethernet-device.h"

namespace ns3::fabric
{

/**
 * @ingroup fabric
 * @brief An EthernetDevice with room of its own, behind TxQueue: packets wait there, in their
 * order, while that is full.
 */
class BoundedDevice : public EthernetDevice
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  protected:
    void FillLater(); //!< Transmit what waits in TxQueue, in an event of the device's node.

  private:
    virtual bool HasRoom() const = 0; //!< @return whether a packet may be transmitted now
    virtual void Transmit(Ptr<Packet> packet) = 0; //!< @param packet with its Ethernet header

    void QueueFilled() override;
    void Fill();       //!< Transmit while there is room.
    void HandleFill(); //!< The event of FillLater.

    bool m_fillScheduled{false}; //!< HandleFill is pending
};

} // namespace ns3::fabric

#endif // FABRIC_BOUNDED_DEVICE_H
