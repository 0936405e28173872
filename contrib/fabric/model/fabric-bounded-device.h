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
 * @brief An EthernetDevice with room of its own, behind its queues: packets wait there, in the
 * order of their queue, while that is full. The last queue goes first.
 */
class BoundedDevice : public EthernetDevice
{
  public:
    static TypeId GetTypeId(); //!< @return the TypeId

  protected:
    using EthernetDevice::EthernetDevice;
    void FillLater(); //!< Transmit what waits in the queues, in an event of the device's node.

  private:
    /** @param packet the first one of a queue @return whether it may be transmitted now */
    virtual bool HasRoom(Ptr<const Packet> packet) const = 0;
    virtual void Transmit(Ptr<Packet> packet) = 0; //!< @param packet with its Ethernet header

    void QueueFilled() override;
    bool HasWaiting() const; //!< @return whether a queue is not empty
    void Fill();             //!< Transmit while there is room.
    void HandleFill();       //!< The event of FillLater.

    bool m_fillScheduled{false}; //!< HandleFill is pending
};

} // namespace ns3::fabric

#endif // FABRIC_BOUNDED_DEVICE_H
